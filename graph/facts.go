package graph

import (
	"context"
	"slices"
	"strings"

	"cptui/graph/value"
)

// facts are what some rows tell of the graph that wrote them, which is stored nowhere: its nodes, the channels that start
// each of them, its delta channels. One row often suffices, since versions_seen and channel_versions grow along a branch.
type facts struct {
	nodes        map[string]bool
	seen         map[string]map[string]bool // node → channels it has consumed
	channels     map[string]bool            // every channel met
	delta        map[string]bool
	unheard      map[string]bool // channels, called as nodes, that held something once and do not any more
	nodeChannels bool            // some rows are of a format in which plain edges are channels called as nodes
	// hashed are channels that nodes are known to have heard by the ids of their tasks at one row alone.
	hashed map[string][]string
	// elsewhere are names from other threads: tried for task ids, never taken for nodes of this graph.
	elsewhere []string
}

func newFacts() *facts {
	return &facts{nodes: map[string]bool{}, seen: map[string]map[string]bool{}, channels: map[string]bool{},
		delta: map[string]bool{}, unheard: map[string]bool{}, hashed: map[string][]string{}}
}

// learn takes in one row and its writes.
func (f *facts) learn(cp *Checkpoint) {
	f.nodeChannels = f.nodeChannels || layoutOf(cp).nodeChannels
	for _, v := range cp.Versions {
		f.channels[v.Channel] = true
	}
	for _, c := range cp.Channels {
		f.channels[c.Name] = true
		if isSnapshot(c.Value) {
			f.delta[c.Name] = true
		}
	}
	for i := range cp.Writes {
		w := &cp.Writes[i]
		f.channels[w.Channel] = true
		if name, ok := pulledBy(w.Path); ok {
			f.nodes[name] = true
		}
	}
	for _, s := range cp.Seen {
		if noNode(s.Node) {
			continue
		}
		f.nodes[s.Node] = true
		for _, v := range s.Versions {
			f.consumes(s.Node, v.Channel)
		}
	}
	if counters, ok := cp.Metadata.Get("counters_since_delta_snapshot"); ok && counters.Kind() == value.Map {
		for _, e := range counters.Entries() {
			f.delta[e.Name()] = true
		}
	}
	for ch := range f.channels {
		if n := f.named(ch); n != "" {
			f.nodes[n] = true
		}
	}
}

func (f *facts) consumes(node, channel string) {
	if f.seen[node] == nil {
		f.seen[node] = map[string]bool{}
	}
	f.seen[node][channel] = true
	f.nodes[node], f.channels[channel] = true, true
}

// merge takes in what other rows told.
func (f *facts) merge(g *facts) *facts {
	for _, m := range []struct{ to, from map[string]bool }{{f.nodes, g.nodes}, {f.channels, g.channels}, {f.delta, g.delta}, {f.unheard, g.unheard}} {
		for k := range m.from {
			m.to[k] = true
		}
	}
	f.nodeChannels = f.nodeChannels || g.nodeChannels
	for n, chans := range g.seen {
		for ch := range chans {
			f.consumes(n, ch)
		}
	}
	return f
}

// sameGraph reports whether two sets of facts may be of one graph: they share a node, or one of them knows none yet.
func (f *facts) sameGraph(g *facts) bool {
	mine, theirs := f.ownNodes(), g.ownNodes()
	if len(mine) == 0 || len(theirs) == 0 {
		return true
	}
	for n := range mine {
		if theirs[n] {
			return true
		}
	}
	return false
}

// ownNodes are the nodes that people named.
func (f *facts) ownNodes() map[string]bool {
	out := map[string]bool{}
	for n := range f.nodes {
		if n != chanStart {
			out[n] = true
		}
	}
	return out
}

// names lists the nodes, sorted. A graph's first node is __start__; an entrypoint function starts itself.
func (f *facts) names() []string {
	out := make([]string, 0, len(f.nodes)+1)
	for n := range f.nodes {
		out = append(out, n)
	}
	if f.channels[chanStart] && !f.nodes[chanStart] && f.entry() == "" {
		out = append(out, chanStart)
	}
	slices.Sort(out)
	return out
}

// candidates are the names that a task id may be of.
func (f *facts) candidates() []string { return append(f.names(), f.elsewhere...) }

// entry is the node that consumes the input, "" where no row tells.
func (f *facts) entry() string {
	for n, chans := range f.seen {
		if chans[chanStart] {
			return n
		}
	}
	return ""
}

// functional reports whether the rows are those of an entrypoint function, whose state is what it returned.
func (f *facts) functional() bool {
	e := f.entry()
	return !f.inboxes() && (e != "" && e != chanStart || f.channels[chanEnd] || f.channels[chanPrevious])
}

