package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// linkPath is where a tool call's id leads: from a result to the message that asked, from a call to its result.
func (n *treeNode) linkPath() value.Path {
	if len(n.path) < 3 || n.val.Kind() != value.String || n.pathless {
		return nil
	}
	result := n.name == "tool_call_id" || n.name == "tool_use_id"
	if !result && n.name != "id" {
		return nil
	}
	if !n.path[1].IsIndex || n.path[0].IsIndex || n.val.Size() > 200 {
		return nil
	}
	place, ok := n.t.callsOf(n.path[0].Name, n)[n.val.Str()]
	if !ok {
		return nil
	}
	to := place.asked
	if !result {
		if !n.inCalls() {
			return nil
		}
		to = place.answered
	}
	if to == nil || samePath(to, n.path[:len(to)]) {
		return nil
	}
	return to
}

// inCalls tells the id of a call from other ids.
func (n *treeNode) inCalls() bool {
	for _, s := range n.path {
		if s.Name == "tool_calls" || s.Name == "content" {
			return true
		}
	}
	return false
}

func linkName(p value.Path) string { return "[" + strconv.Itoa(p[len(p)-1].Index) + "]" }

// linkMessages bounds the lists of messages in which calls are looked up.
const linkMessages = 20_000

// callsOf finds where the calls of a channel's messages were asked and answered.
func (t *State) callsOf(channel string, n *treeNode) map[string]callPlace {
	if t.done[channel] {
		return t.calls
	}
	if t.done == nil {
		t.done, t.calls = map[string]bool{}, map[string]callPlace{}
	}
	t.done[channel] = true
	v, ok := t.channel(channel)
	if !ok || v.Kind() != value.List || v.Len() > linkMessages {
		return t.calls
	}
	for i, e := range v.Entries() {
		m, ok := graph.ReadMessage(e.Val)
		if !ok {
			continue
		}
		at := value.Path{{Name: channel}, {Index: i, IsIndex: true}}
		for _, c := range m.Calls {
			p := t.calls[c.ID]
			p.asked = at
			t.calls[c.ID] = p
		}
		answer := func(id string) {
			if id != "" {
				p := t.calls[id]
				p.answered = at
				t.calls[id] = p
			}
		}
		answer(m.CallID)
		for _, r := range m.Results {
			answer(r.ID)
		}
	}
	return t.calls
}

func (t *State) channel(name string) (value.Value, bool) {
	for _, it := range t.roots {
		if p := it.place.Path; len(p) == 1 && p[0].Name == name {
			return it.place.Value, true
		}
	}
	return value.Value{}, false
}

// isFiles tells a map of file names to files.
func isFiles(v value.Value) bool {
	if v.Kind() != value.Map || v.Len() == 0 || v.Len() > 10_000 {
		return false
	}
	for i, e := range v.Entries() {
		if i == 3 {
			break
		}
		if !isFile(e.Val) {
			return false
		}
	}
	return true
}

// isFile tells a file kept in a state: its text under content, or what was done to it and by whom.
func isFile(v value.Value) bool {
	if v.Kind() != value.Map && v.Kind() != value.Object {
		return false
	}
	if _, ok := v.Get("change"); ok {
		_, by := v.Get("by")
		return by
	}
	c, ok := v.Get("content")
	if !ok || c.Kind() != value.String && c.Kind() != value.List {
		return false
	}
	for _, name := range []string{"modified_at", "created_at", "encoding", "path"} {
		if _, ok := v.Get(name); ok {
			return true
		}
	}
	return false
}

// fileSummary is a file in one line: its size and how it begins.
func fileSummary(v value.Value, env Env, room int) (string, bool) {
	if !isFile(v) {
		return "", false
	}
	if change, ok := v.Get("change"); ok {
		by, _ := v.Get("by")
		return Cut(env.clean(strings.TrimSpace(textOf(change)+" by "+textOf(by))), room), true
	}
	c, _ := v.Get("content")
	size, head := int64(0), ""
	if c.Kind() == value.String {
		size = textSize(c)
		head, _ = textHead(c, 4*room)
	} else {
		for i, e := range c.Entries() {
			if e.Val.Kind() == value.String {
				size += int64(e.Val.Len())
				if i == 0 {
					head, _ = textHead(e.Val, 4*room)
				}
			}
			if i > 0 {
				size++
			}
		}
	}
	line, _, _ := strings.Cut(strings.TrimLeft(head, "\n\r"), "\n")
	return Cut(PadLeft(byteCount(size), 7)+"   "+env.clean(line), room), true
}
