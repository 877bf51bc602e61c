package graph

import (
	"context"
	"fmt"
	"strings"
)

// What is foretold as due can be held against what came: the child that a run made carries, in its versions_seen, what every
// node that ran had before it. So the rule that answers "next" is checked by the file itself, row by row.
//
// Only a child that a run made says anything. Input, edits and copies hang below the same checkpoint and are no step of it.
// Where the file cannot tell (steps between that were not written, a body that cannot be read, early formats whose rows do
// not name who listens), the child counts as untold, neither right nor wrong.

// Untold is why a child does not tell whether its parent was foretold right.
type Untold string

const (
	UntoldSteps    Untold = "steps between were not written"
	UntoldStep     Untold = "a step number is missing"
	UntoldSource   Untold = "nothing says what made it"
	UntoldBody     Untold = "a body cannot be read"
	UntoldListener Untold = "the row does not name who listens"
	UntoldBarrier  Untold = "a join was stored after later members came in"
	UntoldSend     Untold = "a Send left no trace"
)

// UntoldReasons lists the reasons in the order in which they are told.
var UntoldReasons = []Untold{UntoldSteps, UntoldStep, UntoldSource, UntoldBody, UntoldListener, UntoldBarrier, UntoldSend}

// Check is what the children of one checkpoint, or of many, say of what was foretold there.
type Check struct {
	Checkpoints int // that have a child made by a run which tells
	CheckedWell int // of these, those whose children all came as foretold
	Children    int // made by a run: Right + Missed + Untold
	Right       int
	Missed      int
	Untold      int
	// ByUpdated are the right ones where next alone, as get_state gives it, named a node that the loop never ran, and
	// updated_channels tells so.
	ByUpdated int
	Reasons   map[Untold]int
}

// Add counts another check in.
func (c *Check) Add(d Check) {
	c.Checkpoints += d.Checkpoints
	c.CheckedWell += d.CheckedWell
	c.Children += d.Children
	c.Right += d.Right
	c.Missed += d.Missed
	c.Untold += d.Untold
	c.ByUpdated += d.ByUpdated
	for why, n := range d.Reasons {
		c.untold(why, n)
	}
}

func (c *Check) untold(why Untold, n int) {
	if c.Reasons == nil {
		c.Reasons = map[Untold]int{}
	}
	c.Reasons[why] += n
}

// Auditor is what a Runtime implements that foretells by a rule of its own what will run.
type Auditor interface {
	// Foretold holds what was due at i against the children that runs made of it. A mismatch is a problem of i.
	Foretold(ctx context.Context, h *History, i int) (Check, []Problem, error)
}

// Foretold checks what was foretold at checkpoint i; nothing where the Runtime foretells nothing.
func (h *History) Foretold(ctx context.Context, i int) (Check, []Problem, error) {
	if a, ok := h.Runtime.(Auditor); ok && !h.isLeaf(i) {
		return a.Foretold(ctx, h, i)
	}
	return Check{}, nil, nil
}

// mostAudited and auditBytes bound what is audited behind a screen or beside another answer; Examine has no bounds.
const (
	mostAudited = 4096
	auditBytes  = 48 << 20
)

// Audited are the rows that an audit in passing looks at: all, or in a long thread the newest of the root's; whole tells which.
func (h *History) Audited() (rows []int, whole bool) {
	n := h.Len()
	var bytes int64
	for i := 0; i < n && n <= mostAudited; i++ {
		bytes += h.Row(i).Size
	}
	if whole = n <= mostAudited && bytes <= auditBytes; whole {
		rows = make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		return rows, true
	}
	root := h.InNS("")
	bytes = 0
	from := len(root)
	for from > 0 && len(root)-from < mostAudited {
		if bytes += h.Row(root[from-1]).Size; bytes > auditBytes {
			break
		}
		from--
	}
	return root[from:], false
}

// Audit checks what was foretold at the given rows. step, where not nil, is called after each.
func (h *History) Audit(ctx context.Context, rows []int, step func(done int)) (c Check, err error) {
	for n, i := range rows {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		d, _, err := h.Foretold(ctx, i)
		if err != nil {
			return c, err
		}
		c.Add(d)
		if step != nil {
			step(n + 1)
		}
	}
	return c, nil
}

// Foretold opens i and its children.
func (p *Pregel) Foretold(ctx context.Context, h *History, i int) (c Check, problems []Problem, err error) {
	var r *reading
	for _, k := range h.Children(i) {
		child, err := h.Cached(ctx, k)
		if err != nil {
			return c, problems, err
		}
		if !madeByRun(child) {
			continue
		}
		if r == nil {
			if r, err = p.read(ctx, h, i); err != nil {
				return c, problems, err
			}
		}
		f := r.foretell()
		c.Children++
		switch why, miss := f.hold(r, child); {
		case why != "":
			c.Untold++
			c.untold(why, 1)
		case miss != nil:
			c.Missed++
			problems = append(problems, Problem{Code: "prediction-miss", Severity: Warning, Thread: h.Thread(), NS: h.NS(i), Checkpoint: h.ID(i), Offset: -1,
				Message: fmt.Sprintf("its child %s (@%d) does not show what was foretold here: %s", h.Short(k), child.Step, strings.Join(miss, "; "))})
		default:
			c.Right++
			if f.held {
				c.ByUpdated++
			}
		}
	}
	if c.Right+c.Missed > 0 {
		c.Checkpoints = 1
	}
	if c.Right > 0 && c.Missed == 0 {
		c.CheckedWell = 1
	}
	return c, problems, nil
}

// madeByRun reports whether a row may be a step of a run. One whose metadata does not say is told apart later.
func madeByRun(cp *Checkpoint) bool {
	return cp.Source != "input" && cp.Source != "update" && cp.Source != "fork"
}
