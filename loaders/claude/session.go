// Package claude reads the sessions of Claude Code.
//
// A session is a file of JSON lines that only grows. Its lines form a tree by uuid and parentUuid, and the tree is not the
// conversation: one answer takes several lines, parallel results hang on different calls, progress and hooks stand in the
// chain, a rewind leaves the old branch in place, a compaction begins at a new root. So a file is read in three moves: scan
// keeps a column entry a record (no body is decoded), link makes one tree without gaps or cycles, group puts records
// together into steps: a prompt, an answer, its results, a compaction. Steps are the checkpoints; what a step's state is gets
// folded along its branch when somebody looks at it.
//
// Nothing a file may hold stops the rest from being shown: see the problem codes of graph.Problem.
package claude

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// session is one session: its file, the files of its subagents, and what they make together.
type session struct {
	path  string
	count *transcript.Counters

	mu     sync.Mutex // held while load builds the rest, which then never changes
	main   *unit
	agents []*unit
	read   bool // main and agents are scanned

	name     string
	kids     []graph.Child
	spaces   []string       // namespace of each step, by DAG index
	ends     map[string]int // namespace → DAG index of its head
	headStep int32          // of main, -1
	leafRec  int32          // of main, -1
	ownStep  int32          // the first step of a forked session that is its own, -1
	faults   []graph.Problem
	copies   *fileCopies
	hist     *graph.History
	rt       *transcript.Runtime
}

var uuidName = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)

// stem is the file's name without its ending.
func stem(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }

func newSession(path string, count *transcript.Counters) *session {
	return &session{path: path, count: count}
}

// Load scans what has not been scanned yet and builds the model anew.
func (s *session) Load(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read {
		return nil
	}
	if s.main == nil {
		u, err := openUnit(s.path, s.count)
		if err != nil {
			return err
		}
		s.main = u
	}
	if err := s.main.read(ctx); err != nil {
		return err
	}
	s.name = s.identity()
	if err := s.loadAgents(ctx); err != nil {
		return err
	}
	s.build()
	s.read = true
	return nil
}

// identity is the name of the file where that is a uuid, since copied history keeps the ids of other sessions inside;
// else the id that most of the records carry, else the name of the file.
func (s *session) identity() string {
	name := stem(s.path)
	if uuidName.MatchString(name) {
		return name
	}
	seen := map[ref]int{}
	best := ref(0)
	for i := range s.main.recs {
		if r := s.main.recs[i].session; r != 0 {
			if seen[r]++; best == 0 || seen[r] > seen[best] {
				best = r
			}
		}
	}
	if best != 0 {
		return s.main.Text(best)
	}
	return name
}

func (s *session) Loaded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read
}

func (s *session) ID() string              { return s.name }
func (s *session) Records() int64          { return int64(s.main.records) }
func (s *session) History() *graph.History { return s.hist }

func (s *session) Producer() string {
	if v := s.main.Text(s.main.version); v != "" {
		return "Claude Code " + v
	}
	return ""
}

func (s *session) Search(text string) []loaders.Hit {
	var out []loaders.Hit
	for _, u := range s.units() {
		for i := range u.steps {
			fits := func(r int32) bool {
				id := u.recordName(r)
				return strings.HasPrefix(id, text) || strings.HasSuffix(id, text)
			}
			if fits(u.steps[i].first) || slices.ContainsFunc(u.of(int32(i)), fits) {
				out = append(out, loaders.Hit{Thread: s.name, NS: s.spaces[u.base+i], ID: u.name(int32(i))})
			}
		}
	}
	return out
}

// units are the session's file and its subagents'.
func (s *session) units() []*unit { return append([]*unit{s.main}, s.agents...) }

// build makes the skeleton: the steps of all files, in the order of each file, parents first.
func (s *session) build() {
	var rows []graph.Row
	s.spaces, s.faults, s.kids = nil, nil, nil
	s.leafRec, s.headStep, s.ownStep = s.main.leaf(), s.main.head(), s.main.firstOwn()
	for _, u := range s.units() {
		u.base = len(rows)
		names := s.namespaces(u)
		for i := range u.steps {
			st := &u.steps[i]
			row := graph.Row{ID: u.name(int32(i)), NS: names[st.root], Step: int(st.depth), Ref: int64(len(rows)),
				Time: transcript.TimeOf(u.recs[u.moment(int32(i))].at), Source: s.source(u, int32(i))}
			if st.parent >= 0 {
				row.Parent = u.name(st.parent)
			}
			for _, r := range u.of(int32(i)) {
				row.Size += int64(u.recs[r].size)
			}
			s.spaces = append(s.spaces, row.NS)
			rows = append(rows, row)
		}
	}
	s.findEnds()
	s.hang()
	s.problems()
	s.copies = &fileCopies{}
	s.rt = transcript.NewRuntime(script{s})
	s.hist = &graph.History{DAG: graph.NewDAG(s.name, rows), Opener: s.rt, Runtime: s.rt, Kids: s.kids, Title: s.title(),
		Current: int(s.headStep), Problems: s.faults, Transcript: true, Resume: loaders.ResumeCommand("claude-code", s.name)}
	s.rt.Hist = s.hist
}

