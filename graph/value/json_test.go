package value

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", ` { "a" : [ 1 , true , null , "x" ] } `, `{"a":[1,true,null,"x"]}`},
		{"key twice", `{"a":1,"a":2}`, `{"a":1,"a":2}`},
		{"number text", `[1,1.0,-0,1e400,0.10]`, `[1,1.0,-0,1e400,0.10]`},
		{"beyond 2^53", `[9007199254740992,9007199254740993,-9007199254740993,123456789012345678901234567890]`,
			`[9007199254740992,{"$type":"int","$value":"9007199254740993"},{"$type":"int","$value":"-9007199254740993"},{"$type":"int","$value":"123456789012345678901234567890"}]`},
		{"no numbers", `[NaN,Infinity,-Infinity]`, `[{"$type":"float","$value":"NaN"},{"$type":"float","$value":"Infinity"},{"$type":"float","$value":"-Infinity"}]`},
		{"escapes", `"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`, `"\"\\/\b\f\n\r\té😀"`},
		{"half pairs", `["cut \ud83d end","\ud83d\ud83d\ude00","\udc00","\uD83Eade9"]`, `["cut \ud83d end","\ud83d😀","\udc00","\ud83eade9"]`},
		{"controls for terminals", "\"\u009b31m\u202e\x7f\x1b\"", `"\u009b31m\u202e\u007f\u001b"`},
		{"raw controls", "\"a\tb\x00\"", `"a\tb\u0000"`},
		{"unknown escape", `"\x41"`, `"\\x41"`},
		{"bad UTF-8", "\"a\xffb\"", "\"a\ufffdb\""},
		{"html stays", `"<b>&"`, `"<b>&"`},
		{"cut list", `[1,2`, `[1,2,{"$type":"damaged","offset":4,"error":"truncated: the value ends too early","$value":""}]`},
		{"cut text", `{"a":1,"b":"xy`, `{"a":1,"b":{"$type":"damaged","offset":11,"error":"truncated: the value ends too early","$value":"Inh5"}}`},
		{"cut inside", `{"a":[1,{"b":tru`, `{"a":[1,{"b":{"$type":"damaged","offset":13,"error":"truncated: the value ends too early","$value":"dHJ1"}}]}`},
		{"garbage inside", `{"a":{"b" 1},"c":2}`, `{"a":{"$damaged":{"$type":"damaged","offset":6,"error":"a key in quotes and a colon are missing","$value":"ImIiIDF9"}},"c":2}`},
		{"no number", `[01]`, `[{"$type":"damaged","offset":1,"error":"no JSON value here","$value":"MDFd"}]`},
		{"key $type", `{"$type":"x"}`, `{"$type":"builtins.dict","$items":[["$type","x"]]}`},
		{"envelope as it is", `{"lc":1,"type":"constructor","id":["a","B"],"kwargs":{"x":1}}`, `{"lc":1,"type":"constructor","id":["a","B"],"kwargs":{"x":1}}`},
	} {
		got := string(AppendJSON(nil, Stored(JSON, []byte(c.in)), JSONOptions{}))
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%s: no JSON", c.name)
		}
	}
}

func TestParseJSON(t *testing.T) {
	for _, c := range []struct{ in, err string }{
		{`{"a":[1,{"b":[]}],"c":{}}`, ""}, {"[NaN]", ""}, {"  1  ", ""}, {strings.Repeat("[", 20000) + strings.Repeat("]", 20000), ""},
		{"", "offset 0: nothing here"},
		{"{} x", "offset 3: something follows the value"},
		{`{"a":1}{"b":2}`, "offset 7: something follows the value"},
		{`{"a":1,}`, "offset 7: a key in quotes and a colon are missing"},
		{`[1,]`, "offset 3: no JSON value here"},
		{`[1 2]`, "offset 3: a comma or closing bracket is missing"},
		{`[1}`, "offset 2: a comma or closing bracket is missing"},
		{`{"a"}`, "offset 4: a key in quotes and a colon are missing"},
		{`{"a":"x`, "offset 5: truncated: the value ends too early"},
		{`["a\"]`, "offset 1: truncated: the value ends too early"},
		{`[1,`, "offset 3: truncated: the value ends too early"},
		{"\x00\x00", "offset 0: no JSON value here"},
		{"nul", "offset 0: truncated: the value ends too early"},
		{"nope", "offset 0: no JSON value here"},
	} {
		_, err := ParseJSON([]byte(c.in))
		if got := fmt.Sprint(err); err == nil && c.err != "" || err != nil && got != c.err {
			t.Errorf("%.40s: got %v, want %s", c.in, err, c.err)
		}
	}
}

