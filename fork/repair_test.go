package fork

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// mend runs a repair over a text, with the links of some lines broken.
func mend(t testing.TB, text string, broken ...int) (string, Repaired) {
	var out bytes.Buffer
	r := &repair{ctx: context.Background(), out: bufio.NewWriter(&out), links: map[int]*string{}}
	for _, line := range broken {
		r.links[line] = nil
	}
	if err := r.run(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	r.out.Flush()
	return out.String(), r.done
}

func TestRepairKeepsBytes(t *testing.T) {
	text := `{"type":"user","uuid":"a","x": 1.50,  "y":"\u00e9"}` + "\r\n\x00\x00" + `{"type":"system","uuid":"b","parentUuid":"zz"}` + "\n" + `{"type":"user","uuid":"c","parentUuid" : "zz","isSidechain":true}`
	got, done := mend(t, text, 2, 3)
	want := `{"type":"user","uuid":"a","x": 1.50,  "y":"\u00e9"}` + "\n" + `{"type":"system","uuid":"b","parentUuid":"a"}` + "\n" + `{"type":"user","uuid":"c","parentUuid" : null,"isSidechain":true}` + "\n"
	if got != want || done.Records != 3 || len(done.Did) != 3 {
		t.Errorf("%q\n%+v", got, done)
	}
	if again, done := mend(t, got); again != got || len(done.Did) != 0 {
		t.Errorf("a copy of the copy: %q %+v", again, done)
	}
}

// FuzzRepair: whatever lies in the file, the copy has one JSON value a line, and a copy of it is the same.
func FuzzRepair(f *testing.F) {
	f.Add(`{"type":"user","uuid":"a"}{"type":"user","uuid":"b","parentUuid":"q"}`+"\n\x00{\"type\":\"as", 1)
	f.Add("{\"type\":\"a\n[1,2]\n\"x\"", 2)
	f.Fuzz(func(t *testing.T, text string, broken int) {
		got, done := mend(t, text, broken)
		var n int64
		for line := range strings.Lines(got) {
			if n++; !json.Valid([]byte(strings.ToValidUTF8(line, "?"))) && json.Valid([]byte(strings.ToValidUTF8(text, "?"))) {
				t.Fatalf("%q holds %q", got, line)
			}
		}
		if n != done.Records {
			t.Fatalf("%d lines, %d records", n, done.Records)
		}
		if again, done := mend(t, got); again != got || len(done.Did) > 0 {
			t.Fatalf("%q became %q: %v", got, again, done.Did)
		}
	})
}
