package value

import (
	"strings"
	"testing"
)

func TestPath(t *testing.T) {
	for in, want := range map[string]string{
		"":                       ".",
		".":                      ".",
		".a":                     ".a",
		"a.b":                    ".a.b",
		".plan.steps[1].status":  ".plan.steps[1].status",
		`.["odd name"]`:          `.["odd name"]`,
		`["odd name"][0]`:        `.["odd name"][0]`,
		`."odd name".x`:          `.["odd name"].x`,
		`.a["b]\"c"]`:            `.a["b]\"c"]`,
		".messages[-1]":          ".messages[-1]",
		".[0]":                   ".[0]",
		"[0][1]":                 ".[0][1]",
		".a.[2]":                 ".a[2]",
		`.files["/tmp/x y.txt"]`: `.files["/tmp/x y.txt"]`,
		`.["$value"]`:            `.["$value"]`,
		".branch:to:x":           `.["branch:to:x"]`,
	} {
		p, err := ParsePath(in)
		if err != nil || p.String() != want {
			t.Errorf("%s: got %s, %v; want %s", in, p, err, want)
			continue
		}
		if again, err := ParsePath(p.String()); err != nil || again.String() != want {
			t.Errorf("%s does not read back: %s, %v", want, again, err)
		}
	}
	for _, in := range []string{"a.", ".a[", ".a[x]", `.a["b`, ".a[1", "a[1]b", "..a", `.a"b"`} {
		if p, err := ParsePath(in); err == nil {
			t.Errorf("%s is read as %s", in, p)
		} else if !strings.Contains(err.Error(), "offset") {
			t.Errorf("%s: %v does not say where", in, err)
		}
	}
}

func TestEdit(t *testing.T) {
	const doc = `{"a" : 1, "list": [ 1, 2 ,3],"o":{"x":{"deep":"\u00e9"}} }`
	set := func(p, v string) func(Value) (Value, error) {
		return func(root Value) (Value, error) {
			path, err := ParsePath(p)
			if err != nil {
				return root, err
			}
			now, err := ParseTyped([]byte(v), JSON)
			if err != nil {
				return root, err
			}
			return Set(root, path, now)
		}
	}
	del := func(p string) func(Value) (Value, error) {
		return func(root Value) (Value, error) { path, _ := ParsePath(p); return Delete(root, path) }
	}
	add := func(p, v string) func(Value) (Value, error) {
		return func(root Value) (Value, error) {
			path, _ := ParsePath(p)
			return Append(root, path, Stored(JSON, []byte(v)))
		}
	}
	for _, c := range []struct {
		name string
		do   func(Value) (Value, error)
		want string
	}{
		{"equal value", set(".a", "1"), doc},
		{"equal tree", set(".o", `{"x":{"deep":"é"}}`), doc},
		{"number", set(".a", "2"), `{"a":2,"list":[ 1, 2 ,3],"o":{"x":{"deep":"\u00e9"}}}`},
		{"item", set(".list[-1]", "4"), `{"a":1,"list":[1,2,4],"o":{"x":{"deep":"\u00e9"}}}`},
		{"item at the end", set(".list[3]", "4"), `{"a":1,"list":[1,2,3,4],"o":{"x":{"deep":"\u00e9"}}}`},
		{"new name", set(".b", `"x"`), `{"a":1,"list":[ 1, 2 ,3],"o":{"x":{"deep":"\u00e9"}},"b":"x"}`},
		{"part of a tree", set(".o", `{"y":1,"x":{"deep":"é"}}`), `{"a":1,"list":[ 1, 2 ,3],"o":{"y":1,"x":{"deep":"\u00e9"}}}`},
		{"item out of the middle", set(".", `{"a":1,"list":[1,3],"o":{"x":{"deep":"é"}}}`), `{"a":1,"list":[1,3],"o":{"x":{"deep":"\u00e9"}}}`},
		{"delete", del(".o.x"), `{"a":1,"list":[ 1, 2 ,3],"o":{}}`},
		{"delete item", del(".list[0]"), `{"a":1,"list":[2,3],"o":{"x":{"deep":"\u00e9"}}}`},
		{"append", add(".list", `"z"`), `{"a":1,"list":[1,2,3,"z"],"o":{"x":{"deep":"\u00e9"}}}`},
		{"beyond the end", set(".list[9]", "1"), "set .list[9]: there is no .list[9]"},
		{"no such parent", set(".no.x", "1"), "set .no.x: there is no .no"},
		{"into a number", set(".a.b", "1"), "set .a.b: there is no .a.b"},
		{"delete nothing", del(".no"), "delete .no: nothing is there"},
		{"delete all", del("."), "delete .: the whole value cannot be deleted"},
		{"append to a map", add(".o", "1"), "append to .o: no list is there"},
	} {
		v, err := c.do(Stored(JSON, []byte(doc)))
		got := ""
		if err != nil {
			got = err.Error()
		} else if b, err := JSON.Append(nil, v); err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else {
			got = string(b)
		}
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestEnvelopesKeepTheirForm(t *testing.T) {
	const doc = `{"m":{"id":["langchain_core","messages","HumanMessage"],"lc":1,"type":"constructor","kwargs":{"content":"hi","id":"1"}},"s":{"lc":2,"type":"constructor","id":["Set"],"method":null,"args":[[1,2]],"kwargs":{}}}`
	v := Stored(LC, []byte(doc))
	for p, now := range map[string]string{".m.content": `"ho"`, `.s["$value"][1]`: "3"} {
		path, _ := ParsePath(p)
		val, _ := ParseTyped([]byte(now), LC)
		var err error
		if v, err = Set(v, path, val); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"m":{"id":["langchain_core","messages","HumanMessage"],"lc":1,"type":"constructor","kwargs":{"content":"ho","id":"1"}},"s":{"lc":2,"type":"constructor","id":["Set"],"method":null,"args":[[1,3]],"kwargs":{}}}`
	if b, err := LC.Append(nil, v); err != nil || string(b) != want {
		t.Errorf("got %s, %v", b, err)
	}
}

func FuzzParsePath(f *testing.F) {
	for _, s := range []string{".plan.steps[1].status", `.["odd name"]`, ".messages[-1]", `."a b".c`, `.a["\ud83d"]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePath(s)
		if err != nil {
			return
		}
		again, err := ParsePath(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is %s, which reads back as %s, %v", s, p, again, err)
		}
	})
}
