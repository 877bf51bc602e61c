package claude

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// longLine is the length from which a line is worth a note.
const longLine = 10 << 20

// table is what one pass over a file keeps: a column entry a record, and the calls, results and costs beside them.
type table struct {
	transcript.Names
	recs    []record
	calls   []call   // in the order of the file
	results []result // the same
	costs   []usage
	faults  []jsonl.Fault
	logical map[int32]ref // logicalParentUuid of boundaries
	agents  map[int32]ref // agentId of sidechain records
	kept    map[int32][]ref
	backups []backup
	unknown map[string]int32 // type → first line

	replaced []place // lines of type content-replacement
	shots    []place // lines of type file-history-snapshot and -delta

	records  int // lines and parts of lines that hold a record
	title    ref // custom-title
	aiTitle  ref
	summary  ref // of a summary line
	sumLeaf  ref
	lastLeaf ref // last-prompt.leafUuid
	origin   ref // the session that this one was forked from
	version  ref
	lines    int   // line ends seen
	end      int64 // offset behind the last whole line
	tail     int   // records that came from an open last line: scanned again when the file grows
}

// place is where a line of bookkeeping lies.
type place struct {
	off  int64
	size int32
}

// backup is a file copy that a snapshot names.
type backup struct {
	line int32
	name ref
}

// scanner fills a table; its fields are those of the record at hand.
type scanner struct {
	t *table
	w jsonl.Walker

	rec                    record
	typ, subtype           []byte
	custom, ai, sum, leaf  ref
	logical, agent, result ref // result: toolUseResult.agentId
	made                   bool
	hasParent              bool
	cost                   usage
	calls, results         int // lengths of the table's columns before this record
	keep                   []ref
	backups                int
}

// After reserveAt records the room for all is set aside, by what a record took so far.
const (
	reserveAt  = 1000
	maxReserve = 1 << 20
)

