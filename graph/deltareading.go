package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph/value"
)

// How it is known what a delta channel's reducer makes of the writes.
const (
	DeltaStored   = "stored"    // nothing was written since the stored value, or an Overwrite says all
	DeltaProved   = "snapshots" // stored values bear the reducer out, and no other that they allow gives anything else here
	DeltaInferred = "inferred"  // the values have the shape, and nothing stored says otherwise
	DeltaUnknown  = "unknown"
)

// deltaReading is a delta channel's value at one checkpoint, and how it is known.
type deltaReading struct {
	val     value.Value // Invalid: nothing yet
	reducer string
	proof   string
	rivals  []string // reducers that fit what is stored and give other values here
}

// read says what the writes make of a channel. The caller holds the folding lock.
func (f *folded) read(e *evidence) deltaReading {
	switch {
	case f.lost != "":
		return deltaReading{val: f.raw(), proof: DeltaUnknown}
	case f.n == 0:
		return deltaReading{val: f.base, proof: DeltaStored}
	case f.list != nil && !e.out[f.as] && (f.as == byMessages || !e.window()):
		return f.grown(e)
	}
	likely, shaped := f.custom()
	if shaped && e.agreed == 0 {
		return f.guess(likely)
	}
	var out deltaReading
	agree, picks := true, false
	for k := range deltaReducers {
		r := &deltaReducers[k]
		if e.out[k] || k == byWindow && !e.window() || f.list != nil && k == f.as {
			continue
		}
		v, ok := f.by(k)
		if !ok {
			continue
		}
		if k == byWindow {
			v = last(v, e.kept)
		}
		if !slices.Contains(out.rivals, r.name) {
			out.rivals = append(out.rivals, r.name)
		}
		if out.val.Kind() == value.Invalid {
			out.val, out.reducer, picks = v, r.name, r.picks
		} else if agree = agree && (sameNumber(out.val, v) || value.Equal(out.val, v)); !agree && e.agreed > 0 {
			break
		}
	}
	if len(out.rivals) > 0 && agree && e.agreed > 0 && (!picks || e.agreed > 1 || e.writes > 3) {
		out.proof, out.rivals = DeltaProved, nil
		return out
	}
	if agree && len(out.rivals) > 1 && (e.agreed == 0 || !picks) { // whichever it is
		out.proof, out.rivals = DeltaInferred, nil
		return out
	}
	if shaped && !e.out[likely] {
		return f.guess(likely)
	}
	return deltaReading{val: f.raw(), proof: DeltaUnknown, rivals: out.rivals}
}

func (f *folded) guess(k int) deltaReading {
	v, _ := f.by(k)
	return deltaReading{val: v, reducer: deltaReducers[k].name, proof: DeltaInferred}
}

// grown is a list that grew by appending, or by message ids. Where a reducer that is as common gives something else, and no
// stored value tells which it is, the value is not known. rivals of an inferred one are named beside it.
func (f *folded) grown(e *evidence) deltaReading {
	out := deltaReading{val: value.NewList(f.seen), reducer: deltaReducers[f.as].name, proof: DeltaProved}
	common := byRecordID
	if f.as == byMessages {
		common = byOldMessages
	}
	for k := range deltaReducers {
		switch {
		case e.out[k] || k == f.as || k == byWindow:
			continue
		case k == common && (k != byOldMessages || f.all), k == bySorted && f.numbers():
		case f.as == byMessages || e.agreed == 0 || out.proof == DeltaInferred:
			continue
		}
		v, ok := f.by(k)
		if !ok || value.Equal(v, out.val) {
			continue
		}
		if k == byOldMessages || k == bySorted && f.numbers() { // what is likelier is shown, and that another would do something else
			out.rivals = []string{deltaReducers[k].name}
		} else if k == common {
			return deltaReading{val: f.raw(), proof: DeltaUnknown, rivals: []string{out.reducer, deltaReducers[k].name}}
		}
		out.proof = DeltaInferred
	}
	if e.agreed == 0 || f.many > 2*max(e.longest, 1) || f.many > e.longest && e.agreed < enoughProof {
		out.proof = DeltaInferred // a list of which only the last are kept may not have been long enough yet
	}
	return out
}

// numbers reports whether the list holds numbers, which many keep in order.
func (f *folded) numbers() bool {
	if f.as != byAppend || f.many == 0 {
		return false
	}
	_, ok := float(f.seen[0])
	return ok
}

// custom is the reducer that a channel most probably has where the stored values leave more than one: the shape of its writes
// is one that hardly another reducer takes.
func (f *folded) custom() (int, bool) {
	k := byUnion
	switch {
	case f.files == areFiles:
		k = byFiles
	case !isSet(f.tape.elems[0]):
		return 0, false
	}
	_, ok := f.by(k)
	return k, ok
}

func isSet(v value.Value) bool { return v.Kind() == value.Object && v.Type() == value.TypeSet }

func last(list value.Value, n int) value.Value {
	all := items(list)
	if len(all) <= n {
		return list
	}
	return value.NewList(all[len(all)-n:])
}

// filesSeen tells whether maps hold files by their names, in which a null deletes: every value is a record with content.
type filesSeen uint8

const (
	noValue filesSeen = iota // nothing yet, or only nulls
	areFiles
	otherThings
)

func (s filesSeen) and(maps []value.Value) filesSeen {
	for _, m := range maps {
		if s == otherThings || m.Kind() != value.Map {
			return otherThings
		}
		for _, e := range m.Entries() {
			switch e.Val.Kind() {
			case value.Null:
			case value.Map, value.Object:
				if _, ok := e.Val.Get("content"); !ok {
					return otherThings
				}
				s = areFiles
			default:
				return otherThings
			}
		}
	}
	return s
}

