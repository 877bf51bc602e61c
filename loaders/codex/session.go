// Package codex reads the rollouts of OpenAI's Codex CLI, and what `codex exec --json` prints.
//
// A rollout is a file of JSON lines that only grows. Three generations of it are read: bare items (2025), items in an
// envelope beside events that tell them again, and completed items; older and newer lines may stand in one file. The order of
// the lines is the order of the talk, so a file is one branch, but for two ways of going back: thread_rolled_back drops the
// last turns and goes on before them, and newer versions go on in another file of the same thread, whose history_base says
// where in the first one. A fork does the same from another thread's file. So a session here is a thread: its segments and,
// as far as they count, the files that it goes on from, as one tree.
//
// A file is read in three moves: scan keeps a column entry a record (no body is decoded), pairEchoes and pair find what
// belongs together, group makes steps. See package transcript for what comes of them. Compressed rollouts are read from
// memory. Nothing a file may hold stops the rest from being shown: see the problem codes of graph.Problem.
package codex

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/transcript"
)

// session is one thread, or a stream of one.
type session struct {
	path  string
	count *transcript.Counters

	mu     sync.Mutex // held while Load builds the rest, which then never changes
	main   *unit      // the file named
	units  []*unit    // all files, each behind the one that it goes on from; subagents' last
	shelf  *shelf
	listed time.Time // newest change of the shelf's folders when it was read
	read   bool

	thread string
	kids   []graph.Child
	spaces []string // namespace of each step, by DAG index
	depths []int32
	ends   map[string]int // namespace → DAG index of its head
	faults []graph.Problem
	title  string
	hist   *graph.History
	rt     *transcript.Runtime
}

func openSession(path string, count *transcript.Counters) (*session, error) {
	u, err := openUnit(path, count)
	if err != nil {
		return nil, err
	}
	return &session{path: path, count: count, main: u}, nil
}

// Load scans what has not been scanned yet and builds the model anew.
func (s *session) Load(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read {
		return nil
	}
	if err := s.main.read(ctx); err != nil {
		return err
	}
	s.thread = s.main.thread()
	s.shelf = shelfOf(s.path)
	s.listed = s.shelf.changed()
	if err := s.gather(ctx); err != nil {
		return err
	}
	s.build()
	s.read = true
	return nil
}

// thread is the id of the thread that a file belongs to: its first meta line's, since a fork's file holds its parent's too;
// else what its name says.
func (u *unit) thread() string {
	if id := u.Text(u.about.id); id != "" {
		return id
	}
	if r, ok := rolloutOf(u.path); ok {
		return r.thread
	}
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(u.path), ".zst"), ".jsonl")
}

func (s *session) Loaded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read
}

func (s *session) ID() string              { return s.thread }
func (s *session) Records() int64          { return int64(s.main.records) }
func (s *session) History() *graph.History { return s.hist }

func (s *session) Producer() string {
	if v := s.main.Text(s.main.about.version); v != "" {
		return "Codex " + v
	}
	if b := s.main.borrowed; b != nil {
		if v := b.Text(b.about.version); v != "" {
			return "Codex " + v
		}
	}
	return ""
}

