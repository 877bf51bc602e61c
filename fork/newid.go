package fork

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// gregorian is the start of UUID time, 1582-10-15, in 100 ns ticks before 1970.
const gregorian = 0x01B21DD213814000

// newID makes a uuid6 that is greater, as text, than every id of the thread: its time is now or one tick after the latest
// of theirs, and its clock sequence is the step, as both languages write it (-1 is bfff).
func newID(now time.Time, step int, ids []string) (string, error) {
	ticks := uint64(now.UnixNano()/100) + gregorian
	for _, id := range ids {
		if t, ok := idTicks(id); ok && t >= ticks {
			ticks = t + 1
		}
	}
	var b [16]byte
	if _, err := rand.Read(b[10:]); err != nil {
		return "", fmt.Errorf("make checkpoint id: %w", err)
	}
	binary.BigEndian.PutUint32(b[0:], uint32(ticks>>28))
	binary.BigEndian.PutUint16(b[4:], uint16(ticks>>12))
	binary.BigEndian.PutUint16(b[6:], 0x6000|uint16(ticks&0x0FFF))
	binary.BigEndian.PutUint16(b[8:], 0x8000|uint16(step)&0x3FFF)
	return uuidText(b), nil
}

func uuidText(b [16]byte) string {
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// idTicks reads the time of a uuid6 in 100 ns ticks; false for any other id.
func idTicks(id string) (uint64, bool) {
	if len(id) != 36 || id[14] != '6' {
		return 0, false
	}
	hi, err := strconv.ParseUint(id[:8]+id[9:13], 16, 64)
	if err != nil {
		return 0, false
	}
	lo, err := strconv.ParseUint(id[15:18], 16, 64)
	if err != nil {
		return 0, false
	}
	return hi<<12 | lo, true
}

// nextVersion is one above the highest channel version, in the saver's own form: an integer in JavaScript (whole is true),
// 32 digits and a random fraction in Python.
func nextVersion(versions []string, whole bool) (string, error) {
	var top int64
	for _, v := range versions {
		digits, _, _ := strings.Cut(v, ".")
		n, err := strconv.ParseInt(strings.TrimLeft(digits, "0"), 10, 64)
		if err != nil && strings.Trim(digits, "0") != "" {
			return "", fmt.Errorf("%w: channel version %q is of no known form", ErrRefused, v)
		}
		top = max(top, n)
	}
	if whole {
		return strconv.FormatInt(top+1, 10), nil
	}
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("make channel version: %w", err)
	}
	fraction := float64(binary.BigEndian.Uint64(b[:])>>11) / (1 << 53)
	return fmt.Sprintf("%032d.%s", top+1, fmt.Sprintf("%016s", strconv.FormatFloat(fraction, 'f', -1, 64))), nil
}
