package langgraph

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cptui/graph/value"
	"cptui/loaders"
)

// vectors are what LangGraph's EncryptedSerializer made with pycryptodome: key, type, cell, and the value it holds.
var vectors = [][4]string{
	{"0123456789abcdef", "msgpack+aes", "MqLGE6P18EECasdxLp04Dbl0KCFaMJHZIGTNJDvD0pJZ9bc8", `{"a":1}`},
	{"0123456789abcdef", "null+aes", "MdzoTJvyD4/9p3oEIDEXLfdRvR/mGcwikzZa94HvggY=", `null`},
	{"0123456789abcdef01234567", "msgpack+aes", "FPg+3XRcNQ03tvMqP6UlN03snXT2xUfTS6UZVaco1ZhTZc4o", `{"a":1}`},
	{"0123456789abcdef0123456789abcdef", "msgpack+aes", "qqIRHP8BV4aHdYVOYoO6nponQsTxc9xXRA+En/Mgr4TcbMQ1+7LEVByRFDxSmNfwtvwl9onKzGCcxhw+Mb5XwCWJBE8RMvPQEyE=",
		`"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`},
}

func sealOf(t testing.TB, key string) *seal {
	t.Helper()
	s, err := newSeal(loaders.NewKey([]byte(key), "a test"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnseal(t *testing.T) {
	for _, v := range vectors {
		raw, err := base64.StdEncoding.DecodeString(v[2])
		if err != nil {
			t.Fatal(err)
		}
		before := bytes.Clone(raw)
		o := blankOpened(sealOf(t, v[0]))
		if got := string(value.AppendJSON(nil, o.decode(v[1], true, raw, "x"), value.JSONOptions{})); got != v[3] || len(o.cp.Problems) > 0 {
			t.Errorf("%s with %d bytes of key: %s, %v", v[1], len(v[0]), got, o.cp.Problems)
		}
		if !bytes.Equal(raw, before) {
			t.Error("the stored bytes were changed")
		}
		// Any other bit and any other key is told, and nothing is shown.
		for i := range raw {
			bad := bytes.Clone(raw)
			bad[i] ^= 1 << (i % 8)
			if _, err := sealOf(t, v[0]).open("aes", bad); err != errMisfit {
				t.Fatalf("byte %d changed: %v", i, err)
			}
		}
		if _, err := sealOf(t, "fedcba9876543210").open("aes", raw); err != errMisfit {
			t.Errorf("another key: %v", err)
		}
	}
}

// blankOpened takes cells apart with a key alone.
func blankOpened(s *seal) *opened {
	o := blankTest()
	o.src.seal = s
	return o
}

func TestSealed(t *testing.T) {
	for _, c := range []struct{ key, typ, cell, want string }{
		{"", "msgpack+aes", "MqLGE6P18EECasdxLp04Dbl0KCFaMJHZIGTNJDvD0pJZ9bc8", `{"$type":"encrypted","cipher":"aes","bytes":36}`},
		{"0123456789abcdef", "msgpack+rot13", "AAAA", `{"$type":"encrypted","cipher":"rot13","bytes":3,"error":"the cipher rot13 is not known here"}`},
		{"0123456789abcdef", "msgpack+aes", "AAAA", `{"$type":"encrypted","cipher":"aes","bytes":3,"error":"3 bytes are too few for a nonce and a tag"}`},
		{"fedcba9876543210", "msgpack+aes", "MqLGE6P18EECasdxLp04Dbl0KCFaMJHZIGTNJDvD0pJZ9bc8",
			`{"$type":"encrypted","cipher":"aes","bytes":36,"error":"the key does not fit (or the bytes are damaged)"}`},
		{"short", "msgpack+aes", "AAAA", `{"$type":"encrypted","cipher":"aes","bytes":3,"error":"an AES key has 16, 24 or 32 bytes, and that of a test has 5"}`},
	} {
		s := &seal{}
		if c.key != "" {
			s = sealOf(t, c.key)
		}
		o := blankOpened(s)
		raw, _ := base64.StdEncoding.DecodeString(c.cell)
		got := string(value.AppendJSON(nil, o.decode(c.typ, true, raw, "x"), value.JSONOptions{}))
		if got != c.want || len(o.cp.Problems) != 1 || o.cp.Problems[0].Code != "encrypted" {
			t.Errorf("%s: %s, %v", c.typ, got, o.cp.Problems)
		}
		if all := fmt.Sprint(got, o.cp.Problems, o.src.Unopened()); c.key != "" && strings.Contains(all, c.key) {
			t.Errorf("the key is in %s", all)
		}
	}
}

// A key says nothing about itself, whatever it is printed with.
func TestKeyKeepsQuiet(t *testing.T) {
	k := loaders.NewKey([]byte("0123456789abcdef"), "--key-file")
	b, err := json.Marshal(loaders.Options{Key: k})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{string(b), fmt.Sprintf("%v %+v %#v %s %x %d", k, k, k, k, k, k), fmt.Sprintf("%v %+v %#v", *k, *k, *k), fmt.Sprintf("%+v", loaders.Options{Key: k})} {
		if strings.Contains(s, "0123456789abcdef") || strings.Contains(s, "48 49 50") || strings.Contains(s, "30313233") {
			t.Errorf("it says %s", s)
		}
	}
}

// TestEncryptedFile opens a whole recorded thread with its key: the same values as the one beside it, which is in plain.
func TestEncryptedFile(t *testing.T) {
	s, err := loaders.Open(context.Background(), "../../testdata/langgraph/encrypted/sessions.db", loaders.Options{Key: loaders.NewKey([]byte("0123456789abcdef"), "a test")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var texts [2][]string
	for n, id := range []string{"plain-1", "aes-1"} {
		h := openThread(t, s.(*Source), id)
		for i := range h.Len() {
			cp, err := h.Cached(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			if len(cp.Problems) > 0 || cp.Body.Kind() != value.Invalid {
				t.Errorf("%s @%d: %v", id, cp.Step, cp.Problems)
			}
			v, _ := cp.Channel("messages")
			texts[n] = append(texts[n], fmt.Sprintf("%d channels, %d messages", len(cp.Channels), v.Len()))
		}
	}
	if !slices.Equal(texts[0], texts[1]) || len(texts[0]) != 5 {
		t.Errorf("in plain %v, encrypted %v", texts[0], texts[1])
	}
	if rows := s.(*Source).Unopened(); rows != "" {
		t.Error(rows)
	}
}

func FuzzSealed(f *testing.F) {
	for _, v := range vectors {
		raw, _ := base64.StdEncoding.DecodeString(v[2])
		f.Add(raw, v[1])
	}
	f.Add(make([]byte, 64), "json+aes")
	s := sealOf(f, "0123456789abcdef")
	f.Fuzz(func(t *testing.T, raw []byte, typ string) {
		o := blankOpened(s)
		value.AppendJSON(nil, o.decode(typ, true, raw, "x"), value.JSONOptions{})
		closed, err := s.close(raw)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.open("aes", closed); err != nil || !bytes.Equal(again, raw) {
			t.Fatalf("%q comes back as %q, %v", raw, again, err)
		}
		if other, _ := s.close(raw); bytes.Equal(other[:nonceSize], closed[:nonceSize]) {
			t.Fatal("a nonce was used twice")
		}
	})
}
