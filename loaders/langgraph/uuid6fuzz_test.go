package langgraph

import (
	"fmt"
	"testing"
	"time"
)

// FuzzUUID6 reads any text as an id: what is one gives its time and step, and the same fields again when written; what is none
// gives nothing. Steps that a row's parent tells are found on every turn of the clock sequence.
func FuzzUUID6(f *testing.F) {
	for _, id := range []string{"1f1ed1ca-193f-6cdd-bfff-36a9fc08c031", "1f1ed1ca-1949-6b17-8000-60418b2baced", "1F1ED1CA-1949-6B17-8000-60418B2BACED",
		"1f1ed1f3-f8cd-67c0-8001-c098cbca0e2a", "ffffffff-ffff-6fff-ffff-ffffffffffff", "00000000-0000-6000-0000-000000000000",
		"2024-05-01T10:00:00.123456+00:00", "1f1ed1ca-1949-1b17-8000-60418b2baced", "1f1ed1ca-1949-6b17-8000-60418b2bace", "1f1ed1ca_1949_6b17_8000_60418b2baced", ""} {
		f.Add(id, 0)
		f.Add(id, 20000)
	}
	f.Fuzz(func(t *testing.T, id string, step int) {
		at, seq, ok := readUUID6(id)
		if !ok {
			if seq != 0 || !at.IsZero() {
				t.Fatalf("%q is no id, and tells %v and %d", id, at, seq)
			}
			return
		}
		if seq < 0 || seq >= seqSpan {
			t.Fatalf("%q: sequence %d", id, seq)
		}
		// The ticks of its time are its first 60 bits.
		ticks := uint64(at.Unix()*1e7+int64(at.Nanosecond()/100)) + gregorian
		again := fmt.Sprintf("%08x-%04x-6%03x-%s", ticks>>28&0xffffffff, ticks>>12&0xffff, ticks&0xfff, id[19:])
		back, seq2, ok := readUUID6(again)
		if !ok || !back.Equal(at) || seq2 != seq {
			t.Fatalf("%q: %v and %d, written as %q %v and %d", id, at, seq, again, back, seq2)
		}
		if at.Location() != time.UTC {
			t.Fatalf("%q: in %v", id, at.Location())
		}
		if step < -1<<40 || step > 1<<40 {
			return
		}
		if got := stepNear(step&(seqSpan-1), step); got != step {
			t.Fatalf("step %d is read as %d", step, got)
		}
	})
}
