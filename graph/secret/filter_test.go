package secret

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Put together here, so that no scanner takes this file for a leak.
var (
	ghp  = "ghp" + "_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8"
	skey = "sk-" + "proj-" + strings.Repeat("aB3", 8)
)

func filter(t testing.TB, in string, hide bool, chunk int) (string, int) {
	var out bytes.Buffer
	f := &Filter{W: &out, Hide: hide}
	for rest := in; rest != ""; {
		n := min(chunk, len(rest))
		if k, err := f.Write([]byte(rest[:n])); err != nil || k != n {
			t.Fatal(k, err)
		}
		rest = rest[n:]
	}
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.String(), f.Found
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		in, want string
		n        int
	}{
		{`{"a":"nothing", "n": 1.50, "l": ["x", {"b": null}]}` + "\n", "", 0},
		{`{"text":"use ` + ghp + ` now"}`, `{"text":"use ghp_********** now"}`, 1},
		{`{"text":"line\nkey ` + skey + `\n\"end\""}`, `{"text":"line\nkey sk-proj-**********\n\"end\""}`, 1},
		{`{"api_key":"correct-horse","list":["correct-horse"]}`, `{"api_key":"**********","list":["correct-horse"]}`, 1},
		{`{"password":["a","hunter22222"],"x":{"password":"hunter22222"}}`, `{"password":["a","**********"],"x":{"password":"**********"}}`, 2},
		{`{"` + ghp + `":"a key stays, it names a place"}`, "", 0},
		{`{"p":{"$type":"pydantic.types.SecretStr","$value":"**********"}}`, "", 0},
		{`{"password":"**********"}`, "", 0},
		{`{"args":"{\"api_key\": \"abc12345678\"}"}`, `{"args":"{\"api_key\": \"**********\"}"}`, 1},
	} {
		want := c.want
		if want == "" {
			want = c.in
		}
		for _, chunk := range []int{1, 7, 1 << 20} {
			if got, n := filter(t, c.in, true, chunk); got != want || n != c.n {
				t.Errorf("by %d: %s\n gives %s, %d\n want  %s, %d", chunk, c.in, got, n, want, c.n)
			}
			if got, n := filter(t, c.in, false, chunk); got != c.in || n != c.n {
				t.Errorf("by %d, not hidden: %s gives %s, %d", chunk, c.in, got, n)
			}
		}
	}
}

// FuzzFilter: what goes in as JSON comes out as JSON, and without Hide as it was.
func FuzzFilter(f *testing.F) {
	f.Add(`{"a":"`+ghp+`"}`, 3)
	f.Add(`{"api_key":"\u00e9abcdefgh1\\"}[]"x"`, 1)
	f.Add(`{"a":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"}`, 5)
	f.Add(`"unfinished \`, 2)
	f.Fuzz(func(t *testing.T, in string, chunk int) {
		if chunk < 1 {
			chunk = 1
		}
		out, n := filter(t, in, true, chunk)
		if json.Valid([]byte(in)) {
			if !json.Valid([]byte(out)) {
				t.Fatalf("%q became %q", in, out)
			}
			if same, _ := filter(t, in, false, chunk); same != in || n == 0 && out != in {
				t.Fatalf("%q became %q and %q", in, same, out)
			}
		}
	})
}
