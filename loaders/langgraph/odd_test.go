package langgraph

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cptui/graph/value"
)

// TestOddValues holds cells of many odd types to what LangGraph itself loads from them.
func TestOddValues(t *testing.T) {
	b, err := os.ReadFile("../../testdata/values/odd.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if len(lines) < 35 {
		t.Fatalf("only %d values", len(lines))
	}
	for _, line := range lines {
		r := strings.Split(line, "\t")
		raw, err := base64.StdEncoding.DecodeString(r[2])
		if err != nil {
			t.Fatal(err)
		}
		o := blankTest()
		got := value.AppendJSON(nil, o.decode(r[1], true, raw, r[0]), value.JSONOptions{Reveal: true})
		if !reflect.DeepEqual(sameOrder(t, got), sameOrder(t, []byte(r[3]))) {
			t.Errorf("%s (%s):\ngot  %s\nwant %s", r[0], r[1], got, r[3])
		}
		for _, p := range o.cp.Problems {
			if p.Code != "pickle" {
				t.Errorf("%s: %v", r[0], p)
			}
		}
	}
}

// sameOrder reads JSON with sets in one order and numbers as text.
func sameOrder(t *testing.T, b []byte) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return ordered(v)
}

func ordered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = ordered(v[k])
		}
		if list, ok := v["$value"].([]any); ok && v["$type"] == value.TypeSet {
			slices.SortFunc(list, func(a, b any) int {
				x, _ := json.Marshal(a)
				y, _ := json.Marshal(b)
				return strings.Compare(string(x), string(y))
			})
		}
	case []any:
		for i := range v {
			v[i] = ordered(v[i])
		}
	}
	return v
}
