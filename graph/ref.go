package graph

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrNoRef says that no checkpoint matches, ErrAmbiguous that several do.
var (
	ErrNoRef     = errors.New("no such checkpoint")
	ErrAmbiguous = errors.New("ambiguous checkpoint")
)

// Ref is a parsed reference: head, head~3, @12, an id, a unique prefix or ending.
type Ref struct {
	Text string
	kind refKind
	n    int // steps back, or the step
}

type refKind uint8

const (
	refID refKind = iota
	refHead
	refStep
	refEnding // written with … before it, as the screens print it
)

// ParseRef reads a reference; bookmarks are resolved by the caller before.
func ParseRef(s string) (Ref, error) {
	word := strings.TrimSpace(s)
	if word == "" {
		return Ref{}, fmt.Errorf("%w: the reference is empty (head, head~3, @12, or part of an id)", ErrNoRef)
	}
	if word == "head" || word == "HEAD" {
		return Ref{Text: word, kind: refHead}, nil
	}
	if back, ok := strings.CutPrefix(strings.Replace(word, "HEAD~", "head~", 1), "head~"); ok {
		n := 1
		if back != "" {
			var err error
			if n, err = strconv.Atoi(back); err != nil || n < 0 {
				return Ref{}, fmt.Errorf("%w: %q is no reference (write head~3 for three steps before the head)", ErrNoRef, s)
			}
		}
		return Ref{Text: word, kind: refHead, n: n}, nil
	}
	if step, ok := strings.CutPrefix(word, "@"); ok {
		n, err := strconv.Atoi(step)
		if err != nil {
			return Ref{}, fmt.Errorf("%w: %q is no reference (write @12 for step 12)", ErrNoRef, s)
		}
		return Ref{Text: word, kind: refStep, n: n}, nil
	}
	for _, dots := range []string{"…", "..."} {
		if end, ok := strings.CutPrefix(word, dots); ok && end != "" {
			return Ref{Text: end, kind: refEnding}, nil
		}
	}
	return Ref{Text: word}, nil
}

// Resolve finds the checkpoint that ref names in namespace ns, on the branch of from (-1: of the head). An id, or a part of
// one, that the namespace lacks is looked up in the others. Errors wrap ErrNoRef or ErrAmbiguous.
func (h *History) Resolve(ref Ref, ns string, from int) (int, error) {
	switch ref.kind {
	case refHead:
		return h.back(ref, ns)
	case refStep:
		return h.atStep(ref, ns, from)
	}
	return h.byID(ref, ns)
}

// HeadOf is the head of a namespace: History.Current for "". Transcripts have no order of ids: there it is the last step.
func (h *History) HeadOf(ns string) int {
	if ns == "" {
		return h.Current
	}
	if h.Transcript {
		if rows := h.InNS(ns); len(rows) > 0 {
			return rows[len(rows)-1]
		}
		return -1
	}
	return h.Head(ns)
}

func (h *History) back(ref Ref, ns string) (int, error) {
	i := h.HeadOf(ns)
	if i < 0 {
		return -1, fmt.Errorf("%w: %s has no checkpoint", ErrNoRef, h.where(ns))
	}
	for k := range ref.n {
		if i = h.Parent(i); i < 0 {
			return -1, fmt.Errorf("%w: %s goes beyond the first checkpoint of %s, which is head~%d", ErrNoRef, ref.Text, h.where(ns), k)
		}
	}
	return i, nil
}

func (h *History) atStep(ref Ref, ns string, from int) (int, error) {
	if from < 0 || h.NS(from) != ns {
		from = h.HeadOf(ns)
	}
	if from < 0 {
		return -1, fmt.Errorf("%w: %s has no checkpoint", ErrNoRef, h.where(ns))
	}
	line := h.Branch(from)
	lo, hi, some := 0, 0, false
	for k := len(line) - 1; k >= 0; k-- {
		step, known := h.Step(line[k])
		if !known {
			continue
		}
		if step == ref.n {
			return line[k], nil
		}
		if !some {
			lo, hi, some = step, step, true
		}
		lo, hi = min(lo, step), max(hi, step)
	}
	if !some {
		return -1, fmt.Errorf("%w: the steps of %s are not known; name the checkpoint by its id", ErrNoRef, h.where(ns))
	}
	return -1, fmt.Errorf("%w: no step %d on this branch of %s (it has @%d to @%d)", ErrNoRef, ref.n, h.where(ns), lo, hi)
}

// Branch is the whole branch that i lies on: its ancestors, itself, and on to the head where that descends from i, else to
// the newest leaf below it.
func (h *History) Branch(i int) []int {
	if head := h.HeadOf(h.NS(i)); head >= 0 {
		if line := h.Line(head); slices.Contains(line, i) {
			return line
		}
	}
	leaf := i
	stack := []int{i}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		kids := h.Children(k)
		stack = append(stack[:len(stack)-1], kids...)
		if len(kids) == 0 && (leaf == i || k > leaf) {
			leaf = k
		}
	}
	return h.Line(leaf)
}

func (h *History) byID(ref Ref, ns string) (int, error) {
	if ref.kind == refID {
		if i, ok := h.FindIn(ref.Text, ns); ok {
			return i, nil
		}
		if i, ok := h.Find(ref.Text); ok {
			return i, nil
		}
	}
	var found []int
	if ref.kind == refID {
		found = h.prefixIn(ref.Text)
	}
	for _, i := range h.endingIn(ref.Text) {
		if !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	var here []int
	for _, i := range found {
		if h.NS(i) == ns {
			here = append(here, i)
		}
	}
	if len(here) > 0 {
		found = here
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return -1, fmt.Errorf("%w: %q fits %s", ErrAmbiguous, ref.Text, h.candidates(found))
	case len(ref.Text) < shortest:
		return -1, fmt.Errorf("%w: %q (an ending takes %d characters or more)", ErrNoRef, ref.Text, shortest)
	}
	return -1, fmt.Errorf("%w: %q is neither an id nor the beginning or ending of one in thread %s", ErrNoRef, ref.Text, h.Thread())
}

// candidates names some of the checkpoints, each as a person could type it.
func (h *History) candidates(rows []int) string {
	const most = 6
	var b strings.Builder
	for k, i := range rows {
		if k == most {
			fmt.Fprintf(&b, " and %d more", len(rows)-most)
			break
		}
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(h.ID(i))
		if step, known := h.Step(i); known {
			fmt.Fprintf(&b, " (@%d)", step)
		}
	}
	return b.String()
}

func (h *History) where(ns string) string {
	if ns == "" {
		return "thread " + h.Thread()
	}
	return "namespace " + ns
}