// namespaces names the branches of a file that are subagents': "" for the session itself.
func (s *session) namespaces(u *unit) map[int32]string {
	out := map[int32]string{}
	for i := range u.steps {
		st := &u.steps[i]
		if st.parent >= 0 {
			continue
		}
		switch {
		case u.agent != "":
			out[int32(i)] = "agent:" + u.agent
		case st.side:
			out[int32(i)] = "agent:" + u.inlineAgent(int32(i))
		default:
			out[int32(i)] = ""
		}
	}
	return out
}

// inlineAgent is the id of a subagent that wrote into the session's file: agentId where its records say it, else its first uuid.
func (u *unit) inlineAgent(root int32) string {
	if a := u.agents[u.steps[root].first]; a != 0 {
		return u.Text(a)
	}
	return u.name(root)
}

// source is the checkpoint source of a step, as CLI.md names it.
func (s *session) source(u *unit, i int32) string {
	switch {
	case u == s.main && i == s.ownStep:
		return "fork"
	case u.steps[i].kind == input:
		return "input"
	case u.steps[i].kind == compact:
		return "update"
	}
	return "loop"
}

// firstOwn is the first step of a forked session that was not copied from another; -1 for a session that is no fork.
func (u *unit) firstOwn() int32 {
	for i := range u.steps {
		if p := u.steps[i].parent; p >= 0 && u.recs[u.steps[p].first].is(forked) && !u.recs[u.steps[i].first].is(forked) {
			return int32(i)
		}
	}
	return -1
}

// title is what the person named it, else what the program did; a summary only where its leaf is of this file.
func (s *session) title() string {
	u := s.main
	switch {
	case u.title != 0:
		return u.Text(u.title)
	case u.aiTitle != 0:
		return u.Text(u.aiTitle)
	case u.summary != 0 && u.holds(u.sumLeaf):
		return u.Text(u.summary)
	}
	return ""
}

// holds tells whether a record of the file has this uuid.
func (u *unit) holds(id ref) bool {
	return id != 0 && slices.ContainsFunc(u.recs, func(r record) bool { return r.id == id })
}

// at finds the file and step of a DAG index.
func (s *session) at(i int) (*unit, int32) {
	units := s.units()
	k, _ := slices.BinarySearchFunc(units, i, func(u *unit, i int) int { return cmp.Compare(u.base+len(u.steps)-1, i) })
	return units[k], int32(i - units[k].base)
}

// problem turns a fault of a file into the model's form.
func (s *session) problem(u *unit, f jsonl.Fault, step int32) graph.Problem {
	p := graph.Problem{Code: f.Code, Severity: severity[f.Code], Thread: s.name, File: filepath.Base(u.path), Line: f.Line, Offset: f.Offset, Message: f.Message}
	if step >= 0 {
		p.NS, p.Checkpoint = s.spaces[u.base+int(step)], u.name(step)
	}
	return p
}

var severity = map[string]graph.Severity{
	"parent-cycle": graph.Error, "broken-parent": graph.Warning, "bad-json": graph.Warning, "bad-utf8": graph.Warning, "nul-run": graph.Warning,
	"joined-records": graph.Warning, "mixed-sessions": graph.Warning, "missing-subagent": graph.Warning, "missing-backup": graph.Warning,
	"dangling-tool": graph.Warning, "duplicate-id": graph.Info, "incomplete-tail": graph.Info, "long-line": graph.Info, "unknown-record": graph.Info,
}

// Close closes the files.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.main != nil {
		for _, u := range s.units() {
			err = errors.Join(err, u.file.Close())
		}
	}
	s.main, s.agents, s.read = nil, nil, false
	return err
}

// missing tells whether a file is not there, as against not readable.
func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, os.ErrNotExist)
}
