package fork

import (
	"fmt"
	"sort"
	"strings"

	"cptui/graph/value"
)

// apply carries out the edits on the draft and returns the channels that changed and what stood at each place before.
// A path begins with the channel; where the state is one bare value (functional API, __root__) it begins inside that value.
func (d *bodyDraft) apply(edits []Edit, control func(string) bool) (changed []string, before []value.Value, err error) {
	work := map[string]value.Value{}
	removed := map[string]bool{}
	for _, e := range edits {
		channel, rest, err := d.place(e, control)
		if err != nil {
			return nil, nil, err
		}
		now, have := work[channel]
		if !have && !removed[channel] {
			now, have = d.current(channel)
		}
		old, _ := rest.In(now)
		before = append(before, old)
		given, err := typed(e.Value, d.codec)
		if err != nil {
			return nil, nil, usagef("%s: %w", e.Path, err)
		}
		switch {
		case e.Op == Delete && len(rest) == 0:
			if !have {
				return nil, nil, usagef("delete %s: there is nothing", e.Path)
			}
			delete(work, channel)
			removed[channel] = true
			continue
		case e.Op == Delete:
			now, err = value.Delete(now, rest)
		case e.Op == Append:
			now, err = value.Append(now, rest, given)
		case len(rest) == 0:
			now = given
		default:
			now, err = value.Set(now, rest, given)
		}
		if err != nil {
			return nil, nil, usagef("%s: %w", e.Path, err)
		}
		work[channel] = now
		delete(removed, channel)
	}
	for name := range removed {
		if err := d.drop(name); err != nil {
			return nil, nil, err
		}
		changed = append(changed, name)
	}
	for name, v := range work {
		if err := d.setChannel(name, v); err != nil {
			return nil, nil, err
		}
		changed = append(changed, name)
	}
	sort.Strings(changed)
	return changed, before, nil
}

// bare names the channel that is the whole state, "" where the state has channels.
func (d *bodyDraft) bare() string {
	if d.state.Whole.Kind() == value.Invalid {
		return ""
	}
	for _, name := range []string{"__end__", "__root__"} {
		if _, ok := d.get("channel_values", name); ok {
			return name
		}
	}
	return ""
}

func (d *bodyDraft) current(channel string) (value.Value, bool) {
	if channel == d.bare() {
		return d.state.Whole, true
	}
	return d.state.Get(channel)
}

// place splits an edit's path into channel and rest, and refuses names that are no channel of this thread.
func (d *bodyDraft) place(e Edit, control func(string) bool) (string, value.Path, error) {
	if bare := d.bare(); bare != "" {
		return bare, e.Path, nil
	}
	if len(e.Path) == 0 || e.Path[0].IsIndex {
		return "", nil, usagef("path %q does not begin with a channel", e.Path)
	}
	name := e.Path[0].Name
	if control(name) {
		return "", nil, usagef("%q is LangGraph's own bookkeeping (what runs next is chosen with --next)", name)
	}
	known := map[string]bool{}
	for _, v := range d.base.Versions {
		known[v.Channel] = true
	}
	for _, c := range d.state.Channels {
		known[c.Name] = true
	}
	if !known[name] {
		var names []string
		for n := range known {
			if !control(n) {
				names = append(names, n)
			}
		}
		sort.Strings(names)
		return "", nil, usagef("no channel %q here (there are: %s)", name, strings.Join(names, ", "))
	}
	return name, e.Path[1:], nil
}

// drop takes a channel's value away; a delta channel has no such form and is set to an empty value instead.
func (d *bodyDraft) drop(name string) error {
	for _, delta := range d.deltas {
		if delta == name {
			return usagef("delta channel %q cannot be taken away (set it to an empty value: --set '.%s=[]')", name, name)
		}
	}
	if err := d.unset("channel_values", name); err != nil {
		return err
	}
	return d.set(d.versionValue(d.version), "channel_versions", name)
}

// typed reads what a person gave as JSON text with its "$type" objects as the values they stand for; a value taken from a
// state is used as it is.
func typed(v value.Value, codec value.Codec) (value.Value, error) {
	switch {
	case v.Codec() == value.JSON:
		return value.ParseTyped(v.Raw(), codec)
	case v.Codec() == nil && v.Kind() == value.List:
		items := make([]value.Value, v.Len())
		for i, e := range v.Entries() {
			var err error
			if items[i], err = typed(e.Val, codec); err != nil {
				return v, fmt.Errorf("[%d]: %w", i, err)
			}
		}
		return value.NewList(items), nil
	}
	return v, nil
}