// triggers lists the channels that start a node, sorted: those it has consumed, and those that say so by their names.
func (f *facts) triggers(node string) []string {
	set := map[string]bool{}
	for ch := range f.seen[node] {
		set[ch] = true
	}
	for _, ch := range f.hashed[node] {
		set[ch] = true
	}
	for ch := range f.channels {
		if node != "" && f.named(ch) == node {
			set[ch] = true
		}
	}
	if f.inboxes() {
		set[inboxTrigger(node)] = true
		for ch := range f.channels {
			if _, to, ok := tupleJoin(ch); ok && to == node {
				set[ch] = true
			}
		}
	} else if node == chanStart {
		set[chanStart] = true
	} else if f.entry() != node {
		set["branch:to:"+node] = true // of every node since 0.3, also where it was never written
	}
	out := make([]string, 0, len(set))
	for ch := range set {
		out = append(out, ch)
	}
	slices.Sort(out)
	return out
}

// pulledBy reads the node out of a task path "~__pregel_pull, node".
func pulledBy(path string) (string, bool) {
	if failed, ok := handledBy(path); ok {
		return handlerPrefix + failed, true
	}
	k := strings.Index(path, "~__pregel_pull, ")
	if k < 0 {
		return "", false
	}
	name := path[k+len("~__pregel_pull, "):]
	if k > 0 { // the path of a caller, inside that of its calls, which end in ", 0000000003, 0000000001"
		for range strings.Count(path[:k], "~") {
			for range 2 {
				c := strings.LastIndex(name, ", ")
				if c < 0 {
					return "", false
				}
				name = name[:c]
			}
		}
	}
	return name, name != ""
}

// handlerPrefix begins the name of the node that LangGraph makes of a node's error handler.
const handlerPrefix = "__error_handler__"

// handledBy reads the failed node out of the task path of its error handler: "~__pregel_pull, node, node_error_handler, 0000000000".
func handledBy(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, "~__pregel_pull, ")
	if !ok {
		return "", false
	}
	k := strings.LastIndex(rest, ", node_error_handler, ")
	if k < 0 {
		return "", false
	}
	return rest[:k], true
}

// wideFacts are those of the last rows of every branch, in all namespaces of the same graph.
type wideFacts struct {
	rows int // DAG length when made
	*facts
}

// mostLeaves bounds the rows opened to learn about a graph: the newest branches of it.
const mostLeaves = 64

// graphOf is a namespace without task ids and call counters: "child|inner" of "child:6f0e…|1|inner:77aa…".
func graphOf(ns string) string {
	if ns == "" {
		return ""
	}
	var out []string
	for _, s := range strings.Split(ns, "|") {
		if isCounter(s) {
			continue
		}
		if k := strings.LastIndexByte(s, ':'); k >= 0 {
			s = s[:k]
		}
		out = append(out, s)
	}
	return strings.Join(out, "|")
}

func isCounter(segment string) bool {
	for i := range len(segment) {
		if segment[i] < '0' || segment[i] > '9' {
			return false
		}
	}
	return segment != ""
}

// widely learns from the last rows of all branches of the graph that ns belongs to; kept until the thread grows.
func (h *History) widely(ctx context.Context, ns string) (*facts, error) {
	key := graphOf(ns)
	h.cache.mu.Lock()
	w := h.cache.facts[key]
	h.cache.mu.Unlock()
	if w != nil && w.rows == h.Len() {
		return w.facts, nil
	}
	n := h.Len()
	f := newFacts()
	same := map[string]bool{}
	for _, name := range h.Namespaces() {
		if graphOf(name) == key {
			same[name] = true
		}
	}
	for i, found := n-1, 0; i >= 0 && found < mostLeaves; i-- {
		if !h.isLeaf(i) || !same[h.NS(i)] {
			continue
		}
		found++
		cp, err := h.Cached(ctx, i)
		if err != nil {
			return nil, err
		}
		f.learn(cp)
		if layoutOf(cp).nodeChannels {
			if err := h.learnUnheard(ctx, f, i); err != nil {
				return nil, err
			}
		}
	}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	if h.cache.facts == nil {
		h.cache.facts = map[string]*wideFacts{}
	}
	h.cache.facts[key] = &wideFacts{n, f}
	return f, nil
}

// learnUnheard looks up the branch of i for channels that ran out in a step: whoever listens to them would have run in it. A new
// input takes them away as well, and an edit may, from whatever was still to run.
func (h *History) learnUnheard(ctx context.Context, f *facts, i int) error {
	after, err := h.Cached(ctx, i)
	if err != nil {
		return err
	}
	for n, p := 0, h.Parent(i); p >= 0 && n < mostLeaves; n, p = n+1, h.Parent(p) {
		before, err := h.Cached(ctx, p)
		if err != nil {
			return err
		}
		if after.Source == "loop" {
			for _, c := range before.Channels {
				if _, held := after.Channel(c.Name); !held && !bookkeeping(c.Name) {
					f.unheard[c.Name] = true
				}
			}
		}
		after = before
	}
	return nil
}
