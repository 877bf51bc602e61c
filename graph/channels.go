package graph

import (
	"slices"
	"strings"

	"cptui/graph/value"
)

// LangGraph keeps its own books in channels beside the state's. Their names tell what they are for.

const (
	chanTasks     = "__pregel_tasks"
	chanStart     = "__start__"
	chanEnd       = "__end__"
	chanPrevious  = "__previous__"
	chanRoot      = "__root__"
	chanError     = "__error__"
	chanErrorFrom = "__error_source_node__"
	chanInterrupt = "__interrupt__"
	chanResume    = "__resume__"
	chanScheduled = "__scheduled__"
	chanReturn    = "__return__"
)

// bookkeeping reports whether a channel is LangGraph's own by its name alone, in any format.
func bookkeeping(channel string) bool {
	return control(channel) || strings.HasPrefix(channel, "branch:") || strings.HasPrefix(channel, "join:") || strings.HasPrefix(channel, "start:")
}

// control reports whether a channel is LangGraph's own by its name alone, from format 3 on: "__note" and "start:x" are keys of the state.
func control(channel string) bool {
	own := strings.HasPrefix(channel, "__pregel_") || strings.HasPrefix(channel, "__") && strings.HasSuffix(channel, "__") && channel != chanRoot
	return own || strings.HasPrefix(channel, "branch:to:") || strings.HasPrefix(channel, "join:") && strings.Count(channel, ":") > 1
}

// told reports whether a write says what happened to a task, rather than what it produced.
func told(channel string) bool {
	switch channel {
	case chanError, chanErrorFrom, chanInterrupt, chanResume, chanScheduled:
		return true
	}
	return false
}

// noNode reports whether an entry of versions_seen is no node's.
func noNode(name string) bool {
	switch name {
	case "__input__", chanInterrupt, "__snapshot_bumps__", "__delta_snapshot_bumps":
		return true
	}
	return false
}

// nodeOf is the node that a control channel starts by its name, "" for other channels. Node names have no colon, so "branch:to:cond:end"
// is a branch of a node called "to"; "join:inbox" is the inbox of a node called "join" (see inboxes.go).
func nodeOf(channel string) string {
	head, rest, _ := strings.Cut(channel, ":")
	switch {
	case strings.HasSuffix(channel, branchThen): // what comes after a branch is named by no channel
		return ""
	case head == "start":
		return rest
	case head == "join" || head == "branch":
		if k := strings.LastIndexByte(rest, ':'); k >= 0 {
			return rest[k+1:]
		}
	}
	return ""
}

// branchThen ends the barrier that gathers the nodes of a branch, "branch:a:condition::then".
const branchThen = "::then"

// joinOf reads "join:a+b:c", or "('a', 'b'):c"; ok is false for other channels.
func joinOf(channel string) (needs []string, node string, ok bool) {
	rest, ok := strings.CutPrefix(channel, "join:")
	if !ok {
		return tupleJoin(channel)
	}
	k := strings.LastIndexByte(rest, ':')
	if k < 0 {
		return nil, "", false
	}
	return strings.Split(rest[:k], "+"), rest[k+1:], true
}

// members are the texts of a set as a codec gives it, or of a list.
func members(v value.Value) []string {
	var out []string
	for _, x := range items(v) {
		if x.Kind() == value.String {
			out = append(out, x.Str())
		}
	}
	return out
}

// items are the elements of a list, or of the list inside a set's Object.
func items(v value.Value) []value.Value {
	if v.Kind() == value.Object {
		for _, name := range []string{"$value", "$items", "$args"} {
			in, ok := v.Get(name)
			if !ok || in.Kind() != value.List {
				continue
			}
			if name == "$args" && in.Len() == 1 && in.At(0).Kind() == value.List {
				in = in.At(0)
			}
			v = in
			break
		}
	}
	if v.Kind() != value.List {
		return nil
	}
	out := make([]value.Value, 0, v.Len())
	for _, e := range v.Entries() {
		out = append(out, e.Val)
	}
	return out
}

