package msgpack

import (
	"encoding/hex"
	"testing"

	"cptui/graph/value"
)

// closely is the codec without its short cut, so that Inspect looks closely.
type closely struct{ value.Codec }

// checkSound fails where Sound passes over a fault.
func checkSound(t *testing.T, b []byte) (sound bool) {
	t.Helper()
	sound = Codec.(value.Sounder).Sound(b)
	if faults := value.Inspect(value.Stored(closely{Codec}, b), 0); sound && len(faults) > 0 {
		t.Errorf("%x is called sound, but has %v", b, faults)
	}
	return sound
}

func TestSound(t *testing.T) {
	for _, c := range table {
		b, err := hex.DecodeString(c.hex)
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, b)
		for i := range b { // cut anywhere, and with a byte turned
			checkSound(t, b[:i])
			b[i] ^= 0xe1
			checkSound(t, b)
			b[i] ^= 0xe1
		}
	}
	quick, all := 0, 0
	for _, r := range recorded(t, "checkpoints.tsv") {
		if r[1] == "msgpack" {
			all++
			if checkSound(t, unbase64(t, r[2])) {
				quick++
			}
		}
	}
	if all == 0 || quick < all*9/10 {
		t.Errorf("%d of %d recorded checkpoints are sound at a glance", quick, all)
	}
}

func TestSoundBuildsNothing(t *testing.T) {
	v := value.Stored(Codec, state(100<<10))
	if n := testing.AllocsPerRun(5, func() { value.Inspect(v, 0) }); n > 0 {
		t.Errorf("a sound state of 100 KB allocates %v times", n)
	}
}

func BenchmarkInspect(b *testing.B) {
	raw := state(800 << 10)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		value.Inspect(value.Stored(Codec, raw), 0)
	}
}
