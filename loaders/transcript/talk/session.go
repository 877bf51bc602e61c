package talk

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// session is one session: its file and those of its subagents.
type session struct {
	format *Format
	path   string
	count  *transcript.Counters

	mu     sync.Mutex // held while Load builds the rest, which then never changes
	books  []*Book    // the file named, then the subagents'
	listed time.Time  // newest change of the folder of the subagents when it was read
	loaded bool

	name   string
	kids   []graph.Child
	spaces []string // namespace of each step, by DAG index
	depths []int32
	ends   map[string]int // namespace → DAG index of its head
	faults []graph.Problem
	hist   *graph.History
	rt     *transcript.Runtime
}

// open makes a session of a file; nothing is read yet.
func open(f *Format, path string, count *transcript.Counters) (*session, error) {
	b, err := openBook(f, path, count)
	if err != nil {
		return nil, err
	}
	return &session{format: f, path: path, count: count, books: []*Book{b}}, nil
}

// Read reads a session that lies in memory: a file as it will be written.
func Read(ctx context.Context, f *Format, name string, data []byte) (*graph.History, error) {
	count := &transcript.Counters{}
	alone := *f
	alone.Agents, alone.Lend = nil, nil
	s := &session{format: &alone, path: name, count: count, books: []*Book{newBook(&alone, name, transcript.InMemory(data), count)}}
	if err := s.Load(ctx); err != nil {
		return nil, err
	}
	return s.hist, nil
}

// Load scans what has not been scanned yet and builds the model anew.
func (s *session) Load(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded {
		return nil
	}
	main := s.books[0]
	if err := main.read(ctx); err != nil {
		return err
	}
	s.name = main.session
	if s.name == "" {
		s.name = strings.TrimSuffix(filepath.Base(s.path), filepath.Ext(s.path))
	}
	if err := s.loadAgents(ctx); err != nil {
		return err
	}
	s.build()
	s.loaded = true
	return nil
}

// loadAgents reads the files of subagents.
func (s *session) loadAgents(ctx context.Context) error {
	known := map[string]*Book{}
	for _, b := range s.books[1:] {
		known[b.path] = b
	}
	s.books = s.books[:1:1]
	var paths []string
	if s.format.Agents != nil {
		paths = s.format.Agents(s.path, s.name)
		s.listed = folderTime(paths)
	}
	for _, p := range paths {
		b := known[p]
		delete(known, p)
		if b == nil {
			var err error
			if b, err = openBook(s.format, p, s.count); err != nil {
				continue // gone meanwhile, or not readable: missing-subagent tells where a call names it
			}
		}
		if err := b.read(ctx); err != nil {
			b.file.Close()
			return err
		}
		if b.agent = strings.TrimPrefix(strings.TrimSuffix(filepath.Base(p), filepath.Ext(p)), "agent-"); len(b.steps) == 0 {
			b.file.Close()
			continue
		}
		s.books = append(s.books, b)
	}
	for _, b := range known {
		b.file.Close()
	}
	return nil
}

// folderTime is the newest change of the folders that files lie in.
func folderTime(paths []string) time.Time {
	var at time.Time
	for _, p := range paths {
		if st, err := os.Stat(filepath.Dir(p)); err == nil && st.ModTime().After(at) {
			at = st.ModTime()
		}
	}
	return at
}

func (s *session) Loaded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loaded
}

func (s *session) ID() string              { return s.name }
func (s *session) Records() int64          { return int64(s.books[0].records) }
func (s *session) History() *graph.History { return s.hist }

func (s *session) Producer() string {
	if p := s.books[0].producer; p != "" {
		return p
	}
	return s.format.Program
}

// space is the namespace of a step.
func (b *Book) space(n int32) string {
	if b.agent != "" {
		return "agent:" + b.agent
	}
	if in := b.recs[b.steps[n].first].space; in != "" {
		return "agent:" + in
	}
	return ""
}

