package claude

import (
	"context"
	"strconv"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// unit is one file of a session: the session's own, or a subagent's.
type unit struct {
	table
	path  string
	agent string // id of the subagent whose file it is, "" for the session
	about aside  // what stands beside a subagent's file

	file  *transcript.File
	count *transcript.Counters

	steps   []step
	members []int32 // records by step: members[start[i]:start[i+1]]
	start   []int32
	links   []jsonl.Fault // what link found

	callOf, resultOf []int32 // by ref of the call's id
	base             int     // DAG index of the first step
}

// openUnit opens a file for reading; nothing is read yet.
func openUnit(path string, count *transcript.Counters) (*unit, error) {
	f, err := transcript.OpenFile(path)
	if err != nil {
		return nil, err
	}
	return &unit{path: path, file: f, count: count}, nil
}

// read scans what is new in the file and builds its steps again.
func (u *unit) read(ctx context.Context) error {
	before := u.records
	n, err := u.scan(ctx, u.file, u.file.Size)
	u.count.Bytes.Add(n)
	u.count.Rows.Add(int64(u.records - before))
	if err != nil {
		return err
	}
	u.links = u.link()
	u.steps = u.group(u.agent != "")
	u.sweep()
	u.pair()
	return nil
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

// of lists the records of a step, in the order of the file.
func (u *unit) of(s int32) []int32 { return u.members[u.start[s]:u.start[s+1]] }

// moment is the record that a step's time is taken from: the last of those that say something.
func (u *unit) moment(s int32) int32 {
	best := u.steps[s].first
	for _, i := range u.of(s) {
		if r := &u.recs[i]; r.at != transcript.NoTime && (r.kind == user || r.kind == assistant || r.is(queued|boundary)) {
			best = i
		}
	}
	return best
}

// name is the id of a step: the uuid of the record that makes it.
func (u *unit) name(s int32) string { return u.recordName(u.steps[s].first) }

func (u *unit) recordName(i int32) string {
	if r := &u.recs[i]; r.id != 0 {
		return u.Text(r.id)
	}
	return "L" + strconv.Itoa(int(u.recs[i].line))
}
