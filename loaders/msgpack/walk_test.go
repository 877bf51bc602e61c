package msgpack

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cptui/graph/value"
)

func TestInspect(t *testing.T) {
	for _, c := range []struct{ name, hex, want string }{
		{"sound", "82a16101a16202", ""},
		{"trailing", "c0ff", "blob-trailing 1"},
		{"empty", "", "blob-truncated 0"},
		{"truncated map", "82a16101a162", "blob-truncated 6"},
		{"truncated inside", "92019202a361", "blob-truncated 4"},
		{"bomb", "dd7fffffff", "blob-truncated 5"},
		{"c1", "9301c103", "blob-garbage 2"},
		{"unknown ext", "9201d6ff00000000", "unknown-ext 2"},
		{"bad text", "9201a3eda0bd", "bad-utf8 2"},
		{"bad text as a key", "81a1ff01", "bad-utf8 1"},
		{"bad text in an ext", "c70d0293a3617070a3526f7781a1ff01", "bad-utf8 13"},
		{"array of objects", "c7120694a27c4f9101a143c40840123456787f0000", "unknown-type 0"},
		{"array that does not fit", "c71b0694a33c66389103a143c410000000000000f03f0000000000000040", "blob-garbage 0"},
		{"two faults", "92a1ffd6ff00000000", "bad-utf8 1, unknown-ext 3"},
	} {
		var got []string
		for _, f := range value.Inspect(stored(t, c.hex), 0) {
			got = append(got, fmt.Sprintf("%s %d", f.Code, f.Offset))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.name, s, c.want)
		}
	}
	if got := value.Inspect(stored(t, "92a1ffd6ff00000000"), 1); len(got) != 1 {
		t.Errorf("a limit of 1 gave %v", got)
	}
}

// TestDeep opens blobs nested two million deep and those that promise more than they hold.
func TestDeep(t *testing.T) {
	for name, b := range map[string][]byte{
		"arrays":     append(bytes.Repeat([]byte{0x91}, 2<<20), 0xc0),
		"maps":       append(bytes.Repeat([]byte("\x81\xa1k"), 1<<20), 0xc0),
		"cut arrays": bytes.Repeat([]byte{0x91}, 2<<20),
		"promise":    bytes.Repeat([]byte("\xdd\xff\xff\xff\xff"), 1<<10),
		"pairs":      append(bytes.Repeat([]byte("\xdf\x7f\xff\xff\xff"), 1<<10), 0),
	} {
		v := value.Stored(Codec, b)
		if js := value.AppendJSON(nil, v, value.JSONOptions{}); !json.Valid(js) || !bytes.Contains(js, []byte("damaged")) {
			t.Errorf("%s: %d bytes of JSON without a mark", name, len(js))
		}
		if len(value.Inspect(v, 0)) == 0 {
			t.Errorf("%s: no fault", name)
		}
		v.Hash()
	}
}

func TestDamageSpoilsOnlyItself(t *testing.T) {
	deep := hex.EncodeToString(append(bytes.Repeat([]byte{0x91}, 100000), 0xc0))
	v := stored(t, "83a161"+deep+"a162c702ff0000"+"a16307")
	if c, _ := v.Get("c"); c.Num() != "7" {
		t.Errorf("c is %q", c.Num())
	}
	if b, _ := v.Get("b"); b.Type() != value.TypeExt {
		t.Errorf("b is a %q", b.Type())
	}
}

// state makes a checkpoint of about size bytes: messages of text, with some plain channels.
func state(size int) []byte {
	text := strings.Repeat("what was said ", 40)
	n := size / (len(text) + 80)
	b := []byte("\x83\xa1n\x01\xa8messages")
	b = appendLen(b, array, n)
	for i := range n {
		m := value.NewObject("langchain_core.messages.human.HumanMessage", []value.Entry{value.NamedEntry("content", value.NewString(text)),
			value.NamedEntry("id", value.NewString(fmt.Sprint("m", i)))})
		b, _ = write(b, m, 0)
	}
	return append(b, "\xa4last\x02"...)
}

func TestLazy(t *testing.T) {
	v := value.Stored(Codec, state(800<<10))
	if n := testing.AllocsPerRun(10, func() { v.Entries() }); n > 1 {
		t.Errorf("opening the top level allocates %v times", n)
	}
	messages, _ := v.Get("messages")
	if got := testing.AllocsPerRun(10, func() { messages.Len(); messages.Kind() }); got != 0 {
		t.Errorf("counting items allocates %v times", got)
	}
}

func BenchmarkTopLevel(b *testing.B) {
	raw := state(800 << 10)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		value.Stored(Codec, raw).Entries()
	}
}

func BenchmarkSkip(b *testing.B) {
	raw := append([]byte{0xdd, 0, 0x03, 0xd0, 0x90}, bytes.Repeat([]byte("\x82\xa1a\x01\xa1b"), 1<<17)...)
	raw = append(raw[:5:5], bytes.Repeat([]byte("\x81\xa1a\x07"), 250000)...)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if skip(raw) < 0 {
			b.Fatal("cut")
		}
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	raw := state(800 << 10)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		buf = value.AppendJSON(buf[:0], value.Stored(Codec, raw), value.JSONOptions{})
	}
}

func BenchmarkHash(b *testing.B) {
	raw := state(800 << 10)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		value.Stored(Codec, raw).Hash()
	}
}

func FuzzCodec(f *testing.F) {
	for _, c := range table {
		b, _ := hex.DecodeString(c.hex)
		f.Add(b)
	}
	for _, r := range recorded(f, "msgpack.tsv") {
		f.Add(unbase64(f, r[1]))
	}
	for _, r := range recorded(f, "checkpoints.tsv") {
		if r[1] == "msgpack" {
			f.Add(unbase64(f, r[2]))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v := value.Stored(Codec, b)
		js := value.AppendJSON(nil, v, value.JSONOptions{})
		if !json.Valid(js) {
			t.Fatalf("no JSON: %q", js)
		}
		checkSound(t, b)
		if w := value.Stored(Codec, bytes.Clone(b)); !value.Equal(v, w) || v.Hash() != w.Hash() {
			t.Fatal("not equal to itself")
		}
		for i, e := range v.Entries() {
			e.Val.Len()
			e.Val.Size()
			if e.Val.Kind() == value.Invalid {
				t.Fatalf("entry %d is nothing", i)
			}
		}
		parsed, err := value.ParseTyped(js, Codec)
		if err != nil {
			return
		}
		edited, err := value.Set(v, nil, parsed)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Codec.Append(nil, edited)
		if err != nil {
			return
		}
		if again := value.AppendJSON(nil, value.Stored(Codec, out), value.JSONOptions{}); !bytes.Equal(again, js) {
			t.Fatalf("written again it is\n%s\nwant\n%s", again, js)
		}
	})
}