// TopicItems are the values of a topic as it is stored, such as the pending Sends: a list, or, in LangGraph.js 0.4 to 1.4, a pair of
// what it has seen and what it holds.
func TopicItems(v value.Value) []value.Value {
	if pairedTopic(v) {
		return items(v.At(1))
	}
	return items(v)
}

func pairedTopic(v value.Value) bool {
	return v.Kind() == value.List && v.Len() == 2 && v.At(0).Kind() == value.List && v.At(1).Kind() == value.List
}

// afterFinish splits what a deferred node's channel stores: its value and whether the run has come to its end.
func afterFinish(v value.Value) (inner value.Value, finished, ok bool) {
	if v.Kind() != value.List || v.Len() != 2 {
		return value.Value{}, false, false
	}
	if last := v.At(1); last.Kind() == value.Bool {
		return v.At(0), last.Truth(), true
	}
	return value.Value{}, false, false
}

// emptied reports whether a stored value is that of a channel that holds nothing: LangGraph.js stores undefined, as of a deferred node's
// channel that the node has consumed, and takes it for none when it loads the row. As a key of the state it is shown as stored, which
// getState leaves out.
func emptied(v value.Value) bool { return v.Kind() == value.Object && v.Type() == "undefined" }

// available reports whether a channel that holds v can start a node.
func available(channel string, v value.Value) bool {
	if emptied(v) {
		return false
	}
	_, finished, deferred := afterFinish(v)
	if needs, _, ok := joinOf(channel); ok {
		if deferred {
			return finished
		}
		has := members(v)
		slices.Sort(has)
		slices.Sort(needs)
		return strings.Join(has, "+") == strings.Join(needs, "+")
	}
	if deferred && strings.HasPrefix(channel, "branch:to:") {
		return finished
	}
	if strings.HasSuffix(channel, branchThen) && v.Kind() == value.List && v.Len() == 2 { // whom the branch chose, null before it, and who has come
		needs, has := members(v.At(0)), members(v.At(1))
		slices.Sort(needs)
		slices.Sort(has)
		return v.At(0).Kind() != value.Null && slices.Equal(needs, has)
	}
	return true
}

// CompareVersions orders two versions of a channel: numbers by size, texts as texts, anything by its leading number where
// the kinds differ. An absent version is below all others.
func CompareVersions(a, b value.Value) int {
	if a.Kind() == value.Invalid || b.Kind() == value.Invalid {
		return int(min(a.Kind(), 1)) - int(min(b.Kind(), 1))
	}
	if a.Kind() == value.String && b.Kind() == value.String {
		return strings.Compare(a.Str(), b.Str())
	}
	x, y := VersionCount(a), VersionCount(b)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// VersionCount is the counter in a version: 24 of "00000000000000000000000000000024.0.438", or the number itself.
func VersionCount(v value.Value) int64 {
	switch v.Kind() {
	case value.Int:
		n, _ := v.Int64()
		return n
	case value.String, value.Float:
		s := v.Num()
		if v.Kind() == value.String {
			s = v.Str()
		}
		n := int64(0)
		for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9' && n < 1<<58; i++ {
			n = n*10 + int64(s[i]-'0')
		}
		return n
	}
	return 0
}

// VersionOf finds a channel's version, Invalid where it has none.
func VersionOf(versions []Version, channel string) value.Value {
	for i := len(versions) - 1; i >= 0; i-- {
		if versions[i].Channel == channel {
			return versions[i].Value
		}
	}
	return value.Value{}
}

// Channel finds a stored channel.
func (c *Checkpoint) Channel(name string) (value.Value, bool) {
	for i := len(c.Channels) - 1; i >= 0; i-- {
		if c.Channels[i].Name == name {
			return c.Channels[i].Value, true
		}
	}
	return value.Value{}, false
}

// SeenBy is what a node has consumed; false where it has no entry.
func (c *Checkpoint) SeenBy(node string) ([]Version, bool) {
	for i := len(c.Seen) - 1; i >= 0; i-- {
		if c.Seen[i].Node == node {
			return c.Seen[i].Versions, true
		}
	}
	return nil, false
}
