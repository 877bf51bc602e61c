package graph

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// id makes a UUID whose text sorts by n.
func id(n int) string { return fmt.Sprintf("1f1ed1c9-b762-6b3d-8000-%012x", n) }

func rowsOf(ns string, pairs ...string) []Row {
	var out []Row
	for i, p := range pairs {
		name, parent, _ := strings.Cut(p, "<")
		out = append(out, Row{ID: name, Parent: parent, NS: ns, Step: i - 1})
	}
	return out
}

func TestDAGShape(t *testing.T) {
	d := NewDAG("t", append(rowsOf("", "a", "b<a", "c<b", "d<b", "e<gone", "f<f"), rowsOf("sub:1", "a", "x<a")...))
	check := func(what string, got, want any) {
		t.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	check("children of b", d.Children(1), []int{2, 3})
	check("roots", d.Roots(""), []int{0, 4, 5})
	check("leaves", d.Leaves(""), []int{2, 3, 4, 5})
	check("roots of sub", d.Roots("sub:1"), []int{6})
	check("namespaces", d.Namespaces(), []string{"", "sub:1"})
	check("in ns", d.InNS("sub:1"), []int{6, 7})
	check("no ns", d.InNS("nobody"), []int(nil))
	check("head", d.Head(""), 5)
	check("head of sub", d.Head("sub:1"), 7)
	check("head of none", d.Head("nobody"), -1)
	check("missing parent", d.ParentID(4), "gone")
	check("missing parent is cut", d.Parent(4), -1)
	check("own parent", d.ParentID(5), "f")
	check("own parent is cut", d.Parent(5), -1)
	check("line", d.Line(3), []int{0, 1, 3})
	i, ok := d.Find("a")
	check("find: root first", fmt.Sprint(i, ok), "0 true")
	i, ok = d.FindIn("a", "sub:1")
	check("find in sub", fmt.Sprint(i, ok), "6 true")
	_, ok = d.Find("nobody")
	check("find nobody", ok, false)
}

func TestDAGCycles(t *testing.T) {
	for _, c := range []struct {
		rows []string
		cut  []int
	}{
		{[]string{"a<c", "b<a", "c<b", "d<c"}, []int{0}},
		{[]string{"a", "b<d", "c<b", "d<c", "e<d"}, []int{1}},
		{[]string{"a<b", "b<a", "c<d", "d<c"}, []int{0, 2}},
		{[]string{"a<b", "b<c", "c"}, nil}, // a clock that went back: the parents come later
	} {
		d := NewDAG("t", rowsOf("", c.rows...))
		var cut []int
		for i := range d.Len() {
			_, parent, _ := strings.Cut(c.rows[i], "<")
			if d.ParentID(i) != parent {
				t.Errorf("%v: parent id of %d is %q", c.rows, i, d.ParentID(i))
			}
			if parent != "" && d.Parent(i) < 0 {
				cut = append(cut, i)
			}
			if line := d.Line(i); line[len(line)-1] != i {
				t.Errorf("%v: line of %d is %v", c.rows, i, line)
			}
		}
		if !slices.Equal(cut, c.cut) {
			t.Errorf("%v: cut %v, want %v", c.rows, cut, c.cut)
		}
	}
}

func TestDAGColumns(t *testing.T) {
	when := time.Date(2026, 12, 1, 0, 17, 34, 827588000, time.UTC)
	rows := []Row{
		{ID: id(1), Step: -1, Time: when, Source: "input", Size: 42, Ref: 1 << 40},
		{ID: strings.ToUpper(id(2)), Parent: id(1), Step: 7, NoStep: true, Source: "", Size: 1 << 40},
		{ID: "2024-05-04T06:32:42.235444+00:00", Parent: strings.ToUpper(id(2)), NS: "", Source: "loop"},
		{ID: "", Parent: "", NS: "odd|1", Source: "fork"},
	}
	d := NewDAG("t", rows)
	for i, want := range rows {
		got := d.Row(i)
		want.Size = min(want.Size, 1<<32-1)
		if got != want {
			t.Errorf("row %d: got %+v, want %+v", i, got, want)
		}
	}
	if d.Parent(1) != 0 || d.Parent(2) != 1 {
		t.Error("odd ids are not linked")
	}
}

func TestDAGAppend(t *testing.T) {
	d := NewDAG("t", rowsOf("", "b", "d<b"))
	old := d.cols.Load()
	var wg sync.WaitGroup
	wg.Go(func() { // a reader beside the writer; go test -race looks on
		for range 1000 {
			for i := range d.Len() {
				d.Children(i)
				d.ID(i)
				d.Short(i)
			}
		}
	})
	d.Append(rowsOf("", "a<b", "e<d", "c<b"))
	d.Append(rowsOf("", "f<d"))
	wg.Wait()
	for _, c := range []struct{ what, got, want string }{
		{"children of b", fmt.Sprint(d.Children(0)), "[1 2 4]"},
		{"children of d", fmt.Sprint(d.Children(1)), "[3 5]"},
		{"head", d.ID(d.Head("")), "f"},
		{"leaves", fmt.Sprint(d.Leaves("")), "[2 3 4 5]"},
		{"an old reader", fmt.Sprint(old.n), "2"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, c.got, c.want)
		}
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		if i, ok := d.Find(name); !ok || d.ID(i) != name {
			t.Errorf("%s is lost", name)
		}
	}
}

func TestShort(t *testing.T) {
	d := NewDAG("t", []Row{
		{ID: "1f1ed1c9-b762-6b3d-8000-0000000a3091"}, {ID: "1f1ed1c9-b762-6b3d-8000-0000000b3091"},
		{ID: "1f1ed1c9-b762-6b3d-8000-000000004444"}, {ID: "x"}, {ID: "long-4444"}, {ID: "3091"},
	})
	for i, want := range []string{"a3091", "b3091", "04444", "x", "-4444", "3091"} {
		if got := d.Short(i); got != want {
			t.Errorf("short of %s: got %s, want %s", d.ID(i), got, want)
		}
	}
}

// million rows in one thread, every tenth a fork.
func million(n int) []Row {
	rows := make([]Row, n)
	when := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for i := range rows {
		rows[i] = Row{ID: id(i * 7), Step: i, Time: when.Add(time.Duration(i) * time.Millisecond), Source: "loop", Size: 531, Ref: int64(i)}
		if i%10 == 9 {
			rows[i].Parent = rows[i-5].ID
		} else if i > 0 {
			rows[i].Parent = rows[i-1].ID
		}
	}
	return rows
}

func TestDAGMemory(t *testing.T) {
	const n = 200_000
	rows := million(n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d := NewDAG("t", rows)
	d.Short(0)
	runtime.GC()
	runtime.ReadMemStats(&after)
	per := float64(after.HeapAlloc-before.HeapAlloc) / n
	t.Logf("%.1f bytes a row, endings included", per)
	if per > 80 {
		t.Errorf("%.1f bytes a row, want 80 at most", per)
	}
	runtime.KeepAlive(rows)
	runtime.KeepAlive(d)
}

func BenchmarkDAG(b *testing.B) {
	rows := million(1_000_000)
	b.ResetTimer()
	for b.Loop() {
		NewDAG("t", rows)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/row")
}

func BenchmarkFind(b *testing.B) {
	rows := million(1_000_000)
	d := NewDAG("t", rows)
	i := 0
	for b.Loop() {
		if k, ok := d.Find(rows[i].ID); !ok || k != i {
			b.Fatal("lost")
		}
		i = (i + 7919) % len(rows)
	}
}
