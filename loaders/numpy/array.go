// Package numpy reads the elements of numpy arrays as they lie in memory: what LangGraph's msgpack keeps of one, and pickles too.
// Nothing is spelt out before somebody looks, and no shape makes room for what its bytes do not hold.
package numpy

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"cptui/graph/value"
)

// dtype is an element type of numpy: "<f8", "|V12", ">i4", "<U3", "<M8[ns]".
type dtype struct {
	kind  byte
	size  int // bytes of an element, 0 where it cannot be read
	order binary.ByteOrder
	unit  string // of a time: "D", "ns", "" where it has none
	times int64  // how many units one step is
}

func parseDtype(s string) (d dtype) {
	d.order = binary.LittleEndian
	if s != "" && strings.IndexByte("<>|=", s[0]) >= 0 {
		if s[0] == '>' {
			d.order = binary.BigEndian
		}
		s = s[1:]
	}
	if s == "" {
		return d
	}
	d.kind = s[0]
	s, unit, _ := strings.Cut(s[1:], "[")
	d.times, d.unit = unitOf(strings.TrimSuffix(unit, "]"))
	n, err := strconv.Atoi(s)
	if err != nil || n <= 0 || n > 1<<28 {
		return d
	}
	fits := false
	switch d.kind {
	case 'b':
		fits = n == 1
	case 'i', 'u':
		fits = n == 1 || n == 2 || n == 4 || n == 8
	case 'f':
		fits = n == 2 || n == 4 || n == 8
	case 'c':
		fits = n == 8 || n == 16
	case 'M', 'm':
		fits = n == 8
	case 'U':
		n, fits = n*4, true
	case 'S', 'V':
		fits = true
	}
	if fits {
		d.size = n
	}
	return d
}

// Entries spells out an array: dtype, shape, $value. What has no readable elements (object arrays hold memory addresses) tells
// its bytes instead of a $value; a shape that does not fit the bytes makes $value "damaged". name is the element type ("<f8"),
// dims the list of lengths, order "C" or "F"; buf is shared and must not change.
func Entries(name string, dims value.Value, order string, buf []byte) []value.Entry {
	a := elements{dtype: parseDtype(name), buf: buf}
	head := []value.Entry{value.NamedEntry("dtype", value.NewString(name)), value.NamedEntry("shape", dims)}
	if a.size == 0 {
		return append(head, value.NamedEntry("bytes", value.NewInt(int64(len(a.buf)))))
	}
	content := value.NewObject(value.TypeDamaged, value.Damaged(0, "shape, type and bytes of the array do not fit together", a.buf))
	if a.lay(dims, order) {
		content = a.at(0, 0)
	}
	return append(head, value.NamedEntry("$value", content))
}

// Scalar reads one element of the type name ("<f8"); false where buf does not hold exactly one that can be read.
func Scalar(name string, buf []byte) (value.Value, bool) {
	a := elements{dtype: parseDtype(name), buf: buf}
	if a.size == 0 || a.size != len(buf) {
		return value.Value{}, false
	}
	return a.element(buf), true
}

// elements are the numbers of an array with their layout.
type elements struct {
	dtype
	buf     []byte
	shape   []int
	strides []int // in bytes
}

// lay computes the strides; false where the shape does not fit the bytes.
func (a *elements) lay(dims value.Value, order string) bool {
	total, empty := 1, false
	list := dims.Entries()
	if len(list) > 64 {
		return false
	}
	for _, d := range list {
		n, ok := d.Val.Int64()
		if !ok || n < 0 || n > 1<<40 {
			return false
		}
		a.shape = append(a.shape, int(n))
		empty = empty || n == 0
	}
	for _, n := range a.shape {
		// Even an empty array must not make lists of what is not there.
		if limit := len(a.buf)/a.size + 1<<12; n > 0 && total > limit/n {
			return false
		}
		if n > 0 {
			total *= n
		}
	}
	if empty {
		total = 0
	}
	if total*a.size != len(a.buf) {
		return false
	}
	a.strides = make([]int, len(a.shape))
	step := a.size
	for k := range a.shape {
		i := len(a.shape) - 1 - k
		if order == "F" {
			i = k
		}
		a.strides[i] = step
		step *= a.shape[i]
	}
	return true
}

// at is the part of the array below dimension dim that begins at byte off.
func (a *elements) at(dim, off int) value.Value {
	if dim == len(a.shape) {
		return a.element(a.buf[off : off+a.size])
	}
	n := a.shape[dim]
	return value.LateList(n, func() []value.Entry {
		list := make([]value.Entry, n)
		for i := range list {
			list[i].Val = a.at(dim+1, off+i*a.strides[dim])
		}
		return list
	})
}

func (a *elements) element(b []byte) value.Value {
	switch a.kind {
	case 'b':
		return value.NewBool(b[0] != 0)
	case 'u':
		return value.NewNumber(value.Int, strconv.FormatUint(a.bits(b), 10))
	case 'M', 'm':
		return a.moment(int64(a.bits(b)))
	case 'i':
		shift := 64 - 8*len(b)
		return value.NewInt(int64(a.bits(b)<<shift) >> shift)
	case 'f':
		return value.NewFloat(a.float(b))
	case 'c':
		half := len(b) / 2
		repr := value.FormatComplex(a.float(b[:half]), a.float(b[half:]))
		return value.NewObject("builtins.complex", []value.Entry{value.NamedEntry("$repr", value.NewString(repr))})
	case 'U':
		return value.NewString(a.text(b))
	case 'S':
		for len(b) > 0 && b[len(b)-1] == 0 {
			b = b[:len(b)-1]
		}
	}
	return value.NewBytes(b)
}

func (a *elements) bits(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(a.order.Uint16(b))
	case 4:
		return uint64(a.order.Uint32(b))
	}
	return a.order.Uint64(b)
}

func (a *elements) float(b []byte) float64 {
	switch u := a.bits(b); len(b) {
	case 2:
		return half(uint16(u))
	case 4:
		return float64(math.Float32frombits(uint32(u)))
	default:
		return math.Float64frombits(u)
	}
}

// half widens a float of 16 bits.
func half(u uint16) float64 {
	exp, frac := int(u>>10&31), float64(u&1023)
	var f float64
	switch exp {
	case 0:
		f = math.Ldexp(frac, -24)
	case 31:
		if f = math.Inf(1); frac != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1024+frac, exp-25)
	}
	if u>>15 != 0 {
		f = -f
	}
	return f
}

// text reads the fixed-width UTF-32 of a string array.
func (a *elements) text(b []byte) string {
	var out []byte
	for len(b) >= 4 {
		r := a.order.Uint32(b)
		if r > utf8.MaxRune {
			r = utf8.RuneError
		}
		out, b = utf8.AppendRune(out, rune(r)), b[4:]
	}
	return strings.TrimRight(value.SharedText(out), "\x00")
}
