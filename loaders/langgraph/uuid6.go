package langgraph

import "time"

// A checkpoint id is a UUID of version 6: 60 bits of time in ticks of 100 ns since 1582, most significant first, then a clock
// sequence that LangGraph fills with the step.

// gregorian is the number of ticks from 1582-10-15 to 1970-01-01.
const gregorian = 0x01b21dd213814000

// readUUID6 gives the time and the clock sequence's 14 bits; false where id is no such UUID.
func readUUID6(id string) (t time.Time, seq int, ok bool) {
	if len(id) != 36 || id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' || id[14] != '6' {
		return t, 0, false
	}
	high, ok1 := hexBits(id[0:8])
	mid, ok2 := hexBits(id[9:13])
	low, ok3 := hexBits(id[15:18])
	clock, ok4 := hexBits(id[19:23])
	_, ok5 := hexBits(id[24:36])
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
		return t, 0, false
	}
	ticks := int64(high<<28|mid<<12|low) - gregorian
	return time.Unix(ticks/1e7, ticks%1e7*100).UTC(), int(clock & 0x3fff), true
}

func hexBits(s string) (n uint64, ok bool) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			n = n<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint64(c-'a'+10)
		case c >= 'A' && c <= 'F':
			n = n<<4 | uint64(c-'A'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

// seqSpan is how many steps there are before the clock sequence begins anew.
const seqSpan = 1 << 14

// stepNear is the step with the given clock sequence that lies nearest to where it is expected.
func stepNear(seq, expected int) int {
	d := (seq - expected) & (seqSpan - 1)
	if d >= seqSpan/2 {
		d -= seqSpan
	}
	return expected + d
}

// firstStep is the step of a row without a parent: −1 (an input), −2, or wherever the history begins. The sequence is
// two's complement, but more threads are pruned above step 8192 than have hundreds of negative steps.
func firstStep(seq int) int {
	if seq >= seqSpan-256 {
		return seq - seqSpan
	}
	return seq
}
