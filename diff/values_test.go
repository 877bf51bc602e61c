package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cptui/graph/value"
)

func parse(t testing.TB, s string) value.Value {
	t.Helper()
	v, err := value.ParseTyped([]byte(s), typedCodec{value.JSON})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

// typedCodec is a codec for which keys of any kind are allowed.
type typedCodec struct{ value.Codec }

func (typedCodec) Name() string { return "msgpack" }

// say writes differences in short: kind, path, before, after, places.
func say(list []Difference) string {
	var out []string
	for _, d := range list {
		s := string(rune(d.Kind)) + " " + d.Path.String()
		for _, v := range []value.Value{d.Before, d.After} {
			if v.Kind() != value.Invalid {
				s += " " + string(value.AppendJSON(nil, v, value.JSONOptions{}))
			}
		}
		if d.From >= 0 || d.To >= 0 {
			s += fmt.Sprintf(" @%d:%d", d.From, d.To)
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"equal", `{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2}]}`, ``},
		{"order of keys", `{"a":1,"b":2}`, `{"b":2,"a":1}`, ``},
		{"scalar", `{"a":1}`, `{"a":2}`, `~ .a 1 2`},
		{"int and float", `{"a":1}`, `{"a":1.0}`, `~ .a 1 1.0`},
		{"kind", `{"a":1}`, `{"a":"1"}`, `~ .a 1 "1"`},
		{"keys come and go", `{"a":1,"b":2}`, `{"b":2,"c":3}`, "- .a 1\n+ .c 3"},
		{"number and text as keys", `{"$type":"builtins.dict","$items":[[1,"n"],["1","t"]]}`, `{"$type":"builtins.dict","$items":[[1,"n"],["1","u"]]}`, `~ .["1"] "t" "u"`},
		{"key twice", `{"k":1,"k":2}`, `{"k":1,"k":3}`, `~ .k 2 3`},
		{"set in another order", `{"$type":"builtins.set","$value":[1,2,3]}`, `{"$type":"builtins.set","$value":[3,1,2]}`, ``},
		{"set", `{"$type":"builtins.set","$value":[1,2,3]}`, `{"$type":"builtins.set","$value":[3,4,1]}`, "- . 2\n+ . 4"},
		{"nan", `[NaN]`, `[NaN]`, ``},
		{"class", `{"$type":"a.B","x":1}`, `{"$type":"a.C","x":1}`, `~ . {"$type":"a.B","x":1} {"$type":"a.C","x":1}`},
		{"field", `{"$type":"a.B","x":1,"y":2}`, `{"$type":"a.B","x":1,"y":3}`, `~ .y 2 3`},
		{"append", `[1,2]`, `[1,2,3]`, `+ .[2] 3 @-1:2`},
		{"insert before", `[2,3]`, `[1,2,3]`, `+ .[0] 1 @-1:0`},
		{"delete inside", `[1,2,3]`, `[1,3]`, `- .[1] 2 @1:-1`},
		{"item changed", `[1,{"a":1},3]`, `[1,{"a":2},3]`, `~ .[1].a 1 2`},
		{"scalar item changed", `["a","b","c"]`, `["a","x","c"]`, `~ .[1] "b" "x" @1:1`},
		{"message by id", `[{"id":"a","t":"x"},{"id":"b","t":"y"}]`, `[{"id":"b","t":"z"}]`, "- .[0] {\"id\":\"a\",\"t\":\"x\"} @0:-1\n~ .[0].t \"y\" \"z\""},
		{"messages moved", `[{"id":"a"},{"id":"b"},{"id":"c"}]`, `[{"id":"b"},{"id":"c"},{"id":"a"}]`, "- .[0] {\"id\":\"a\"} @0:-1\n+ .[2] {\"id\":\"a\"} @-1:2"},
		{"two without id", `[{"id":null,"t":"x"},{"id":null,"t":"y"}]`, `[{"id":null,"t":"y"}]`, `- .[0] {"id":null,"t":"x"} @0:-1`},
		{"id made anew", `[{"id":null,"t":"x"},{"id":"b","t":"y"}]`, `[{"id":"q","t":"x"},{"id":"b","t":"y"}]`, `~ .[0].id null "q"`},
	} {
		list, more := Values(parse(t, c.a), parse(t, c.b), Options{})
		if got := say(list); got != c.want || more != 0 {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestMoreThanMax(t *testing.T) {
	list, more := Values(parse(t, `{"a":1,"b":2,"c":3}`), parse(t, `{}`), Options{Max: 1})
	if len(list) != 1 || more != 2 {
		t.Errorf("got %d and %d more", len(list), more)
	}
}

func TestOneMessageMore(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, `{"id":"m%d","content":"message number %d"},`, i, i)
	}
	all := b.String()
	list, _ := Values(parse(t, "["+all[:len(all)-1]+"]"), parse(t, "["+all+`{"id":"new","content":"the newcomer"}]`), Options{})
	if want := `+ .[500] {"id":"new","content":"the newcomer"} @-1:500`; say(list) != want {
		t.Errorf("got %s", say(list))
	}
}

// TestListsAgree rebuilds the second list from the first and the differences, on random lists.
func TestListsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := make([]value.Value, r.IntN(12)), make([]value.Value, r.IntN(12))
		for _, l := range [][]value.Value{a, b} {
			for i := range l {
				if l[i] = value.NewInt(r.Int64N(5)); r.IntN(3) == 0 {
					l[i] = value.NewString("x")
				}
			}
		}
		x, y := value.NewList(a), value.NewList(b)
		list, _ := Values(x, y, Options{})
		gone, got := map[int]bool{}, make([]value.Value, len(b))
		for _, d := range list {
			if d.From >= 0 {
				gone[d.From] = true
			}
			if d.To >= 0 {
				got[d.To] = d.After
			}
		}
		j := 0
		for i, v := range a {
			if gone[i] {
				continue
			}
			for j < len(got) && got[j].Kind() != value.Invalid {
				j++
			}
			if j == len(got) {
				t.Fatalf("%s -> %s: too much is kept", say([]Difference{{Before: x}}), say([]Difference{{Before: y}}))
			}
			got[j] = v
		}
		if !value.Equal(value.NewList(got), y) {
			t.Fatalf("%s -> %s:\n%s", say([]Difference{{Before: x}}), say([]Difference{{Before: y}}), say(list))
		}
	}
}

// A huge list that is all different must not take quadratic work.
func TestHugeLists(t *testing.T) {
	a, b := make([]value.Value, 20000), make([]value.Value, 20000)
	for i := range a {
		a[i], b[i] = value.NewInt(int64(i)), value.NewInt(int64(len(a)-i))
	}
	list, more := Values(value.NewList(a), value.NewList(b), Options{Max: 10})
	if len(list) != 10 || more == 0 {
		t.Errorf("%d and %d more", len(list), more)
	}
}
