package fork

import (
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// choose decides what is due after the fork: "keep" leaves it, "end" makes nothing due, a node name makes that node due and
// nothing else. nodes are the names known to the thread.
func (d *bodyDraft) choose(next string, nodes []string) error {
	if next == "" || next == "keep" {
		return nil
	}
	if next != "end" && !slices.Contains(nodes, next) {
		return usagef("no node %q is known to this thread (there are: %s)", next, strings.Join(nodes, ", "))
	}
	if err := d.end(); err != nil || next == "end" {
		return err
	}
	trigger, err := d.trigger(next)
	if err != nil {
		return err
	}
	above, err := nextVersion([]string{d.version}, d.whole)
	if err != nil {
		return err
	}
	mark := value.NewNull()
	if !strings.HasPrefix(trigger, "branch:to:") {
		mark = value.NewString(next)
	}
	if err := d.set(mark, "channel_values", trigger); err != nil {
		return err
	}
	return d.set(d.versionValue(above), "channel_versions", trigger)
}

// end removes what starts nodes, empties joins and Sends, and lets every node have seen what is left.
func (d *bodyDraft) end() error {
	values, _ := d.get("channel_values")
	for _, e := range values.Entries() {
		name := e.Name()
		var err error
		switch {
		case strings.HasPrefix(name, "branch:"), strings.HasPrefix(name, "start:"), name == "__start__", d.startsByName(name):
			err = d.unset("channel_values", name)
		case strings.HasPrefix(name, "join:"):
			err = d.set(emptyJoin(e.Val), "channel_values", name)
		case name == "__pregel_tasks" && len(graph.TopicItems(e.Val)) > 0:
			err = d.set(emptyTopic(e.Val), "channel_values", name)
		default:
			continue
		}
		if err == nil {
			err = d.set(d.versionValue(d.version), "channel_versions", name)
		}
		if err != nil {
			return err
		}
	}
	if _, has := d.get("pending_sends"); has {
		if err := d.set(value.NewList(nil), "pending_sends"); err != nil {
			return err
		}
	}
	versions, _ := d.get("channel_versions")
	for _, s := range d.base.Seen {
		if s.Node == "__interrupt__" || s.Node == "__input__" {
			continue
		}
		for _, v := range s.Versions {
			if now, ok := versions.Get(v.Channel); ok {
				if err := d.set(now, "versions_seen", s.Node, v.Channel); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// startsByName tells channels of LangGraph 0.2 that are named like the node that writes them and start the nodes behind it.
func (d *bodyDraft) startsByName(channel string) bool {
	if d.base.V > 2 || d.whole {
		return false
	}
	for _, s := range d.base.Seen {
		if s.Node == channel {
			return true
		}
	}
	return false
}

// emptyTopic is a topic without values in the form of a stored one: a list, or a pair of lists, which its program cannot do without.
func emptyTopic(v value.Value) value.Value {
	if v.At(0).Kind() == value.List {
		return value.NewList([]value.Value{v.At(0), value.NewList(nil)})
	}
	return value.NewList(nil)
}

// emptyJoin is a barrier that nobody has reached: a list in JavaScript, a set in Python, beside a flag in deferred ones.
func emptyJoin(v value.Value) value.Value {
	switch {
	case v.Kind() == value.Object:
		return value.NewObject("builtins.set", []value.Entry{value.NamedEntry("$value", value.NewList(nil))})
	case v.Kind() == value.List && v.Len() == 2 && v.At(0).Kind() == value.Object && v.At(1).Kind() == value.Bool:
		return value.NewList([]value.Value{emptyJoin(v.At(0)), value.NewBool(false)})
	}
	return value.NewList(nil)
}

// trigger is the channel that makes node due alone. From format 3 on every node has branch:to:<node>; before, one of the
// channels that only this node has consumed must do.
func (d *bodyDraft) trigger(node string) (string, error) {
	if d.whole || d.base.V > 2 {
		return "branch:to:" + node, nil
	}
	readers := map[string]int{}
	var own []string
	for _, s := range d.base.Seen {
		for _, v := range s.Versions {
			readers[v.Channel]++
			if s.Node == node {
				own = append(own, v.Channel)
			}
		}
	}
	for _, ch := range own {
		if readers[ch] == 1 && (strings.HasPrefix(ch, "branch:") || strings.HasPrefix(ch, "start:") || d.startsByName(ch)) {
			return ch, nil
		}
	}
	return "", fmt.Errorf("%w: no channel is known that starts %q alone (format v%d names no trigger for it)", ErrRefused, node, d.base.V)
}
