package value

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// FuzzEnvelopes reads any JSON as every library would: whatever it is, it shows as sound JSON, its entries are what it says they
// are, and it is written back as it lay there; an edit that changes nothing changes no byte.
func FuzzEnvelopes(f *testing.F) {
	file, err := os.Open("../../testdata/langgraph/lc/loaded.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var row struct{ Stored json.RawMessage }
		if json.Unmarshal(lines.Bytes(), &row) == nil && n%7 == 0 {
			f.Add([]byte(row.Stored))
		}
	}
	for _, s := range []string{`{"lc":2,"type":"undefined"}`, `{"lc":1,"type":"secret","id":["K"]}`, `{"lc":1,"type":"not_implemented","id":["a","b"]}`,
		`{"lc":2,"type":"constructor","id":["builtins","set"],"method":null,"args":[[1,2]],"kwargs":{}}`, `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":"from","args":[[1,255]]}`,
		`{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":{"lc":1,"type":"constructor","id":["langchain_core","documents","Document"],"kwargs":{"page_content":"x"}}}}`,
		`{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"type":"x","type":"y","":null,"__proto__":1}}`,
		`{"lc":1,"type":"constructor","id":[],"kwargs":{}}`, `{"lc":1,"type":"constructor","id":["langchain_core","messages",""],"kwargs":{"a":1}}`, `{"lc":1e0,"lc":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := ParseJSON(raw); err != nil || len(raw) > 1<<16 {
			return
		}
		for _, codec := range []Codec{LC, LCOld, LCPython0, LCPython, LCPython1} {
			v := Stored(codec, raw)
			shown := AppendJSON(nil, v, JSONOptions{Reveal: true})
			if !json.Valid(shown) {
				t.Fatalf("shown as %q", shown)
			}
			if v.Len() != len(v.Entries()) && v.Kind() != String && v.Kind() != Bytes {
				t.Fatalf("%d entries of %d", len(v.Entries()), v.Len())
			}
			back, err := codec.Append(nil, v)
			if err != nil || string(back) != string(raw) {
				t.Fatalf("%q became %q, %v", raw, back, err)
			}
			if v.Kind() != Object || len(v.Entries()) == 0 || v.Entries()[0].Key.Kind() != String {
				continue
			}
			// A change of one field leaves an envelope of the same class, or is refused.
			now, err := Set(v, Path{{Name: v.Entries()[0].Name()}}, NewString("changed"))
			if err != nil {
				continue
			}
			if out, err := codec.Append(nil, now); err == nil {
				if got := Stored(codec, out); !json.Valid(out) && json.Valid(raw) || got.Kind() == Object && got.Type() != v.Type() {
					t.Fatalf("%q changed to %q", raw, out)
				}
			}
		}
	})
}
