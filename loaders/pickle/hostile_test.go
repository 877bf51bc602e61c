package pickle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cptui/graph/value"
)

// shownJSON is the JSON of a pickle that reads to its end, else "error: …".
func shownJSON(raw []byte) string {
	p := Read(raw)
	if p.Err != nil {
		return fmt.Sprintf("error at %d: %v", p.At, p.Err)
	}
	return string(value.AppendJSON(nil, p.Value, value.JSONOptions{}))
}

func TestNeverRun(t *testing.T) {
	for raw, want := range map[string]string{
		"cposix\nsystem\n(S'touch x'\ntR.":                                 `{"$type":"pickle","call":"posix.system","args":["touch x"]}`,
		"(S'touch x'\nios\nsystem\n.":                                      `{"$type":"pickle","call":"os.system","args":["touch x"]}`,
		"(cos\nsystem\nS'touch x'\no.":                                     `{"$type":"pickle","call":"os.system","args":["touch x"]}`,
		"\x80\x02cos\nsystem\nq\x00.":                                      `{"$type":"pickle","global":"os.system"}`,
		"csubprocess\nPopen\n(S'touch x'\ntR.":                             `{"$type":"pickle","call":"subprocess.Popen","args":["touch x"]}`,
		"c__builtin__\neval\n(S'1+1'\ntR.":                                 `{"$type":"pickle","call":"builtins.eval","args":["1+1"]}`,
		"capp\nThing\n)\x81.":                                              `{"$type":"app.Thing"}`,
		"capp\nThing\n)\x81(K\x01K\x02tb.":                                 `{"$type":"pickle","new":"app.Thing","state":[1,2]}`,
		"capp\nThing\n)\x81}X\x05\x00\x00\x00$typeNsb.":                    `{"$type":"pickle","new":"app.Thing","state":{"$type":"builtins.dict","$items":[["$type",null]]}}`,
		"capp\nthing\n)R(K\x01e.":                                          `{"$type":"pickle","call":"app.thing","items":[1]}`,
		"(dp0\nS'a'\np1\nI1\nsS'b'\np2\nI01\nsS'c'\nL12L\nsS'd'\nF1.5\ns.": `{"a":1,"b":true,"c":12,"d":1.5}`,
		"(lp0\nV\\u00e9\\ud800\na.":                                        `["é\ud800"]`,
		"S'a\\x41\\n\\'\\101'\n.":                                          `"aA\n'A"`,
		"U\x01\xe9.":                                                       `{"$type":"bytes","$value":"6Q=="}`,
		"Pid 7\n.":                                                         `{"$type":"pickle","persistent":"id 7"}`,
		"\x82\x05.":                                                        `{"$type":"pickle","extension":5}`,
		"\x97\x98.":                                                        `{"$type":"pickle","buffer":"out of band, not stored here"}`,
		"(K\x010K\x020K\x031K\x04.":                                        `4`,
		"(0N.":                                                             `null`,
		"K\x012\x86.":                                                      `[1,1]`,
		"]\x94h\x00a.":                                                     `[{"$type":"pickle","error":"it holds itself: the circle is cut here"}]`,
		"}\x94K\x01h\x00s.":                                                `{"$type":"builtins.dict","$items":[[1,{"$type":"pickle","error":"it holds itself: the circle is cut here"}]]}`,
		"K\x01r\xff\xff\xff\xff0j\xff\xff\xff\xff.":                        `1`,
		"\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01.":                    `{"$type":"int","$value":"18446744073709551616"}`,
		"\x8a\x01\xff.":                                                    `-1`,
		"\x8a\x00.":                                                        `0`,
		"cdecimal\nDecimal\n(S'1.50'\ntR.":                                 `{"$type":"decimal.Decimal","$value":"1.50"}`,
	} {
		if got := shownJSON([]byte(raw)); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", raw, got, want)
		}
	}
}

func TestBroken(t *testing.T) {
	for raw, want := range map[string]string{
		"":                                      "error at 0: truncated: the pickle ends too early",
		"\x80\x04":                              "error at 2: truncated: the pickle ends too early",
		"\x80\x06N.":                            "error at 0: pickle protocol 6 is newer than any known (5)",
		".":                                     "error at 0: no pickle: an opcode finds nothing to work on",
		"(.":                                    "error at 1: no pickle: an opcode finds nothing to work on",
		"t.":                                    "error at 0: no pickle: an opcode finds nothing to work on",
		"NR.":                                   "error at 1: no pickle: an opcode finds nothing to work on",
		"N(K\x01R.":                             "error at 4: no pickle: an opcode finds nothing to work on",
		"h\x00.":                                "error at 0: no pickle: an opcode finds nothing to work on",
		"NNb.":                                  "error at 2: no pickle: an opcode finds nothing to work on",
		"N(K\x01e.":                             "error at 4: no pickle: an opcode finds nothing to work on",
		"\xff.":                                 "error at 0: no pickle: there is no opcode 0xff",
		"\x8e\xff\xff\xff\xff\xff\xff\xff\xff.": "error at 0: truncated: the pickle ends too early",
		"Ix\n.":                                 "error at 0: no pickle: a number is none",
		"Sabc\n.":                               "error at 0: no pickle: a text without its quotes",
	} {
		if got := shownJSON([]byte(raw)); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", raw, got, want)
		}
	}
	if p := Read([]byte("N.rest")); p.Err != nil || p.Left != 4 {
		t.Errorf("%v, %d bytes left", p.Err, p.Left)
	}
}

