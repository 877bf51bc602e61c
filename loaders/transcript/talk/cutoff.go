package talk

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// shape is how the file of a copy holds its records.
type shape struct {
	document bool
	lists    []string // members that hold records
	listed   bool     // lines of the file are such objects
}

// cutOff is a file cut off behind a record.
type cutOff struct {
	text  []byte
	start int64 // offset in the file that text begins at
	end   int64 // offset in the file behind the last record
	list  bool  // the records are items of a list, not lines
}

// CutOff is the source's own file up to the last of the kept records, with the bodies that they have now, and what closes it: whatever
// read the old file reads this one. added are records to put behind them. Of a file with a list on each line, it is the line alone.
func (c *Copy) CutOff(kept []CopyRecord, added [][]byte) ([]byte, error) {
	if len(kept) == 0 {
		return nil, fmt.Errorf("%w: no message would be left", ErrNoCopy)
	}
	file, err := transcript.OpenFile(c.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	last := kept[len(kept)-1]
	cut := cutOff{end: last.off + int64(last.size)}
	if c.shape.document {
		err = cut.document(file, c.shape.lists)
	} else {
		err = cut.lines(file, int(last.line), c.shape)
	}
	if err != nil {
		return nil, err
	}
	for _, body := range slices.Backward(added) {
		with := append([]byte("\n"), body...)
		if cut.list {
			with = append([]byte(", "), body...)
		}
		cut.put(cut.end, cut.end, with)
	}
	done := cut.end
	for _, r := range slices.Backward(kept) {
		if to := r.off + int64(r.size); to <= done && !bytes.Equal(cut.text[r.off-cut.start:to-cut.start], r.Body) {
			cut.put(r.off, to, r.Body)
			done = r.off
		}
	}
	return cut.text, nil
}

func (c *cutOff) put(from, to int64, with []byte) {
	c.text = slices.Concat(c.text[:from-c.start], with, c.text[to-c.start:])
}

func (c *cutOff) document(file *transcript.File, lists []string) error {
	raw, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size))
	if err != nil {
		return err
	}
	var ok bool
	if c.text, ok = cutList(raw, lists, int(c.end)); !ok {
		return fmt.Errorf("%w: the file's list cannot be cut there; it is damaged, or more than a list", ErrNoCopy)
	}
	c.list = true
	return nil
}

func (c *cutOff) lines(file *transcript.File, line int, of shape) error {
	for s := jsonl.NewScanner(file, 0, 0); of.listed && s.Next(); {
		l := s.Line()
		if l.No != line {
			continue
		}
		raw := bytes.TrimPrefix(l.Bytes, jsonl.BOM)
		c.start = l.Offset + int64(len(l.Bytes)-len(raw))
		if text, ok := cutList(raw, of.lists, int(c.end-c.start)); ok {
			c.text, c.list = append(text, '\n'), true
			return nil
		}
		break
	}
	c.start = 0
	c.text = make([]byte, c.end, c.end+1)
	if n, err := file.ReadAt(c.text, 0); n < len(c.text) {
		return err
	}
	c.text = append(c.text, '\n')
	return nil
}

// cutList takes the items behind place at out of the list that holds it; false where there is no such place.
func cutList(raw []byte, lists []string, at int) ([]byte, bool) {
	begin := len(raw) - len(bytes.TrimLeft(bytes.TrimPrefix(raw, jsonl.BOM), " \t\r\n\x00"))
	w := jsonl.Walk(raw[begin:])
	last, found := 0, false
	walk := func() {
		here := false
		for w.Enter(); w.Item(); {
			w.Skip()
			here = here || begin+w.Pos() == at
			if here {
				last = begin + w.Pos()
			}
		}
		found = found || here
	}
	if w.Kind() == jsonl.Array {
		walk()
	} else {
		for w.Enter(); w.Key(); {
			if slices.Contains(lists, string(w.Name)) && w.Kind() == jsonl.Array {
				walk()
			} else {
				w.Skip()
			}
		}
	}
	if w.Bad() || !found {
		return nil, false
	}
	return slices.Concat(raw[:at], raw[last:]), true
}
