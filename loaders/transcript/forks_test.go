package transcript

import (
	"strings"
	"testing"
	"time"
)

// TestFamily: forks stand below their origin, the family at the place of its newest; a ring, an origin elsewhere and one named by
// its file lose no session.
func TestFamily(t *testing.T) {
	g := func(id, origin string, minute int) Glimpse {
		return Glimpse{ID: id, Path: "/s/" + id + ".jsonl", Origin: origin, Last: time.Unix(int64(minute)*60, 0)}
	}
	for name, c := range map[string]struct {
		list []Glimpse
		want string
	}{
		"no forks":       {[]Glimpse{g("a", "", 1), g("b", "", 2)}, "b a"},
		"below":          {[]Glimpse{g("a", "", 1), g("b", "", 2), g("c", "a", 3)}, "a c<a b"},
		"two deep":       {[]Glimpse{g("c", "b", 1), g("b", "a", 2), g("d", "a", 3), g("a", "", 0)}, "a d<a b<a c<b"},
		"by file":        {[]Glimpse{g("a", "", 1), g("b", "/old/place/a.jsonl", 2)}, "a b<a"},
		"not in folder":  {[]Glimpse{g("a", "", 1), g("b", "x", 2)}, "b<x a"},
		"itself":         {[]Glimpse{g("a", "a", 1)}, "a<a"},
		"ring":           {[]Glimpse{g("a", "b", 1), g("b", "a", 2), g("c", "b", 3)}, "a<b b<a c<b"},
		"fork newer yet": {[]Glimpse{g("o", "", 5), g("a", "", 1), g("f", "a", 9)}, "a f<a o"},
	} {
		var got []string
		for _, e := range family(c.list) {
			id := e.ID
			if e.Origin != "" {
				id += "<" + e.Origin
			}
			got = append(got, id)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
	}
}