// build makes the skeleton: the steps of all files, in the order of each file, parents first.
func (s *session) build() {
	var rows []graph.Row
	s.spaces, s.depths, s.faults, s.kids = nil, nil, nil, nil
	taken := map[string]bool{}
	for _, u := range s.units {
		u.base = len(rows)
		u.names = make([]string, len(u.steps))
		own := s.firstOwn(u)
		for i := range u.steps {
			st := &u.steps[i]
			row := graph.Row{ID: u.recordName(st.first), Ref: int64(len(rows)), Time: transcript.TimeOf(u.recs[u.moment(int32(i))].at), Source: "loop"}
			if u.agent != "" {
				row.NS = "agent:" + u.agent
			}
			if key := row.NS + "\x00" + row.ID; taken[key] {
				row.ID = u.lineName(st.first)
			}
			taken[row.NS+"\x00"+row.ID] = true
			u.names[i] = row.ID
			if p := s.parentOf(u, int32(i)); p >= 0 {
				row.Parent, row.Step = rows[p].ID, int(s.depths[p])+1
			}
			switch {
			case own == int32(i):
				row.Source = "fork"
			case st.kind == transcript.Input:
				row.Source = "input"
			case st.kind == transcript.Compact:
				row.Source = "update"
			}
			for _, r := range u.of(int32(i)) {
				row.Size += int64(u.recs[r].size)
			}
			s.spaces, s.depths = append(s.spaces, row.NS), append(s.depths, int32(row.Step))
			rows = append(rows, row)
		}
	}
	s.findEnds()
	s.hang()
	s.problems()
	s.title = s.nameOf()
	head := -1
	if i, ok := s.ends[""]; ok {
		head = i
	}
	s.rt = transcript.NewRuntime(script{s})
	s.hist = &graph.History{DAG: graph.NewDAG(s.thread, rows), Opener: s.rt, Runtime: s.rt, Kids: s.kids, Title: s.title,
		Current: head, Problems: s.faults, Transcript: true, Resume: loaders.ResumeCommand("codex", s.thread)}
	s.rt.Hist = s.hist
}

// parentOf is the DAG index of the step before step n of a file, -1 for a root.
func (s *session) parentOf(u *unit, n int32) int {
	if p := u.steps[n].parent; p >= 0 {
		return u.base + int(p)
	}
	return u.before()
}

// before is the DAG index of the step that a file goes on from in another, -1 where there is none.
func (u *unit) before() int {
	for u.up != nil {
		if u.upStep >= 0 {
			return u.up.base + int(u.upStep)
		}
		u = u.up
	}
	return -1
}

// firstOwn is the first step of a fork that is its own, -1 in all other files. A fork that copied its parent's lines goes on
// with its own where a turn begins whose id is younger than the fork: both are UUIDv7, whose order is their age.
func (s *session) firstOwn(u *unit) int32 {
	if u.foreign || u.agent != "" || u.about.forkedFrom == 0 || len(u.steps) == 0 {
		return -1
	}
	if u.about.hasBase {
		return 0
	}
	for i := range u.recs[:u.limit] {
		r := &u.recs[i]
		if r.turn == 0 || u.Text(r.turn) <= s.thread {
			continue
		}
		for n := range u.steps {
			if st := &u.steps[n]; st.kind == transcript.Input && slices.Max(u.of(int32(n))) >= int32(i) {
				return int32(n)
			}
		}
		break
	}
	return -1
}

// findEnds finds the head of every namespace: where its newest file ends.
func (s *session) findEnds() {
	s.ends = map[string]int{}
	for _, u := range s.units {
		if u.foreign {
			continue
		}
		ns := ""
		if u.agent != "" {
			ns = "agent:" + u.agent
		}
		at := u.before()
		if u.end >= 0 {
			at = u.base + int(u.end)
		}
		if at >= 0 {
			s.ends[ns] = at
		}
	}
}

// at finds the file and step of a DAG index.
func (s *session) at(i int) (*unit, int32) {
	k, _ := slices.BinarySearchFunc(s.units, i, func(u *unit, i int) int { return cmp.Compare(u.base+len(u.steps)-1, i) })
	return s.units[k], int32(i - s.units[k].base)
}

func (s *session) Search(text string) []loaders.Hit {
	var out []loaders.Hit
	fits := func(id string) bool { return strings.HasPrefix(id, text) || strings.HasSuffix(id, text) }
	for _, u := range s.units {
		for i := range u.steps {
			if fits(u.names[i]) || slices.ContainsFunc(u.of(int32(i)), func(r int32) bool { return fits(u.recordName(r)) }) {
				out = append(out, loaders.Hit{Thread: s.thread, NS: s.spaces[u.base+i], ID: u.names[i]})
			}
		}
	}
	return out
}

// Close closes the files.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.main.file.Close()
	for _, u := range s.units {
		if u != s.main {
			err = errors.Join(err, u.file.Close())
		}
	}
	if b := s.main.borrowed; b != nil {
		err = errors.Join(err, b.file.Close())
	}
	s.units, s.read = nil, false
	return err
}
