package graph

import (
	"fmt"
	"slices"

	"cptui/graph/value"
)

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
