package view

import (
	"strconv"
	"strings"
	"unicode"

	"cptui/diff"
	"cptui/graph"
	"cptui/graph/value"
)

// Changes lists what differs between two states, channel by channel: + came in, - went, ~ is another now. What is inside of
// a channel is compared when its row is opened.
type Changes struct{ *outline }

// NewChanges compares a moment with its parent.
func NewChanges(m *graph.Moment, env Env) *Changes {
	c := &changeList{env: env, tree: &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}}
	var head Line
	switch {
	case m.Checkpoint == nil:
	case m.Parent != nil:
		head = Line{{" against the parent " + env.branchName(m.Parent.Index), Dim}}
	case m.ParentID != "":
		head = Line{{" the parent " + CleanCut(m.ParentID, 40) + " is not in the file: all counts as new", WaitStyle}}
	default:
		head = Line{{" the first checkpoint of its thread: all counts as new", Dim}}
	}
	if why := changesUnknown(m); why != "" {
		c.tree.roots = []*item{plainItem(head), plainItem(Line{{"   " + why, WaitStyle}})}
		c.tree.flatten()
		return &Changes{c.tree.outline}
	}
	return c.pane(head, m.Changes, m.State, m.Before, m.Same, func() []graph.Change { return controlChanges(m, env) })
}

// NewDiff compares moment b with moment a, wherever they stand.
func NewDiff(a, b *graph.Moment, env Env) *Changes {
	c := &changeList{env: env, tree: &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}}
	changes, same := graph.ChangedChannels(a.State, b.State)
	head := Line{{" from " + env.branchName(a.Index) + " to " + env.branchName(b.Index), Dim}}
	for _, m := range []*graph.Moment{a, b} {
		if unreadableState(m.Checkpoint, m.State) {
			c.tree.roots = []*item{plainItem(head), plainItem(Line{{"   not known: the state of " + env.branchName(m.Index) + " cannot be read", WaitStyle}})}
			c.tree.flatten()
			return &Changes{c.tree.outline}
		}
	}
	return c.pane(head, changes, b.State, a.State, same, nil)
}

// changeList makes the rows; tree lends its rows for values that came in or went.
type changeList struct {
	env  Env
	tree *State
}

func (c *changeList) pane(head Line, changes []graph.Change, after, before graph.State, same []string, control func() []graph.Change) *Changes {
	var list []*item
	if head != nil {
		list = append(list, plainItem(head))
	}
	whole := after.Whole.Kind() != value.Invalid || before.Whole.Kind() != value.Invalid
	switch {
	case len(changes) > 0:
	case whole:
		list = append(list, plainItem(Line{{"   the value is the same", Dim}}))
	default:
		list = append(list, plainItem(Line{{"   no state channel changed", Dim}}))
	}
	width := 0
	for _, ch := range changes {
		width = max(width, Width(CleanLine(ch.Channel)))
	}
	for _, ch := range changes {
		path := value.Path{{Name: ch.Channel}}
		if whole { // the state is one value and has no name of its own
			path = value.Path{}
		}
		list = append(list, c.channel(ch, min(width, maxKey), path))
	}
	if len(same) > 0 && !whole {
		var words []string
		for _, name := range same {
			v, _ := after.Get(name)
			words = append(words, c.env.SameWords(name, v))
		}
		list = append(list, plainItem(Line{{"   same  ", Title}, {strings.Join(words, " · "), Dim}}))
	}
	if control != nil {
		if own := control(); len(own) > 0 {
			list = append(list, c.controlItem(own))
		}
	}
	c.tree.roots = list
	c.tree.flatten()
	return &Changes{c.tree.outline}
}

func plainItem(l Line) *item {
	it := &item{place: NoPlace}
	it.draw = func(int) Line { return l }
	return it
}

// controlChanges compares the channels that are the program's own.
func controlChanges(m *graph.Moment, env Env) []graph.Change {
	if m.Checkpoint == nil || m.Parent == nil || env.Hist == nil || env.Hist.Runtime == nil {
		return nil
	}
	own := func(cp *graph.Checkpoint) graph.State {
		var s graph.State
		for _, ch := range cp.Channels {
			if env.Hist.Runtime.Control(ch.Name) {
				s.Channels = append(s.Channels, ch)
			}
		}
		return s
	}
	changes, _ := graph.ChangedChannels(own(m.Parent), own(m.Checkpoint))
	return changes
}

func (c *changeList) controlItem(own []graph.Change) *item {
	it := &item{open: c.env.Control, place: NoPlace}
	it.place.Text = "control"
	it.kids = func() []*item {
		var list []*item
		width := 0
		for _, ch := range own {
			width = max(width, Width(CleanLine(ch.Channel)))
		}
		for _, ch := range own {
			list = append(list, c.channel(ch, min(width, maxKey), value.Path{{Name: ch.Channel}}))
		}
		return list
	}
	it.draw = func(int) Line {
		return Line{{"  " + c.env.foldCell(it.open), Dim}, {"control", Dim}, {"  " + plural(len(own), "channel") + " of the program's own", Dim}}
	}
	return it
}

