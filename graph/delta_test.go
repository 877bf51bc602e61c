package graph

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cptui/graph/value"
)

func parse(t *testing.T, s string) value.Value {
	t.Helper()
	v, err := value.ParseTyped([]byte(s), value.LC)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func show(v value.Value) string { return string(value.AppendJSON(nil, v, value.JSONOptions{})) }

// fakeRows is an Opener over rows made by hand: channels and writes as JSON.
type fakeRow struct {
	channels string // {"name": value}
	writes   []string
	versions string // names of all channels with a version
}

type fakeRows struct {
	t    *testing.T
	d    *DAG
	rows []fakeRow
	n    int
}

func (f *fakeRows) Open(_ context.Context, i int) (*Checkpoint, error) {
	f.n++
	cp := &Checkpoint{Index: i, ID: f.d.ID(i), Step: len(f.d.Line(i)), V: 4, Source: "loop", Encoding: "msgpack", ParentID: f.d.ParentID(i), Metadata: value.NewMap(nil)}
	r := f.rows[i]
	if r.channels == "sealed" {
		cp.Channels = []Channel{{"ch", value.NewObject("pickle", nil)}}
	} else if r.channels != "" {
		for _, e := range parse(f.t, r.channels).Entries() {
			cp.Channels = append(cp.Channels, Channel{e.Name(), e.Val})
		}
	}
	for _, name := range strings.Fields(r.versions) {
		cp.Versions = append(cp.Versions, Version{name, value.NewInt(int64(i + 1))})
	}
	for k, w := range r.writes {
		if w == "sealed" {
			cp.Writes = append(cp.Writes, Write{TaskID: "task", Channel: "ch", Value: value.NewObject("encrypted", nil)})
			continue
		}
		if given, ok := strings.CutPrefix(w, "given "); ok { // by a Command, beside its answer
			cp.Writes = append(cp.Writes, Write{TaskID: nullTask, Channel: "ch", Value: parse(f.t, given)})
			continue
		}
		cp.Writes = append(cp.Writes, Write{TaskID: fmt.Sprintf("task-%d", k), Channel: "ch", Value: parse(f.t, w), Path: fmt.Sprintf("~__pregel_pull, n%d", len(r.writes)-k)})
	}
	return cp, nil
}

// deltaOf builds a thread of one delta channel, "ch", and gives its value at every row.
func deltaOf(t *testing.T, rows []fakeRow, parents string) (*History, *fakeRows) {
	var list []Row
	for i, p := range strings.Fields(parents) {
		r := Row{ID: id(i), Step: i}
		if p != "-" {
			r.Parent = p
			var k int
			if n, _ := fmt.Sscan(p, &k); n == 1 {
				r.Parent = id(k)
			}
		}
		list = append(list, r)
	}
	f := &fakeRows{t: t, d: NewDAG("t", list), rows: rows}
	return &History{DAG: f.d, Opener: f, Runtime: NewPregel(PythonHasher{}), Current: len(rows) - 1}, f
}

const (
	human  = `{"$type":"langchain_core.messages.human.HumanMessage","content":%q,"id":%q}`
	remove = `{"$type":"langchain_core.messages.modifier.RemoveMessage","content":"","id":%q}`
)

func msg(text, id string) string { return fmt.Sprintf(human, text, id) }
func rm(id string) string        { return fmt.Sprintf(remove, id) }

func TestDeltaFold(t *testing.T) {
	snapshot := func(v string) string {
		return `{"ch":{"$type":"langgraph.checkpoint.serde.types._DeltaSnapshot","value":` + v + `}}`
	}
	for _, c := range []struct {
		what    string
		rows    []fakeRow
		parents string
		at      int
		want    string // texts of messages joined, or JSON
		problem string
	}{
		{"a snapshot and what came after", []fakeRow{{channels: snapshot(`["a"]`), writes: []string{`["c"]`, `["b"]`}}, {writes: []string{`["d"]`}}, {writes: []string{`["own"]`}}},
			"- 0 1", 2, `["a","b","c","d"]`, ""},
		{"the other branch does not count", []fakeRow{{channels: snapshot(`["a"]`), writes: []string{`["b"]`}}, {writes: []string{`["left"]`}}, {writes: []string{`["right"]`}}, {}},
			"- 0 0 2", 3, `["a","b","right"]`, ""},
		{"messages by id", []fakeRow{{channels: snapshot("[" + msg("a", "1") + "," + msg("b", "2") + "]"), writes: []string{"[" + msg("B", "2") + "," + msg("c", "3") + "]"}}, {writes: []string{"[" + rm("1") + "]"}}, {}},
			"- 0 1", 2, "Bc", ""},
		{"remove all", []fakeRow{{channels: snapshot("[" + msg("a", "1") + "]"), writes: []string{"[" + rm("__remove_all__") + "," + msg("z", "9") + "]"}}, {}},
			"- 0", 1, "z", ""},
		{"nothing stored yet", []fakeRow{{writes: []string{"[" + msg("a", "1") + "]"}}, {writes: []string{msg("b", "2")}}, {}}, "- 0 1", 2, "ab", ""},
		{"an overwrite begins anew", []fakeRow{{channels: snapshot(`["a"]`), writes: []string{`["b"]`}}, {writes: []string{`{"$type":"langgraph.types.Overwrite","value":["x"]}`}}, {writes: []string{`["y"]`}}, {}},
			"- 0 1 2", 3, `["x","y"]`, ""},
		{"files, null deletes", []fakeRow{{channels: snapshot(`{"/a":{"content":"1"},"/b":{"content":"2"}}`), writes: []string{`{"/a":null,"/c":{"content":"3"}}`}}, {}},
			"- 0", 1, `{"/b":{"content":"2"},"/c":{"content":"3"}}`, ""},
		{"a null that may not delete", []fakeRow{{channels: snapshot(`{"a":1}`), writes: []string{`{"a":null}`}}, {}},
			"- 0", 1, `{"$type":"delta","base":{"a":1},"writes":[{"a":null}]}`, "delta-unknown-reducer"},
		{"numbers tell no reducer", []fakeRow{{channels: snapshot(`1`), writes: []string{`2`}}, {}},
			"- 0", 1, `{"$type":"delta","base":1,"writes":[2]}`, "delta-unknown-reducer"},
		{"the chain is broken", []fakeRow{{writes: []string{`["b"]`}}, {}}, "gone 0", 1, `{"$type":"delta","base":null,"writes":[["b"]]}`, "delta-no-seed"},
		{"a snapshot that contradicts the reducer", []fakeRow{{channels: snapshot(`["a"]`), writes: []string{`["b"]`}}, {channels: snapshot(`["b"]`), writes: []string{`["c"]`}}, {}},
			"- 0 1", 2, `{"$type":"delta","base":["b"],"writes":[["c"]]}`, "delta-unknown-reducer"},
		{"a snapshot that bears it out", []fakeRow{{channels: snapshot(`["a"]`), writes: []string{`["b"]`}}, {channels: snapshot(`["a","b"]`), writes: []string{`["c"]`}}, {}},
			"- 0 1", 2, `["a","b","c"]`, ""},
		{"a plain value after a migration", []fakeRow{{channels: `{"ch":["old"]}`, writes: []string{`["new"]`}}, {}}, "- 0", 1, `["old","new"]`, ""},
	} {
		h, _ := deltaOf(t, c.rows, c.parents)
		f, err := h.deltas(context.Background(), c.at, []string{"ch"})
		if err != nil {
			t.Fatal(err)
		}
		got := show(f[0].Value)
		if list, ok := Messages(f[0].Value); ok {
			got = ""
			for _, m := range list {
				got += m.Text
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
		var p Problem
		if list := f[0].problems(h, c.at); len(list) > 0 {
			p = list[0]
		}
		if p.Code != c.problem {
			t.Errorf("%s: problem %q, want %q", c.what, p.Code, c.problem)
		}
	}
}

// TestDeltaShares reads a thousand steps of a list from the end and from the middle: every row is opened once, and a fork
// does not write into the list of its sibling.
func TestDeltaShares(t *testing.T) {
	const n = 1000
	rows := make([]fakeRow, n+2)
	parents := "-"
	for i := range n {
		rows[i].writes = []string{"[" + msg("m", fmt.Sprint(i)) + "]"}
		if i > 0 {
			parents += fmt.Sprint(" ", i-1)
		}
	}
	rows[n-1].writes = []string{"[" + msg("main", "x") + "]"}
	parents += fmt.Sprint(" ", n-1, " ", n/2)
	h, f := deltaOf(t, rows, parents)
	want := func(i, length int, last string) {
		t.Helper()
		d, err := h.deltas(context.Background(), i, []string{"ch"})
		if err != nil {
			t.Fatal(err)
		}
		list, _ := Messages(d[0].Value)
		if len(list) != length || list[len(list)-1].Text != last {
			t.Errorf("row %d: %d messages, the last %q; want %d, %q", i, len(list), list[len(list)-1].Text, length, last)
		}
	}
	want(n, n, "main")
	want(n/2, n/2, "m")
	want(n+1, n/2+1, "m")
	want(n, n, "main")
	if f.n > n+2 {
		t.Errorf("%d rows opened of %d", f.n, n+2)
	}
}

func TestReducersTold(t *testing.T) {
	for _, c := range []struct {
		what           string
		before, writes string // writes: a JSON list
		fits           string
	}{
		{"one text", `"a"`, `["b"]`, "overwrite concat"},
		{"numbers", `1`, `[2,3]`, "add"},
		{"lists", `[1]`, `[[2],[3]]`, "append"},
		{"one map", `{"a":1}`, `[{"b":2}]`, "overwrite merge merge, null deletes"},
		{"messages", "[" + msg("a", "1") + "]", "[[" + msg("b", "2") + "]]", "overwrite add_messages append"},
		{"an overwrite", `[1]`, `[{"__overwrite__":[9]}]`, "add_messages append add concat merge merge, null deletes union"},
	} {
		var fits []string
		for _, r := range reducers {
			if _, ok := r.reduce(parse(t, c.before), items(parse(t, c.writes))); ok {
				fits = append(fits, r.name)
			}
		}
		if got := strings.Join(fits, " "); got != c.fits {
			t.Errorf("%s: %s, want %s", c.what, got, c.fits)
		}
	}
}

// TestGiven takes in what a Command wrote beside its answer, where earlier steps show how.
func TestGiven(t *testing.T) {
	for _, c := range []struct {
		what string
		rows []fakeRow
		want string
	}{
		{"a list that grew before", []fakeRow{{channels: `{"ch":["a"]}`, writes: []string{`["b"]`}}, {channels: `{"ch":["a","b"]}`, writes: []string{`given ["c"]`}}}, `["a","b","c"] []`},
		{"a value that was replaced before", []fakeRow{{channels: `{"ch":"a"}`, writes: []string{`"b"`}}, {channels: `{"ch":"b"}`, writes: []string{`given "c"`}}}, `"c" []`},
		{"a value of which nothing tells", []fakeRow{{channels: `{}`, writes: []string{`"b"`}}, {channels: `{"ch":"b"}`, writes: []string{`given "c"`}}}, `"b" [ch]`},
		{"a reducer that we do not know", []fakeRow{{channels: `{"ch":2}`, writes: []string{`3`}}, {channels: `{"ch":6}`, writes: []string{`given 4`}}}, `6 [ch]`},
	} {
		h, _ := deltaOf(t, c.rows, "- 0")
		live, err := h.Runtime.Live(context.Background(), h, 1)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := live.State.Get("ch")
		if got := show(v) + " " + fmt.Sprint(live.Unknown); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// TestDeltaWalk opens the head of a thread that stores no snapshot, then goes up and down a thousand steps: the way is opened
// once, and of what was folded on it nothing is folded again. A snapshot cuts the way short.
func TestDeltaWalk(t *testing.T) {
	const n = 2100
	for _, c := range []struct {
		what   string
		write  func(i int) string
		stored int // row with a snapshot, -1 none
		most   int // rows opened for the head
	}{
		{"messages", func(i int) string { return "[" + msg("m", fmt.Sprint(i)) + "]" }, -1, n + mostProof + 2},
		{"a map", func(i int) string { return fmt.Sprintf(`{"k%d":{"content":"x"}}`, i%50) }, -1, n + mostProof + 2},
		{"messages on a snapshot", func(i int) string { return "[" + msg("m", fmt.Sprint(i)) + "]" }, n - 100, 102 + 2*mostProof},
	} {
		rows := make([]fakeRow, n)
		parents := "-"
		for i := range n {
			rows[i].writes = []string{c.write(i)}
			if i < c.stored {
				rows[i].writes = nil
			} else if i == c.stored {
				rows[i].channels = `{"ch":[]}`
			}
			if i > 0 {
				parents += fmt.Sprint(" ", i-1)
			}
		}
		h, f := deltaOf(t, rows, parents)
		state := func(i int) {
			t.Helper()
			d, err := h.deltas(context.Background(), i, []string{"ch"})
			if err != nil || d[0].Proof == DeltaUnknown {
				t.Fatal(err, d)
			}
		}
		state(n - 1)
		if f.n > c.most {
			t.Errorf("%s: the head opens %d rows, want %d at most", c.what, f.n, c.most)
		}
		f.n = 0
		for i := n - 2; i > n-90; i-- {
			state(i)
		}
		for i := n - 90; i < n; i++ {
			state(i)
		}
		if f.n > 0 {
			t.Errorf("%s: %d rows opened again on the way", c.what, f.n)
		}
		for i := n - 2; i > n-1000 && c.stored < 0; i-- {
			state(i)
		}
		if f.n > 1000 {
			t.Errorf("%s: %d rows opened again on a thousand steps", c.what, f.n)
		}
		if len(h.cache.folds.at) > foldBytes/foldCost {
			t.Errorf("%s: %d values kept", c.what, len(h.cache.folds.at))
		}
	}
}

// TestDeltaLost tells a value that is not in the file from one that is empty.
func TestDeltaLost(t *testing.T) {
	for _, c := range []struct {
		what    string
		rows    []fakeRow
		parents string
		lost    string
	}{
		{"a write that is encrypted", []fakeRow{{channels: `{"ch":["a"]}`, writes: []string{"sealed"}}, {}}, "- 0", "a write that belongs to it is encrypted"},
		{"a snapshot that is a pickle", []fakeRow{{channels: "sealed", writes: []string{`["b"]`}}, {}}, "- 0", "the stored value is a pickle, which is never run"},
		{"a parent that is gone", []fakeRow{{}, {}}, "gone 0", "checkpoint gone, which it was built on, is not in the source"},
		{"an Overwrite after it", []fakeRow{{channels: `{"ch":["a"]}`, writes: []string{"sealed"}}, {writes: []string{`{"__overwrite__":["x"]}`}}, {}}, "- 0 1", ""},
	} {
		h, _ := deltaOf(t, c.rows, c.parents)
		d, err := h.deltas(context.Background(), len(c.rows)-1, []string{"ch"})
		if err != nil {
			t.Fatal(err)
		}
		if d[0].Lost != c.lost {
			t.Errorf("%s: %q, want %q", c.what, d[0].Lost, c.lost)
		}
		if got := show(d[0].Value); c.lost != "" && !strings.HasPrefix(got, `{"$type":"delta"`) {
			t.Errorf("%s: shown as %s", c.what, got)
		}
	}
}
