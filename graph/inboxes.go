package graph

import "strings"

// In LangGraph 0.0.30 a node n is two: n, which its channel "n:inbox" starts and which writes the channel "n", and "n:edges", which that
// channel starts and which writes the inboxes of the nodes behind it. A barrier is called "('a', 'b'):n". The key "is_last_step" is
// the loop's own.
const (
	inboxEnd     = ":inbox"
	edgesEnd     = ":edges"
	chanLastStep = "is_last_step"
)

// inboxes tells such a graph by its first node, which every one has.
func (f *facts) inboxes() bool { return f.nodes[chanStart+edgesEnd] }

// named is the node that a channel starts by its name in these rows' format. Where nodes have inboxes, "start:inbox" is that of a node
// called "start", and a name says no more. Where plain edges are no channels any more, "start:x" and "branch:a:route:x" are
// keys of the state, if anything.
func (f *facts) named(channel string) string {
	if f.inboxes() || !f.nodeChannels && !control(channel) {
		return ""
	}
	return nodeOf(channel)
}

// inboxControl reports whether a channel of such a graph is LangGraph's own, beside those that are so in any.
func inboxControl(channel string) bool {
	_, _, join := joinOf(channel)
	return join || strings.HasSuffix(channel, inboxEnd) || channel == chanLastStep
}

// inboxTrigger is the channel that starts a node by its name.
func inboxTrigger(node string) string {
	if base, ok := strings.CutSuffix(node, edgesEnd); ok {
		return base
	}
	return node + inboxEnd
}

// tupleJoin reads the name of a barrier that is Python's repr of a tuple of names.
func tupleJoin(channel string) (needs []string, node string, ok bool) {
	k := strings.LastIndex(channel, "):")
	if k < 0 || channel[0] != '(' {
		return nil, "", false
	}
	for _, part := range strings.Split(strings.TrimSuffix(channel[1:k], ","), ", ") {
		if len(part) < 2 || part[0] != '\'' && part[0] != '"' || part[len(part)-1] != part[0] {
			return nil, "", false
		}
		needs = append(needs, part[1:len(part)-1])
	}
	return needs, channel[k+2:], true
}
