package langgraph

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
)

// TestEras holds files that early LangGraph wrote (testdata/record/eras.py, eras.mjs) against what it said of them itself: states
// and next by id, and the live view of the heads. A next that the rows cannot tell is left out of an answer by id, and may be
// short of what is not named in a live one.
func TestEras(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/langgraph*/own-*/oracle.json")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d recorded files, %v", len(paths), err)
	}
	type told struct {
		Values map[string]any
		Next   []string
		Tasks  []struct {
			ID, Name string
			Path     []any
		}
	}
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			var o struct {
				Checkpoints []struct {
					Thread string `json:"thread_id"`
					NS     string `json:"checkpoint_ns"`
					ID     string `json:"checkpoint_id"`
					told
				}
				Live map[string]map[string]told
				Head map[string]told `json:"head_state"`
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b, &o); err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			s := openSource(t, filepath.Join(filepath.Dir(path), "sessions.db"))
			hold := func(where string, want told, state graph.State, next []string, known bool, tasks []graph.Task) {
				t.Helper()
				got, _ := plain(t, state.Value()).(map[string]any)
				for name, v := range want.Values {
					// A reducer's default is in no file.
					if g, ok := got[name]; !reflect.DeepEqual(bare(g), bare(v)) && (ok || !reflect.DeepEqual(v, []any{})) {
						t.Errorf("%s: %s is %v, want %v", where, name, g, v)
					}
				}
				for name := range got {
					if _, ok := want.Values[name]; !ok {
						t.Errorf("%s: has %s", where, name)
					}
				}
				slices.Sort(want.Next)
				if known && !slices.Equal(next, want.Next) {
					t.Errorf("%s: next %v, want %v", where, next, want.Next)
				}
				for _, w := range want.Tasks {
					i := slices.IndexFunc(tasks, func(m graph.Task) bool { return m.ID == w.ID })
					switch {
					case i < 0 && known:
						t.Errorf("%s: no task %s %s", where, w.ID, w.Name)
					case i >= 0 && tasks[i].Name != w.Name:
						t.Errorf("%s: task %s is %s, want %s", where, w.ID, tasks[i].Name, w.Name)
					case i >= 0 && w.Path != nil && len(tasks[i].Path) != len(w.Path):
						t.Errorf("%s: path %v, want %v", where, tasks[i].Path, w.Path)
					}
				}
			}
			for _, c := range o.Checkpoints {
				if c.Values == nil {
					continue
				}
				h := openThread(t, s, c.Thread)
				i, ok := h.FindIn(c.ID, c.NS)
				if !ok {
					t.Fatalf("no row %s", c.ID)
				}
				state, err := h.Runtime.State(ctx, h, i)
				if err != nil {
					t.Fatal(err)
				}
				due, err := h.Runtime.Due(ctx, h, i)
				if err != nil {
					t.Fatal(err)
				}
				hold(c.Thread+" "+c.ID, c.told, state, due.Next, due.Known, due.Tasks)
			}
			heads := o.Head
			for thread, live := range o.Live {
				if heads == nil {
					heads = map[string]told{}
				}
				heads[thread] = live[""]
			}
			for thread, want := range heads {
				h := openThread(t, s, thread)
				live, err := h.Runtime.Live(ctx, h, h.Current)
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range live.Unknown {
					delete(want.Values, name)
					live.State.Channels = slices.DeleteFunc(live.State.Channels, func(c graph.Channel) bool { return c.Name == name })
				}
				// What is named is all there is in these files.
				hold(thread+" live", want, live.State, live.Next, live.Known || len(live.Next) > 0, live.Tasks)
			}
		})
	}
}

// bare leaves the path of JavaScript's classes out, which its instances do not know.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			if name, ok := x.(string); ok && k == "$type" {
				x = name[strings.LastIndexByte(name, '.')+1:]
			}
			out[k] = bare(x)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = bare(x)
		}
		return out
	}
	return v
}