// deltas gives delta channels at row i, each with a reducer that no stored value contradicts.
func (h *History) deltas(ctx context.Context, i int, names []string) ([]Rebuilt, error) {
	if len(names) == 0 {
		return nil, nil
	}
	folds, err := h.fold(ctx, i, names)
	if err != nil {
		return nil, err
	}
	out := make([]Rebuilt, len(names))
	for k, name := range names {
		if folds[k], err = h.asMessages(ctx, i, name, folds[k]); err != nil {
			return nil, err
		}
		e, err := h.prove(ctx, i, name, folds[k])
		if err != nil {
			return nil, err
		}
		out[k] = h.rebuilt(folds[k], e, name)
	}
	return out, nil
}

func (h *History) rebuilt(f *folded, e *evidence, name string) Rebuilt {
	h.cache.proving.Lock()
	defer h.cache.proving.Unlock()
	h.cache.folding.Lock()
	defer h.cache.folding.Unlock()
	got := f.read(e)
	r := Rebuilt{Channel: name, Value: got.val, Seed: f.seed, Writes: f.writes, Reducer: got.reducer, Proof: got.proof,
		Rivals: got.rivals, Snapshots: e.agreed, Lost: f.lost, Leaks: f.leak, fold: f, seen: e}
	if f.own != nil && !f.gone {
		own := f.own.read(e)
		r.Own = own.val
		if own.val.Kind() == value.Invalid {
			r.Own = emptyLike(got.val)
		}
	}
	return r
}

// Weak reports whether a value rests on a reducer that nothing but the kind of the values speaks for: a list that was appended
// to, or was it kept sorted? Messages by id, files and sets have a shape of their own.
func (r *Rebuilt) Weak() bool {
	return r.Proof == DeltaInferred && (r.Reducer == deltaReducers[byAppend].name || len(r.Rivals) > 0)
}

// EmptyFor is what a delta channel holds before its first write, by the kind of what was written to it. False where that does
// not tell.
func EmptyFor(writes []Write, channel string) (value.Value, bool) {
	for _, w := range writes {
		v := w.Value
		if w.Channel != channel {
			continue
		}
		if in, ok := overwritten(v); ok {
			v = in
		}
		switch v.Kind() {
		case value.List, value.Map:
			return emptyLike(v), true
		case value.String:
			return value.NewString(""), true
		case value.Int:
			return value.NewInt(0), true
		case value.Float:
			return value.NewFloat(0), true
		case value.Bool:
			return value.NewBool(false), true
		case value.Object:
			if isSet(v) {
				return value.NewObject(v.Type(), []value.Entry{value.NamedEntry("$value", value.NewList(nil))}), true
			}
			if isMessage(v) {
				return value.NewList(nil), true
			}
		}
	}
	return value.Value{}, false
}

// emptyLike is what a channel holds before its first write, in the kind of what it holds later.
func emptyLike(v value.Value) value.Value {
	switch v.Kind() {
	case value.List:
		return value.NewList(nil)
	case value.Map:
		return value.NewMap(nil)
	}
	return value.NewNull()
}

// problems are what cannot be told of a delta channel, and what LangGraph loads into it that this branch did not write.
func (r *Rebuilt) problems(h *History, i int) []Problem {
	at := func(code, message string) Problem {
		return Problem{Code: code, Severity: Warning, Thread: h.Thread(), NS: h.NS(i), Checkpoint: h.ID(i), Offset: -1, Message: "channel " + r.Channel + message}
	}
	var out []Problem
	switch {
	case r.Lost != "":
		out = append(out, at("delta-no-seed", " is not stored here, and cannot be rebuilt: "+r.Lost))
	case r.Proof == DeltaUnknown && len(r.Rivals) > 1:
		out = append(out, at("delta-unknown-reducer", fmt.Sprintf(" is not stored here, and its reducer is not known: %s fit what is stored and give different values; %d writes stand on the last stored value",
			strings.Join(r.Rivals, ", "), r.Writes)))
	case r.Proof == DeltaUnknown:
		out = append(out, at("delta-unknown-reducer", fmt.Sprintf(" is not stored here, and its reducer is not known: %d writes stand on the last stored value", r.Writes)))
	}
	if len(r.Leaks) > 0 {
		out = append(out, at("delta-leak", ": "+r.LeakText(h)))
	}
	return out
}

// LeakText says in a sentence whose writes LangGraph loads into a branch.
func (r *Rebuilt) LeakText(h *History) string {
	n, replaced := 0, false
	var where, who []string
	for _, l := range r.Leaks {
		place := "@" + h.stepText(l.Row)
		if !slices.Contains(where, place) {
			where = append(where, place)
		}
		if l.Replaced {
			replaced = true
			continue
		}
		n += l.Writes
		for _, name := range l.Nodes {
			if !slices.Contains(who, name) {
				who = append(who, name)
			}
		}
	}
	var parts []string
	if n > 0 {
		by := ""
		if len(who) > 0 {
			by = " by " + strings.Join(who, ", ")
		}
		parts = append(parts, fmt.Sprintf("LangGraph loads %d of another branch's writes%s, stored at %s", n, by, strings.Join(where, ", ")))
	}
	if replaced {
		parts = append(parts, fmt.Sprintf("what this branch wrote at %s is in no row, since the rows of an earlier run with the same task ids stayed: LangGraph loads what that run wrote", strings.Join(where, ", ")))
	}
	return strings.Join(parts, "; ")
}

func (h *History) stepText(i int) string {
	if n, ok := h.Step(i); ok {
		return fmt.Sprint(n)
	}
	return h.ID(i)
}
