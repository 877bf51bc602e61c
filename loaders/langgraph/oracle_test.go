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
	"time"

	"cptui/graph"
	"cptui/graph/value"
)

// told is what the real library says of a row of a recorded file; values are left out.
type told struct {
	Thread     string          `json:"thread_id"`
	NS         string          `json:"checkpoint_ns"`
	ID         string          `json:"checkpoint_id"`
	Parent     *string         `json:"parent_checkpoint_id"`
	Unreadable string          `json:"unreadable"`
	Source     *string         `json:"source"`
	Step       *int            `json:"step"`
	TS         *string         `json:"ts"`
	V          int             `json:"v"`
	Parents    any             `json:"parents"`
	Versions   any             `json:"channel_versions"`
	Seen       any             `json:"versions_seen"`
	Updated    json.RawMessage `json:"updated_channels"`
	Metadata   any             `json:"metadata"`
	Channels   []string        `json:"channels"`
	Writes     [][]any         `json:"writes"`
}

// plain gives a value as encoding/json reads it.
func plain(t *testing.T, v value.Value) (out any) {
	t.Helper()
	if v.Kind() == value.Invalid {
		return nil
	}
	if err := json.Unmarshal(value.AppendJSON(nil, v, value.JSONOptions{}), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func plainVersions(t *testing.T, list []graph.Version) any {
	out := map[string]any{}
	for _, v := range list {
		out[v.Channel] = plain(t, v.Value)
	}
	return out
}

// Recorded files read as the programs that wrote them read them.
func TestRecordedFiles(t *testing.T) {
	dirs, err := filepath.Glob("../../testdata/langgraph*/*/rows.json")
	if err != nil || len(dirs) < 10 {
		t.Fatalf("%d recorded files, %v", len(dirs), err)
	}
	for _, path := range dirs {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var facts struct {
				Heads map[string]map[string]string
				Rows  []told
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b, &facts); err != nil {
				t.Fatal(err)
			}
			s := openSource(t, filepath.Join(dir, "sessions.db"))
			if js := strings.HasPrefix(filepath.Base(dir), "js"); s.JS() != js {
				t.Errorf("JavaScript: %v", s.JS())
			}
			if n := s.Info().Records; n != int64(len(facts.Rows)) {
				t.Errorf("%d records, want %d", n, len(facts.Rows))
			}
			for thread, heads := range facts.Heads {
				h := openThread(t, s, thread)
				for ns, id := range heads {
					if i := h.Head(ns); i < 0 || h.ID(i) != id {
						t.Errorf("%s %s: the head is %d, want %s", thread, ns, i, id)
					}
				}
				for _, want := range facts.Rows {
					if want.Thread == thread {
						checkRow(t, h, want)
					}
				}
			}
			if files, _ := os.ReadDir(dir); len(files) != 2 {
				t.Errorf("%d files after reading", len(files))
			}
		})
	}
}

func checkRow(t *testing.T, h *graph.History, want told) {
	t.Helper()
	i, ok := h.FindIn(want.ID, want.NS)
	if !ok {
		t.Errorf("no row %s", want.ID)
		return
	}
	cp, err := h.Opener.Open(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	fail := func(what string, got, want any) {
		t.Errorf("%s %s: %s is %v, want %v", h.Thread(), cp.ID, what, got, want)
	}
	if want.Unreadable != "" {
		if len(cp.Problems) == 0 {
			fail("problem", nil, want.Unreadable)
		}
		return
	}
	if want.Parent == nil != (cp.ParentID == "") || want.Parent != nil && *want.Parent != cp.ParentID {
		fail("parent", cp.ParentID, want.Parent)
	}
	if want.Source != nil && *want.Source != cp.Source {
		fail("source", cp.Source, *want.Source)
	}
	if want.Step != nil && (*want.Step != cp.Step || cp.NoStep) {
		fail("step", cp.Step, *want.Step)
	}
	if step, known := h.Step(i); want.Step != nil && known && step != *want.Step && cp.Source != "fork" {
		fail("step of the skeleton", step, *want.Step)
	}
	if want.TS != nil {
		if *want.TS != cp.TS {
			fail("ts", cp.TS, *want.TS)
		}
		if d := h.Time(i).Sub(cp.Time).Abs(); d > time.Second {
			fail("time of the skeleton", h.Time(i), cp.Time)
		}
	}
	if want.V != 0 && want.V != cp.V {
		fail("v", cp.V, want.V)
	}
	for _, x := range []struct {
		what      string
		got, want any
	}{{"parents", plainVersions(t, cp.Parents), want.Parents}, {"versions", plainVersions(t, cp.Versions), want.Versions}, {"metadata", plain(t, cp.Metadata), want.Metadata}} {
		if x.want != nil && !reflect.DeepEqual(x.got, x.want) {
			fail(x.what, x.got, x.want)
		}
	}
	seen := map[string]any{}
	for _, n := range cp.Seen {
		seen[n.Node] = plainVersions(t, n.Versions)
	}
	if want.Seen != nil && !reflect.DeepEqual(any(seen), want.Seen) {
		fail("versions_seen", seen, want.Seen)
	}
	if want.Updated != nil {
		var list []string
		json.Unmarshal(want.Updated, &list)
		if cp.NoUpdated != (string(want.Updated) == "null") || !slices.Equal(cp.Updated, list) {
			fail("updated_channels", cp.Updated, string(want.Updated))
		}
	}
	var channels []string
	for _, c := range cp.Channels {
		channels = append(channels, c.Name)
	}
	slices.Sort(channels)
	if want.Channels != nil && !slices.Equal(channels, want.Channels) {
		fail("channels", channels, want.Channels)
	}
	if want.Writes != nil {
		var got [][]any
		for _, w := range cp.Writes {
			got = append(got, []any{w.TaskID, float64(w.Idx), w.Channel})
		}
		order := func(a, b []any) int {
			if a[0] != b[0] {
				return strings.Compare(a[0].(string), b[0].(string))
			}
			return int(a[1].(float64) - b[1].(float64))
		}
		slices.SortFunc(got, order)
		slices.SortFunc(want.Writes, order)
		if len(got) != len(want.Writes) || len(got) > 0 && !reflect.DeepEqual(got, want.Writes) {
			fail("writes", got, want.Writes)
		}
	}
}
