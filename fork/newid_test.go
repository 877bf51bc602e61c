package fork

import (
	"strings"
	"testing"
	"time"
)

func TestNewIDIsAboveAllAndNamesTheStep(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 17, 33, 0, time.UTC)
	later := "1f1fffff-ffff-6fff-8003-5f3a90c2b1d7"
	for _, c := range []struct {
		step int
		ids  []string
		seq  string
	}{
		{-1, nil, "bfff"},
		{-2, nil, "bffe"},
		{0, []string{"1f1ed1c9-a812-6cfc-8000-1b0e7431115d"}, "8000"},
		{37, []string{"1f1ed1c9-a812-6cfc-8000-1b0e7431115d", later}, "8025"},
		{3, []string{"not an id", ""}, "8003"},
	} {
		id, err := newID(now, c.step, c.ids)
		if err != nil {
			t.Fatal(err)
		}
		if id[19:23] != c.seq || id[14] != '6' {
			t.Errorf("step %d: id %s, want clock sequence %s", c.step, id, c.seq)
		}
		for _, old := range c.ids {
			if len(old) == 36 && id <= old {
				t.Errorf("id %s is not above %s", id, old)
			}
		}
	}
}

func TestIDTicksReadBack(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 17, 33, 123456700, time.UTC)
	id, _ := newID(now, 5, nil)
	ticks, ok := idTicks(id)
	if !ok || int64(ticks-gregorian)*100 != now.UnixNano() {
		t.Errorf("ticks of %s: %d, %v", id, ticks, ok)
	}
}

func TestNextVersion(t *testing.T) {
	for _, c := range []struct {
		have  []string
		whole bool
		want  string // prefix
	}{
		{[]string{"00000000000000000000000000000002.0.77450804196005", "00000000000000000000000000000011.0.5"}, false, "00000000000000000000000000000012.0."},
		{nil, false, "00000000000000000000000000000001."},
		{[]string{"4", "17"}, true, "18"},
		{[]string{"00000000000000000000000000000003.3f2c"}, false, "00000000000000000000000000000004."},
	} {
		got, err := nextVersion(c.have, c.whole)
		if err != nil || !strings.HasPrefix(got, c.want) || c.whole && got != c.want {
			t.Errorf("nextVersion(%v) = %q, %v; want %s…", c.have, got, err, c.want)
		}
		for _, v := range c.have {
			if !c.whole && got <= v {
				t.Errorf("%q does not sort after %q", got, v)
			}
		}
	}
	if _, err := nextVersion([]string{"seven"}, false); err == nil {
		t.Error("a version of unknown form was taken")
	}
}
