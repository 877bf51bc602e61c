package codex

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"strings"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// longLine is the length from which a line is worth a note.
const longLine = 10 << 20

// table is what one pass over a file keeps: a column entry a record, and what only some records tell beside them.
type table struct {
	transcript.Names
	recs     []record
	settings map[int32]setting
	readings []reading
	touches  []touch // in the order of the file
	agents   []named // threads of subagents that records name
	faults   []jsonl.Fault
	unknown  map[string]int32 // what no list knows → first line

	about    about
	envelope bool // lines have a payload
	stream   bool // lines of `codex exec --json`
	title    ref  // thread_name_updated
	records  int  // lines and parts of lines that hold a record
	lines    int  // line ends seen
	end      int64
	tail     int // records that came from an open last line: scanned again when the file grows
}

// named is a thread that a record names as a subagent's.
type named struct {
	rec int32
	id  ref
}

// scanner fills a table; its fields are those of the record at hand.
type scanner struct {
	t *table
	w jsonl.Walker

	rec            record
	typ, sub, item []byte // of the line, of its payload, of the item in it
	role           []byte
	space          []byte // namespace of a tool
	set            setting
	hasSet         bool
	reading        reading
	about          about
	title          ref
	summary        bool // the summary that a compaction made
	agent          ref
	payload        bool
	bareID         bool // no type, but what the oldest first line has
	state          bool // {"record_type": "state"} of old files
	failing        bool // an error that is not null
	server         ref
	touches        int
}

var seed = maphash.MakeSeed()

// scan reads r from where the table ends. What an open last line gave is dropped first and read again.
func (t *table) scan(ctx context.Context, r io.ReaderAt) (bytesRead int64, err error) {
	if t.settings == nil {
		*t = *newTable()
	}
	t.dropTail()
	s := scanner{t: t}
	lines := jsonl.NewScanner(r, t.end, t.lines)
	for lines.Next() {
		l := lines.Line()
		if l.No&1023 == 0 && ctx.Err() != nil {
			return bytesRead, ctx.Err()
		}
		bytesRead += int64(len(l.Bytes)) + 1
		before := len(t.recs)
		jsonl.Split(l, s.read, t.fault)
		if len(l.Bytes) >= longLine {
			t.fault(jsonl.Fault{Code: "long-line", Line: l.No, Offset: l.Offset, Message: fmt.Sprintf("a line of %d MB", len(l.Bytes)>>20)})
		}
		if l.Open {
			t.tail = len(t.recs) - before
			bytesRead--
			break
		}
		t.lines, t.end = l.No, l.Offset+int64(len(l.Bytes))+1
	}
	return bytesRead, lines.Err()
}

func newTable() *table {
	return &table{settings: map[int32]setting{}, unknown: map[string]int32{}, about: about{ownFrom: -1}}
}

// dropTail takes back the records and faults of an open last line.
func (t *table) dropTail() {
	for k := len(t.faults); k > 0 && t.faults[k-1].Line > t.lines; k-- {
		t.faults = t.faults[:k-1]
	}
	if t.tail == 0 {
		return
	}
	n := int32(len(t.recs) - t.tail)
	t.recs = t.recs[:n]
	maps.DeleteFunc(t.settings, func(rec int32, _ setting) bool { return rec >= n })
	t.readings = slices.DeleteFunc(t.readings, func(r reading) bool { return r.rec >= n })
	t.touches = slices.DeleteFunc(t.touches, func(x touch) bool { return x.rec >= n })
	t.agents = slices.DeleteFunc(t.agents, func(x named) bool { return x.rec >= n })
	t.records -= t.tail
	t.tail = 0
}

func (t *table) fault(f jsonl.Fault) { t.faults = append(t.faults, f) }

// clone copies what a scan changes.
func (t *table) clone() table {
	c := *t
	c.Names = t.Names.Clone()
	c.recs, c.readings, c.touches, c.agents, c.faults = slices.Clone(t.recs), slices.Clone(t.readings), slices.Clone(t.touches), slices.Clone(t.agents), slices.Clone(t.faults)
	c.settings, c.unknown = maps.Clone(t.settings), maps.Clone(t.unknown)
	return c
}

// read is the jsonl.Record of Codex's lines.
func (s *scanner) read(b []byte, at jsonl.Place, behind bool) (n int, why string, cut bool) {
	t := s.t
	*s = scanner{t: t, w: jsonl.Walk(b), touches: len(t.touches)}
	s.rec = record{off: at.Offset, line: int32(at.Line), at: transcript.NoTime, ordinal: -1, step: -1}
	s.about.ownFrom = -1
	if s.w.Kind() != jsonl.Object {
		s.w.Skip()
		if s.w.Bad() || behind {
			return s.w.Pos(), "not JSON", s.w.Cut()
		}
		t.fault(jsonl.Fault{Code: "unknown-record", Line: at.Line, Offset: at.Offset, Message: "no object"})
		return s.w.Pos(), "", false
	}
	s.line()
	if s.w.Bad() || behind && !s.surely() {
		t.touches = t.touches[:s.touches]
		return s.w.Pos(), "not JSON", s.w.Cut()
	}
	n = s.w.Pos()
	s.rec.size = int32(n)
	if s.w.High() && !jsonl.Valid(b[:n]) {
		t.fault(jsonl.Fault{Code: "bad-utf8", Line: at.Line, Offset: at.Offset, Message: "bytes that are no UTF-8, shown as U+FFFD"})
	}
	s.keep()
	return n, "", false
}

