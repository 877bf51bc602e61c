package value

import (
	"strings"
	"testing"
)

// msgpackName lets ParseTyped read for a codec that has keys of any kind.
type msgpackName struct{ Codec }

func (msgpackName) Name() string { return "msgpack" }

func TestParseTyped(t *testing.T) {
	same := []string{
		`{"a":[1,2.50,null,true,"x"]}`,
		`{"$type":"int","$value":"9007199254740993"}`,
		`{"$type":"float","$value":"NaN"}`,
		`{"$type":"bytes","$value":"AP8="}`,
		`{"$type":"builtins.set","$value":[1,2]}`,
		`{"$type":"builtins.dict","$items":[[1,"a"],[[1,2],"b"]]}`,
		`{"$type":"builtins.dict","$items":[["$type","a"]]}`,
		`{"$type":"datetime.datetime","$value":"2026-03-07T09:00:00.123456-05:00"}`,
		`{"$type":"datetime.date","$value":"2026-03-07"}`,
		`{"$type":"decimal.Decimal","$value":"-0E+3"}`,
		`{"$type":"uuid.UUID","$value":"01234567-89ab-cdef-0123-456789abcdef"}`,
		`{"$type":"langgraph.types.Send","node":"w","arg":{"i":0}}`,
		`{"$type":"app.Model","x":{"$type":"app.Color","$value":1}}`,
		`{"$type":"ext","code":8,"$value":"AAE="}`,
	}
	for _, s := range same {
		v, err := ParseTyped([]byte(s), msgpackName{JSON})
		if got := string(AppendJSON(nil, v, JSONOptions{})); err != nil || got != s {
			t.Errorf("%s: got %s, %v", s, got, err)
		}
	}
	for in, want := range map[string]string{
		`{"$type":1}`:                                        "at .: $type is the name of a class",
		`[{"x":{"$type":"int","$value":"1x"}}]`:              "at .[0].x: int needs a $value of digits in quotes",
		`{"$type":"bytes","$value":"?"}`:                     "at .: bytes need a $value of base64",
		`{"$type":"datetime.datetime","$value":"yesterday"}`: `at .: "yesterday" is no time in ISO form`,
		`{"$type":"datetime.date","$value":"2026-13-07"}`:    `at .: "2026-13-07" is no date`,
		`{"$type":"uuid.UUID","$value":"0123"}`:              `at .: "0123" is no UUID`,
		`{"$type":"decimal.Decimal","$value":"ten"}`:         `at .: "ten" is no decimal number`,
		`{"$type":"builtins.set","$value":1}`:                "at .: builtins.set needs a $value that is a list",
		`{"$type":"builtins.dict","$items":[[1]]}`:           "at .: builtins.dict needs $items, a list of pairs",
		`{"$type":"langgraph.types.Send","node":1}`:          "at .: a Send has a node (text) and an arg",
		`{"$type":"pickle","bytes":3}`:                       "at .: a value of type pickle cannot be written",
		`{"$type":"undefined"}`:                              "at .: undefined is a value of JavaScript only",
		`{"a":`:                                              "read JSON: offset 5: truncated",
	} {
		if v, err := ParseTyped([]byte(in), msgpackName{JSON}); err == nil {
			t.Errorf("%s is read as %s", in, AppendJSON(nil, v, JSONOptions{}))
		} else if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

func TestEncodeJSON(t *testing.T) {
	for _, c := range []struct {
		codec Codec
		in    string
		want  string
	}{
		{JSON, `{"a":[1,"\ud83d"]}`, `{"a":[1,"\ud83d"]}`},
		{JSON, `{"$type":"bytes","$value":"AP8="}`, "encode json: no form for bytes in this file"},
		{JSON, `{"$type":"float","$value":"NaN"}`, "encode json: JSON has no number NaN"},
		{JSON, `{"$type":"app.M","x":1}`, "encode json: no form for app.M in this file"},
		{LCPython, `{"$type":"float","$value":"NaN"}`, "NaN"},
		{LC, `{"$type":"bytes","$value":"AP8="}`, `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":"from","args":[[0,255]],"kwargs":{}}`},
		{LC, `{"$type":"builtins.set","$value":[1]}`, `{"lc":2,"type":"constructor","id":["Set"],"method":null,"args":[[1]],"kwargs":{}}`},
		{LCPython, `{"$type":"builtins.set","$value":[]}`, `{"lc":2,"type":"constructor","id":["builtins","set"],"method":null,"args":[[]],"kwargs":{}}`},
		{LC, `{"$type":"builtins.dict","$items":[["k",1]]}`, `{"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[[["k",1]]],"kwargs":{}}`},
		{LC, `{"$type":"RegExp","$args":["a","g"]}`, `{"lc":2,"type":"constructor","id":["RegExp"],"method":null,"args":["a","g"],"kwargs":{}}`},
		{LC, `{"$type":"undefined"}`, `{"lc":2,"type":"undefined"}`},
		{LC, `{"$type":"langgraph.types.Send","node":"n","arg":1}`, `{"node":"n","args":1}`},
		{LC, `{"$type":"langchain_core.messages.human.HumanMessage","content":"hi","type":"human"}`, `{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"hi"}}`},
		{LC, `{"$type":"app.M","x":1}`, "encode json: how an instance of app.M is stored is not known (change the fields of a stored one instead)"},
	} {
		v, err := ParseTyped([]byte(c.in), c.codec)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		b, err := c.codec.Append(nil, v)
		got := string(b)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestHash(t *testing.T) {
	read := func(s string) Value {
		v, err := ParseTyped([]byte(s), msgpackName{JSON})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`{"a":1,"a":2}`, `{"a":2,"a":1}`, true},
		{`{"a":1,"a":1}`, `{"a":1}`, false},
		{`{"a":1}`, `{"a":1.0}`, false},
		{`1.0`, `1.00`, true},
		{`1e400`, `1e401`, false},
		{`NaN`, `NaN`, true},
		{`0.0`, `-0.0`, false},
		{`"1"`, `1`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[]`, `{}`, false},
		{`{"$type":"builtins.set","$value":[1,2]}`, `{"$type":"builtins.set","$value":[2,1]}`, true},
		{`{"$type":"builtins.set","$value":[1,1]}`, `{"$type":"builtins.set","$value":[1,2]}`, false},
		{`{"$type":"builtins.set","$value":[[1,2],3]}`, `{"$type":"builtins.set","$value":[3,[2,1]]}`, false},
		{`{"$type":"a.B","x":1}`, `{"$type":"a.C","x":1}`, false},
		{`{"$type":"a.B","x":1}`, `{"x":1}`, false},
		{`"\u00e9"`, `"é"`, true},
	} {
		x, y := read(c.a), read(c.b)
		if Equal(x, y) != c.same || (x.Hash() == y.Hash()) != c.same {
			t.Errorf("%s and %s: equal %v, same hash %v", c.a, c.b, Equal(x, y), x.Hash() == y.Hash())
		}
	}
	if v := Stored(JSON, []byte(`{ "a" : [1, "\u00e9"] }`)); !Equal(v, read(`{"a":[1,"é"]}`)) || v.Hash() != read(`{"a":[1,"é"]}`).Hash() {
		t.Error("a stored value differs from the same made one")
	}
}

func FuzzParseTyped(f *testing.F) {
	for _, s := range []string{`{"$type":"bytes","$value":"AP8="}`, `{"$type":"builtins.dict","$items":[[1,"a"]]}`, `{"$type":"datetime.timedelta","$value":-86397.0}`,
		`{"$type":"langgraph.types.Send","node":"w","arg":1}`, `{"$type":"pathlib.PosixPath","$value":"/a/b"}`, `{"$type":"ext","code":-1,"$value":""}`, `{"$type":"re.Pattern","$value":"x"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, c := range []Codec{LC, LCPython, msgpackName{JSON}} {
			v, err := ParseTyped(b, c)
			if err != nil {
				continue
			}
			js := AppendJSON(nil, v, JSONOptions{Reveal: true})
			again, err := ParseTyped(js, c)
			if err != nil || string(AppendJSON(nil, again, JSONOptions{Reveal: true})) != string(js) {
				t.Fatalf("%s is %s, which reads back as %s, %v", b, js, AppendJSON(nil, again, JSONOptions{Reveal: true}), err)
			}
			c.Append(nil, v)
		}
	})
}
