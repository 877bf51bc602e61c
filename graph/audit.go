package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cptui/graph/value"
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

// foretelling is what a row alone says will run, without a look at its writes, which are what did run.
type foretelling struct {
	pulls map[string][]string // node → the triggers that start it
	sends []string            // nodes
	maybe map[string]bool     // channels that a Command wrote before the step: who listens to them runs too
	held  bool                // updated_channels held a node back that is due by the versions
}

func (r *reading) foretell() foretelling {
	f := foretelling{pulls: map[string][]string{}, maybe: map[string]bool{}}
	for _, w := range r.cp.Writes {
		if w.TaskID == nullTask && !told(w.Channel) {
			f.maybe[w.Channel] = true
		}
	}
	for _, t := range r.tasks {
		switch {
		case t.Triggers[0] == pushTrigger:
			f.sends = append(f.sends, t.Name)
		case r.heldBack(t.Triggers, f.maybe):
			f.held = true
		default:
			f.pulls[t.Name] = t.Triggers
		}
	}
	return f
}

// heldBack reports whether the loop never looked at the node that these triggers start: since format 4 it only takes up
// nodes of which updated_channels holds a trigger. An empty list holds nobody back.
func (r *reading) heldBack(triggers []string, maybe map[string]bool) bool {
	if !layoutOf(r.cp).tellsTaken || r.cp.NoUpdated || len(r.cp.Updated) == 0 {
		return false
	}
	for _, ch := range triggers {
		if maybe[ch] || slices.Contains(r.cp.Updated, ch) {
			return false
		}
	}
	return true
}

// hold holds a child against what was foretold: why it tells nothing, or what it shows that was not foretold.
func (f *foretelling) hold(r *reading, child *Checkpoint) (why Untold, miss []string) {
	switch {
	case child.Source != "loop":
		return UntoldSource, nil
	case !r.readable() || child.Body.Kind() != value.Invalid && len(child.Versions) == 0:
		return UntoldBody, nil
	case r.cp.NoStep || child.NoStep:
		return UntoldStep, nil
	case child.Step != r.cp.Step+1:
		return UntoldSteps, nil
	case !r.known:
		return UntoldListener, nil
	}
	barrier, other := false, false
	for name, triggers := range f.pulls {
		seen, _ := child.SeenBy(name)
		was, _ := r.cp.SeenBy(name)
		if moved(was, seen) != nil {
			continue
		}
		if !layoutOf(r.cp).tellsTaken && allJoins(triggers) {
			barrier = true
			continue
		}
		ch := triggers[0]
		miss = append(miss, fmt.Sprintf("%s was due (%s is %s, it had seen %s) and did not run: versions_seen of it did not move",
			name, ch, versionWords(VersionOf(r.cp.Versions, ch)), versionWords(VersionOf(was, ch))))
	}
	for _, s := range child.Seen {
		if noNode(s.Node) {
			continue
		}
		was, _ := r.cp.SeenBy(s.Node)
		changed := moved(was, s.Versions)
		if len(changed) == 0 || f.askedFor(changed) {
			continue
		}
		if _, due := f.pulls[s.Node]; !due {
			miss = append(miss, r.notDue(s.Node, was, changed[0]))
			continue
		}
		for _, v := range changed {
			now := VersionOf(r.cp.Versions, v.Channel)
			if now.Kind() == value.Invalid { // early versions note a channel that was never written too
				continue
			}
			if !f.maybe[v.Channel] && CompareVersions(now, v.Value) != 0 {
				miss = append(miss, fmt.Sprintf("%s ran on version %s of %s, which stood at %s", s.Node, versionWords(v.Value), v.Channel, versionWords(now)))
			}
		}
	}
	if extra := f.sentBeside(r); extra != "" {
		miss = append(miss, extra)
	}
	if len(miss) > 0 {
		if damagedRow(r.cp) || damagedRow(child) { // what lies behind the damage is not known
			return UntoldBody, nil
		}
		slices.Sort(miss)
		return "", miss
	}
	if barrier {
		return UntoldBarrier, nil
	}
	for _, t := range r.tasks {
		if t.Triggers[0] == pushTrigger && len(t.Writes) == 0 {
			_, before := r.cp.SeenBy(t.Name)
			_, after := child.SeenBy(t.Name)
			other = other || before || !after
		}
	}
	if other {
		return UntoldSend, nil
	}
	return "", nil
}

// damagedRow reports whether a part of what a row holds cannot be read.
func damagedRow(cp *Checkpoint) bool {
	return slices.ContainsFunc(cp.Problems, func(p Problem) bool { return p.Severity == Error })
}

// moved are the versions that a node has seen anew.
func moved(before, after []Version) []Version {
	var out []Version
	for _, v := range after {
		if CompareVersions(v.Value, VersionOf(before, v.Channel)) != 0 {
			out = append(out, v)
		}
	}
	return out
}

// askedFor reports whether a Command started a node: what moved is what the Command wrote.
func (f *foretelling) askedFor(changed []Version) bool {
	for _, v := range changed {
		if f.maybe[v.Channel] {
			return true
		}
	}
	return false
}

// allJoins reports whether only barriers start a node. Before format 4 a stored barrier may hold members that came in after
// the row was made, and nothing tells which.
func allJoins(triggers []string) bool {
	for _, ch := range triggers {
		if _, _, ok := joinOf(ch); !ok {
			return false
		}
	}
	return true
}

// notDue says of a node that ran why it was not foretold.
func (r *reading) notDue(node string, was []Version, v Version) string {
	now := VersionOf(r.cp.Versions, v.Channel)
	stored, there := r.cp.Channel(v.Channel)
	reason := "updated_channels does not name " + v.Channel
	switch {
	case now.Kind() == value.Invalid:
		reason = "there is no version of " + v.Channel + " here"
	case !there:
		reason = v.Channel + " holds no value here"
	case !available(v.Channel, stored):
		reason = v.Channel + " is not complete here"
	case CompareVersions(now, VersionOf(was, v.Channel)) <= 0:
		reason = fmt.Sprintf("%s is %s here, which it had seen", v.Channel, versionWords(now))
	}
	return fmt.Sprintf("%s ran (its versions_seen of %s went from %s to %s) and was not due: %s", node, v.Channel,
		versionWords(VersionOf(was, v.Channel)), versionWords(v.Value), reason)
}

// sentBeside finds a write of a Send that the row does not hold. A Send's path ends with its place in the list.
func (f *foretelling) sentBeside(r *reading) string {
	if f.maybe[chanTasks] {
		return ""
	}
	for _, w := range r.cp.Writes {
		var n int
		if _, err := fmt.Sscanf(w.Path, "~__pregel_push, %d,", &n); err == nil && n >= len(f.sends) {
			return fmt.Sprintf("task %s wrote as number %d of the Sends, and %d are stored here", w.TaskID, n+1, len(f.sends))
		}
	}
	return ""
}

// versionWords is a version as people compare it: its counter, or all of it where it has none.
func versionWords(v value.Value) string {
	switch {
	case v.Kind() == value.Invalid:
		return "none"
	case VersionCount(v) > 0:
		return fmt.Sprint(VersionCount(v))
	case v.Kind() == value.String:
		return fmt.Sprintf("%.16q", v.Str())
	}
	return v.Num()
}
