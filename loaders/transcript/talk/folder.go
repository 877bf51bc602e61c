package talk

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

const (
	headWindow = 256 << 10
	tailWindow = 32 << 10
)

// Shelf is what a format says of folders of its sessions.
type Shelf struct {
	// Match tells the files that may be sessions by their path below the folder, whose parts are given.
	Match func(parts []string) bool
	Deep  int // folders below the one named that are looked into
}

// Register makes a format known: sniff scores a file by its head.
func Register(f *Format, shelf *Shelf, sniff func(head []byte, whole bool) int) {
	loaders.Register(loaders.Format{Name: f.Name, Sniff: func(p *loaders.Probe) int {
		switch {
		case p.Tables != nil, p.IsDir && shelf == nil:
			return 0
		case p.IsDir:
			for _, path := range shelf.files(p.Path, 8) {
				if n := sniff(transcript.Head(path, headWindow), false); n > 0 {
					return n
				}
			}
			return 0
		}
		b := p.Head
		if text, wide := jsonl.Decode(b); wide {
			b = text
		}
		return sniff(b, int64(len(p.Head)) == p.Size)
	}, Open: func(ctx context.Context, p *loaders.Probe, _ loaders.Options) (loaders.Source, error) {
		src, err := transcript.Open(ctx, p, f.source(shelf))
		if err != nil {
			return nil, err // not a nil *Source in an interface
		}
		return src, nil
	}})
}

// source is what a folder or a file of sessions needs to know of the format.
func (f *Format) source(shelf *Shelf) transcript.Format {
	if shelf == nil {
		shelf = &Shelf{}
	}
	return transcript.Format{Name: f.Name, CanFork: f.CanFork, Files: shelf.files, Changed: shelf.changed,
		Glance: f.glance, Arrange: arrange, Open: func(path string, count *transcript.Counters) (transcript.Session, error) {
			s, err := open(f, path, count)
			if err != nil {
				return nil, err // not a nil *session in an interface
			}
			return s, nil
		}}
}

// arrange keeps one file of each session: a program that changes its format leaves the old file beside the new one.
func arrange(_ string, list []transcript.Glimpse) []transcript.Glimpse {
	at := map[string]int{}
	var out []transcript.Glimpse
	for _, g := range list {
		k, known := at[g.ID]
		switch {
		case !known:
			at[g.ID] = len(out)
			out = append(out, g)
		case g.Last.After(out[k].Last):
			out[k] = g
		}
	}
	return out
}

// files lists what may be sessions below a folder.
func (s *Shelf) files(dir string, limit int) []string {
	var out []string
	s.walk(dir, nil, func(path string, parts []string, isDir bool) {
		if !isDir && s.Match != nil && s.Match(parts) {
			out = append(out, path)
		}
	})
	slices.SortFunc(out, func(a, b string) int { return bytes.Compare([]byte(filepath.Base(b)), []byte(filepath.Base(a))) })
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out
}

func (s *Shelf) walk(dir string, parts []string, each func(path string, parts []string, isDir bool)) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range list {
		path, below := filepath.Join(dir, e.Name()), append(slices.Clone(parts), e.Name())
		if e.IsDir() {
			if len(parts) < s.Deep {
				each(path, below, true)
				s.walk(path, below, each)
			}
			continue
		}
		each(path, below, false)
	}
}

// changed is the newest change of the folders that a new session would change.
func (s *Shelf) changed(dir string) time.Time {
	var at time.Time
	look := func(path string) {
		if st, err := os.Stat(path); err == nil && st.ModTime().After(at) {
			at = st.ModTime()
		}
	}
	look(dir)
	s.walk(dir, nil, func(path string, _ []string, isDir bool) {
		if isDir {
			look(path)
		}
	})
	return at
}

// knows tells whether the head of a file holds a record of the format.
func (f *Format) knows(head []byte) bool {
	b := newBook(f, "", transcript.InMemory(head), &transcript.Counters{})
	_, _ = b.scan(context.Background())
	return slices.ContainsFunc(b.recs, func(r record) bool { return !r.is(stranger) })
}

// glance reads the head and the tail of a file; false where it is no session.
func (f *Format) glance(path string) (transcript.Glimpse, bool) {
	g := transcript.Glimpse{Path: path}
	st, err := os.Stat(path)
	if err != nil || st.Size() == 0 {
		return g, false
	}
	g.Size, g.Last = st.Size(), st.ModTime()
	head := transcript.Head(path, headWindow)
	b := newBook(f, path, transcript.InMemory(head), &transcript.Counters{})
	if text, wide := jsonl.Decode(head); wide {
		b.file = transcript.InMemory(text)
	}
	if _, err := b.scan(context.Background()); err != nil || !slices.ContainsFunc(b.recs, func(r record) bool { return !r.is(stranger) }) && int64(len(head)) == st.Size() {
		return g, false
	}
	g.ID, g.Title = b.session, b.title
	if g.ID == "" {
		name := filepath.Base(path)
		g.ID = name[:len(name)-len(filepath.Ext(name))]
	}
	last := int64(transcript.NoTime)
	for i := range b.recs {
		last = max(last, b.recs[i].At)
		if r := &b.recs[i]; g.Title == "" && r.is(typed) {
			if e, err := b.event(ref(i)); err == nil {
				g.Title = transcript.Preview(e.Content)
			}
		}
	}
	if first, _, whole := bytes.Cut(head, []byte("\n")); whole && !b.document {
		for _, e := range f.Read(first) {
			g.Origin = e.Origin
		}
	}
	if !b.document && st.Size() > int64(len(head)) {
		last = max(last, f.lastTime(path, st.Size()))
	}
	if last != transcript.NoTime {
		g.Last = transcript.TimeOf(last)
	}
	return g, true
}

// lastTime is the newest time that the lines of a file's tail tell.
func (f *Format) lastTime(path string, size int64) int64 {
	at := int64(transcript.NoTime)
	file, err := loaders.OpenFile(path)
	if err != nil {
		return at
	}
	defer file.Close()
	tail := make([]byte, tailWindow)
	n, _ := file.ReadAt(tail, max(0, size-tailWindow))
	lines := bytes.Split(tail[:n], []byte("\n"))
	for _, line := range lines[min(1, len(lines)):] {
		for _, e := range f.Read(line) {
			at = max(at, e.At)
		}
	}
	return at
}

// FilesIn lists the session files of a folder whose names fit, sorted.
func FilesIn(dir string, fits func(name string) bool) []string {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range list {
		if e.Type().IsRegular() && fits(e.Name()) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}
