package codex

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// gather opens every file that belongs to the session: the other segments of its thread, those that they go on from, and
// its subagents'. Files read already (by path) are only read on.
func (s *session) gather(ctx context.Context) error {
	known := map[string]*unit{s.main.path: s.main}
	for _, u := range s.units {
		known[u.path] = u
	}
	g := gatherer{s: s, known: known, used: map[string]bool{}}
	s.units = nil
	if s.main.stream {
		s.main.group(len(s.main.recs), tokens{})
		s.units = []*unit{s.main}
		return s.borrow(ctx)
	}
	list, err := g.thread(ctx, s.thread, s.main)
	if err != nil {
		return err
	}
	s.units = append(s.units, list...)
	for _, id := range s.spawned() {
		list, err := g.thread(ctx, id, nil)
		if err != nil {
			return err
		}
		for _, u := range list {
			if !u.foreign {
				u.agent = id
				s.units = append(s.units, u)
			}
		}
	}
	for path, u := range known {
		if !g.used[path] && u != s.main {
			u.file.Close()
		}
	}
	return nil
}

// gatherer finds the files of threads.
type gatherer struct {
	s     *session
	known map[string]*unit
	used  map[string]bool
}

// open gives the unit of a path, read to its end.
func (g *gatherer) open(ctx context.Context, path string) (*unit, error) {
	g.used[path] = true
	u := g.known[path]
	if u == g.s.main {
		return u, nil
	}
	if u == nil {
		var err error
		if u, err = openUnit(path, g.s.count); err != nil {
			return nil, nil // gone meanwhile or not readable: the problem is told where it is missed
		}
		g.known[path] = u
	}
	return u, u.read(ctx)
}

// thread opens the segments of a thread and what they go on from, each behind the file that it goes on from, and groups
// them. main is one of them, or the only one where no name tells.
func (g *gatherer) thread(ctx context.Context, id string, main *unit) ([]*unit, error) {
	var own []*unit
	for _, r := range g.s.shelf.of(id) {
		u, err := g.open(ctx, r.path)
		if err != nil {
			return nil, err
		}
		if u != nil && (u == main || u.thread() == id) {
			own = append(own, u)
		}
	}
	if main != nil && !slices.Contains(own, main) {
		own = append(own, main)
		g.used[main.path] = true
	}
	var order []*unit
	state := map[*unit]int{} // 1: being placed, 2: placed
	ends := map[*unit]int{}  // of foreign files: how many records count
	var place func(u *unit) error
	place = func(u *unit) error {
		if state[u] == 2 {
			return nil
		}
		state[u] = 1
		u.up, u.upStep, u.foreign, u.from, u.links = nil, -1, !slices.Contains(own, u), tokens{}, nil
		if u.about.hasBase {
			if err := g.base(ctx, u, own, state, place); err != nil {
				return err
			}
		}
		state[u] = 2
		order = append(order, u)
		return nil
	}
	for _, u := range own {
		if err := place(u); err != nil {
			return nil, err
		}
	}
	for _, u := range order {
		if u.up != nil && u.up.foreign {
			ends[u.up] = max(ends[u.up], u.up.cut(u.about.base))
		}
	}
	for i, u := range order {
		if u.key = ""; i > 0 {
			u.key = strings.TrimSuffix(strings.TrimSuffix(filepath.Base(u.path), ".zst"), ".jsonl")
			u.key = u.key[max(0, len(u.key)-6):]
		}
		limit := len(u.recs)
		if u.foreign {
			limit = ends[u]
		}
		if u.up != nil {
			at := u.up.cut(u.about.base)
			u.from, u.upStep = u.up.totalAt(at), u.up.stepBefore(int32(at))
		}
		u.group(limit, u.from)
	}
	return order, nil
}

// base finds the file that u goes on from.
func (g *gatherer) base(ctx context.Context, u *unit, own []*unit, state map[*unit]int, place func(*unit) error) error {
	b := u.about.base
	name := u.Text(b.thread)
	var up *unit
	for _, o := range own {
		if r, ok := rolloutOf(o.path); ok && r.last == name && o != u {
			up = o
		}
	}
	if up == nil {
		if r, ok := g.s.shelf.named(name); ok && r.path != u.path {
			var err error
			if up, err = g.open(ctx, r.path); err != nil {
				return err
			}
		}
	}
	where := jsonl.Fault{Code: "broken-parent", Line: 1, Offset: -1}
	switch {
	case up == nil:
		where.Message = fmt.Sprintf("it goes on from record %d of the rollout of %s, which is not there: what came before is not known", b.end, name)
	case state[up] == 1:
		where.Code, where.Message = "parent-cycle", "rollouts go on from each other in a circle; cut here"
		up = nil
	}
	if up == nil {
		u.links = append(u.links, where)
		return nil
	}
	if err := place(up); err != nil {
		return err
	}
	at := up.cut(b)
	if end := up.offset(at); end != b.offset && b.offset > 0 {
		where.Message = fmt.Sprintf("it goes on from byte %d of %s, where that file has byte %d before record %d: it may have been changed", b.offset, filepath.Base(up.path), end, b.end)
		u.links = append(u.links, where)
	}
	u.up = up
	return nil
}

