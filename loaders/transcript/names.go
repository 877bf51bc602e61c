package transcript

import (
	"bytes"
	"hash/maphash"
	"slices"
	"unicode/utf8"

	"cptui/loaders/jsonl"
)

// Ref stands for a text in a Names table; 0 is "no text".
type Ref uint32

// Names keeps every short text of a file once: uuids, message and call ids, tools, models, paths. A session of a quarter of a
// million lines has about twice as many, so there is no map and no pointer per text: one arena in pages, and a table of
// 32-bit slots.
type Names struct {
	pages [][]byte // pages[k] begins at position k<<pageBits; a text never crosses into the next page
	pos   []uint32 // where text r-1 begins: page and place in it
	size  []uint32
	slots []Ref // open addressing, length a power of two
}

const pageBits = 16

var seed = maphash.MakeSeed()

// Put gives the ref of a text as it stands between quotes; escapes are resolved, so that equal texts have equal refs.
func (n *Names) Put(raw []byte) Ref {
	if len(raw) == 0 {
		return 0
	}
	if bytes.IndexByte(raw, '\\') >= 0 || !utf8.Valid(raw) {
		raw = []byte(jsonl.Unquote(raw))
	}
	if len(n.size)*2 >= len(n.slots) {
		n.grow()
	}
	slot, found := n.probe(raw)
	if found {
		return n.slots[slot]
	}
	n.pos = append(n.pos, n.store(raw))
	n.size = append(n.size, uint32(len(raw)))
	r := Ref(len(n.size))
	n.slots[slot] = r
	return r
}

// Find gives the ref of a text that is known, else 0.
func (n *Names) Find(text string) Ref {
	if len(n.slots) == 0 || text == "" {
		return 0
	}
	slot, found := n.probe([]byte(text))
	if !found {
		return 0
	}
	return n.slots[slot]
}

func (n *Names) probe(text []byte) (slot int, found bool) {
	mask := len(n.slots) - 1
	for i := int(maphash.Bytes(seed, text)) & mask; ; i = (i + 1) & mask {
		r := n.slots[i]
		if r == 0 {
			return i, false
		}
		if bytes.Equal(n.Bytes(r), text) {
			return i, true
		}
	}
}

func (n *Names) grow() {
	n.slots = make([]Ref, max(256, len(n.slots)*2))
	for i := range n.size {
		slot, _ := n.probe(n.Bytes(Ref(i + 1)))
		n.slots[slot] = Ref(i + 1)
	}
}

// store copies text into the arena. A text longer than a page gets pages of its own.
func (n *Names) store(text []byte) uint32 {
	last := len(n.pages) - 1
	if last < 0 || len(n.pages[last])+len(text) > 1<<pageBits {
		room := 1 << 10 // many tables are of small files: only the second page is a whole one
		if last >= 0 {
			room = 1 << pageBits
		}
		n.pages = append(n.pages, make([]byte, 0, max(room, len(text))))
		last++
	}
	at := uint32(last)<<pageBits | uint32(len(n.pages[last]))
	n.pages[last] = append(n.pages[last], text...)
	return at
}

func (n *Names) Bytes(r Ref) []byte {
	at := n.pos[r-1]
	p := n.pages[at>>pageBits][at&(1<<pageBits-1):]
	return p[:n.size[r-1]]
}

// Text is the text of a ref, "" for 0. Texts longer than a page are shared, never cut.
func (n *Names) Text(r Ref) string {
	if r == 0 {
		return ""
	}
	return string(n.Bytes(r))
}

// Count is one more than the greatest ref, for tables indexed by ref.
func (n *Names) Count() int { return len(n.size) + 1 }

// Clone copies the table; it shares the pages of the arena but for the last one, which is still written to.
func (n *Names) Clone() Names {
	c := Names{pages: slices.Clone(n.pages), pos: slices.Clone(n.pos), size: slices.Clone(n.size), slots: slices.Clone(n.slots)}
	if last := len(c.pages) - 1; last >= 0 {
		page := make([]byte, len(c.pages[last]), max(1<<pageBits, len(c.pages[last])))
		copy(page, c.pages[last])
		c.pages[last] = page
	}
	return c
}
