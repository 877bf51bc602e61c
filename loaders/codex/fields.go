package codex

import (
	"bytes"
	"hash/maphash"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

func (s *scanner) put() ref {
	b, _ := s.w.Text()
	return s.t.Put(b)
}

// members steps through an object, or reads anything else over.
func (s *scanner) members(each func(name []byte)) {
	if s.w.Kind() != jsonl.Object {
		s.w.Skip()
		return
	}
	s.w.Enter()
	for s.w.Key() {
		each(s.w.Name)
	}
}

// line reads the top level of one record. A line without an envelope is its own payload.
func (s *scanner) line() {
	w := &s.w
	w.Enter()
	for w.Key() {
		switch string(w.Name) {
		case "timestamp":
			if w.Kind() == jsonl.String {
				b, _ := w.Text()
				s.rec.at = transcript.ParseTime(b, true)
			} else {
				s.rec.at = transcript.ParseTime(w.Skip(), false)
			}
		case "ordinal":
			if n, ok := w.Int(); ok {
				s.rec.ordinal = n
			}
		case "type":
			s.typ, _ = w.Text()
		case "record_type":
			s.state = true
			w.Skip()
		case "instructions":
			s.bareID = true
			w.Skip()
		case "payload":
			s.payload = w.Kind() == jsonl.Object
			s.members(func(name []byte) {
				if string(name) == "type" {
					s.sub, _ = w.Text()
					return
				}
				s.field(name)
			})
		default:
			s.field(w.Name)
		}
	}
	if s.bareID {
		s.about.id = s.rec.id
	}
}

// field reads one field of a payload.
func (s *scanner) field(name []byte) {
	w, r := &s.w, &s.rec
	switch string(name) {
	case "id":
		r.id = s.put()
		s.about.id = r.id
	case "thread_id":
		if v := s.put(); string(s.typ) == "thread.started" {
			s.about.id = v
		}
	case "call_id":
		r.call = s.put()
	case "turn_id":
		r.turn = s.put()
	case "role":
		s.role, _ = w.Text()
	case "name":
		r.name = s.put()
	case "namespace":
		s.space, _ = w.Text()
	case "content":
		s.content()
	case "message", "text":
		if w.Kind() == jsonl.String {
			b, _ := w.Text()
			s.says(b)
		} else {
			w.Skip()
		}
	case "images", "local_images":
		if b := w.Skip(); len(b) > 2 && b[0] == '[' {
			r.flags |= hasText
		}
	case "arguments", "input", "action":
		s.asks(w.Skip())
	case "output", "result":
		s.gives(w.Skip())
	case "exit_code", "success", "status":
		s.status(string(name))
	case "changes":
		s.changes()
	case "item":
		s.completed()
	case "error":
		if w.Kind() != jsonl.Null {
			s.failing = true
		}
		w.Skip()
	case "num_turns":
		n, _ := w.Int()
		r.num = int32(min(max(n, 0), 1<<30))
	case "cwd", "model", "approval_policy", "sandbox_policy", "collaboration_mode", "git":
		s.setting(string(name))
	case "info":
		s.info()
	case "usage":
		s.reading.last, s.reading.hasLast = s.tokens()
		if s.typ != nil && string(s.typ) == "turn.completed" {
			s.reading.total, s.reading.hasTotal, s.reading.hasLast = s.reading.last, s.reading.hasLast, false
		}
	case "thread_token_usage":
		s.reading.total, s.reading.hasTotal = s.tokens()
	case "response_id":
		s.reading.response = s.put()
	case "internal_chat_message_metadata_passthrough":
		s.passthrough()
	case "metadata":
		s.members(func(name []byte) {
			if string(name) == "compaction_output" {
				s.summary = w.True() || s.summary
				return
			}
			w.Skip()
		})
	case "thread_name":
		s.title = s.put()
	case "receiver_thread_ids":
		if w.Kind() != jsonl.Array {
			w.Skip()
			return
		}
		w.Enter()
		for w.Item() {
			s.agent = s.put()
		}
	case "new_thread_id", "agent_thread_id", "receiver_thread_id":
		s.agent = s.put()
	default:
		s.origin(name)
	}
}

// origin reads what the first line says of the file.
func (s *scanner) origin(name []byte) {
	w, a := &s.w, &s.about
	switch string(name) {
	case "forked_from_id":
		a.forkedFrom = s.put()
	case "parent_thread_id":
		a.parent = s.put()
	case "cli_version":
		a.version = s.put()
	case "originator":
		a.origin = s.put()
	case "agent_nickname":
		a.nick = s.put()
	case "agent_role":
		a.role = s.put()
	case "subagent_history_start_ordinal":
		if n, ok := w.Int(); ok {
			a.ownFrom = n
		}
	case "history_base":
		s.members(func(name []byte) {
			switch string(name) {
			case "thread_id":
				a.base.thread = s.put()
				a.hasBase = a.base.thread != 0
			case "end_ordinal_exclusive":
				a.base.end, _ = w.Int()
			case "end_byte_offset":
				a.base.offset, _ = w.Int()
			default:
				w.Skip()
			}
		})
	case "source":
		if w.Kind() == jsonl.String {
			a.source = s.put()
			return
		}
		s.members(func(kind []byte) {
			a.source = s.t.Put(kind)
			s.members(func(name []byte) {
				s.members(func(name []byte) {
					switch string(name) {
					case "parent_thread_id":
						a.parent = s.put()
					case "agent_nickname":
						a.nick = s.put()
					case "agent_role":
						a.role = s.put()
					default:
						w.Skip()
					}
				})
			})
		})
	default:
		w.Skip()
	}
}

// says notes words; the first ones tell who speaks, all of them make the hash by which an echo is known.
func (s *scanner) says(raw []byte) {
	if len(raw) == 0 {
		return
	}
	r := &s.rec
	r.flags |= hasText
	if r.voice == nobody {
		r.voice = voiceOf(raw)
	}
	r.hash = r.hash*31 + maphash.Bytes(seed, raw)
}

func voiceOf(raw []byte) voice {
	for len(raw) > 1 && (raw[0] == ' ' || raw[0] == '\\' && (raw[1] == 'n' || raw[1] == 't')) {
		if raw[0] == '\\' {
			raw = raw[1:]
		}
		raw = raw[1:]
	}
	if raw[0] == '<' || raw[0] == '#' {
		for _, v := range voices {
			if bytes.HasPrefix(raw, []byte(v.prefix)) {
				return v.voice
			}
		}
	}
	return person
}

// content is a text, or a list of blocks of texts and pictures.
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
				continue
			}
			s.members(func(name []byte) {
				switch string(name) {
				case "text":
					b, _ := w.Text()
					s.says(b)
				case "image_url", "path":
					s.rec.flags |= hasText
					w.Skip()
				default:
					w.Skip()
				}
			})
		}
	default:
		w.Skip()
	}
}

// passthrough is what newer files say of where the parts of a message come from.
func (s *scanner) passthrough() {
	w := &s.w
	s.members(func(name []byte) {
		switch string(name) {
		case "turn_id":
			s.rec.turn = s.put()
		case "content_item_kinds":
			if w.Kind() != jsonl.Array {
				w.Skip()
				return
			}
			w.Enter()
			for w.Item() {
				switch b, _ := w.Text(); {
				case bytes.HasPrefix(b, []byte("user.")):
					s.rec.flags |= typed
				case len(b) > 0 && string(b) != "unknown":
					s.rec.flags |= injected
				}
			}
			if s.rec.is(typed) {
				s.rec.flags &^= injected
			}
		default:
			w.Skip()
		}
	})
}
