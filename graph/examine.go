package graph

import (
	"context"
	"slices"
)

// Exam is what an examination has looked at so far.
type Exam struct {
	Checkpoints int
	Writes      int
	Bytes       int64 // of bodies and the values of writes
	Check       Check // what was foretold, against what followed
}

// Add counts another examination in.
func (e *Exam) Add(d Exam) {
	e.Checkpoints += d.Checkpoints
	e.Writes += d.Writes
	e.Bytes += d.Bytes
	e.Check.Add(d.Check)
}

// Examine opens the given rows in order, each with its writes, and reports what is wrong with them: what the skeleton shows, what
// the bodies hold, what of the state cannot be told, and where a child shows another step than was foretold. report gets the
// row, -1 for a problem of the whole thread; an error of it ends the examination. step, where not nil, is called after each row.
// Nothing is kept: memory does not grow with the thread.
func (h *History) Examine(ctx context.Context, rows []int, report func(i int, p Problem) error, step func(Exam)) (Exam, error) {
	var e Exam
	own, rest := h.problemsByRow()
	for _, p := range rest {
		if err := report(-1, p); err != nil {
			return e, err
		}
	}
	for _, i := range rows {
		if err := ctx.Err(); err != nil {
			return e, err
		}
		found, err := h.examineRow(ctx, i, own[i], &e)
		if err != nil {
			return e, err
		}
		for k, p := range found {
			if slices.Contains(found[:k], p) {
				continue
			}
			if err := report(i, p); err != nil {
				return e, err
			}
		}
		if step != nil {
			step(e)
		}
	}
	return e, nil
}

func (h *History) examineRow(ctx context.Context, i int, own []Problem, e *Exam) ([]Problem, error) {
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	e.Checkpoints++
	e.Writes += len(cp.Writes)
	e.Bytes += cp.Size
	for _, w := range cp.Writes {
		e.Bytes += int64(w.Value.Size())
	}
	found := append(slices.Clone(own), cp.Problems...)
	due, err := h.Runtime.Due(ctx, h, i)
	if err != nil {
		return found, err
	}
	found = append(found, h.taskProblems(i, due)...)
	state, err := h.Runtime.State(ctx, h, i)
	if err != nil {
		return found, err
	}
	found = append(found, state.Problems...)
	check, miss, err := h.Foretold(ctx, i)
	e.Check.Add(check)
	return append(found, miss...), err
}

// problemsByRow sorts the problems of the skeleton by the row they are of; rest are those of no row.
func (h *History) problemsByRow() (byRow map[int][]Problem, rest []Problem) {
	byRow = map[int][]Problem{}
	for _, p := range h.Problems {
		if i, ok := h.FindIn(p.Checkpoint, p.NS); ok {
			byRow[i] = append(byRow[i], p)
		} else {
			rest = append(rest, p)
		}
	}
	return byRow, rest
}
