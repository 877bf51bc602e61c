package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// Reason says why one task ran or is due, or why a node is not.
type Reason struct {
	Node     string
	Trigger  string      // the channel, "" where unknown
	Guessed  bool        // the trigger is taken from the node's name only
	Now      value.Value // channel version, Invalid where absent
	Seen     value.Value // version the node had seen, Invalid where never
	Verdict  string      // "due", "sent", "waits", "ran", "never", "no value"
	Count    int         // Sends to the same node
	Missing  []string    // members of a join that are not in
	By       []string    // nodes that wrote the trigger
	ByTasks  []string
	LastRan  int // DAG index of the checkpoint that its last run made, -1 where none
	NotDueTo []string
}

// Reasoner is what a Runtime may implement to give reasons; without it only the names of the tasks are known.
type Reasoner interface {
	// Why gives a reason for each task that made i.
	Why(ctx context.Context, h *History, i int) ([]Reason, error)
	// Next gives a reason for each task due after i, and for the joins that wait.
	Next(ctx context.Context, h *History, i int) ([]Reason, error)
	// Seen gives a line for every node that is known: due, waiting, ran (latest first), never.
	Seen(ctx context.Context, h *History, i int) ([]Reason, error)
}

// Why gives a reason for each task that made i.
func (h *History) Why(ctx context.Context, i int) ([]Reason, error) {
	if r, ok := h.Runtime.(Reasoner); ok {
		return r.Why(ctx, h, i)
	}
	ran, err := h.Runtime.Ran(ctx, h, i)
	return bare(ran, "due"), err
}

// NextReasons gives a reason for each task due after i, and for the joins that wait.
func (h *History) NextReasons(ctx context.Context, i int) ([]Reason, error) {
	if r, ok := h.Runtime.(Reasoner); ok {
		return r.Next(ctx, h, i)
	}
	due, err := h.Runtime.Due(ctx, h, i)
	return bare(due.Tasks, "due"), err
}

// SeenTable gives a line for every node known to the thread: due, waiting, ran (latest first), never.
func (h *History) SeenTable(ctx context.Context, i int) ([]Reason, error) {
	if r, ok := h.Runtime.(Reasoner); ok {
		return r.Seen(ctx, h, i)
	}
	return h.NextReasons(ctx, i)
}

func bare(tasks []Task, verdict string) []Reason {
	var out []Reason
	for _, t := range tasks {
		out = append(out, Reason{Node: t.Name, Verdict: verdict, LastRan: -1})
	}
	return out
}

// Why looks at the parent, where the tasks were due, and at its parent, whose tasks wrote the triggers.
func (p *Pregel) Why(ctx context.Context, h *History, i int) ([]Reason, error) {
	ran, err := p.Ran(ctx, h, i)
	if err != nil || len(ran) == 0 {
		return nil, err
	}
	parent := h.Parent(i)
	if parent < 0 {
		return bare(ran, "due"), nil
	}
	r, err := p.read(ctx, h, parent)
	if err != nil {
		return nil, err
	}
	return p.reasons(ctx, h, r, ran)
}

// Next also lists the joins that have some of their members, with those that are missing.
func (p *Pregel) Next(ctx context.Context, h *History, i int) ([]Reason, error) {
	r, err := p.read(ctx, h, i)
	if err != nil {
		return nil, err
	}
	out, err := p.reasons(ctx, h, r, r.tasks)
	if err != nil {
		return nil, err
	}
	for _, w := range r.waits {
		out = append(out, r.waiting(w))
	}
	return out, nil
}

func (r *reading) waiting(w Join) Reason {
	seen, _ := r.cp.SeenBy(w.Node)
	return Reason{Node: w.Node, Trigger: w.Channel, Now: VersionOf(r.cp.Versions, w.Channel), Seen: VersionOf(seen, w.Channel),
		Verdict: "waits", Missing: w.Missing(), By: w.Has, LastRan: -1}
}

// Missing are the members of a join that are not in.
func (j Join) Missing() []string {
	var out []string
	for _, n := range j.Needs {
		if !slices.Contains(j.Has, n) {
			out = append(out, n)
		}
	}
	return out
}

// reasons explains tasks that were due at r.
func (p *Pregel) reasons(ctx context.Context, h *History, r *reading, tasks []Task) ([]Reason, error) {
	var up *reading
	if parent := h.Parent(r.cp.Index); parent >= 0 && len(tasks) > 0 {
		var err error
		if up, err = p.read(ctx, h, parent); err != nil {
			return nil, err
		}
	}
	var out []Reason
	sent := map[string]int{} // place in out of the Sends to a node
	for _, t := range tasks {
		if len(t.Triggers) > 0 && t.Triggers[0] == pushTrigger {
			if k, ok := sent[t.Name]; ok {
				out[k].Count++
				continue
			}
			sent[t.Name] = len(out)
			reason := Reason{Node: t.Name, Trigger: chanTasks, Verdict: "sent", Count: 1, LastRan: -1}
			reason.Now = VersionOf(r.cp.Versions, chanTasks)
			reason.writers(up, func(w *Write) bool {
				node, _, _ := readSend(w.Value)
				return w.Channel == chanTasks && node == t.Name
			})
			out = append(out, reason)
			continue
		}
		out = append(out, r.reason(up, t))
	}
	return out, nil
}

// reason explains a node by the trigger of it that rose last.
func (r *reading) reason(up *reading, t Task) Reason {
	out := Reason{Node: t.Name, Verdict: "due", LastRan: -1}
	seen, _ := r.cp.SeenBy(t.Name)
	for _, ch := range t.Triggers {
		now := VersionOf(r.cp.Versions, ch)
		if out.Trigger == "" || CompareVersions(now, out.Now) > 0 {
			out.Trigger, out.Now, out.Seen = ch, now, VersionOf(seen, ch)
		}
	}
	out.writers(up, func(w *Write) bool { return w.Channel == out.Trigger })
	for _, ch := range r.cp.Updated {
		if !slices.Contains(t.Triggers, ch) && !r.control(ch) {
			out.NotDueTo = append(out.NotDueTo, ch)
		}
	}
	return out
}

// writers names who made the writes that wanted picks among those stored at up.
func (out *Reason) writers(up *reading, wanted func(*Write) bool) {
	if up == nil {
		return
	}
	for i := range up.writes {
		w := &up.writes[i]
		if wanted(w) && !slices.Contains(out.ByTasks, w.TaskID) {
			out.ByTasks = append(out.ByTasks, w.TaskID)
			if w.Node != "" && !slices.Contains(out.By, w.Node) {
				out.By = append(out.By, w.Node)
			}
		}
	}
}
