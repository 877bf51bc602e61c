package fork

import (
	"strings"
	"testing"

	"cptui/graph/value"
)

func TestReadEdits(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", `{"a":1,"b":[1,2]}`, "{\n  \"a\": 1, \"b\": [1,2]}", ""},
		{"scalar", `{"a":1}`, `{"a":2}`, `set .a 2`},
		{"deep", `{"plan":{"steps":[{"s":"x"},{"s":"y"}]}}`, `{"plan":{"steps":[{"s":"x"},{"s":"z"}]}}`, `set .plan.steps[1].s "z"`},
		{"new key", `{"m":{"a":1}}`, `{"m":{"a":1,"odd name":null}}`, `set .m["odd name"] null`},
		{"gone key", `{"m":{"a":1,"b":2}}`, `{"m":{"b":2}}`, `delete .m.a`},
		{"append", `{"l":[1,2]}`, `{"l":[1,2,3,4]}`, `append .l 3; append .l 4`},
		{"remove in the middle", `{"l":[1,2,3,4]}`, `{"l":[1,4]}`, `delete .l[2]; delete .l[1]`},
		{"remove the end", `{"l":[1,2,3]}`, `{"l":[1]}`, `delete .l[2]; delete .l[1]`},
		{"insert in the middle", `{"l":[1,3]}`, `{"l":[1,2,3]}`, `set .l [1,2,3]`},
		{"typed field", `{"m":{"$type":"a.B","x":1}}`, `{"m":{"$type":"a.B","x":2}}`, `set .m.x 2`},
		{"other type", `{"m":{"$type":"a.B","x":1}}`, `{"m":{"$type":"uuid.UUID","$value":"01234567-89ab-cdef-0123-456789abcdef"}}`, `set .m {"$type":"uuid.UUID","$value":"01234567-89ab-cdef-0123-456789abcdef"}`},
		{"big number stays", `{"n":{"$type":"int","$value":"18446744073709551615"}}`, `{"n":{"$type":"int","$value":"18446744073709551615"}}`, ""},
	} {
		edits, err := ReadEdits([]byte(c.before), []byte(c.after))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, e := range edits {
			s := map[EditOp]string{Set: "set ", Delete: "delete ", Append: "append "}[e.Op] + e.Path.String()
			if e.Op != Delete {
				v, err := typed(e.Value, value.LC)
				if err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
				s += " " + string(value.AppendJSON(nil, v, value.JSONOptions{}))
			}
			got = append(got, s)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %s, want %s", c.name, strings.Join(got, "; "), c.want)
		}
	}
	for _, bad := range []string{"{\n\"a\": 1,\n\"b\": }", `[1]`, ``} {
		if _, err := ReadEdits([]byte(`{"a":1}`), []byte(bad)); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
