package graph

import (
	"bytes"
	"encoding/hex"
	"slices"
	"sort"
	"strings"
)

// idColumn keeps 16 bytes an id where it is a UUID in its usual spelling, which sorts as its text does. Any other text lies
// in a side table, and the 16 bytes hold its place there.
type idColumn struct {
	raw [][16]byte
	odd []bool
	// texts are the ids that are no UUIDs, in the order of their rows.
	texts []string
}

func (c *idColumn) grow(n int) {
	c.raw, c.odd = slices.Grow(c.raw, n), slices.Grow(c.odd, n)
}

func (c *idColumn) add(id string) {
	b, ok := uuidBytes(id)
	if !ok {
		k := len(c.texts)
		b = [16]byte{byte(k), byte(k >> 8), byte(k >> 16), byte(k >> 24)}
		c.texts = append(c.texts, id)
	}
	c.raw, c.odd = append(c.raw, b), append(c.odd, !ok)
}

func (c *idColumn) text(i int) string {
	b := &c.raw[i]
	if c.odd[i] {
		return c.texts[int(b[0])|int(b[1])<<8|int(b[2])<<16|int(b[3])<<24]
	}
	return uuidText(*b)
}

func (c *idColumn) compare(i, j int) int {
	if c.odd[i] || c.odd[j] {
		return strings.Compare(c.text(i), c.text(j))
	}
	return bytes.Compare(c.raw[i][:], c.raw[j][:])
}

func (c *idColumn) is(i int, id string) bool {
	if c.odd[i] {
		return c.text(i) == id
	}
	b, ok := uuidBytes(id)
	return ok && b == c.raw[i]
}

// search gives the first place in the sorted rows whose id is not below text.
func (c *idColumn) search(sorted []int32, text string) int {
	b, ok := uuidBytes(text)
	return sort.Search(len(sorted), func(k int) bool {
		i := sorted[k]
		if ok && !c.odd[i] {
			return bytes.Compare(c.raw[i][:], b[:]) >= 0
		}
		return c.text(int(i)) >= text
	})
}

// uuidBytes reads a UUID; false unless uuidText gives the same text again.
func uuidBytes(s string) (b [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return b, false
	}
	at := 0
	for i := 0; i < 36; i += 2 {
		if s[i] == '-' {
			i++
		}
		hi, lo := nibble(s[i]), nibble(s[i+1])
		if hi > 15 || lo > 15 {
			return b, false
		}
		b[at] = hi<<4 | lo
		at++
	}
	return b, true
}

func nibble(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}

func uuidText(b [16]byte) string {
	var s [36]byte
	hex.Encode(s[:8], b[:4])
	hex.Encode(s[9:13], b[4:6])
	hex.Encode(s[14:18], b[6:8])
	hex.Encode(s[19:23], b[8:10])
	hex.Encode(s[24:], b[10:])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return string(s[:])
}