// TestBombs holds small pickles that stand for more than any memory to small answers.
func TestBombs(t *testing.T) {
	laughs := []byte("\x80\x04X\x03\x00\x00\x00lol\x94")
	for i := range 200 { // each list holds the one before ten times
		laughs = fmt.Appendf(laughs, "](%se\x94", strings.Repeat("h"+string(rune(i)), 10))
		if i > 120 {
			break
		}
	}
	encoded := append([]byte("\x80\x02c_codecs\nencode\nq\x00X\x00\x00\x10\x00"), bytes.Repeat([]byte("x"), 1<<20)...)
	encoded = append(encoded, "q\x01X\x06\x00\x00\x00latin1q\x02("...)
	encoded = append(encoded, bytes.Repeat([]byte("h\x00h\x01h\x02\x86R"), 10000)...)
	counters := append([]byte("\x80\x02ccollections\nCounter\nq\x00}q\x01("), bytes.Repeat([]byte("K\x01K\x01"), 20000)...)
	counters = append(counters, "u("...)
	counters = append(counters, bytes.Repeat([]byte("h\x00h\x01\x85R"), 10000)...)
	for name, raw := range map[string][]byte{
		"deep lists":  append(append(bytes.Repeat([]byte("]"), 100000), bytes.Repeat([]byte("a"), 99999)...), '.'),
		"deep calls":  append(append(bytes.Repeat([]byte("capp\nC\n"), 50000), 'N'), append(bytes.Repeat([]byte("\x85R"), 50000), '.')...),
		"laughs":      append(laughs, '.'),
		"encoded":     append(encoded, "t."...),
		"counters":    append(counters, "t."...),
		"many nones":  append(append([]byte("("), bytes.Repeat([]byte("N"), nodeLimit-10)...), "t."...),
		"many values": append(append([]byte("("), bytes.Repeat([]byte("]"), nodeLimit+1)...), "t."...),
		"long":        append(append([]byte("\x8b\x00\x00\x10\x00"), bytes.Repeat([]byte{0x7f}, 1<<20)...), '.'),
		"long text":   append(append([]byte("L"), bytes.Repeat([]byte{'7'}, 1<<20)...), "L\n."...),
		"columns":     []byte("\x80\x04cpandas\nDataFrame\n)\x81}(\x8c\x04_mgrcpandas\nBlockManager\n)]cpandas\n_new_Index\ncpandas\nRangeIndex\n}(\x8c\x05startK\x00\x8c\x04stopJ\xff\xff\xff\x7f\x8c\x04stepK\x01u\x86R\x86Rub."),
	} {
		p := Read(raw)
		size := 0
		if p.Err == nil && name != "many nones" {
			js := value.AppendJSON(nil, p.Value, value.JSONOptions{})
			if size = len(js); !json.Valid(js) {
				t.Errorf("%s: no JSON", name)
			}
		}
		if p.Value.Size() > spellMost || size > spellMost {
			t.Errorf("%s: %d bytes of pickle spell out to %d", name, len(raw), size)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, r := range recorded(f) {
		f.Add(unbase64(f, r[1]))
	}
	f.Add([]byte("cposix\nsystem\n(S'ls'\ntR."))
	f.Add([]byte("(dp0\nS'a'\np1\nI1\ns."))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<16 {
			return
		}
		p := Read(raw)
		if len(p.Imports) > importLimit || p.At < 0 || p.At > int64(len(raw)) || p.Left > len(raw) {
			t.Fatalf("%+v", p)
		}
		if p.Err != nil {
			if p.Value.Kind() != value.Invalid {
				t.Fatalf("a value beside %v", p.Err)
			}
			return
		}
		if js := value.AppendJSON(nil, p.Value, value.JSONOptions{}); !json.Valid(js) {
			t.Fatalf("no JSON: %q", js)
		}
		p.Value.Hash()
		value.Inspect(p.Value, 10)
	})
}
