package claude

import "cptui/loaders/jsonl"

// message reads what was said and what it cost. A message that comes twice on a line counts as it comes last.
func (s *scanner) message() {
	t, w := s.t, &s.w
	t.calls, t.results, s.cost = t.calls[:s.calls], t.results[:s.results], usage{}
	s.members(func(name []byte) {
		switch string(name) {
		case "id":
			s.rec.msg = s.put()
		case "model":
			s.rec.model = s.put()
		case "usage":
			s.usage()
		case "content":
			t.calls, t.results = t.calls[:s.calls], t.results[:s.results]
			s.rec.voice = nobody
			s.rec.flags &^= hasUse | hasResult | hasText
			s.content()
		default:
			w.Skip()
		}
	})
}

func (s *scanner) usage() {
	w := &s.w
	s.cost = usage{known: w.Kind() == jsonl.Object}
	s.members(func(name []byte) {
		var field *int64
		switch string(name) {
		case "input_tokens":
			field = &s.cost.in
		case "output_tokens":
			field = &s.cost.out
		case "cache_read_input_tokens":
			field = &s.cost.read
		case "cache_creation_input_tokens":
			field = &s.cost.creation
		default:
			w.Skip()
			return
		}
		n, _ := w.Int()
		*field = max(n, 0)
	})
}

// says notes the words of a message; the first ones tell who speaks.
func (s *scanner) says(raw []byte) {
	if len(raw) == 0 {
		return
	}
	s.rec.flags |= hasText
	if s.rec.voice == nobody {
		s.rec.voice = voiceOf(raw)
	}
}

func voiceOf(raw []byte) voice {
	for len(raw) > 1 && (raw[0] == ' ' || raw[0] == '\\' && (raw[1] == 'n' || raw[1] == 't')) {
		if raw[0] == '\\' {
			raw = raw[1:]
		}
		raw = raw[1:]
	}
	if raw[0] == '<' || raw[0] == '[' || raw[0] == 'C' {
		for _, v := range voices {
			if len(raw) >= len(v.prefix) && string(raw[:len(v.prefix)]) == v.prefix {
				return v.voice
			}
		}
	}
	return plain
}

// content is a text, or a list of blocks among which bare texts may stand.
func (s *scanner) content() {
	w := &s.w
	switch w.Kind() {
	case jsonl.String:
		b, _ := w.Text()
		s.says(b)
	case jsonl.Array:
		w.Enter()
		for w.Item() {
			if w.Kind() == jsonl.String {
				b, _ := w.Text()
				s.says(b)
			} else {
				s.block()
			}
		}
	default:
		w.Skip()
	}
}

func (s *scanner) block() {
	t, w := s.t, &s.w
	var typ, text, id, name, target []byte
	var path ref
	fails := false
	s.members(func(key []byte) {
		switch string(key) {
		case "type":
			typ, _ = w.Text()
		case "text":
			text, _ = w.Text()
		case "id":
			id, _ = w.Text()
		case "name":
			name, _ = w.Text()
		case "tool_use_id":
			target, _ = w.Text()
		case "is_error":
			fails = w.True()
		case "input":
			s.members(func(key []byte) {
				if string(key) == "file_path" || string(key) == "notebook_path" {
					path = s.put()
				} else {
					w.Skip()
				}
			})
		default:
			w.Skip()
		}
	})
	n := int32(len(t.recs))
	switch string(typ) {
	case "text":
		s.says(text)
	case "tool_use":
		s.rec.flags |= hasUse
		t.calls = append(t.calls, call{rec: n, id: t.Put(id), name: t.Put(name), path: path})
	case "tool_result":
		s.rec.flags |= hasResult
		t.results = append(t.results, result{rec: n, id: t.Put(target), err: fails})
	case "image", "document":
		s.rec.flags |= hasText
		if s.rec.voice == nobody {
			s.rec.voice = plain
		}
	}
}

func (s *scanner) toolResult() {
	s.members(func(name []byte) {
		switch string(name) {
		case "agentId":
			s.result = s.put()
		case "type":
			b, _ := s.w.Text()
			s.made = string(b) == "create"
		default:
			s.w.Skip()
		}
	})
}

// attached reads an attachment: only a queued prompt is more than context.
func (s *scanner) attached() {
	w := &s.w
	queuedPrompt := false
	s.members(func(name []byte) {
		switch string(name) {
		case "type":
			b, _ := w.Text()
			queuedPrompt = string(b) == "queued_command"
		case "prompt":
			s.content()
		case "commandMode":
			if b, ok := w.Text(); ok && string(b) != "prompt" {
				s.rec.flags |= foreign
			}
		case "origin":
			s.origin()
		case "isMeta":
			s.set(meta)
		default:
			w.Skip()
		}
	})
	if queuedPrompt {
		s.rec.flags |= queued
	} else {
		s.rec.voice = nobody
		s.rec.flags &^= hasText
	}
}

// preserved keeps the uuids of the messages that a compaction leaves to the model, first the anchor.
func (s *scanner) preserved() {
	w := &s.w
	var head, tail, anchor ref
	s.members(func(name []byte) {
		switch string(name) {
		case "preservedSegment":
			s.members(func(name []byte) {
				switch string(name) {
				case "headUuid":
					head = s.put()
				case "tailUuid":
					tail = s.put()
				case "anchorUuid":
					anchor = s.put()
				default:
					w.Skip()
				}
			})
		default:
			w.Skip()
		}
	})
	if anchor != 0 {
		s.keep = append(s.keep, anchor, head, tail)
	}
}

func (s *scanner) summarized() {
	s.members(func(name []byte) {
		if string(name) != "direction" {
			s.w.Skip()
			return
		}
		if b, _ := s.w.Text(); string(b) == "from" {
			s.rec.flags |= fromHere
		}
	})
}

func (s *scanner) snapshot() {
	s.members(func(name []byte) {
		if string(name) != "trackedFileBackups" {
			s.w.Skip()
			return
		}
		s.members(func([]byte) { s.backup() })
	})
}

func (s *scanner) backup() {
	s.members(func(name []byte) {
		if string(name) != "backupFileName" {
			s.w.Skip()
			return
		}
		if r := s.put(); r != 0 {
			s.t.backups = append(s.t.backups, backup{s.rec.line, r})
		}
	})
}