func TestLangChain(t *testing.T) {
	for _, c := range []struct {
		name  string
		codec Codec
		in    string
		want  string
	}{
		{"set", LC, `{"lc":2,"type":"constructor","id":["Set"],"method":null,"args":[[2,1]],"kwargs":{}}`, `{"$type":"builtins.set","$value":[1,2]}`},
		{"map", LC, `{"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[[["k",1]]],"kwargs":{}}`, `{"$type":"builtins.dict","$items":[["k",1]]}`},
		{"bytes", LC, `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":"from","args":[[0,1,255]],"kwargs":{}}`, `{"$type":"bytes","$value":"AAH/"}`},
		{"no bytes", LC, `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":"from","args":[[256]],"kwargs":{}}`, `{"$type":"Uint8Array","$args":[[256]]}`},
		{"regex", LC, `{"lc":2,"type":"constructor","id":["RegExp"],"method":null,"args":["a.b","gi"],"kwargs":{}}`, `{"$type":"RegExp","$args":["a.b","gi"]}`},
		{"undefined", LC, `[{"lc":2,"type":"undefined"}]`, `[{"$type":"undefined"}]`},
		{"message", LC, `{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"hi"}}`, `{"$type":"langchain_core.messages.HumanMessage","content":"hi","additional_kwargs":{},"response_metadata":{},"type":"human"}`},
		{"message of old", LCOld, `{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"hi"}}`, `{"$type":"langchain_core.messages.HumanMessage","content":"hi","additional_kwargs":{},"response_metadata":{}}`},
		{"keys sorted", LCPython, `{"args":[[]],"id":["builtins","set"],"kwargs":{},"lc":2,"method":null,"type":"constructor"}`, `{"$type":"builtins.set","$value":[]}`},
		{"send", LCPython, `{"lc":2,"type":"constructor","id":["langgraph","constants","Send"],"method":null,"args":[],"kwargs":{"node":"w","arg":1}}`, `{"$type":"langgraph.types.Send","node":"w","arg":1}`},
		{"datetime", LCPython, `{"lc":2,"type":"constructor","id":["datetime","datetime"],"method":"fromisoformat","args":["2026-01-01"],"kwargs":{}}`, `{"$type":"datetime.datetime","$value":"2026-01-01"}`},
		{"secret", LC, `{"lc":1,"type":"secret","id":["HOME"]}`, `{"$type":"secret","id":["HOME"],"$value":"**********"}`},
		{"not ours", LC, `{"lc":1,"type":"not_implemented","id":["x"]}`, `{"lc":1,"type":"not_implemented","id":["x"]}`},
		{"another key", LC, `{"lc":1,"type":"constructor","id":["x"],"kwargs":{},"more":1}`, `{"lc":1,"type":"constructor","id":["x"],"kwargs":{},"more":1}`},
		{"another class of JS", LCOld, `{"lc":2,"type":"constructor","id":["RangeError"],"method":null,"args":["out"],"kwargs":{}}`, `{"lc":2,"type":"constructor","id":["RangeError"],"method":null,"args":["out"],"kwargs":{}}`},
	} {
		if got := string(AppendJSON(nil, Stored(c.codec, []byte(c.in)), JSONOptions{})); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,true,null,"x\ud83d"]}`, `{"lc":1,"type":"constructor","id":["a","B"],"kwargs":{"x":1}}`, `[NaN,-Infinity,1e5`, `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":"from","args":[[0,1]]}`,
		`{"lc":2,"type":"constructor","id":["Map"],"args":[[["k",1]]]}`, `{"a":{"b" 1},"c":2}`, `{"lc":1,"type":"secret","id":["K"]}`, `"\u12`, `[[[[`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		err := CheckJSON(b)
		if json.Valid(b) && err != nil {
			t.Fatalf("sound JSON is refused: %v", err)
		}
		for _, c := range []Codec{JSON, LC, LCPython} {
			v := Stored(c, b)
			js := AppendJSON(nil, v, JSONOptions{})
			if !json.Valid(js) {
				t.Fatalf("no JSON: %q", js)
			}
			if faults := Inspect(v, 0); err == nil && c == JSON {
				for _, x := range faults {
					if x.Code != "bad-utf8" && !strings.Contains(x.Message, "deeper") {
						t.Fatalf("%v in what was found sound", x)
					}
				}
			} else if err != nil && c == JSON && len(faults) == 0 {
				t.Fatalf("no fault, but %v", err)
			}
			v.Hash()
			parsed, err := ParseTyped(js, c)
			if err != nil {
				continue
			}
			edited, err := Set(v, nil, parsed)
			if err != nil {
				t.Fatal(err)
			}
			out, err := c.Append(nil, edited)
			if err != nil {
				continue
			}
			if again := AppendJSON(nil, Stored(c, out), JSONOptions{}); string(again) != string(js) {
				t.Fatalf("%s: written again it is\n%s\nwant\n%s", b, again, js)
			}
		}
	})
}

func BenchmarkJSONTopLevel(b *testing.B) {
	raw := []byte(`{"n":1,"messages":[` + strings.TrimSuffix(strings.Repeat(`{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"`+strings.Repeat("what was said \\n", 40)+`"}},`, 1100), ",") + `],"last":2}`)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if n := len(Stored(LC, raw).Entries()); n != 3 {
			b.Fatal(n)
		}
	}
}

// TestProtoKey keeps to what LangGraph.js itself gets back: a stored "__proto__" becomes the prototype, not a key.
func TestProtoKey(t *testing.T) {
	raw := []byte(`{"a":1,"__proto__":{"x":1},"b":2}`)
	for codec, want := range map[Codec]string{LC: `{"a":1,"b":2}`, LCOld: `{"a":1,"b":2}`, JSON: string(raw), LCPython: string(raw)} {
		v := Stored(codec, raw)
		if got := string(AppendJSON(nil, v, JSONOptions{})); got != want {
			t.Errorf("%v: %s, want %s", codec, got, want)
		}
		if _, ok := v.Get("__proto__"); !ok {
			t.Errorf("%v: the stored key is gone from the tree", codec)
		}
	}
}
