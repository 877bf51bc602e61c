package view

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"cptui/graph/value"
	"cptui/loaders/numpy"
	"cptui/loaders/pickle"
)

// What a pickle holds is named the way a person would name it.
func TestShortPickle(t *testing.T) {
	b, err := os.ReadFile("../../loaders/pickle/testdata/frames.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"mixed":         `DataFrame 2×5 "a", "b", "c", "d", "e" (pickle)`,
		"empty":         `DataFrame 0×0 (pickle)`,
		"times":         `DataFrame 2×1 "t" (pickle)`,
		"column":        `Series of 2 (pickle) array<i8>[2] [1, 2]`,
		"column by day": `Series of ? (pickle) array<O>[2] ["a", "b"]`,
	}
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		r := strings.Split(line, "\t")
		raw, err := base64.StdEncoding.DecodeString(r[1])
		if err != nil {
			t.Fatal(err)
		}
		if w, ok := want[r[0]]; ok {
			if got := Short(pickle.Read(raw).Value, 80); got != w {
				t.Errorf("%s: %s, want %s", r[0], got, w)
			}
			delete(want, r[0])
		}
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
	for raw, want := range map[string]string{
		"cposix\nsystem\n(S'ls'\ntR.":                   `posix.system("ls"), not run`,
		"cos\nsystem\n.":                                `os.system, not imported`,
		"cbuiltins\ncomplex\n(F1\nF2\ntR.":              `(1+2j)`,
		"capp\nThing\n)\x81}X\x01\x00\x00\x00xK\x01sb.": `Thing(x=1) (pickle)`,
		"]\x94h\x00a.":                                  `[pickle: it holds itself: the circle is cut here]`,
	} {
		if got := Short(pickle.ReadStrict([]byte(raw)).Value, 80); got != want {
			t.Errorf("%q: %s, want %s", raw, got, want)
		}
	}
	dims := value.NewList([]value.Value{value.NewInt(2), value.NewInt(2)})
	square := value.NewObject(value.TypeArray, numpy.Entries("|i1", dims, "C", []byte{1, 2, 3, 4}))
	if got, want := Short(square, 80), "array<i1>[2×2] [[1, 2], [3, 4]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	locked := value.NewObject("encrypted", []value.Entry{value.NamedEntry("cipher", value.NewString("aes")), value.NamedEntry("bytes", value.NewInt(64)),
		value.NamedEntry("error", value.NewString("the key does not fit"))})
	if got, want := Short(locked, 80), "encrypted aes, 64 bytes: the key does not fit"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
