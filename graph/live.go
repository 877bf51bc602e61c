package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// Live tells what a resume of head i would start from, as get_state without an id does: the writes of the tasks that have
// finished are taken in, and next holds what is left. A channel whose reducer the thread does not show stays as it was and
// is named in Unknown. Early programs' get_state looked at no writes, and says so of the head as of any row.
func (p *Pregel) Live(ctx context.Context, h *History, i int) (*Live, error) {
	state, unknown, err := p.state(ctx, h, i)
	if err != nil {
		return nil, err
	}
	r, err := p.read(ctx, h, i)
	if err != nil {
		return nil, err
	}
	place, _ := placeOf(r.cp)
	pending := p.hasher.Pending(place)
	if !pending {
		if place.Keeps, err = p.keepsWrites(ctx, h, i); err != nil {
			return nil, err
		}
		pending = p.hasher.Pending(place)
	}
	l := &Live{State: state, Next: []string{}, Left: []string{}, Known: r.known}
	l.State.Channels = slices.Clone(state.Channels)
	for _, t := range r.tasks {
		if !p.hasher.Left(t) {
			l.Left = append(l.Left, t.Name)
		}
		if !pending || !p.hasher.Left(t) {
			l.Next = append(l.Next, t.Name)
		}
		if t.Finished() {
			t.Interrupts = p.hasher.Asked(t)
		}
		l.Tasks = append(l.Tasks, t)
	}
	sortNames(l.Next)
	sortNames(l.Left)
	if pending {
		names, by := r.taskWrites()
		_, given := r.inputWrites()
		if l.Unknown, err = p.apply(ctx, h, r, &l.State, names, by, given); err != nil {
			return l, err
		}
	}
	for _, name := range unknown {
		if !slices.Contains(l.Unknown, name) {
			l.Unknown = append(l.Unknown, name)
		}
	}
	return l, nil
}

// mostUp bounds the way back that is looked at for an input.
const mostUp = 256

// keepsWrites reports whether the program stored the writes of every task of a step, as the way to i shows: early ones left out
// those of the last task to finish, which an input's only task is. True where no row tells.
func (p *Pregel) keepsWrites(ctx context.Context, h *History, i int) (bool, error) {
	for up, n := h.Parent(i), 0; up >= 0 && n < mostUp; up, n = h.Parent(up), n+1 {
		cp, err := h.Cached(ctx, up)
		if err != nil {
			return false, err
		}
		if cp.Source != "input" {
			continue
		}
		for _, w := range cp.Writes {
			if w.TaskID != nullTask {
				return true, nil
			}
		}
		return false, nil
	}
	return true, nil
}

func sortNames(names []string) { slices.Sort(names) }

// inputWrites are those of a run's own input, by channel: the update and the goto of a Command.
func (r *reading) inputWrites() (names []string, by map[string][]value.Value) {
	by = map[string][]value.Value{}
	for _, w := range r.cp.Writes {
		if w.TaskID == nullTask {
			names = r.gather(w, names, by)
		}
	}
	return names, by
}

// taskWrites are those of the finished tasks, by channel, in the order of the tasks' paths.
func (r *reading) taskWrites() (names []string, by map[string][]value.Value) {
	by = map[string][]value.Value{}
	done := slices.Clone(r.tasks)
	slices.SortStableFunc(done, func(a, b Task) int { return compareText(pathText(a.Path), pathText(b.Path)) })
	for _, t := range done {
		if !t.Finished() {
			continue
		}
		for _, w := range t.Writes {
			names = r.gather(w, names, by)
		}
	}
	return names, by
}

// gather adds a write to a state channel to those of its channel.
func (r *reading) gather(w Write, names []string, by map[string][]value.Value) []string {
	if told(w.Channel) || r.control(w.Channel) && w.Channel != chanEnd {
		return names
	}
	if _, ok := by[w.Channel]; !ok {
		names = append(names, w.Channel)
	}
	by[w.Channel] = append(by[w.Channel], w.Value)
	return names
}

// pathText is a task path as LangGraph sorts it.
func pathText(path []any) string {
	s := "~"
	for i, x := range path {
		if i > 0 {
			s += ", "
		}
		switch x := x.(type) {
		case string:
			s += x
		case int:
			s += padded(x)
		case bool:
			n := 0
			if x {
				n = 1
			}
			s += padded(n)
		case []any:
			s += pathText(x)
		}
	}
	return s
}

func padded(n int) string {
	b := []byte("0000000000")
	for k := len(b) - 1; k >= 0 && n > 0; k-- {
		b[k] = byte('0' + n%10)
		n /= 10
	}
	return string(b)
}

// apply takes writes into a state and names the channels of which it is not known how.
func (p *Pregel) apply(ctx context.Context, h *History, r *reading, s *State, names []string, by, taken map[string][]value.Value) (unknown []string, err error) {
	for _, name := range names {
		if name == chanEnd {
			s.Whole = by[name][len(by[name])-1]
			continue
		}
		at := slices.IndexFunc(s.Channels, func(c Channel) bool { return c.Name == name })
		before := s.Whole
		if name != chanRoot {
			before = value.Value{}
			if at >= 0 {
				before = s.Channels[at].Value
			}
		}
		v, ok, err := p.takeIn(ctx, h, r, name, before, taken[name], by[name])
		if err != nil {
			return nil, err
		}
		switch {
		case !ok:
			unknown = append(unknown, name)
		case name == chanRoot:
			s.Whole = v
		case at >= 0:
			s.Channels[at].Value = v
		default:
			s.Channels = append(s.Channels, Channel{name, v})
		}
	}
	return unknown, nil
}

