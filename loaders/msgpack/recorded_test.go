package msgpack

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"cptui/graph/value"
)

// recorded reads a table of real values.
func recorded(t testing.TB, name string) (rows [][]string) {
	t.Helper()
	b, err := os.ReadFile("../../testdata/values/" + name)
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

// plain parses JSON, numbers as text.
func plain(t testing.TB, b []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return v
}

func TestRecordedValues(t *testing.T) {
	for name, codec := range map[string]value.Codec{"msgpack.tsv": Codec, "json.tsv": value.LC} {
		for _, r := range recorded(t, name) {
			raw := unbase64(t, r[1])
			v := value.Stored(codec, raw)
			got := value.AppendJSON(nil, v, value.JSONOptions{Reveal: true})
			typed := r[2]
			for _, class := range []string{"HumanMessage", "AIMessage", "ToolMessage"} { // JavaScript knows the bare name only
				typed = strings.ReplaceAll(typed, `"$type": "`+class, `"$type": "langchain_core.messages.`+class)
			}
			// Recorded sets come in Python's order and JavaScript's.
			want, err := value.ParseTyped([]byte(typed), Codec)
			if err != nil {
				t.Errorf("%s: %v", r[0], err)
				continue
			}
			if b := value.AppendJSON(nil, want, value.JSONOptions{Reveal: true}); !reflect.DeepEqual(plain(t, got), plain(t, b)) {
				t.Errorf("%s: got  %s\nwant %s", r[0], got, b)
			}
			for indent := range 2 {
				if pretty := value.AppendJSON(nil, v, value.JSONOptions{Reveal: true, Indent: strings.Repeat(" ", indent)}); !reflect.DeepEqual(plain(t, pretty), plain(t, got)) {
					t.Errorf("%s: indented JSON says something else: %s", r[0], pretty)
				}
			}
			if faults := value.Inspect(v, 0); len(faults) > 0 {
				t.Errorf("%s: faults %v", r[0], faults)
			}
			roundTrip(t, r[0], codec, v)
		}
	}
}

func TestRecordedCheckpoints(t *testing.T) {
	for _, r := range recorded(t, "checkpoints.tsv") {
		codec := Codec
		if r[1] == "json" {
			codec = value.LC
			if strings.Contains(r[0], "/era-") {
				codec = value.LCPython
			}
		}
		roundTrip(t, r[0], codec, value.Stored(codec, unbase64(t, r[2])))
	}
}

// roundTrip writes v without an edit, with its own JSON put in its place, and with every text changed and changed back: the first two
// give the same bytes, the last an equal value.
func roundTrip(t *testing.T, name string, codec value.Codec, v value.Value) {
	t.Helper()
	same, err := codec.Append(nil, v)
	if err != nil || !bytes.Equal(same, v.Raw()) {
		t.Errorf("%s: written as %q, %v", name, same, err)
	}
	parsed, err := value.ParseTyped(value.AppendJSON(nil, v, value.JSONOptions{}), codec)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	edited, err := value.Set(v, nil, parsed)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if b, err := codec.Append(nil, edited); err != nil || !bytes.Equal(b, v.Raw()) {
		t.Errorf("%s: set to itself it is written as %q, %v", name, b, err)
	}
	rebuilt := touch(t, v)
	if b, err := codec.Append(nil, rebuilt); err != nil {
		t.Errorf("%s: %v", name, err)
	} else if w := value.Stored(codec, b); !value.Equal(w, v) || w.Hash() != v.Hash() {
		t.Errorf("%s: rebuilt it is %s\nwant %s", name, value.AppendJSON(nil, w, value.JSONOptions{}), value.AppendJSON(nil, v, value.JSONOptions{}))
	}
}

// touch replaces every text of v by another and then by an equal one, so that all containers on the way are made anew.
func touch(t *testing.T, v value.Value) value.Value {
	t.Helper()
	if v.Type() == value.TypeArray || v.Kind() == value.Object && strings.HasPrefix(v.Type(), "datetime.") {
		return v
	}
	for i, e := range v.Entries() {
		step := value.Step{Name: e.Name(), IsIndex: v.Kind() == value.List, Index: i}
		if step.Name == "" && !step.IsIndex || step.Name == "id" && v.Type() == "secret" {
			continue
		}
		p := value.Path{step}
		now := touch(t, e.Val)
		if e.Val.Kind() == value.String && v.Kind() != value.Object {
			now = value.NewString(e.Val.Str())
			w, err := value.Set(v, p, value.NewString("another"))
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			v = w
		}
		w, err := value.Set(v, p, now)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		v = w
	}
	return v
}
