package codex

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// window is how much of a file's head and tail the list of sessions reads: the first line alone has 20 KB of instructions,
// and the instructions of the first turn come before its prompt.
const (
	headWindow = 128 << 10
	tailWindow = 32 << 10
)

// format is what the folder of sessions needs to know of them.
func format(name string) transcript.Format {
	why := ""
	if name == "codex-stream" {
		why = "what codex exec printed is no session; fork the rollout of its thread"
	}
	return transcript.Format{Name: name, CanFork: why, Files: sessionFiles, Glance: glance, Arrange: arrange, Changed: changed,
		Open: func(path string, count *transcript.Counters) (transcript.Session, error) {
			s, err := openSession(path, count)
			if err != nil {
				return nil, err // not a nil *session in an interface
			}
			return s, nil
		}}
}

// sessionFiles lists the rollouts of a folder: the program's home, its sessions, a year, a month, a day.
func sessionFiles(dir string, limit int) []string {
	s := &shelf{}
	for _, name := range []string{"sessions", "archived_sessions"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err == nil && st.IsDir() {
			s.add(filepath.Join(dir, name), 3)
		}
	}
	if len(s.folders) == 0 {
		s.add(dir, 3)
	}
	s.settle()
	list := s.files
	if limit > 0 && len(list) > limit {
		list = list[len(list)-limit:]
	}
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.path
	}
	return out
}

// changed is the newest change of a folder or of those of days below it.
func changed(dir string) time.Time {
	var at time.Time
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
		return nil
	})
	return at
}

// glance reads the head and the tail of a file; false where it is no session.
func glance(path string) (transcript.Glimpse, bool) {
	e := transcript.Glimpse{Path: path}
	f, err := loaders.OpenFile(path)
	if err != nil {
		return e, false
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || st.Size() == 0 {
		return e, false
	}
	e.Size, e.Last = st.Size(), st.ModTime()
	b := make([]byte, min(headWindow, st.Size()))
	n, _ := f.ReadAt(b, 0)
	packed := bytes.HasPrefix(b[:n], []byte(zstdMagic))
	b = unpacked(b[:n], headWindow)
	if text, wide := jsonl.Decode(b); wide {
		b = text
	}
	t, prompt := headOf(b)
	if !t.about.seen {
		if name, _ := sniffHead(b); name == "" && int64(len(b)) < e.Size {
			b = unpacked(transcript.Head(path, 1<<20), 1<<20) // a first line of many instructions
			t, prompt = headOf(b)
		}
		if name, _ := sniffHead(b); name == "" {
			return e, false
		}
	}
	u := &unit{table: *t, path: path}
	e.ID = u.thread()
	e.Parent = u.Text(u.about.parent)
	e.Title = prompt
	e.Origin = u.Text(u.about.forkedFrom)
	last := t.newest()
	if !packed {
		tail := b
		if from := st.Size() - tailWindow; from > 0 {
			tail = make([]byte, tailWindow)
			n, _ := f.ReadAt(tail, from)
			tail = tail[:n]
		}
		last = max(last, lastTime(tail))
	}
	if last != transcript.NoTime {
		e.Last = transcript.TimeOf(last)
	}
	return e, true
}

// headOf scans the head of a file up to the first prompt, and gives that.
func headOf(b []byte) (t *table, prompt string) {
	t = newTable()
	s := scanner{t: t}
	for no, off := 1, 0; off < len(b); no++ {
		end := bytes.IndexByte(b[off:], '\n')
		if end < 0 {
			break
		}
		before := len(t.recs)
		jsonl.Split(jsonl.Line{No: no, Offset: int64(off), Bytes: b[off : off+end]}, s.read, t.fault)
		for i := before; i < len(t.recs); i++ {
			if r := &t.recs[i]; r.voice == person && (r.kind == said || r.kind == echo) {
				u := &unit{table: *t, file: transcript.InMemory(b), count: &transcript.Counters{}}
				if item, err := u.item(int32(i)); err == nil {
					return t, transcript.TextOf(words(item))
				}
			}
		}
		off += end + 1
	}
	return t, ""
}

// lastTime is the time of the last whole line that has one.
func lastTime(tail []byte) int64 {
	for range 8 {
		tail = bytes.TrimRight(tail, "\n")
		k := bytes.LastIndexByte(tail, '\n')
		if k < 0 {
			break
		}
		if at := transcript.ParseTime([]byte(transcript.Stamp(tail[k+1:])), true); at != transcript.NoTime {
			return at
		}
		tail = tail[:k]
	}
	return transcript.NoTime
}

// newest is the greatest time of the records.
func (t *table) newest() int64 {
	at := int64(transcript.NoTime)
	for i := range t.recs {
		at = max(at, t.recs[i].at)
	}
	return at
}

// arrange makes one session of the segments of a thread, leaves out subagents that hang in a session of the list, and names
// the sessions as the program does.
func arrange(dir string, list []transcript.Glimpse) []transcript.Glimpse {
	slices.SortStableFunc(list, func(a, b transcript.Glimpse) int { return cmp.Compare(filepath.Base(a.Path), filepath.Base(b.Path)) })
	at := map[string]int{}
	var out []transcript.Glimpse
	for _, e := range list {
		k, ok := at[e.ID]
		if !ok {
			at[e.ID] = len(out)
			out = append(out, e)
			continue
		}
		o := &out[k]
		o.Size += e.Size
		o.Path = e.Path
		if e.Last.After(o.Last) {
			o.Last = e.Last
		}
		if o.Title == "" {
			o.Title = e.Title
		}
	}
	out = slices.DeleteFunc(out, func(e transcript.Glimpse) bool {
		_, has := at[e.Parent]
		return e.Parent != "" && e.Parent != e.ID && has
	})
	home, _ := homeOf(dir)
	if home == "" {
		if abs, err := filepath.Abs(dir); err == nil {
			if home, _ = homeOf(abs); home == "" {
				home = abs
			}
		}
	}
	names := titles(home, "")
	for i := range out {
		if name := strings.TrimSpace(names[out[i].ID]); name != "" {
			out[i].Title = name
		}
	}
	return out
}
