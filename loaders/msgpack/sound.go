package msgpack

import "unicode/utf8"

// soundDepth is how deep Sound looks.
const soundDepth = 100

// Sound reports that value.Inspect would find no fault in raw: one pass over the bytes that builds nothing. It is strict;
// what is rare (arrays of numbers, deep nesting, parts that nobody looks at) is left to the closer look, as are faults.
func (c codec) Sound(raw []byte) bool { return sound(raw, 0) == len(raw) }

// sound gives the end of the first value in b, -1 where it wants a closer look.
func sound(b []byte, depth int) int {
	h := read(b)
	if depth > soundDepth || h.form == bad || h.form == cut || h.n > len(b)-h.size {
		return -1
	}
	end := h.size + h.n
	switch h.form {
	case array, mapping:
		n := h.n
		if h.form == mapping {
			n *= 2
		}
		for end = h.size; n > 0; n-- {
			size := sound(b[end:], depth+1)
			if size < 0 {
				return -1
			}
			end += size
		}
	case str:
		if !utf8.Valid(b[h.size:end]) {
			return -1
		}
	case extension:
		e := readExt(b, h)
		if !e.known || e.code == codeArray || e.module == "numpy" && e.name == "ndarray" || sound(e.payload, depth+1) != h.n {
			return -1
		}
	}
	return end
}
