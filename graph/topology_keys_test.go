package graph

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// longLoop is a thread inc, step, inc, step, … of which the keys of the writes are stored.
type longLoop struct {
	ids    []string
	opened int
}

func (l *longLoop) Open(_ context.Context, i int) (*Checkpoint, error) {
	l.opened++
	cp := &Checkpoint{Index: i, ID: l.ids[i], V: 4, Source: "loop", NoUpdated: true, Step: i}
	if i < len(l.ids)-1 {
		for k, ch := range l.channels(i) {
			cp.Writes = append(cp.Writes, Write{TaskID: fmt.Sprint("task ", i), Idx: k, Channel: ch, Path: "~__pregel_pull, " + l.node(i)})
		}
	}
	return cp, nil
}

func (l *longLoop) node(i int) string { return []string{"inc", "step"}[i%2] }

func (l *longLoop) channels(i int) []string {
	return []string{"n", "branch:to:" + l.node(i+1)}
}

func (l *longLoop) WriteKeys(_ context.Context, _ string, f func(WriteKey) bool) error {
	for i := len(l.ids) - 2; i >= 0; i-- {
		for k, ch := range l.channels(i) {
			if !f(WriteKey{Checkpoint: l.ids[i], Task: fmt.Sprint("task ", i), Path: "~__pregel_pull, " + l.node(i), Channel: ch, Idx: k}) {
				return nil
			}
		}
	}
	return nil
}

// TestTopologyWork: of a long thread the newest rows are opened, and keys tell of those before them, up to a bound.
func TestTopologyWork(t *testing.T) {
	for _, c := range []struct{ rows, read, keys, incs int }{
		{500, 500, 0, 250},
		{3000, 3000, 2400, 1500},
		{60_000, 50_001, 49_401, 25_000},
	} {
		l := &longLoop{}
		rows := make([]Row, c.rows)
		for i := range rows {
			l.ids = append(l.ids, fmt.Sprintf("%08d", i))
			rows[i] = Row{ID: l.ids[i], Step: i, Time: time.Unix(int64(i), 0)}
			if i > 0 {
				rows[i].Parent = l.ids[i-1]
			}
		}
		h := &History{DAG: NewDAG("long", rows), Opener: l, Runtime: NewPregel(PythonHasher{}), Current: c.rows - 1}
		got, err := h.Topology(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if l.opened > 3*mostTraced {
			t.Errorf("%d rows: %d were opened", c.rows, l.opened)
		}
		if got.Rows != c.rows || got.Read != c.read || got.Keys != c.keys {
			t.Errorf("%d rows: %d known, %d read, %d by keys", c.rows, got.Rows, got.Read, got.Keys)
		}
		inc := &got.Nodes[got.Node("inc")]
		if inc.Count != c.incs {
			t.Errorf("%d rows: inc ran %d times, want %d", c.rows, inc.Count, c.incs)
		}
		for i, e := range got.Edges {
			if e.Kind != PlainEdge && e.Kind != BranchEdge || i > 2 {
				t.Errorf("%d rows: edge %+v", c.rows, e)
			}
		}
		was := l.opened
		if again, _ := h.Topology(context.Background()); again != got || l.opened != was {
			t.Errorf("%d rows: worked out twice", c.rows)
		}
	}
}

// TestHandledBy: the path of an error handler names the node that failed, which did not run again.
func TestHandledBy(t *testing.T) {
	for path, want := range map[string]string{
		"~__pregel_pull, bad, node_error_handler, 0000000000": handlerPrefix + "bad",
		"~__pregel_pull, bad": "bad",
	} {
		if got, ok := pulledBy(path); !ok || got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
