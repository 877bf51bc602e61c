package value

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestLibraries holds every class that was recorded against what the library itself made of it, and writes it back.
func TestLibraries(t *testing.T) {
	codecs := map[string]Codec{"0.1.": LCPython0, "0.2.": LCPython, "0.3.": LCPython, "1.": LCPython1, "js 0.": LCOld, "js 1.": LC}
	f, err := os.Open("../../testdata/langgraph/lc/loaded.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row struct {
			Core           string
			Stored, Loaded json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		var codec Codec
		for prefix, c := range codecs {
			if strings.HasPrefix(row.Core, prefix) {
				codec = c
				seen[prefix]++
			}
		}
		v := Stored(codec, row.Stored)
		got, want := AppendJSON(nil, v, JSONOptions{}), string(row.Loaded)
		if codec == LC || codec == LCOld { // there the class has no path
			got = []byte(bareTypes.Replace(string(got)))
		}
		if !sameJSON(got, []byte(want)) {
			t.Errorf("%s %s\ngot  %s\nwant %s", row.Core, row.Stored, got, want)
		}
		// Untouched it keeps its bytes, and a change of one field adds nothing else to the file.
		if back, err := codec.Append(nil, v); err != nil || string(back) != string(row.Stored) {
			t.Errorf("%s written back: %s, %v", row.Stored, back, err)
		}
		if now, err := Set(v, Path{{Name: "added"}}, NewInt(1)); err != nil {
			t.Error(err)
		} else if back, err := codec.Append(nil, now); err != nil {
			t.Errorf("%s changed: %v", row.Stored, err)
		} else {
			kwargs, _ := Stored(JSON, back).Get("kwargs")
			had, _ := Stored(JSON, row.Stored).Get("kwargs")
			if kwargs.Len() != had.Len()+1 {
				t.Errorf("%s changed: %s", row.Stored, back)
			}
		}
		// What an editor shows and gives back unchanged is no change.
		parsed, err := ParseTyped(AppendJSON(nil, v, JSONOptions{}), codec)
		if err != nil {
			t.Fatal(err)
		}
		if kept := Keep(v, parsed); !identical(kept, v) {
			t.Errorf("%s: edited without a change became %s", row.Stored, AppendJSON(nil, kept, JSONOptions{}))
		}
	}
	for prefix := range codecs {
		if seen[prefix] < 10 {
			t.Errorf("%d rows of %s", seen[prefix], prefix)
		}
	}
}

var bareTypes = strings.NewReplacer("langchain_core.messages.", "", "langchain_core.documents.", "")

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
