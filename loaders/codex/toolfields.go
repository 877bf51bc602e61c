package codex

import (
	"bytes"

	"cptui/loaders/jsonl"
)

// asks looks into what a call was told for the files that a patch names.
func (s *scanner) asks(raw []byte) {
	if len(raw) < 2 {
		return
	}
	patchFiles(raw, func(path string, c change) {
		s.t.touches = append(s.t.touches, touch{int32(len(s.t.recs)), s.t.Put(quoted(path)), c})
	})
}

// quoted puts a text into the form in which it stands between quotes, as far as Names.Put resolves it again.
func quoted(text string) []byte {
	return bytes.ReplaceAll([]byte(text), []byte(`\`), []byte(`\\`))
}

// gives reads how a call went from what it gave; an exit code or a status told apart is surer.
func (s *scanner) gives(raw []byte) {
	if s.rec.is(told) {
		return
	}
	if fails, sure := outcome(raw); sure {
		s.rec.flags |= told
		if fails {
			s.rec.flags |= bad
		}
	}
}

func (s *scanner) status(name string) {
	w, r := &s.w, &s.rec
	fails, sure := false, false
	switch name {
	case "exit_code":
		n, ok := w.Int()
		fails, sure = n != 0, ok
	case "success":
		b := w.Skip()
		fails, sure = string(b) == "false", string(b) == "true" || string(b) == "false"
	case "status":
		switch b, _ := w.Text(); string(b) {
		case "failed", "declined", "errored":
			fails, sure = true, true
		}
	}
	if sure {
		r.flags |= told
		if fails {
			r.flags |= bad
		}
	}
}

// changes reads the files that an event names: an object by path, or a list.
func (s *scanner) changes() {
	w := &s.w
	put := func(path ref, kind []byte) {
		c := updated
		switch string(kind) {
		case "add":
			c = created
		case "delete":
			c = deleted
		}
		if path != 0 {
			s.t.touches = append(s.t.touches, touch{int32(len(s.t.recs)), path, c})
		}
	}
	switch w.Kind() {
	case jsonl.Object:
		s.members(func(name []byte) {
			path := s.t.Put(name)
			var kind []byte
			s.members(func(name []byte) {
				switch string(name) {
				case "type":
					kind, _ = w.Text()
				case "add", "update", "delete":
					kind = bytes.Clone(name)
					w.Skip()
				default:
					w.Skip()
				}
			})
			put(path, kind)
		})
	case jsonl.Array:
		w.Enter()
		for w.Item() {
			var path ref
			var kind []byte
			s.members(func(name []byte) {
				switch string(name) {
				case "path":
					path = s.put()
				case "kind":
					kind, _ = w.Text()
				default:
					w.Skip()
				}
			})
			put(path, kind)
		}
	default:
		w.Skip()
	}
}

// completed reads the item of an item_completed event, or of a line of the stream.
func (s *scanner) completed() {
	w := &s.w
	s.members(func(name []byte) {
		switch string(name) {
		case "type":
			s.item, _ = w.Text()
		case "server":
			s.server = s.put()
		case "tool":
			s.rec.name = s.put()
		case "error":
			if w.Kind() != jsonl.Null {
				s.rec.flags |= bad | told
			}
			w.Skip()
		default:
			s.field(name)
		}
	})
}
