package pickle

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cptui/graph/value"
)

// recorded are real pickles of every protocol with what LangGraph's Python says of the objects (testdata/record/record_pickles.py).
func recorded(t testing.TB) (rows [][]string) {
	t.Helper()
	b, err := os.ReadFile("../../testdata/values/pickle.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func unbase64(t testing.TB, s string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// plain parses JSON, numbers as text, sets in one order.
func plain(t testing.TB, b []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return inOrder(v)
}

func inOrder(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = inOrder(v[k])
		}
		if list, ok := v["$value"].([]any); ok && v["$type"] == "builtins.set" {
			slices.SortFunc(list, func(a, b any) int {
				x, _ := json.Marshal(a)
				y, _ := json.Marshal(b)
				return bytes.Compare(x, y)
			})
		}
	case []any:
		for i := range v {
			v[i] = inOrder(v[i])
		}
	}
	return v
}

func TestRecorded(t *testing.T) {
	rows := recorded(t)
	if len(rows) < 100 {
		t.Fatalf("only %d pickles", len(rows))
	}
	for _, r := range rows {
		raw := unbase64(t, r[1])
		p := Read(raw)
		if p.Err != nil || p.Left != 0 {
			t.Errorf("%s: %v, %d bytes left", r[0], p.Err, p.Left)
			continue
		}
		got := value.AppendJSON(nil, p.Value, value.JSONOptions{Reveal: true})
		if !reflect.DeepEqual(plain(t, got), plain(t, []byte(r[2]))) {
			t.Errorf("%s:\ngot  %s\nwant %s", r[0], got, r[2])
		}
		for cut := 0; cut < len(raw); cut += 1 + len(raw)/100 {
			if p := Read(raw[:cut]); p.Err == nil || p.Value.Kind() != value.Invalid {
				t.Fatalf("%s: cut at %d it is read as %v", r[0], cut, p.Value.Kind())
			}
		}
	}
}

// TestFrames reads tables of pandas 3 (testdata/frames.tsv: name, pickle, what is shown).
func TestFrames(t *testing.T) {
	b, err := os.ReadFile("testdata/frames.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		r := strings.Split(line, "\t")
		p := Read(unbase64(t, r[1]))
		got := string(value.AppendJSON(nil, p.Value, value.JSONOptions{}))
		if p.Err != nil || got != r[2] {
			t.Errorf("%s: %v\ngot  %s\nwant %s", r[0], p.Err, got, r[2])
		}
	}
}