// takeIn applies writes to one channel through the reducer that it has shown. taken are those that before holds already beside what the row
// stores, which a delta channel is folded from anew.
func (p *Pregel) takeIn(ctx context.Context, h *History, r *reading, name string, before value.Value, taken, writes []value.Value) (value.Value, bool, error) {
	if r.facts.delta[name] {
		list, err := h.deltas(ctx, r.cp.Index, []string{name})
		if err != nil {
			return value.Value{}, false, err
		}
		v, ok := h.and(ctx, r.cp.Index, list[0], taken, writes)
		return v, ok, nil
	}
	return h.reducedBy(ctx, r, name, before, writes)
}

// and gives a rebuilt channel with the writes of more steps taken in. False where that cannot be told.
func (h *History) and(ctx context.Context, i int, r Rebuilt, steps ...[]value.Value) (value.Value, bool) {
	h.cache.folding.Lock()
	then := r.fold
	for _, writes := range steps {
		if k := slices.IndexFunc(writes, func(w value.Value) bool { _, ok := overwritten(w); return ok }); k >= 0 {
			writes = writes[k : k+1] // a step takes in nothing else then
		}
		then = then.next(writes)
	}
	h.cache.folding.Unlock()
	if r.fold.n == 0 { // its reducer was of no matter yet
		if _, err := h.prove(ctx, i, r.Channel, then); err != nil {
			return value.Value{}, false
		}
	}
	h.cache.proving.Lock()
	defer h.cache.proving.Unlock()
	h.cache.folding.Lock()
	defer h.cache.folding.Unlock()
	got := then.read(r.seen)
	return got.val, got.proof != DeltaUnknown
}

// mostEvidence bounds the earlier steps looked at to learn a channel's reducer.
const mostEvidence = 48

// reducedBy tries every reducer on the new writes, drops those that do not explain what the channel did in earlier steps,
// and answers if all that are left agree. Without any earlier step that tells, nothing is known.
func (h *History) reducedBy(ctx context.Context, r *reading, name string, before value.Value, writes []value.Value) (value.Value, bool, error) {
	fits := slices.Concat(reducers, rivals)
	seen := false
	for _, c := range h.evidenceRows(r.cp.Index) {
		if len(fits) == 0 || seen && agree(fits, before, writes) {
			break
		}
		parent := h.Parent(c)
		if parent < 0 {
			continue
		}
		after, err := h.Cached(ctx, c)
		if err != nil {
			return value.Value{}, false, err
		}
		if after.Source != "loop" {
			continue
		}
		up, err := h.Cached(ctx, parent)
		if err != nil {
			return value.Value{}, false, err
		}
		got, there := after.Channel(name)
		took := stepWrites(up, name)
		if !there || len(took) == 0 {
			continue
		}
		had, _ := up.Channel(name)
		seen = true
		fits = slices.DeleteFunc(fits, func(f reducer) bool {
			v, ok := f.reduce(had, took)
			return !ok || !value.Equal(v, got)
		})
	}
	if !seen || len(fits) == 0 || !agree(fits, before, writes) {
		return value.Value{}, false, nil
	}
	for _, f := range fits {
		if v, ok := f.reduce(before, writes); ok {
			return v, true, nil
		}
	}
	return value.Value{}, false, nil
}

// evidenceRows are earlier steps to learn from: the way back from i, then the newest of the other branches.
func (h *History) evidenceRows(i int) []int {
	line := h.Line(i)
	slices.Reverse(line)
	if len(line) > mostEvidence/2 {
		line = line[:mostEvidence/2]
	}
	for k := h.Len() - 1; k >= 0 && len(line) < mostEvidence; k-- {
		if h.NS(k) == h.NS(i) && !slices.Contains(line, k) {
			line = append(line, k)
		}
	}
	return line
}

// stepWrites are the values that the tasks of a step wrote to a channel, in the order in which they were taken in.
func stepWrites(cp *Checkpoint, channel string) []value.Value {
	id, _ := uuidBytes(cp.ID)
	var out []value.Value
	for _, w := range inPathOrder(cp.Writes) {
		if w.Channel == channel && w.TaskID != updateID(id, 0) {
			out = append(out, w.Value)
		}
	}
	return out
}

// agree reports whether all reducers that can take the writes in give the same, and at least one can.
func agree(fits []reducer, before value.Value, writes []value.Value) bool {
	var first value.Value
	for _, f := range fits {
		v, ok := f.reduce(before, writes)
		if !ok {
			continue
		}
		if first.Kind() != value.Invalid && !value.Equal(first, v) {
			return false
		}
		first = v
	}
	return first.Kind() != value.Invalid
}
