package codex

import (
	"context"
	"strconv"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// unit is one file of a session: a segment of its thread, one that it goes on from, a subagent's, or a stream.
type unit struct {
	table
	path  string
	file  *transcript.File
	count *transcript.Counters
	torn  *jsonl.Fault  // a compressed file that ends too early
	links []jsonl.Fault // what is wrong with how it goes on from another file

	agent   string // the subagent's thread whose file it is, "" for the session
	foreign bool   // of another thread, which this one goes on from: only its beginning counts
	key     string // sets ids of this file's records apart from those of the session's first file, "" there

	limit    int // records that count
	steps    []step
	members  []int32 // records by step: members[start[i]:start[i+1]]
	start    []int32
	costs    []cost   // in the order of the file
	end      int32    // the step that the file ends at, -1
	meterEnd tokens   // the running total there
	from     tokens   // the running total where it begins
	names    []string // ids of the steps

	up     *unit // the file that it goes on from
	upStep int32 // and where there; -1: up has no step before that
	base   int   // DAG index of the first step

	callOf, resultOf, didOf []int32 // records, by ref of the call's id
	changes                 map[ref][]touch
	borrowed                *unit // of a stream: the rollout that holds its prompt
	prompt                  int32 // the record there, -1
	promptAt                int32 // where it belongs in the stream: the begin of the turn
	lent                    setting
}

// openUnit opens a file for reading; nothing is read yet.
func openUnit(path string, count *transcript.Counters) (*unit, error) {
	f, torn, err := openFile(path)
	if err != nil {
		return nil, err
	}
	return &unit{path: path, file: f, count: count, torn: torn, prompt: -1, end: -1}, nil
}

// read scans what is new in the file.
func (u *unit) read(ctx context.Context) error {
	before := u.records
	n, err := u.scan(ctx, u.file)
	u.count.Bytes.Add(n)
	u.count.Rows.Add(int64(u.records - before))
	return err
}

// body reads one record as it lies in the file.
func (u *unit) body(i int32) ([]byte, error) {
	r := &u.recs[i]
	b := make([]byte, r.size)
	n, err := u.file.ReadAt(b, r.off)
	u.count.Bodies.Add(1)
	u.count.Bytes.Add(int64(n))
	if n == len(b) {
		return b, nil
	}
	return b[:n], err
}

// item reads what a record holds: the item in its envelope, the item in that where it is a completed one, else all of it.
func (u *unit) item(i int32) ([]byte, error) {
	b, err := u.body(i)
	if err != nil {
		return nil, err
	}
	if p := transcript.Spot(b, "payload"); len(p) > 0 && p[0] == '{' {
		b = p
	}
	if p := transcript.Spot(b, "item"); len(p) > 0 && p[0] == '{' {
		b = p
	}
	return b, nil
}

// of lists the records of a step, in the order of the file.
func (u *unit) of(s int32) []int32 { return u.members[u.start[s]:u.start[s+1]] }

// moment is the record that a step's time is taken from: the last of those that say something.
func (u *unit) moment(s int32) int32 {
	best := u.steps[s].first
	for _, i := range u.of(s) {
		if r := &u.recs[i]; r.at != transcript.NoTime && r.kind != opening && r.kind != closing && r.kind != rewound && r.kind != meta {
			best = i
		}
	}
	return best
}

func (u *unit) recordName(i int32) string {
	if r := &u.recs[i]; r.id != 0 && r.kind != meta {
		return u.Text(r.id)
	}
	return u.lineName(i)
}

// lineName is the name of a record that has none: its line, and of what file where that is not the session's first.
func (u *unit) lineName(i int32) string {
	name := "L" + strconv.Itoa(int(u.recs[i].line))
	if u.key != "" {
		name += "." + u.key
	}
	return name
}

// pair finds the call of each id, its result, and the event that tells how it went.
func (u *unit) pair(limit int) {
	n := u.Names.Count()
	u.callOf, u.resultOf, u.didOf = filled(n), filled(n), filled(n)
	first := func(column []int32, id ref, i int) {
		if id != 0 && column[id] < 0 {
			column[id] = int32(i)
		}
	}
	for i := range u.recs[:limit] {
		switch r := &u.recs[i]; r.kind {
		case asked, served:
			first(u.callOf, r.call, i)
		case brought:
			first(u.resultOf, r.call, i)
		case did:
			first(u.didOf, r.call, i)
		}
	}
	for i := range u.recs[:limit] {
		if r := &u.recs[i]; r.kind == did {
			r.flags &^= ownCall
			if u.callOf[r.call] < 0 {
				r.flags |= ownCall
			}
		}
	}
	u.changes = map[ref][]touch{}
	for _, x := range u.touches {
		if int(x.rec) >= limit {
			break
		}
		r := &u.recs[x.rec]
		if list := u.changes[r.call]; len(list) == 0 || list[0].rec == x.rec {
			u.changes[r.call] = append(list, x) // what the tool was told comes before what an event says of it
		}
	}
}

func filled(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// result is the record that tells what call id gave: its output, else the event of it. -1: none.
func (u *unit) result(id ref) int32 {
	if id == 0 {
		return -1
	}
	if r := u.resultOf[id]; r >= 0 {
		return r
	}
	return u.didOf[id]
}

// fails tells whether a call ended in an error: by the event of it where that tells, else by what it gave.
func (u *unit) fails(id ref) bool {
	for _, i := range [2]int32{u.didOf[id], u.resultOf[id]} {
		if i >= 0 && u.recs[i].is(told) {
			return u.recs[i].is(bad)
		}
	}
	return false
}

// inherited tells whether a record was copied from the session that started a subagent.
func (u *unit) inherited(i int32) bool {
	return u.about.ownFrom >= 0 && u.recs[i].ordinal >= 0 && u.recs[i].ordinal < u.about.ownFrom
}

// cut is the record at which what another file goes on from ends here.
func (u *unit) cut(b base) int {
	for i := range u.recs {
		if r := &u.recs[i]; r.ordinal >= b.end || r.ordinal < 0 && r.off >= b.offset {
			return i
		}
	}
	return len(u.recs)
}

// totalAt is the running total before record k.
func (u *unit) totalAt(k int) tokens {
	total := u.from
	for i := range u.readings {
		if int(u.readings[i].rec) >= k {
			break
		}
		if u.readings[i].hasTotal {
			total = u.readings[i].total
		}
	}
	return total
}
