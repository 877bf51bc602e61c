package graph_test

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	_ "cptui/loaders/langgraph"
)

// recorded is what the real LangGraph said of a database: testdata/langgraph/scheduler.json.
type recorded struct {
	Rows []struct {
		Thread, NS, ID string
		Next           []string
		Values         any
		Tasks          map[string]string // id → name
		Asks           int               // questions, open or answered
		Wrote          map[string]string // task id → node
	}
	Live []struct {
		Thread, NS string
		Next       []string
		Values     any
	}
}

func open(t *testing.T, path string) loaders.Source {
	t.Helper()
	s, err := loaders.Open(context.Background(), "../testdata/"+path+"/sessions.db", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func thread(t *testing.T, s loaders.Source, id string) *graph.History {
	t.Helper()
	h, err := s.Thread(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// plain is a state as the recorded facts hold it.
func plain(t *testing.T, s graph.State, leave []string) any {
	t.Helper()
	v := s.Whole
	if v.Kind() == value.Invalid {
		entries := []value.Entry{}
		for _, c := range s.Channels {
			if !slices.Contains(leave, c.Name) {
				entries = append(entries, value.NamedEntry(c.Name, c.Value))
			}
		}
		v = value.NewMap(entries)
	}
	var out any
	if err := json.Unmarshal(value.AppendJSON(nil, v, value.JSONOptions{}), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// withoutDefaults leaves out empty values that a file does not hold and LangGraph makes up.
func withoutDefaults(want, got any) any {
	w, ok := want.(map[string]any)
	g, ok2 := got.(map[string]any)
	if !ok || !ok2 {
		return want
	}
	out := map[string]any{}
	for k, v := range w {
		_, there := g[k]
		empty := v == nil || v == 0.0 || v == "" || reflect.DeepEqual(v, []any{}) || reflect.DeepEqual(v, map[string]any{})
		if there || !empty {
			out[k] = v
		}
	}
	return out
}

func sorted(names []string) []string {
	out := slices.Clone(names)
	slices.Sort(out)
	return out
}

// TestRecorded holds due tasks, states, writers and the live view to what LangGraph itself says.
func TestRecorded(t *testing.T) {
	raw, err := os.ReadFile("../testdata/langgraph/scheduler.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string]recorded
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 16 {
		t.Fatalf("%d cases only", len(cases))
	}
	ctx := context.Background()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := open(t, name)
			threads := map[string]*graph.History{}
			find := func(id string) *graph.History {
				if threads[id] == nil {
					threads[id] = thread(t, s, id)
				}
				return threads[id]
			}
			for _, want := range c.Rows {
				h := find(want.Thread)
				i, ok := h.FindIn(want.ID, want.NS)
				if !ok {
					t.Errorf("%s is not there", want.ID)
					continue
				}
				m, err := h.Moment(ctx, i)
				if err != nil {
					t.Fatal(err)
				}
				if m.Due.Known && !slices.Equal(m.Due.Next, sorted(want.Next)) || !m.Due.Known && m.V > 2 {
					t.Errorf("%s: next %v, want %v", want.ID, m.Due.Next, want.Next)
				}
				tasks, asks := map[string]string{}, 0
				for _, task := range m.Due.Tasks {
					asks += len(task.Interrupts)
					if task.ID != "" {
						tasks[task.ID] = task.Name
					}
				}
				if m.Due.Known && !reflect.DeepEqual(tasks, want.Tasks) || asks != want.Asks {
					t.Errorf("%s: tasks %v with %d questions, want %v with %d", want.ID, tasks, asks, want.Tasks, want.Asks)
				}
				for _, w := range m.Writes {
					if node, told := want.Wrote[w.TaskID]; told && w.Node != node {
						t.Errorf("%s: %s wrote %s, want %s (%s)", want.ID, w.Node, w.Channel, node, w.Proof)
					}
				}
				got := plain(t, m.State, nil)
				if w := withoutDefaults(want.Values, got); !reflect.DeepEqual(got, w) {
					t.Errorf("%s: values\n%v, want\n%v", want.ID, got, w)
				}
			}
			for _, want := range c.Live {
				h := find(want.Thread)
				live, err := h.Runtime.Live(ctx, h, h.HeadOf(want.NS))
				if err != nil {
					t.Fatal(err)
				}
				if live.Next != nil && !slices.Equal(live.Next, sorted(want.Next)) {
					t.Errorf("%s %s live: next %v, want %v", want.Thread, want.NS, live.Next, want.Next)
				}
				if w, ok := want.Values.(map[string]any); ok {
					for _, name := range live.Unknown {
						delete(w, name)
					}
				}
				got := plain(t, live.State, live.Unknown)
				if w := withoutDefaults(want.Values, got); !reflect.DeepEqual(got, w) {
					t.Errorf("%s %s live: values\n%v, want\n%v", want.Thread, want.NS, got, w)
				}
			}
		})
	}
}