// scan reads r, of about size bytes, from where the table ends. What an open last line gave is dropped first and read again.
func (t *table) scan(ctx context.Context, r io.ReaderAt, size int64) (bytesRead int64, err error) {
	if t.logical == nil {
		t.logical, t.agents, t.kept, t.unknown = map[int32]ref{}, map[int32]ref{}, map[int32][]ref{}, map[string]int32{}
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
		if before == reserveAt && cap(t.recs) < 2*reserveAt {
			t.recs = slices.Grow(t.recs, int(min(size/(l.Offset+1)*reserveAt*9/8, maxReserve)))
		}
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
	for len(t.calls) > 0 && t.calls[len(t.calls)-1].rec >= n {
		t.calls = t.calls[:len(t.calls)-1]
	}
	for len(t.results) > 0 && t.results[len(t.results)-1].rec >= n {
		t.results = t.results[:len(t.results)-1]
	}
	for len(t.costs) > 0 && t.costs[len(t.costs)-1].rec >= n {
		t.costs = t.costs[:len(t.costs)-1]
	}
	t.records -= t.tail
	t.tail = 0
}

func (t *table) fault(f jsonl.Fault) { t.faults = append(t.faults, f) }

// read is the jsonl.Record of Claude's lines.
func (s *scanner) read(b []byte, at jsonl.Place, behind bool) (n int, why string, cut bool) {
	t := s.t
	*s = scanner{t: t, w: jsonl.Walk(b), keep: s.keep[:0], calls: len(t.calls), results: len(t.results), backups: len(t.backups)}
	s.rec = record{off: at.Offset, line: int32(at.Line), at: transcript.NoTime, up: -1, step: -1}
	if s.w.Kind() != jsonl.Object {
		kind := s.w.Kind()
		s.w.Skip()
		if s.w.Bad() || behind {
			return s.w.Pos(), "not JSON", s.w.Cut()
		}
		t.fault(jsonl.Fault{Code: "unknown-record", Line: at.Line, Offset: at.Offset, Message: "no object but " + kindName(kind)})
		return s.w.Pos(), "", false
	}
	s.fields()
	if s.w.Bad() || behind && (s.rec.id == 0 || kinds[string(s.typ)] == 0) {
		t.calls, t.results, t.backups = t.calls[:s.calls], t.results[:s.results], t.backups[:s.backups]
		return s.w.Pos(), "not JSON", s.w.Cut()
	}
	n = s.w.Pos()
	s.rec.size = int32(n)
	if s.w.High() && !jsonl.Valid(b[:n]) {
		t.fault(jsonl.Fault{Code: "bad-utf8", Line: at.Line, Offset: at.Offset, Message: "bytes that are no UTF-8, shown as U+FFFD"})
	}
	s.keepRecord()
	return n, "", false
}

func kindName(k jsonl.Kind) string {
	return [...]string{"nothing", "null", "a truth value", "a number", "a text", "a list", "an object"}[k]
}

// keepRecord puts the record at hand into the table.
func (s *scanner) keepRecord() {
	t, r := s.t, &s.rec
	n := int32(len(t.recs))
	t.records++
	typ := string(s.typ)
	if r.kind = kinds[typ]; r.kind == other && !bookkeeping[typ] {
		r.kind = unknown
		typ = jsonl.Unquote(s.typ)
		if _, seen := t.unknown[typ]; !seen {
			t.unknown[typ] = r.line
		}
		if r.id == 0 {
			t.calls, t.results = t.calls[:s.calls], t.results[:s.results]
			return
		}
	}
	if r.kind != user && r.kind != assistant { // what looks like a call there is none
		t.calls, t.results = t.calls[:s.calls], t.results[:s.results]
	}
	switch typ {
	case "custom-title":
		t.title = s.custom
	case "ai-title":
		t.aiTitle = s.ai
	case "summary":
		t.summary, t.sumLeaf = s.sum, s.leaf
	case "content-replacement":
		t.replaced = append(t.replaced, place{r.off, r.size})
	case "file-history-snapshot", "file-history-delta":
		t.shots = append(t.shots, place{r.off, r.size})
	case "last-prompt":
		if s.leaf != 0 {
			t.lastLeaf = s.leaf
		}
	}
	if r.kind == other && r.id == 0 && r.mode == 0 {
		return
	}
	if r.kind == system && string(s.subtype) == "compact_boundary" {
		r.flags |= boundary
		if s.logical != 0 {
			t.logical[n] = s.logical
		}
		if len(s.keep) > 0 {
			t.kept[n] = append([]ref(nil), s.keep...)
		}
	}
	if r.is(sidechain) && s.agent != 0 {
		t.agents[n] = s.agent
	}
	if r.model != 0 && string(t.Bytes(r.model)) == "<synthetic>" {
		r.flags |= synthetic
	}
	if r.id == 0 && !s.hasParent && r.inTree() {
		r.flags |= unlinked
	}
	for i := s.results; i < len(t.results); i++ {
		t.results[i].agent, t.results[i].made = s.result, s.made
	}
	if r.kind == assistant {
		t.addCost(s.cost, r, n)
	}
	t.recs = append(t.recs, *r)
}

// addCost counts what an answer cost once, however many lines it takes: each field at its greatest.
func (t *table) addCost(c usage, r *record, n int32) {
	if !c.known || r.is(synthetic) {
		return
	}
	c.rec, c.msg, c.req, c.sidechain = n, r.msg, r.req, r.is(sidechain)
	if last := len(t.costs) - 1; last >= 0 && c.msg != 0 && t.costs[last].msg == c.msg && t.costs[last].req == c.req {
		t.costs[last].join(c)
		return
	}
	t.costs = append(t.costs, c)
}

func (u *usage) join(c usage) {
	u.in, u.out = max(u.in, c.in), max(u.out, c.out)
	u.read, u.creation = max(u.read, c.read), max(u.creation, c.creation)
}

// unknownFaults lists the types that no list knows, each where it first stands.
func (t *table) unknownFaults() []jsonl.Fault {
	var out []jsonl.Fault
	for typ, line := range t.unknown {
		what := "a record of type " + strings.ToValidUTF8(typ, "\uFFFD")
		if typ == "" {
			what = "a record without a type"
		}
		out = append(out, jsonl.Fault{Code: "unknown-record", Line: int(line), Offset: -1, Message: what})
	}
	return out
}

// callsOf and resultsOf are the blocks of one record.
func (t *table) callsOf(rec int32) []call {
	return span(t.calls, rec, func(c *call) int32 { return c.rec })
}
func (t *table) resultsOf(rec int32) []result {
	return span(t.results, rec, func(r *result) int32 { return r.rec })
}

// span finds the entries of a column that belong to rec; the column is sorted by it.
func span[T any](column []T, rec int32, of func(*T) int32) []T {
	lo, hi := 0, len(column)
	for lo < hi {
		if m := (lo + hi) / 2; of(&column[m]) < rec {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for hi = lo; hi < len(column) && of(&column[hi]) == rec; hi++ {
	}
	return column[lo:hi]
}
