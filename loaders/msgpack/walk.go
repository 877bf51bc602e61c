// Package msgpack reads and writes the msgpack blobs of LangGraph, with the extension types by which it stores Python objects.
//
// Codec is all there is: value.Stored(msgpack.Codec, blob) opens a blob without decoding it. The walker is a loop over headers,
// not a recursion, checks every length against the bytes that are left and makes no room for what a header only claims; so a
// five-byte blob that promises two billion items costs nothing. What cannot be read becomes an Object of type "damaged" in its place.
//
// Nothing stored is ever imported, called or unpickled: an extension that names a class is data with a type.
package msgpack

import "encoding/binary"

// form is what a header byte announces.
type form uint8

const (
	bad form = iota // 0xc1
	cut             // the header does not fit
	null
	boolean
	integer
	float
	str
	bin
	array
	mapping
	extension
)

// head is a decoded header of size bytes, followed by n bytes (scalars, str, bin, ext), n items (array) or n pairs (map).
type head struct {
	form form
	size int
	n    int
	code int8 // extension
}

// read decodes the header at b[0]. It does not look whether the content is there.
func read(b []byte) head {
	if len(b) == 0 {
		return head{form: cut}
	}
	c := b[0]
	switch {
	case c < 0x80 || c >= 0xe0:
		return head{form: integer, size: 1}
	case c < 0x90:
		return head{form: mapping, size: 1, n: int(c & 15)}
	case c < 0xa0:
		return head{form: array, size: 1, n: int(c & 15)}
	case c < 0xc0:
		return head{form: str, size: 1, n: int(c & 31)}
	}
	switch c {
	case 0xc0:
		return head{form: null, size: 1}
	case 0xc2, 0xc3:
		return head{form: boolean, size: 1}
	case 0xca, 0xcb:
		return head{form: float, size: 1, n: 4 << (c - 0xca)}
	case 0xcc, 0xcd, 0xce, 0xcf:
		return head{form: integer, size: 1, n: 1 << (c - 0xcc)}
	case 0xd0, 0xd1, 0xd2, 0xd3:
		return head{form: integer, size: 1, n: 1 << (c - 0xd0)}
	case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8:
		if len(b) < 2 {
			return head{form: cut}
		}
		return head{form: extension, size: 2, n: 1 << (c - 0xd4), code: int8(b[1])}
	case 0xc4, 0xc5, 0xc6:
		return length(b, bin, 1<<(c-0xc4))
	case 0xc7, 0xc8, 0xc9:
		h := length(b, extension, 1<<(c-0xc7))
		if h.form == cut || h.size >= len(b) {
			return head{form: cut}
		}
		h.code = int8(b[h.size])
		h.size++
		return h
	case 0xd9, 0xda, 0xdb:
		return length(b, str, 1<<(c-0xd9))
	case 0xdc, 0xdd:
		return length(b, array, 2<<(c-0xdc))
	case 0xde, 0xdf:
		return length(b, mapping, 2<<(c-0xde))
	}
	return head{form: bad}
}

// length reads a length of w bytes after the first.
func length(b []byte, f form, w int) head {
	if len(b) < 1+w {
		return head{form: cut}
	}
	n := 0
	switch w {
	case 1:
		n = int(b[1])
	case 2:
		n = int(binary.BigEndian.Uint16(b[1:]))
	default:
		n = int(binary.BigEndian.Uint32(b[1:]))
	}
	return head{form: f, size: 1 + w, n: n}
}

// skip gives the end of the first value in b, -1 where it is cut short or unreadable. It counts the values still owed instead
// of descending.
func skip(b []byte) int {
	i, owed := 0, 1
	for owed > 0 {
		if i >= len(b) {
			return -1
		}
		owed--
		c := b[i]
		if c < 0x80 || c >= 0xe0 {
			i++
			continue
		}
		if c >= 0xa0 && c < 0xc0 {
			i += 1 + int(c&31)
			continue
		}
		h := read(b[i:])
		switch h.form {
		case bad, cut:
			return -1
		case array:
			owed += h.n
			i += h.size
		case mapping:
			owed += 2 * h.n
			i += h.size
		default:
			i += h.size + h.n
		}
		if owed > len(b)-i { // every value takes a byte at least
			return -1
		}
	}
	if i > len(b) {
		return -1
	}
	return i
}