// surely tells a whole line from an object inside a damaged one.
func (s *scanner) surely() bool {
	return s.payload && s.rec.at != transcript.NoTime || streamed[string(s.typ)] != unknown && s.typ != nil
}

// keep puts the record at hand into the table.
func (s *scanner) keep() {
	t, r := s.t, &s.rec
	n := int32(len(t.recs))
	t.records++
	s.classify()
	if r.kind == meta && !t.about.seen {
		t.about = s.about
		t.about.seen = true
	} else if r.kind == meta && t.about.version == 0 {
		t.about.version = s.about.version
	}
	if s.title != 0 {
		t.title = s.title
	}
	if s.hasSet && (r.kind == meta || r.kind == opening) {
		t.settings[n] = s.set
	}
	if s.reading.hasTotal || s.reading.hasLast {
		s.reading.rec = n
		t.readings = append(t.readings, s.reading)
	}
	if s.agent != 0 {
		t.agents = append(t.agents, named{n, s.agent})
	}
	if r.kind != asked && r.kind != did {
		t.touches = t.touches[:s.touches]
	}
	t.recs = append(t.recs, *r)
}

// classify tells what the record is by the types of line, payload and item.
func (s *scanner) classify() {
	r := &s.rec
	typ, sub, item := string(s.typ), string(s.sub), string(s.item)
	what := "record of type " + typ
	known := true
	switch {
	case s.state:
		r.kind = closing
	case s.bareID && typ == "":
		r.kind = meta
	case typ == "response_item" && s.payload:
		s.t.envelope = true
		r.kind, known = items[sub]
		what = "item of type " + sub
	case typ == "event_msg" && s.payload:
		s.t.envelope = true
		what = "event of type " + sub
		if sub == "item_completed" {
			what = "completed item of type " + item
			r.kind, known = completed[item]
			break
		}
		r.kind, known = events[sub]
		if (sub == "task_complete" || sub == "turn_complete") && s.failing {
			r.kind = failed
		}
	case s.payload:
		s.t.envelope = true
		r.kind, known = lines[typ]
	case strings.HasPrefix(typ, "item.") || strings.HasPrefix(typ, "turn.") || strings.HasPrefix(typ, "thread.") || typ == "error" && !s.t.envelope:
		s.t.stream = true
		if r.kind, known = streamed[typ]; known && item != "" {
			what = "item of type " + item
			s.streamItem(typ, item)
			_, known = completed[item]
		}
		sub = ""
	case typ == "":
		known, what = false, "record without a type"
	default:
		r.kind, known = items[typ]
		sub = typ
	}
	if !known {
		what = strings.ToValidUTF8(what, "\uFFFD")
		if _, seen := s.t.unknown[what]; !seen {
			s.t.unknown[what] = r.line
		}
		r.kind = unknown
		return
	}
	s.finish(typ, sub, item)
}

// finish gives the record its voice, the name of its tool and how it ended.
func (s *scanner) finish(typ, sub, item string) {
	r := &s.rec
	if s.summary {
		r.kind = compacted
	}
	switch {
	case r.kind == said && (sub == "agent_message" || item == "agent_message"):
		r.voice = agent
	case r.kind == said && item == "user_message":
		r.voice = person
	case r.kind == said:
		switch string(s.role) {
		case "assistant":
			r.voice = agent
		case "user":
			switch {
			case r.is(typed) && r.voice != shell:
				r.voice = person
			case r.is(injected) && r.voice == person:
				r.voice = setup
			case r.voice == nobody:
				r.voice = person // a picture alone
			}
		default:
			r.voice = setup
		}
	case r.kind == echo && (sub == "user_message" || item == "UserMessage"):
		if r.voice != shell {
			r.voice = person
		}
	case r.kind == echo && (sub == "agent_message" || item == "AgentMessage"):
		r.voice = agent
	case r.kind == echo:
		r.voice = thinking
	}
	name := item
	if name == "" {
		name = sub
	}
	switch r.kind {
	case asked, served, did:
		if r.name == 0 {
			r.name = s.t.Put([]byte(tools[name]))
		}
		if r.name == 0 {
			r.name = s.t.Put([]byte(name))
		}
		if space := string(s.space); strings.HasPrefix(space, "mcp__") {
			r.name = s.t.Put([]byte(space + "__" + s.t.Text(r.name)))
		}
		if s.server != 0 {
			r.name = s.t.Put([]byte("mcp__" + s.t.Text(s.server) + "__" + s.t.Text(r.name)))
		}
		if r.call == 0 {
			r.call = r.id
		}
	case opening, closing:
		switch sub {
		case "task_complete", "turn_complete", "turn_aborted":
			r.flags |= endsTurn
		}
		if sub == "turn_aborted" {
			r.voice = stopped
		}
		if typ == "turn.completed" {
			r.flags |= endsTurn
		}
	}
	if r.kind == brought && r.call == 0 {
		r.call = r.id
	}
	if r.kind == failed {
		r.flags |= endsTurn
	}
}

// streamItem tells what a line of the stream about an item is.
func (s *scanner) streamItem(typ, item string) {
	r := &s.rec
	k := completed[item]
	switch {
	case typ == "item.completed":
		r.kind = k
	case typ == "item.started" && k == did:
		r.kind = asked
		r.flags &^= bad | told
	default:
		r.kind = closing
	}
}
