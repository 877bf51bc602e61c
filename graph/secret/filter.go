package secret

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode/utf8"

	"cptui/graph/value"
)

// Filter passes JSON on, one document or many, counts the secrets in its texts and, where Hide is set, masks them. Layout,
// numbers, keys and every text without a secret stay byte for byte; no more than one text is held. Flush ends it.
type Filter struct {
	W     io.Writer
	Hide  bool
	Found int

	out    []byte // not written yet
	text   []byte // the string literal that is being read, without its quotes
	in     bool   // within it
	escape bool   // behind a backslash
	nest   []byte // '{' and '['
	isKey  bool   // the next string is a key
	key    string // the last key
}

// filterHeld is how much is held before it is written.
const filterHeld = 64 << 10

// Write takes the next bytes of the stream.
func (f *Filter) Write(p []byte) (int, error) {
	for i := 0; i < len(p); {
		if f.in {
			i += f.inside(p[i:])
			continue
		}
		n := bytes.IndexAny(p[i:], `"{}[],`)
		if n < 0 {
			f.out = append(f.out, p[i:]...)
			break
		}
		f.out = append(f.out, p[i:i+n+1]...)
		f.mark(p[i+n])
		i += n + 1
		if len(f.out) > filterHeld {
			if err := f.Flush(); err != nil {
				return 0, err
			}
		}
	}
	return len(p), nil
}

// mark takes what stands between texts.
func (f *Filter) mark(c byte) {
	object := func() bool { return len(f.nest) > 0 && f.nest[len(f.nest)-1] == '{' }
	switch c {
	case '"':
		f.in, f.text = true, f.text[:0]
		return
	case '{', '[':
		f.nest = append(f.nest, c)
	case '}', ']':
		if len(f.nest) > 0 {
			f.nest = f.nest[:len(f.nest)-1]
		}
		f.key = ""
		return
	}
	f.isKey = c != '[' && object()
}

// inside reads a text up to its end and gives the bytes it took.
func (f *Filter) inside(p []byte) int {
	for i := 0; i < len(p); i++ {
		switch {
		case f.escape:
			f.escape = false
		case p[i] == '\\':
			f.escape = true
		case p[i] == '"':
			f.text = append(f.text, p[:i]...)
			f.end()
			f.out = append(f.out, '"')
			return i + 1
		}
	}
	f.text = append(f.text, p...)
	return len(p)
}

// end looks at a whole text.
func (f *Filter) end() {
	f.in = false
	if f.isKey {
		f.key, f.isKey = string(f.text), false
		f.out = append(f.out, f.text...)
		return
	}
	text := string(f.text)
	escaped := bytes.IndexByte(f.text, '\\') >= 0
	if escaped {
		if json.Unmarshal(append(append([]byte{'"'}, f.text...), '"'), &text) != nil || !utf8.ValidString(text) {
			text, escaped = string(f.text), false
		}
	}
	masked, n := Masked, 1
	if !Named(f.key) || !Under(text) {
		masked, n = Mask(text)
	}
	f.Found += n
	if n == 0 || !f.Hide {
		f.out = append(f.out, f.text...)
	} else if quoted := value.AppendString(nil, masked); escaped || n == 1 && masked == Masked {
		f.out = append(f.out, quoted[1:len(quoted)-1]...)
	} else {
		f.out = append(f.out, masked...)
	}
	if cap(f.text) > 1<<20 { // one huge text must not be held for the rest of the run
		f.text = nil
	}
}

// Flush writes what is held. A text that has no end yet is kept back.
func (f *Filter) Flush() error {
	_, err := f.W.Write(f.out)
	f.out = f.out[:0]
	if cap(f.out) > 1<<20 {
		f.out = nil
	}
	return err
}
