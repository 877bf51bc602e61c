package claude

import (
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

func (s *scanner) put() ref {
	b, _ := s.w.Text()
	return s.t.Put(b)
}

func (s *scanner) set(f flag) {
	if s.w.True() {
		s.rec.flags |= f
	} else {
		s.rec.flags &^= f
	}
}

// fields reads the top level of one record.
func (s *scanner) fields() {
	w := &s.w
	w.Enter()
	for w.Key() {
		switch string(w.Name) {
		case "type":
			s.typ, _ = w.Text()
		case "uuid":
			s.rec.id = s.put()
		case "parentUuid":
			s.hasParent = true
			s.rec.parent = s.put()
		case "logicalParentUuid":
			s.logical = s.put()
		case "sessionId":
			s.rec.session = s.put()
		case "timestamp":
			if w.Kind() == jsonl.String {
				b, _ := w.Text()
				s.rec.at = transcript.ParseTime(b, true)
			} else {
				s.rec.at = transcript.ParseTime(w.Skip(), false)
			}
		case "isSidechain":
			s.set(sidechain)
		case "isMeta":
			s.set(meta)
		case "isCompactSummary":
			s.set(summary)
		case "isApiErrorMessage":
			s.set(apiError)
		case "teamName":
			if b, _ := w.Text(); len(b) > 0 {
				s.rec.flags |= team
			}
		case "agentId":
			s.agent = s.put()
		case "cwd":
			s.rec.cwd = s.put()
		case "gitBranch":
			s.rec.branch = s.put()
		case "version":
			if r := s.put(); r != 0 {
				s.t.version = r
			}
		case "requestId":
			s.rec.req = s.put()
		case "permissionMode":
			s.rec.mode = s.put()
		case "promptSource":
			if b, _ := w.Text(); string(b) == "system" {
				s.rec.flags |= foreign
			}
		case "origin":
			s.origin()
		case "forkedFrom":
			s.origins()
		case "subtype":
			s.subtype, _ = w.Text()
		case "message":
			s.message()
		case "toolUseResult":
			s.toolResult()
		case "attachment":
			s.attached()
		case "compactMetadata":
			s.preserved()
		case "summarizeMetadata":
			s.summarized()
		case "interruptedMessageId":
			if b, _ := w.Text(); len(b) > 0 {
				s.rec.flags |= interrupted
			}
		case "customTitle":
			s.custom = s.put()
		case "aiTitle":
			s.ai = s.put()
		case "summary":
			s.sum = s.put()
		case "leafUuid":
			s.leaf = s.put()
		case "snapshot":
			s.snapshot()
		case "backup":
			s.backup()
		default:
			w.Skip()
		}
	}
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

func (s *scanner) origin() {
	s.members(func(name []byte) {
		if string(name) != "kind" {
			s.w.Skip()
			return
		}
		if b, ok := s.w.Text(); ok && string(b) != "human" {
			s.rec.flags |= foreign
		}
	})
}

// origins reads where a line was copied from.
func (s *scanner) origins() {
	s.members(func(name []byte) {
		if string(name) != "sessionId" {
			s.w.Skip()
			return
		}
		s.rec.flags |= forked
		if r := s.put(); r != 0 {
			s.t.origin = r
		}
	})
}
