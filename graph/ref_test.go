package graph

import (
	"errors"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	// a@-1 - b@0 - c@1 - d@2 (head: g)
	//               \ e@2 - f@3 - g@4
	d := NewDAG("t1", []Row{
		{ID: "id-aaaa", Step: -1}, {ID: "id-bbbb", Parent: "id-aaaa", Step: 0}, {ID: "id-cccc", Parent: "id-bbbb", Step: 1},
		{ID: "id-dddd", Parent: "id-cccc", Step: 2}, {ID: "id-eeee", Parent: "id-cccc", Step: 2},
		{ID: "id-ffff", Parent: "id-eeee", Step: 3}, {ID: "id-gggg", Parent: "id-ffff", Step: 4},
		{ID: "sub-1111", NS: "n:1", Step: -1}, {ID: "sub-x1111", NS: "n:1", Parent: "sub-1111", Step: 0},
	})
	h := &History{DAG: d, Current: 6}
	for _, c := range []struct {
		ref, ns string
		from    int
		want    string // id, or a part of the error
	}{
		{"head", "", -1, "id-gggg"},
		{"HEAD", "", 0, "id-gggg"},
		{"head~", "", -1, "id-ffff"},
		{"head~3", "", -1, "id-cccc"},
		{"head~9", "", -1, "no such checkpoint: head~9 goes beyond the first checkpoint of thread t1, which is head~5"},
		{"head~x", "", -1, "no such checkpoint"},
		{"head", "n:1", -1, "sub-x1111"},
		{"head", "none", -1, "namespace none has no checkpoint"},
		{"@2", "", -1, "id-eeee"},
		{"@2", "", 3, "id-dddd"},
		{"@2", "", 1, "id-eeee"}, // on towards the head
		{"@-1", "", 3, "id-aaaa"},
		{"@4", "", 3, "no step 4 on this branch of thread t1 (it has @-1 to @2)"},
		{"@x", "", -1, "write @12"},
		{"@0", "n:1", -1, "sub-x1111"},
		{"id-cccc", "", -1, "id-cccc"},
		{"id-c", "", -1, "id-cccc"},
		{"cccc", "", -1, "id-cccc"},
		{"…cccc", "", -1, "id-cccc"},
		{"ccc", "", -1, "an ending takes 4 characters"},
		{"id-", "", -1, "ambiguous checkpoint: \"id-\" fits id-aaaa (@-1), id-bbbb (@0)"},
		{"1111", "n:1", -1, "ambiguous checkpoint"},
		{"-1111", "n:1", -1, "sub-1111"},
		{"sub-x", "", -1, "sub-x1111"}, // of another namespace
		{"", "", -1, "the reference is empty"},
	} {
		var got string
		ref, err := ParseRef(c.ref)
		if err == nil {
			var i int
			if i, err = h.Resolve(ref, c.ns, c.from); err == nil {
				got = h.ID(i)
			}
		}
		if err != nil {
			got = err.Error()
			if !errors.Is(err, ErrNoRef) && !errors.Is(err, ErrAmbiguous) {
				t.Errorf("%s: %v wraps neither error", c.ref, err)
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("%s in %q from %d: got error %q, want %q", c.ref, c.ns, c.from, got, c.want)
			}
		} else if got != c.want {
			t.Errorf("%s in %q from %d: got %q, want %q", c.ref, c.ns, c.from, got, c.want)
		}
	}
}
