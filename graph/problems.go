package graph

import (
	"context"
	"fmt"
)

// Whether a row is a problem is kept when its brief is made: 0 not looked at, 1 none, 2 a problem.
const (
	rowFine    = 1
	rowProblem = 2
)

// judge keeps what a brief said of a row.
func (c *historyCache) judge(i, rows int, problem bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.judged) < rows {
		c.judged = append(c.judged, make([]uint8, rows-len(c.judged))...)
	}
	c.judged[i] = rowFine
	if problem {
		c.judged[i] = rowProblem
	}
}

func (c *historyCache) verdictOf(i int) uint8 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < len(c.judged) {
		return c.judged[i]
	}
	return 0
}

// ProblemRows are the indices of checkpoints that a person should look at, in the order of the screen, found among the
// briefs already computed for the thread; scan opens what is missing.
func (h *History) ProblemRows(ctx context.Context, scan bool) ([]int, error) {
	below := map[int][]string{} // checkpoint → the namespaces whose tasks were due at it
	for _, k := range h.Kids {
		below[k.Parent] = append(below[k.Parent], k.NS)
	}
	var out []int
	done := map[string]bool{}
	var walk func(ns string) error
	walk = func(ns string) error {
		if done[ns] {
			return nil
		}
		done[ns] = true
		for _, i := range h.InNS(ns) {
			judged := h.cache.verdictOf(i)
			if judged == 0 && scan {
				if err := ctx.Err(); err != nil {
					return err
				}
				b, err := h.Brief(ctx, i)
				if err != nil {
					return err
				}
				judged = rowFine
				if b.ProblemKind != "" {
					judged = rowProblem
				}
			}
			if judged == rowProblem {
				out = append(out, i)
			}
			for _, inner := range below[i] {
				if err := walk(inner); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, ns := range append([]string{""}, below[-1]...) {
		if err := walk(ns); err != nil {
			return out, err
		}
	}
	return out, nil
}

// foundAt are the problems of row i that only the model sees: those of the skeleton, and tasks that failed and wrote.
func (h *History) foundAt(i int, due Due) []Problem {
	var out []Problem
	for _, p := range h.Problems {
		if p.Checkpoint == h.ID(i) && p.NS == h.NS(i) && p.Checkpoint != "" {
			out = append(out, p)
		}
	}
	return append(out, h.taskProblems(i, due)...)
}

// taskProblems are the tasks due at row i that failed and wrote.
func (h *History) taskProblems(i int, due Due) (out []Problem) {
	for _, t := range due.Tasks {
		if t.Status == TaskRetried {
			out = append(out, Problem{Code: "error-and-writes", Severity: Warning, Thread: h.Thread(), NS: h.NS(i), Checkpoint: h.ID(i), Offset: -1,
				Message: fmt.Sprintf("task %s of %s holds an error and writes: it failed and was run again, or failed after it had written", t.ID, t.Name)})
		}
	}
	return out
}