// offset is where record k begins, or where the last one ends with its line.
func (u *unit) offset(k int) int64 {
	if k < len(u.recs) {
		return u.recs[k].off
	}
	return u.table.end
}

// Subagents have rollouts of their own, as a rule beside their parent's. So much is looked at where no record names them.
const (
	kinFiles = 400
	kinBytes = 8 << 10
)

// spawned lists the threads of subagents, however deep: those that events name, and those whose first line names a thread of
// the session as their parent.
func (s *session) spawned() []string {
	mine := map[string]bool{s.thread: true}
	var out []string
	add := func(id string) {
		if id != "" && !mine[id] {
			mine[id] = true
			out = append(out, id)
		}
	}
	var since string
	days := map[string]bool{}
	for _, u := range s.units {
		for _, n := range u.agents {
			if !u.foreign {
				add(u.Text(n.id))
			}
		}
		if r, ok := rolloutOf(u.path); ok && !u.foreign {
			days[filepath.Dir(u.path)] = true
			if since == "" || r.when < since {
				since = r.when
			}
		}
	}
	parents := map[string]string{}
	looked := 0
	for _, r := range s.shelf.files {
		if r.when < since || since == "" || mine[r.thread] || !days[filepath.Dir(r.path)] {
			continue
		}
		if looked++; looked > kinFiles {
			break
		}
		if p := parentIn(unpacked(transcript.Head(r.path, kinBytes), kinBytes)); p != "" {
			parents[r.thread] = p
		}
	}
	for again := true; again; {
		again = false
		for _, r := range s.shelf.files {
			if p := parents[r.thread]; p != "" && mine[p] && !mine[r.thread] {
				add(r.thread)
				again = true
			}
		}
	}
	return out
}

// parentIn finds the thread that a subagent's first line names as its parent; the line may be cut.
func parentIn(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if !bytes.Contains(line, []byte(`"session_meta"`)) {
		return ""
	}
	const key = `"parent_thread_id":"`
	_, rest, ok := bytes.Cut(line, []byte(key))
	if !ok {
		return ""
	}
	id, _, ok := bytes.Cut(rest, []byte(`"`))
	if !ok {
		return ""
	}
	return string(id)
}

// hang finds the call that started each subagent: the one that an event of its start names, else the one whose result or
// words name the thread.
func (s *session) hang() {
	seen := map[string]bool{}
	for _, u := range s.units {
		if u.agent == "" || seen[u.agent] {
			continue
		}
		seen[u.agent] = true
		k := graph.Child{NS: "agent:" + u.agent, Parent: -1, Near: -1, Kind: "subagent", Title: cmp.Or(u.Text(u.about.nick), u.Text(u.about.role))}
		for _, of := range s.units {
			if of != u && k.Parent < 0 {
				s.attach(&k, of, u.agent)
			}
		}
		s.kids = append(s.kids, k)
	}
}

func (s *session) attach(k *graph.Child, u *unit, agent string) {
	at := func(call ref) bool {
		if call == 0 || u.callOf[call] < 0 {
			return false
		}
		r := &u.recs[u.callOf[call]]
		if r.step < 0 {
			return false
		}
		k.Parent, k.TaskID, k.Node = u.base+int(r.step), u.Text(call), "tool:"+u.Text(r.name)
		return true
	}
	for _, n := range u.agents {
		if u.Text(n.id) == agent && at(u.recs[n.rec].call) {
			return
		}
	}
	for i := range u.recs[:u.limit] {
		r := &u.recs[i]
		if r.kind != brought || !spawns(u, r.call) {
			continue
		}
		if b, err := u.body(int32(i)); err == nil && bytes.Contains(b, []byte(agent)) && at(r.call) {
			return
		}
	}
}

// spawns tells whether a call may start a subagent.
func spawns(u *unit, call ref) bool {
	if call == 0 || u.callOf[call] < 0 {
		return false
	}
	name := u.Text(u.recs[u.callOf[call]].name)
	return strings.Contains(name, "spawn") || strings.Contains(name, "agent")
}
