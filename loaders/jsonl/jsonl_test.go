package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func lines(t testing.TB, b []byte) []Line {
	t.Helper()
	var out []Line
	s := NewScanner(bytes.NewReader(b), 0, 0)
	for s.Next() {
		l := s.Line()
		l.Bytes = bytes.Clone(l.Bytes)
		out = append(out, l)
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return out
}

// checkLines holds the scanner to what bytes.Split says of the same bytes.
func checkLines(t *testing.T, b []byte) {
	t.Helper()
	want := bytes.Split(b, []byte("\n"))
	open := len(want[len(want)-1]) > 0
	if !open {
		want = want[:len(want)-1]
	}
	got := lines(t, b)
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	offset := int64(0)
	for i, l := range got {
		if !bytes.Equal(l.Bytes, want[i]) || l.Offset != offset || l.No != i+1 || l.Open != (open && i == len(want)-1) {
			t.Fatalf("line %d: no %d, offset %d want %d, %d bytes want %d, open %v", i+1, l.No, l.Offset, offset, len(l.Bytes), len(want[i]), l.Open)
		}
		offset += int64(len(l.Bytes)) + 1
	}
}

func TestScannerCutsAtNewlinesOnly(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, text := range map[string]string{
		"empty": "", "one": "a\n", "open": "a\nb", "blank": "\n\na\n\n", "crlf": "a\r\nb\r\n", "separators": "a\u2028b\u0085c\n\v\f\n",
		"chunk":         long(chunkSize) + "\nb\n",
		"chunk and one": long(chunkSize+1) + "\nb",
		"below a chunk": long(chunkSize-1) + "\n" + long(3) + "\n",
		"first chunk":   long(firstChunk) + "\n" + long(firstChunk-1) + "\n" + long(firstChunk+1) + "\nb",
		"first whole":   long(firstChunk-1) + "\n",
		"five chunks":   "a\n" + long(5*chunkSize+17) + "\nb\n" + long(2*chunkSize) + "\nc",
		"open and long": "a\n" + long(3*chunkSize),
	} {
		t.Run(name, func(t *testing.T) { checkLines(t, []byte(text)) })
	}
}

// pull reads the fields a, b.c and the kinds of b.list out of one object.
func pull(line string) string {
	w := Walk([]byte(line))
	var out []string
	if !w.Enter() {
		return "no object"
	}
	for w.Key() {
		switch string(w.Name) {
		case "a":
			t, ok := w.Text()
			out = append(out, fmt.Sprintf("a=%q,%v", t, ok))
		case "b":
			if w.Kind() != Object {
				w.Skip()
				out = append(out, "b")
				continue
			}
			w.Enter()
			for w.Key() {
				if string(w.Name) != "list" || !w.Enter() {
					out = append(out, string(w.Name)+"="+string(w.Skip()))
					continue
				}
				for w.Item() {
					out = append(out, fmt.Sprint(w.Kind()))
					w.Skip()
				}
			}
		default:
			w.Skip()
		}
	}
	if w.Bad() {
		out = append(out, fmt.Sprintf("bad at %d cut %v", w.Pos(), w.Cut()))
	} else {
		out = append(out, fmt.Sprintf("end %d", w.Pos()))
	}
	return strings.Join(out, " ")
}

func TestWalkerPullsFields(t *testing.T) {
	for line, want := range map[string]string{
		`{}`:                                     `end 2`,
		`{"a":"x"}`:                              `a="x",true end 9`,
		`{"a":"x","A":"y","a":"z"}`:              `a="x",true a="z",true end 25`,
		`{"a":7}`:                                `a="",false end 7`,
		` { "a" : "x" , "z":[1,{"a":"}"}] } `:    `a="x",true end 34`,
		`{"b":{"list":[1,"s",null,{},[],true]}}`: `3 4 1 6 5 2 end 38`,
		`{"b":{"c":[{"a":[]}]},"a":"\"q\\"}`:     `c=[{"a":[]}] a="\\\"q\\\\",true end 34`,
		`{"a":"x"`:                               `a="x",true bad at 8 cut true`,
		`{"a":"x`:                                `a="",false bad at 7 cut true`,
		`{"a":"x\`:                               `a="",false bad at 8 cut true`,
		`{"a" "x"}`:                              `bad at 5 cut false`,
		`{"a":"x" "b":1}`:                        `a="x",true bad at 9 cut false`,
		`{"a":"x",}`:                             `a="x",true bad at 9 cut false`,
		`{"z":[}`:                                `bad at 6 cut false`,
		`{"z":NaN}`:                              `bad at 5 cut false`,
		"{\"z\":\"a\x00b\"}":                     `bad at 7 cut false`,
		"{\"z\":\"long enough text\x1f\"}":       `bad at 22 cut false`,
		`{"type":"user","mess{"type":"x"}`:       `bad at 22 cut false`,
	} {
		if got := pull(line); got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
	if got := pull("7"); got != "no object" {
		t.Error(got)
	}
}

func TestWalkerDepthCostsNoStack(t *testing.T) {
	deep := strings.Repeat("[", 3_000_000)
	w := Walk([]byte(deep + strings.Repeat("]", 3_000_000)))
	if w.Skip(); w.Bad() {
		t.Error("three million brackets are JSON")
	}
	if w = Walk([]byte(deep)); w.Skip() != nil || !w.Cut() {
		t.Error("not closed: want cut")
	}
}

func TestUnquote(t *testing.T) {
	for raw, want := range map[string]string{
		`plain`: "plain", `a\nb\t\"\\\/`: "a\nb\t\"\\/", `\u0000`: "\x00", `\u00e9`: "é", `\ud83d\ude00`: "😀",
		`cut \ud83d… end`: "cut \uFFFD… end", `\ud83d\ud83d\ude00`: "\uFFFD😀", `\udc00`: "\uFFFD", `\uD83Eade9`: "\uFFFDade9",
		`\q`: `\q`, `\u12`: `\u12`, "caf\xe9": "caf\uFFFD",
	} {
		if got := Unquote([]byte(raw)); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}

func split(text string) (records []string, faults []string) {
	for _, l := range lines(&testing.T{}, []byte(text)) {
		Split(l, func(b []byte, at Place, behind bool) (int, string, bool) {
			w := Walk(b)
			id := ""
			if !w.Enter() {
				w.Skip()
				return w.Pos(), "no object", w.Cut()
			}
			for w.Key() {
				if string(w.Name) == "uuid" {
					t, _ := w.Text()
					id = string(t)
				} else {
					w.Skip()
				}
			}
			switch {
			case w.Bad():
				return w.Pos(), "not JSON", w.Cut()
			case behind && id == "":
				return 0, "no record", false
			}
			records = append(records, fmt.Sprintf("%s@%d", id, at.Line))
			return w.Pos(), "", false
		}, func(f Fault) { faults = append(faults, fmt.Sprintf("%s:%d@%d", f.Code, f.Line, f.Offset)) })
	}
	return
}

func TestSplitSavesWhatItCan(t *testing.T) {
	zeros := strings.Repeat("\x00", 9000)
	for name, c := range map[string]struct{ text, records, faults string }{
		"plain":      {`{"uuid":"a"}` + "\r\n\n" + `{"uuid":"b"}`, "a@1 b@3", ""},
		"bom":        {string(BOM) + `{"uuid":"a"}` + "\n", "a@1", ""},
		"joined":     {`{"uuid":"a"}{"uuid":"b"}` + "\n" + `{"uuid":"c"}`, "a@1 b@1 c@2", "joined-records:1@12"},
		"nul run":    {`{"uuid":"a"}` + "\n" + zeros + `{"uuid":"b"}`, "a@1 b@2", "nul-run:2@13"},
		"nul tail":   {`{"uuid":"a"}` + "\n" + zeros, "a@1", "nul-run:2@13"},
		"spliced":    {`{"type":"user","mess{"type":"user","uuid":"b"}` + "\n", "b@1", "bad-json:1@22"},
		"only inner": {`{"type":"user","message":{"content":[{"type":"text","text":"` + "\x00" + `"}]}}` + "\n", "", "bad-json:1@60"},
		"inner text": {`{"type":"user","x":"` + "\x01" + `","content":[{"type":"text","text":"q"}]}` + "\n", "", "bad-json:1@20"},
		"cut":        {`{"uuid":"a"}` + "\n" + `{"uuid":"b","te`, "a@1", "incomplete-tail:2@13"},
		"cut before": {`{"uuid":"b","te` + "\n" + `{"uuid":"a"}` + "\n", "a@2", "bad-json:1@15"},
	} {
		r, f := split(c.text)
		if strings.Join(r, " ") != c.records || strings.Join(f, " ") != c.faults {
			t.Errorf("%s: records %v faults %v\nwant %s, %s", name, r, f, c.records, c.faults)
		}
	}
}

func TestDecodeUTF16(t *testing.T) {
	if b, ok := Decode([]byte("\xff\xfeh\x00i\x00")); !ok || string(b) != "hi" {
		t.Errorf("%q %v", b, ok)
	}
	if b, ok := Decode([]byte("\xfe\xff\x00h\x00i\x00")); !ok || string(b) != "hi" {
		t.Errorf("%q %v", b, ok)
	}
	if _, ok := Decode([]byte("{}")); ok {
		t.Error("plain text is not UTF-16")
	}
}

// FuzzWalker: never beyond the end, and whatever encoding/json takes, the walker takes whole.
func FuzzWalker(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":"\u12ab"}],"c":null}`, `"x`, `[[[`, "{\"a\":\"\x00\"}", `{"a":1}{"b":2}`, `-1.5e+3`, `tru`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		w := Walk(b)
		w.Skip()
		if w.Pos() > len(b) {
			t.Fatal("beyond the end")
		}
		if json.Valid(b) && w.Bad() {
			t.Fatalf("refused %q at %d", b, w.Pos())
		}
		pull(string(b))
		if Valid(b) != utf8.Valid(b) {
			t.Fatalf("Valid(%q)", b)
		}
		if !utf8.ValidString(Unquote(b)) {
			t.Fatal("Unquote gives bad UTF-8")
		}
	})
}

// FuzzScanner: the lines put together again are the bytes.
func FuzzScanner(f *testing.F) {
	f.Add([]byte("a\n\nb"), uint16(3))
	f.Add([]byte("\x00\r\n{\"a\":1}{"), uint16(0))
	f.Fuzz(func(t *testing.T, b []byte, pad uint16) {
		b = append(bytes.Repeat([]byte("p"), int(pad)*64), b...)
		if len(b) == 0 {
			return
		}
		checkLines(t, b)
		split(string(b))
	})
}

func BenchmarkScanLines(b *testing.B) {
	line := []byte(`{"parentUuid":null,"message":{"role":"user","content":"` + strings.Repeat("word and \\\"quote\\\" ", 200) + `"},"uuid":"u","type":"user"}` + "\n")
	data := bytes.Repeat(line, 2000)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		s := NewScanner(bytes.NewReader(data), 0, 0)
		n := 0
		for s.Next() {
			w := Walk(s.Line().Bytes)
			w.Enter()
			for w.Key() {
				w.Skip()
			}
			if !w.Bad() {
				n++
			}
		}
		if n != 2000 {
			b.Fatal(n)
		}
	}
}
