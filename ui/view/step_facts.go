package view

import (
	"context"
	"time"

	"cptui/graph"
	"cptui/graph/value"
)

// StepFacts is what the Step and Messages panes say beyond a Moment. Each part opens other checkpoints of the thread, so it
// is loaded beside the Moment, and the panes are shown without it until then.
type StepFacts struct {
	Loaded     bool
	Why        []graph.Reason
	Next       []graph.Reason
	Parent     *graph.Brief   // the step before, nil at a root
	Earlier    []Earlier      // earlier runs of what ran here, latest first
	EarlierCut bool           // the branch goes further back than was looked at
	Asked      map[string]Put // call id → step that asked it
	Answered   map[string]Put // call id → step that brought its result
	Put        map[string]Put // message id → step that put the message there
	Said       []Said         // texts said in the steps, latest first
	Agents     map[string]graph.Child
	Archive    *graph.Archive // of the messages that a summary replaced; nil where there is none, or it is not found
	Looked     []string       // where it was looked for
}

// Earlier is one earlier step in which a node ran.
type Earlier struct {
	Node  string
	Index int
	Times int
}

// Put is the step that brought something into the state.
type Put struct {
	Index int
	Took  time.Duration // of the whole step: an upper bound for each of its tasks
}

// Said is a text that a step said: it finds the step of a message that has no id of its own.
type Said struct {
	Text string
	Put
}

// How far back the branch is looked at: in steps, and in bytes of the bodies that have to be opened for it.
const (
	earlierSteps = 200
	earlierBytes = 4 << 20
)

// LoadStepFacts gathers the facts of one step from the step itself and what is near on its branch before it (see earlierSteps); safe to
// call from any goroutine. An error means that the source could not be read or ctx ended.
func LoadStepFacts(ctx context.Context, h *graph.History, m *graph.Moment) (StepFacts, error) {
	f := StepFacts{Asked: map[string]Put{}, Answered: map[string]Put{}, Put: map[string]Put{}, Agents: map[string]graph.Child{}}
	var err error
	if f.Why, err = h.Why(ctx, m.Index); err != nil {
		return f, err
	}
	if f.Next, err = h.NextReasons(ctx, m.Index); err != nil {
		return f, err
	}
	kids := map[int][]graph.Child{}
	for _, k := range h.Kids {
		if k.Parent >= 0 {
			kids[k.Parent] = append(kids[k.Parent], k)
		}
	}
	nodes := map[string]bool{}
	for _, n := range m.Brief.Nodes {
		nodes[n] = true
	}
	b := m.Brief
	bytes := int64(0)
	for at, seen := m.Index, 0; at >= 0; seen++ {
		if bytes += h.Row(at).Size; seen == earlierSteps || seen > 1 && bytes > earlierBytes {
			f.EarlierCut = true
			break
		}
		if at != m.Index {
			if b, err = h.Brief(ctx, at); err != nil {
				return f, err
			}
			if f.Parent == nil {
				parent := b
				f.Parent = &parent
			}
			f.earlier(nodes, b.Nodes, at)
		}
		if b.Says != "" {
			f.Said = append(f.Said, Said{Text: b.Says, Put: Put{Index: at, Took: b.Took}})
		}
		f.calls(b, at)
		f.messages(b, at)
		parent := h.Parent(at)
		f.agents(b, kids[parent])
		at = parent
	}
	if sum, ok := graph.ReadSummary(m.State); ok {
		a, found, looked, err := graph.FindArchive(ctx, h, m.State, sum.Path)
		if err != nil {
			return f, err
		}
		if f.Looked = looked; found {
			f.Archive = &a
		}
	}
	f.Loaded = true
	return f, nil
}

// earlier counts the runs of the wanted nodes in one step.
func (f *StepFacts) earlier(wanted map[string]bool, ran []string, at int) {
	times := map[string]int{}
	var order []string
	for _, n := range ran {
		if wanted[n] {
			if times[n]++; times[n] == 1 {
				order = append(order, n)
			}
		}
	}
	for _, n := range order {
		f.Earlier = append(f.Earlier, Earlier{Node: n, Index: at, Times: times[n]})
	}
}

func (f *StepFacts) calls(b graph.Brief, at int) {
	put := Put{Index: at, Took: b.Took}
	for _, c := range b.Asks {
		if _, known := f.Asked[c.ID]; !known && c.ID != "" {
			f.Asked[c.ID] = put
		}
	}
	for _, c := range b.Results {
		if _, known := f.Answered[c.ID]; !known && c.ID != "" {
			f.Answered[c.ID] = put
		}
	}
}

// messages finds which messages a step added; the walk goes back in time, so the earliest step that added an id wins.
func (f *StepFacts) messages(b graph.Brief, at int) {
	for _, c := range b.Changes {
		if c.After.Kind() != value.List {
			continue
		}
		from := 0
		if c.Before.Kind() == value.List {
			n := c.Before.Len()
			if n > 0 && n <= c.After.Len() && value.Equal(c.Before.At(n-1), c.After.At(n-1)) {
				from = n
			}
		}
		was := map[string]bool{}
		if from == 0 && c.Before.Kind() == value.List {
			for _, e := range c.Before.Entries() {
				was[messageID(e.Val)] = true
			}
		}
		for i, e := range c.After.Entries() {
			if i < from {
				continue
			}
			if id := messageID(e.Val); id != "" && !was[id] {
				f.Put[id] = Put{Index: at, Took: b.Took}
			}
		}
	}
}

func messageID(v value.Value) string {
	if v.Kind() != value.Map && v.Kind() != value.Object {
		return ""
	}
	id, ok := v.Get("id")
	if !ok || id.Kind() != value.String {
		return ""
	}
	return id.Str()
}

// agents ties subagents to the calls that started them: by the call's own id, else where a step answered one call that had
// one subagent.
func (f *StepFacts) agents(b graph.Brief, kids []graph.Child) {
	for _, k := range kids {
		for _, c := range b.Results {
			if c.ID != "" && (c.ID == k.TaskID || len(kids) == 1 && len(b.Results) == 1) {
				f.Agents[c.ID] = k
			}
		}
	}
}
