package claude

import (
	"context"
	"io"
	"os"
	"strconv"

	"cptui/loaders"
	"cptui/loaders/jsonl"
)

// unit is one file of a session: the session's own, or a subagent's.
type unit struct {
	table
	path  string
	agent string // id of the subagent whose file it is, "" for the session
	about aside  // what stands beside a subagent's file

	file  io.ReaderAt
	close func() error
	stat  os.FileInfo
	count *counters

	steps   []step
	members []int32 // records by step: members[start[i]:start[i+1]]
	start   []int32
	links   []jsonl.Fault // what link found

	callOf, resultOf []int32 // by ref of the call's id
	base             int     // DAG index of the first step
}

// openUnit opens a file for reading; nothing is read yet.
func openUnit(path string, count *counters) (*unit, error) {
	f, err := loaders.OpenFile(path)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	u := &unit{path: path, file: f, close: f.Close, stat: st, count: count}
	if err := u.decode(f); err != nil {
		f.Close()
		return nil, err
	}
	return u, nil
}

// decode puts a UTF-8 copy in place of a file in UTF-16.
func (u *unit) decode(f *os.File) error {
	var mark [2]byte
	if n, _ := f.ReadAt(mark[:], 0); n < 2 {
		return nil
	}
	if _, wide := jsonl.Decode(mark[:]); !wide {
		return nil
	}
	all, err := io.ReadAll(io.NewSectionReader(f, 0, u.stat.Size()))
	if err != nil {
		return err
	}
	text, _ := jsonl.Decode(all)
	u.file = byteFile(text)
	return nil
}

// byteFile is a file in memory.
type byteFile []byte

func (b byteFile) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(b)) {
		return 0, io.EOF
	}
	n := copy(p, b[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// read scans what is new in the file and builds its steps again.
func (u *unit) read(ctx context.Context) error {
	before := u.records
	n, err := u.scan(ctx, u.file, u.size())
	u.count.bytes.Add(n)
	u.count.rows.Add(int64(u.records - before))
	if err != nil {
		return err
	}
	u.links = u.link()
	u.steps = u.group(u.agent != "")
	u.sweep()
	u.pair()
	return nil
}

// size is about how long the file is.
func (u *unit) size() int64 {
	if u.stat == nil {
		return 0
	}
	return u.stat.Size()
}

// body reads one record as it lies in the file.
func (u *unit) body(i int32) ([]byte, error) {
	r := &u.recs[i]
	b := make([]byte, r.size)
	n, err := u.file.ReadAt(b, r.off)
	u.count.bodies.Add(1)
	u.count.bytes.Add(int64(n))
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
		if r := &u.recs[i]; r.at != noTime && (r.kind == user || r.kind == assistant || r.is(queued|boundary)) {
			best = i
		}
	}
	return best
}

// name is the id of a step: the uuid of the record that makes it.
func (u *unit) name(s int32) string { return u.recordName(u.steps[s].first) }

func (u *unit) recordName(i int32) string {
	if r := &u.recs[i]; r.id != 0 {
		return u.text(r.id)
	}
	return "L" + strconv.Itoa(int(u.recs[i].line))
}