// channel is the row of one channel with its differences below.
func (c *changeList) channel(ch graph.Change, width int, path value.Path) *item {
	if ch.Op != graph.Changed {
		n := &treeNode{t: c.tree, key: CleanLine(ch.Channel), name: ch.Channel, keyWidth: width, path: path, val: ch.After, mark: byte(ch.Op), channel: true}
		if ch.Op == graph.Removed {
			n.val, n.pathless = ch.Before, true
		}
		n.right = writersWords(ch.Writers, c.env)
		it := n.item()
		it.open = it.kids != nil && n.val.Len() <= 8 && n.val.Kind() != value.String
		return it
	}
	if isBranch(ch.After) && !isBranch(ch.Before) {
		n := &treeNode{t: c.tree, key: CleanLine(ch.Channel), name: ch.Channel, keyWidth: width, path: path, val: ch.After, mark: '~'}
		n.right = strings.TrimSpace("was " + c.env.Short(ch.Before, 20) + "  " + writersWords(ch.Writers, c.env))
		it := n.item()
		it.open = it.kids != nil && n.val.Len() <= 8
		return it
	}
	it := &item{place: placeOf(path, ch.After), open: true}
	it.place.Text = CleanLine(ch.Channel)
	name := it.place.Text
	if !isBranch(ch.Before) && !isBranch(ch.After) {
		d := diff.Difference{Kind: diff.Changed, Before: ch.Before, After: ch.After}
		return c.changed(d, name, width, path, writersWords(ch.Writers, c.env))
	}
	it.kids = func() []*item { return c.inside(ch, path) }
	it.draw = func(w int) Line {
		words := c.env.ChangeWords(ch, w-6)
		line := Line{{"~ ", ModStyle}, {c.env.foldCell(it.open), Dim}, {Pad(name, max(width, Width(name))), KeyStyle}, {"  ", Plain}}
		line = append(line, words[2:]...)
		if right := writersWords(ch.Writers, c.env); right != "" {
			line = Spread(line, Line{{right, Dim}}, w)
		}
		return line
	}
	return it
}

func writersWords(writers []string, env Env) string {
	if len(writers) == 0 {
		return ""
	}
	return "by " + env.clean(listWords(uniqueWords(writers)))
}

func uniqueWords(words []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

func isBranch(v value.Value) bool {
	switch v.Kind() {
	case value.List, value.Map:
		return true
	case value.Object:
		return !leafObject(v)
	}
	return false
}

// placeName is a path as people read it: todos[1].status, /src/main.py › content.
func placeName(p value.Path) string {
	var b strings.Builder
	odd := false
	for i, s := range p {
		switch {
		case s.IsIndex:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
			continue
		case i > 0 && (odd || !plainName(s.Name)):
			b.WriteString(" › ")
		case i > 0:
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
		odd = !plainName(s.Name)
	}
	return b.String()
}

func plainName(s string) bool {
	for _, r := range s {
		if r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return s != ""
}

// diffMax bounds the differences that are listed of one channel.
const diffMax = 1000

// inside lists the differences of a channel.
func (c *changeList) inside(ch graph.Change, path value.Path) []*item {
	diffs, more := diff.Values(ch.Before, ch.After, diff.Options{Max: diffMax})
	width := 0
	names := make([]string, len(diffs))
	for i, d := range diffs {
		names[i] = c.env.clean(placeName(d.Path))
		if names[i] == "" {
			names[i] = "all of it"
		}
		width = max(width, Width(names[i]))
	}
	width = min(width, maxKey)
	list := make([]*item, 0, len(diffs)+1)
	for i, d := range diffs {
		at := append(append(value.Path(nil), path...), d.Path...)
		switch d.Kind {
		case diff.Added, diff.Removed:
			n := &treeNode{t: c.tree, key: names[i], keyWidth: width, path: at, val: d.After, mark: byte(d.Kind)}
			if len(d.Path) > 0 {
				n.name = d.Path[len(d.Path)-1].Name
			}
			if d.Kind == diff.Removed {
				n.val, n.pathless = d.Before, true
			}
			it := n.item()
			it.open = it.kids != nil && len(diffs) <= 3 && n.val.Kind() != value.List && n.val.Size() < 4096
			list = append(list, it)
		default:
			list = append(list, c.changed(d, names[i], width, at, ""))
		}
	}
	if more > 0 {
		list = append(list, plainItem(Line{{"    and " + plural(more, "difference") + " more", Dim}}))
	}
	if len(diffs) == 0 {
		list = append(list, plainItem(Line{{"    same content, stored in another form", Dim}}))
	}
	return list
}