// build makes the skeleton: the steps of all files, in the order of each file, parents first.
func (s *session) build() {
	var rows []graph.Row
	s.spaces, s.depths, s.faults, s.kids, s.ends = nil, nil, nil, nil, map[string]int{}
	for _, b := range s.books {
		b.base = len(rows)
		own := b.firstOwn()
		for i := range b.steps {
			st := &b.steps[i]
			n := int32(i)
			row := graph.Row{ID: b.names[i], NS: b.space(n), Ref: int64(len(rows)), Time: transcript.TimeOf(b.at(n)), Source: "loop"}
			if st.parent >= 0 {
				row.Parent, row.Step = b.names[st.parent], int(s.depths[b.base+int(st.parent)])+1
			}
			switch {
			case n == own:
				row.Source = "fork"
			case st.kind == transcript.Input:
				row.Source = "input"
			case st.kind == transcript.Compact:
				row.Source = "update"
			}
			for _, r := range st.recs {
				row.Size += int64(b.recs[r].Size)
			}
			s.spaces, s.depths = append(s.spaces, row.NS), append(s.depths, int32(row.Step))
			rows = append(rows, row)
		}
	}
	for _, b := range s.books {
		for _, n := range b.ends {
			s.ends[b.space(n)] = b.base + int(n)
		}
	}
	s.hang()
	s.problems()
	head := -1
	if i, ok := s.ends[""]; ok {
		head = i
	}
	s.rt = transcript.NewRuntime(script{s})
	s.hist = &graph.History{DAG: graph.NewDAG(s.name, rows), Opener: s.rt, Runtime: s.rt, Kids: s.kids, Title: s.books[0].title,
		Current: head, Problems: s.faults, Transcript: true, Resume: loaders.ResumeCommand(s.format.Name, s.name)}
	s.rt.Hist = s.hist
}

// hang finds for every subagent the call that started it.
func (s *session) hang() {
	seen := map[string]bool{"": true}
	for i, ns := range s.spaces {
		if seen[ns] {
			continue
		}
		seen[ns] = true
		b, _ := s.at(i)
		id := strings.TrimPrefix(ns, "agent:")
		kid := graph.Child{NS: ns, Node: "agent", Parent: -1, Kind: "subagent", TaskID: id, Title: b.title}
		if title := b.titles[id]; title != "" {
			kid.Title = title
		}
		for _, from := range s.books {
			if call, ok := from.starter(id); ok {
				rec := from.callOf[call]
				kid.TaskID, kid.Node = call.id, from.toolOf(call)
				if n := from.recs[rec].step; n >= 0 {
					kid.Parent = from.base + int(n)
				}
				break
			}
		}
		s.kids = append(s.kids, kid)
	}
}

// starter is the call that started a subagent: the one that its namespace is named for, or whose result names it.
func (b *Book) starter(agent string) (callKey, bool) {
	if _, ok := b.callOf[callKey{0, agent}]; ok {
		return callKey{0, agent}, true
	}
	for i := range b.recs {
		for _, o := range b.recs[i].results {
			if o.agent == agent {
				key := b.key(ref(i), o.id)
				if _, ok := b.callOf[key]; ok {
					return key, true
				}
			}
		}
	}
	return callKey{}, false
}

// at finds the file and step of a DAG index.
func (s *session) at(i int) (*Book, int32) {
	k, _ := slices.BinarySearchFunc(s.books, i, func(b *Book, i int) int { return cmp.Compare(b.base+len(b.steps)-1, i) })
	return s.books[k], int32(i - s.books[k].base)
}

// Search finds steps by the beginning or the ending of the id of any of their records.
func (s *session) Search(text string) []loaders.Hit {
	fits := func(id string) bool { return strings.HasPrefix(id, text) || strings.HasSuffix(id, text) }
	var out []loaders.Hit
	for _, b := range s.books {
		for i := range b.steps {
			if fits(b.names[i]) || slices.ContainsFunc(b.steps[i].recs, func(r ref) bool { return fits(b.recordName(r)) }) {
				out = append(out, loaders.Hit{Thread: s.name, NS: s.spaces[b.base+i], ID: b.names[i]})
			}
		}
	}
	return out
}

// Close closes the files.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for _, b := range s.books {
		err = errors.Join(err, b.file.Close())
	}
	s.loaded = false
	return err
}
