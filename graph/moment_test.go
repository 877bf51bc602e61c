package graph_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"cptui/graph"
)

// at finds a step of a thread by reference.
func at(t *testing.T, h *graph.History, ref, ns string) int {
	t.Helper()
	r, err := graph.ParseRef(ref)
	if err != nil {
		t.Fatal(err)
	}
	i, err := h.Resolve(r, ns, -1)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// reason is one Reason in a line.
func reason(h *graph.History, r graph.Reason) string {
	out := fmt.Sprintf("%s %s %s %d>%d", r.Node, r.Verdict, r.Trigger, graph.VersionCount(r.Now), graph.VersionCount(r.Seen))
	if len(r.By) > 0 {
		out += " by " + strings.Join(r.By, ",")
	}
	if r.Count > 0 {
		out += fmt.Sprintf(" x%d", r.Count)
	}
	if len(r.Missing) > 0 {
		out += " missing " + strings.Join(r.Missing, ",")
	}
	if r.LastRan >= 0 {
		step, _ := h.Step(r.LastRan)
		out += fmt.Sprintf(" ran @%d", step)
	}
	if r.Guessed {
		out += " ?"
	}
	return out
}

func TestReasons(t *testing.T) {
	const mw = "branch:to:TodoListMiddleware.after_model"
	for _, c := range []struct {
		file, thread, ref, what string
		want                    []string
	}{
		{"langgraph/deepagents", "deep-1", "@22", "why", []string{"tools sent __pregel_tasks 23>0 by TodoListMiddleware.after_model x1"}},
		{"langgraph/deepagents", "deep-1", "@22", "next", []string{"model due branch:to:model 24>21 by tools"}},
		{"langgraph/deepagents", "deep-1", "@7", "why", []string{"tools sent __pregel_tasks 8>0 by TodoListMiddleware.after_model x2"}},
		{"langgraph/deepagents", "deep-1", "@21", "why", []string{"TodoListMiddleware.after_model due " + mw + " 22>19 by model"}},
		{"langgraph/deepagents", "deep-1", "@-1", "why", nil},
		{"langgraph/interrupt-parallel", "both-answered", "@1", "next", []string{"join due join:left+right:join 3>0 by left,right"}},
		{"langgraph/fan-out", "fan-1", "@2", "next", []string{"left2 due branch:to:left2 4>0 by left", "join waits join:left2+right:join 4>0 by right missing left2"}},
	} {
		h := thread(t, open(t, c.file), c.thread)
		i := at(t, h, c.ref, "")
		f := h.Why
		if c.what == "next" {
			f = h.NextReasons
		}
		list, err := f(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range list {
			got = append(got, reason(h, r))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %s of %s:\n%s\nwant\n%s", c.what, c.ref, c.file, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestSeenTable(t *testing.T) {
	h := thread(t, open(t, "langgraph/deepagents"), "deep-1")
	list, err := h.SeenTable(context.Background(), at(t, h, "@22", ""))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"model due branch:to:model 24>21 by tools ran @20",
		"tools ran branch:to:tools 0>0 ran @22 ?",
		"TodoListMiddleware.after_model ran branch:to:TodoListMiddleware.after_model 23>22 ran @21",
		"PatchToolCallsMiddleware.before_agent ran branch:to:PatchToolCallsMiddleware.before_agent 3>2 ran @1",
		"__start__ ran __start__ 2>1 ran @0",
		"_ParentNotifierMiddleware.after_agent never branch:to:_ParentNotifierMiddleware.after_agent 0>0",
	}
	var got []string
	for _, r := range list {
		got = append(got, reason(h, r))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// brief is a history row in a line.
func brief(b graph.Brief) string {
	out := fmt.Sprintf("%d %s", b.Kind, strings.Join(b.Nodes, "+"))
	for _, c := range b.Asks {
		out += " asks:" + c.Name
	}
	for _, c := range b.Results {
		out += " got:" + c.Name
	}
	if b.Says != "" {
		out += " says:" + b.Says
	}
	for _, c := range b.Changes {
		out += fmt.Sprintf(" %c%s(%s)", c.Op, c.Channel, strings.Join(c.Writers, ","))
	}
	if b.ProblemKind != "" {
		out += " " + b.ProblemKind + ":" + strings.TrimRight(strings.SplitN(b.Problem, "[31m", 2)[0], "\u009b\x1b")
	}
	for _, t := range b.Due {
		out += fmt.Sprintf(" [%s %s]", t.Name, t.Status)
	}
	for _, f := range []struct {
		what string
		is   bool
	}{{" quiet", b.Quiet}, {" end", b.End}, {" retried", b.Retried}} {
		if f.is {
			out += f.what
		}
	}
	return out
}

func TestBriefs(t *testing.T) {
	for _, c := range []struct{ file, thread, ref, want string }{
		{"langgraph/deepagents", "deep-1", "@-1", "0  says:Please do the work +messages()"},
		{"langgraph/deepagents", "deep-1", "@0", "1 __start__ says:Please do the work +messages(__start__) quiet"},
		{"langgraph/deepagents", "deep-1", "@1", "1 PatchToolCallsMiddleware.before_agent quiet"},
		{"langgraph/deepagents", "deep-1", "@2", "1 model asks:write_todos ~messages(model)"},
		{"langgraph/deepagents", "deep-1", "@7", "1 tools+tools got:write_file got:write_file ~messages(tools,tools) +files(tools,tools)"},
		{"langgraph/deepagents", "deep-1", "@15", "1 TodoListMiddleware.after_model [tools done] quiet"},
		{"langgraph/deepagents", "deep-1", "@22", "1 tools got:read_file ~messages(tools) tool:read_file: Error: File '/missing.txt' not found"},
		{"langgraph/deepagents", "deep-1", "head", "1 _ParentNotifierMiddleware.after_agent quiet end"},
		{"langgraph/error", "err-open", "head", "1 plan ~log(plan) error:ValueError('tool exploded:  [bad failed] [good done]"},
		{"langgraph/error", "err-retried", "@1", "1 plan ~log(plan) error:ValueError('tool exploded:  [bad retried] retried"},
		{"langgraph/error", "err-retried", "@2", "1 bad+good ~log(bad,good) ~total(good)"},
		{"langgraph/interrupt-parallel", "one-answered", "head", "1 __start__ +topic(__start__) +log(__start__) question:ask right [left done] [right waits]"},
		{"langgraph/interrupt-subgraph", "sub-waits", "head", "1 plan ~log(plan) question:{\"ask\":\"sub?\"} [child waits]"},
		{"langgraph/fork-tree", "tree-1", "c921", "3  ~log() ~total()"},
		{"langgraph/fork-tree", "tree-1", "88c4", "2 "},
		{"langgraph/functional", "func-1", "@0", "1 flow+write+write+step+write +state(flow)"},
	} {
		h := thread(t, open(t, c.file), c.thread)
		b, err := h.Brief(context.Background(), at(t, h, c.ref, ""))
		if err != nil {
			t.Fatal(err)
		}
		if got := brief(b); got != c.want {
			t.Errorf("%s %s:\n%s, want\n%s", c.thread, c.ref, got, c.want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct{ file, thread, want string }{
		{"langgraph/error", "err-open", "error bad questions 0 kept 1 failed bad next [bad]"},
		{"langgraph/error", "err-retried", "idle join questions 0 kept 0 failed  next []"},
		{"langgraph/interrupt-parallel", "one-answered", "interrupted right questions 1 kept 1 failed  next [right]"},
		{"langgraph/interrupt-parallel", "both-wait", "interrupted left questions 2 kept 0 failed  next [left right]"},
		{"langgraph/interrupt-subgraph", "sub-waits", "interrupted child questions 1 kept 0 failed  next [child]"},
		{"langgraph/deepagents", "deep-1", "idle _ParentNotifierMiddleware.after_agent questions 0 kept 0 failed  next []"},
		{"langgraphjs/js17-interrupt-twice", "t-two", "interrupted ask questions 1 kept 0 failed  next []"},
	} {
		h := thread(t, open(t, c.file), c.thread)
		v, err := h.Verdict(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%s %s questions %d kept %d failed %s next %v", v.Status, v.Phase, len(v.Questions), v.Kept, v.Failed, v.Next)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.thread, got, c.want)
		}
	}
	empty := &graph.History{DAG: graph.NewDAG("t", nil), Current: -1}
	if v, err := empty.Verdict(context.Background()); err != nil || v.Status != "empty" {
		t.Errorf("empty thread: %v %v", v, err)
	}
}

// TestWork counts the bodies that are opened.
func TestWork(t *testing.T) {
	ctx := context.Background()
	opened := func(file, id string, do func(h *graph.History) error) int64 {
		s := open(t, file)
		h := thread(t, s, id)
		before := s.Stats().Bodies
		if err := do(h); err != nil {
			t.Fatal(err)
		}
		return s.Stats().Bodies - before
	}
	for _, c := range []struct {
		what, file, thread string
		most               int64
		do                 func(h *graph.History) error
	}{
		{"a brief opens the row and its parent", "langgraph/fork-tree", "tree-1", 2, func(h *graph.History) error {
			_, err := h.Brief(ctx, at(t, h, "7d0d", ""))
			return err
		}},
		{"why opens one more", "langgraph/fork-tree", "tree-1", 3, func(h *graph.History) error {
			i := at(t, h, "7d0d", "")
			if _, err := h.Brief(ctx, i); err != nil {
				return err
			}
			_, err := h.Why(ctx, i)
			return err
		}},
		{"a finished head tells its verdict with its parent", "langgraph/fork-tree", "tree-1", 2, func(h *graph.History) error {
			_, err := h.Verdict(ctx)
			return err
		}},
		{"a delta state opens the rows back to its snapshot, and once those before it, to try the reducer", "langgraph/delta-small", "delta-1", 20, func(h *graph.History) error {
			_, err := h.Runtime.State(ctx, h, at(t, h, "head", ""))
			return err
		}},
		{"the next delta state opens nothing more", "langgraph/delta-small", "delta-1", 20, func(h *graph.History) error {
			for _, ref := range []string{"head", "head~1", "head~2"} {
				if _, err := h.Runtime.State(ctx, h, at(t, h, ref, "")); err != nil {
					return err
				}
			}
			return nil
		}},
		{"two neighbours of a delta channel share the way; the head tells whether a value is stored anywhere", "langgraph/deepagents", "deep-1", 25, func(h *graph.History) error {
			for _, ref := range []string{"@22", "@21", "@20"} {
				if _, err := h.Brief(ctx, at(t, h, ref, "")); err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		if got := opened(c.file, c.thread, c.do); got > c.most {
			t.Errorf("%s: %d bodies, want %d at most", c.what, got, c.most)
		}
	}
}

// TestManyReaders gathers every moment from several goroutines at once; go test -race looks on.
func TestManyReaders(t *testing.T) {
	h := thread(t, open(t, "langgraph/deepagents"), "deep-1")
	want := make([]string, h.Len())
	for i := range want {
		b, err := h.Brief(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = brief(b)
	}
	h = thread(t, open(t, "langgraph/deepagents"), "deep-1")
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for j := range h.Len() {
				i := (j*7 + k*11) % h.Len()
				m, err := h.Moment(context.Background(), i)
				if err != nil {
					t.Error(err)
				} else if got := brief(m.Brief); got != want[i] {
					t.Errorf("row %d: %s, want %s", i, got, want[i])
				}
			}
		})
	}
	wg.Wait()
}

// TestUpdateWithoutWrites: an edited child that stored no writes (fork-tree's …c921, any fork of ours) was made by no node, though
// a run from the same parent left the writes of one there.
func TestUpdateWithoutWrites(t *testing.T) {
	h := thread(t, open(t, "langgraph/fork-tree"), "tree-1")
	for i := range h.Len() {
		if !strings.HasSuffix(h.ID(i), "c921") {
			continue
		}
		m, err := h.Moment(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		if m.Source != "update" || len(m.Ran) != 0 {
			t.Errorf("%s (%s) was made by %v", h.ID(i), m.Source, m.Ran)
		}
		return
	}
	t.Fatal("no such checkpoint")
}
