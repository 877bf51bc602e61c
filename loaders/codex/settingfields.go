package codex

import "cptui/loaders/jsonl"

// setting reads where and how the program runs.
func (s *scanner) setting(name string) {
	w := &s.w
	word := func() ref {
		s.hasSet = true
		return s.put()
	}
	inner := func(to *ref, keys ...string) {
		s.members(func(name []byte) {
			for _, k := range keys {
				if string(name) == k {
					*to = word()
					return
				}
			}
			w.Skip()
		})
	}
	switch name {
	case "cwd":
		s.set.cwd = word()
	case "model":
		s.set.model = word()
	case "approval_policy":
		if w.Kind() == jsonl.String {
			s.set.approval = word()
		} else {
			w.Skip()
		}
	case "sandbox_policy":
		if w.Kind() == jsonl.String {
			s.set.sandbox = word()
		} else {
			inner(&s.set.sandbox, "type", "mode")
		}
	case "collaboration_mode":
		inner(&s.set.mode, "mode")
	case "git":
		inner(&s.set.branch, "branch")
	}
}

// info is the body of a token_count; null tells nothing.
func (s *scanner) info() {
	w := &s.w
	s.members(func(name []byte) {
		switch string(name) {
		case "total_token_usage":
			s.reading.total, s.reading.hasTotal = s.tokens()
		case "last_token_usage":
			s.reading.last, s.reading.hasLast = s.tokens()
		default:
			w.Skip()
		}
	})
}

func (s *scanner) tokens() (n tokens, ok bool) {
	w := &s.w
	ok = w.Kind() == jsonl.Object
	s.members(func(name []byte) {
		var field *int64
		switch string(name) {
		case "input_tokens":
			field = &n.in
		case "cached_input_tokens":
			field = &n.cached
		case "cache_write_input_tokens":
			field = &n.written
		case "output_tokens":
			field = &n.out
		default:
			w.Skip()
			return
		}
		v, _ := w.Int()
		*field = max(v, 0)
	})
	return n, ok
}
