package view

import (
	"strconv"

	"cptui/graph"
	"cptui/graph/value"
)

// State is the foldable tree of the state at one checkpoint, with what changed against the parent marked in its first
// column. Values are decoded one level at a time, when a row is opened.
type State struct {
	*outline
	env   Env
	calls map[string]callPlace // of the message channels looked at so far
	done  map[string]bool
}

// callPlace tells where a tool call was asked and answered.
type callPlace struct{ asked, answered value.Path }

// NewState makes the tree of a moment's state.
func NewState(m *graph.Moment, env Env) *State {
	t := &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}
	t.roots = t.channels(m)
	t.flatten()
	return t
}

// NewTree makes the tree of one value, named by its path.
func NewTree(path value.Path, v value.Value, env Env) *State {
	t := &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}
	n := &treeNode{t: t, key: "value", keyWidth: 5, path: path, val: v}
	if len(path) > 0 {
		n.key = lastName(path)
		n.keyWidth = Width(n.key)
	}
	root := n.item()
	root.open = root.kids != nil
	t.roots = []*item{root}
	t.flatten()
	return t
}

func lastName(p value.Path) string {
	s := p[len(p)-1]
	if s.IsIndex {
		return "[" + strconv.Itoa(s.Index) + "]"
	}
	return CleanLine(s.Name)
}

func (t *State) channels(m *graph.Moment) []*item {
	var list []*item
	if m.State.Whole.Kind() != value.Invalid || len(m.State.Channels) == 0 {
		list = append(list, t.whole(m))
	}
	changed := map[string]graph.Change{}
	compared := m.Changes
	if changesUnknown(m) != "" {
		compared = nil
	}
	for _, c := range compared {
		changed[c.Channel] = c
	}
	rebuilt := map[string]graph.Rebuilt{}
	for _, r := range m.State.Rebuilt {
		rebuilt[r.Channel] = r
	}
	width := 0
	for _, c := range m.State.Channels {
		width = max(width, Width(CleanLine(c.Name)))
	}
	for _, c := range m.State.Channels {
		n := &treeNode{t: t, key: CleanLine(c.Name), name: c.Name, keyWidth: min(width, maxKey), path: value.Path{{Name: c.Name}}, val: c.Value, channel: true}
		if r, ok := rebuilt[c.Name]; ok {
			n.right = t.env.deltaMark(&r)
		}
		if ch, ok := changed[c.Name]; ok {
			n.mark = byte(ch.Op)
			if ch.Op == graph.Changed {
				n.before, n.hasBefore = ch.Before, true
			}
		}
		it := n.item()
		it.open = it.kids != nil && n.opensAtFirst(len(m.State.Channels))
		list = append(list, it)
		if r := rebuilt[c.Name]; r.Own.Kind() != value.Invalid {
			own := &treeNode{t: t, key: n.key + " as this branch wrote it", name: c.Name, keyWidth: n.keyWidth, val: r.Own, pathless: true, channel: true}
			list = append(list, own.item())
		}
	}
	for _, c := range compared {
		if c.Op == graph.Removed {
			n := &treeNode{t: t, key: CleanLine(c.Channel), name: c.Channel, keyWidth: min(width, maxKey), val: c.Before, mark: '-', pathless: true, channel: true}
			list = append(list, n.item())
		}
	}
	if it := t.control(m); it != nil {
		list = append(list, it)
	}
	return list
}

// whole is the row of a state that is no mapping of channels: one value, nothing yet, or a body that cannot be read.
func (t *State) whole(m *graph.Moment) *item {
	v := m.State.Whole
	if m.Checkpoint != nil && (v.Kind() == value.Invalid || unreadableState(m.Checkpoint, m.State) && v.Kind() == value.Null) {
		v = m.Body
	}
	if v.Kind() == value.Null && unreadableState(m.Checkpoint, m.State) {
		return plainItem(Line{{"    this row cannot be read: see problem under Step and Meta", ErrStyle}})
	}
	if v.Kind() == value.Invalid {
		it := &item{place: NoPlace}
		it.draw = func(int) Line { return Line{{"  no state yet: no channel holds a value at this checkpoint", Dim}} }
		return it
	}
	n := &treeNode{t: t, key: "value", keyWidth: 5, path: value.Path{}, val: v}
	if m.Parent != nil && changesUnknown(m) == "" && m.Before.Whole.Kind() != value.Invalid && !value.Equal(m.Before.Whole, v) {
		n.mark, n.before, n.hasBefore = '~', m.Before.Whole, true
	}
	it := n.item()
	it.open = it.kids != nil
	return it
}

// control is the folded row of the program's own channels.
func (t *State) control(m *graph.Moment) *item {
	if m.Checkpoint == nil || t.env.Hist == nil || t.env.Hist.Runtime == nil {
		return nil
	}
	var own []graph.Channel
	width := 0
	for _, c := range m.Channels {
		if t.env.Hist.Runtime.Control(c.Name) {
			own = append(own, c)
			width = max(width, Width(CleanLine(c.Name)))
		}
	}
	if len(own) == 0 {
		return nil
	}
	it := &item{open: t.env.Control, place: NoPlace}
	it.place.Text = "control"
	it.kids = func() []*item {
		list := make([]*item, len(own))
		for i, c := range own {
			n := &treeNode{t: t, key: CleanLine(c.Name), name: c.Name, keyWidth: min(width, maxKey), path: value.Path{{Name: c.Name}}, val: c.Value}
			list[i] = n.item()
		}
		return list
	}
	it.draw = func(int) Line {
		return Line{{"  " + t.env.foldCell(it.open), Dim}, {"control", Dim}, {"  " + plural(len(own), "channel") + " of the program's own", Dim}}
	}
	return it
}

// opensAtFirst tells whether a channel is shown open when the pane is made: what changed, plans, a few files.
func (n *treeNode) opensAtFirst(channels int) bool {
	if n.pathless {
		return false
	}
	if n.mark != 0 && n.mark != '+' || channels == 1 {
		return true
	}
	if _, ok := readTodos(n.val); ok {
		return n.val.Len() <= 12
	}
	if n.mark == '+' || isFiles(n.val) {
		return n.val.Len() <= 8
	}
	return false
}
