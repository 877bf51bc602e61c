package view

import (
	"sort"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
)

// Changes are said as a person counts them: messages and files by number, a plan by what is done, a list by what was
// appended, one deep change by its path, anything else by its new value.

const (
	changeValue = 32   // cells of a value in a row
	longList    = 4000 // longer lists and maps are counted, not compared
	changeDepth = 6    // how deep a single change is looked for
	changeBytes = 1 << 20
)

// sessionChannels of a coding session are there from the first answer on: rows tell only of their changes.
var sessionChannels = map[string]bool{"model": true, "cwd": true, "git_branch": true, "mode": true, "usage": true}

// changeWords says what a step changed: messages, then files, then plans, then the rest in stored order.
func (e Env) changeWords(b graph.Brief) []word {
	type ranked struct {
		word
		rank int
	}
	if b.Blind {
		return nil
	}
	var all []ranked
	for _, c := range b.Changes {
		if e.Hist != nil && e.Hist.Transcript && c.Op == graph.Added && sessionChannels[c.Channel] {
			continue
		}
		w, rank := e.changeWord(c)
		if w.text != "" {
			all = append(all, ranked{w, rank})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].rank < all[j].rank })
	words := make([]word, len(all))
	for i, r := range all {
		words[i] = word{r.op, Cut(r.text, digestWidth)}
	}
	return words
}

func (e Env) changeWord(c graph.Change) (w word, rank int) {
	name := CutMiddle(e.clean(c.Channel), 30)
	if c.Op == graph.Removed {
		return word{graph.Removed, name}, 3
	}
	if sum, ok := graph.ReadSummary(graph.State{Channels: []graph.Channel{{Name: c.Channel, Value: c.After}}}); ok {
		return word{c.Op, "summary of " + plural(sum.Cutoff, "message")}, 0
	}
	if text, ok := e.editedCalls(c.Channel, c.After); ok {
		return word{c.Op, text}, 0
	}
	if n, ok := messageCount(c); ok {
		return n, 0
	}
	if todos, ok := readTodos(c.After); ok {
		return word{c.Op, name + " " + todosDone(todos)}, 2
	}
	before := c.Before
	if c.Op == graph.Added {
		switch c.After.Kind() {
		case value.List:
			before = value.NewList(nil)
		case value.Map:
			before = value.NewMap(nil)
		default:
			return word{graph.Added, name + " " + e.named(c.Channel, c.After)}, 3
		}
		if c.After.Len() == 0 {
			return word{graph.Added, name}, 3
		}
	}
	if (isFiles(c.After) || c.Channel == "files" && c.After.Kind() == value.Map) && before.Kind() == value.Map {
		return e.fileWords(before, c.After), 1
	}
	if hiddenUnder(c.Channel, c.After) && !e.Reveal {
		return word{c.Op, name}, 3
	}
	return e.deepChange(name, before, c.After, 0), 3
}

// named is a value in short, masked where its name says that it is a secret.
func (e Env) named(name string, v value.Value) string {
	if !e.Reveal && hiddenUnder(name, v) {
		return secret.Masked
	}
	return e.Short(v, changeValue)
}

// messageCount counts messages that came, went or changed.
func messageCount(c graph.Change) (word, bool) {
	if c.After.Kind() != value.List {
		return word{}, false
	}
	n := c.After.Len()
	old := 0
	if c.Before.Kind() == value.List {
		old = c.Before.Len()
	} else if c.Op == graph.Changed {
		return word{}, false
	}
	switch {
	case n > 0 && isMessage(c.After.At(n-1)):
	case n == 0 && old > 0 && isMessage(c.Before.At(old-1)):
	default:
		return word{}, false
	}
	switch {
	case n > old:
		return word{graph.Added, plural(n-old, "message")}, true
	case n < old:
		return word{graph.Removed, plural(old-n, "message")}, true
	}
	differ := 0
	if n <= longList {
		a, b := c.Before.Entries(), c.After.Entries()
		for i := range b {
			if i >= len(a) || !value.Equal(a[i].Val, b[i].Val) {
				differ++
			}
		}
	}
	if differ == 0 {
		return word{graph.Changed, "messages"}, true
	}
	return word{graph.Changed, plural(differ, "message")}, true
}

// fileWords names one file, counts several.
func (e Env) fileWords(before, after value.Value) word {
	added, removed, changed := keyDiff(before, after)
	one := func(op graph.Op, names []string) word {
		if len(names) == 1 {
			return word{op, CutMiddle(e.clean(shortPath(names[0])), 24)}
		}
		return word{op, plural(len(names), "file")}
	}
	switch {
	case len(removed) == 0 && len(changed) == 0 && len(added) > 0:
		return one(graph.Added, added)
	case len(added) == 0 && len(removed) == 0:
		return one(graph.Changed, changed)
	case len(added) == 0 && len(changed) == 0:
		return one(graph.Removed, removed)
	}
	return word{graph.Changed, plural(len(added)+len(removed)+len(changed), "file")}
}

// shortPath is the last part of a long absolute path: rows have no room for more, the detail says all of it.
func shortPath(path string) string {
	if strings.HasPrefix(path, "/") && strings.Count(path, "/") > 2 {
		return fileName(path)
	}
	return path
}

// keyDiff compares two maps by their keys; keys that are not strings are said in short.
func keyDiff(before, after value.Value) (added, removed, changed []string) {
	keyOf := func(en value.Entry) string {
		if en.Key.Kind() == value.String {
			return en.Key.Str()
		}
		return Short(en.Key, changeValue)
	}
	old := map[string]value.Value{}
	for _, en := range before.Entries() {
		old[keyOf(en)] = en.Val
	}
	seen := map[string]bool{}
	for _, en := range after.Entries() {
		k := keyOf(en)
		if seen[k] {
			continue
		}
		seen[k] = true
		was, ok := old[k]
		switch {
		case !ok:
			added = append(added, k)
		case !value.Equal(was, en.Val):
			changed = append(changed, k)
		}
	}
	for _, en := range before.Entries() {
		if k := keyOf(en); !seen[k] {
			removed = append(removed, k)
			seen[k] = true
		}
	}
	return added, removed, changed
}

// deepChange says what changed at path, as deep as it is a single thing.
func (e Env) deepChange(path string, before, after value.Value, depth int) word {
	plainly := func() word { return e.newValue(path, before, after) }
	if depth > changeDepth || before.Kind() != after.Kind() || before.Size() > changeBytes || after.Size() > changeBytes {
		return plainly()
	}
	switch after.Kind() {
	case value.List:
		return e.listChange(path, before, after, depth)
	case value.Map, value.Object:
		if after.Type() != before.Type() || after.Len() > longList || before.Len() > longList || strings.Contains(after.Type(), "set") || value.OneThing(after.Type()) {
			return plainly()
		}
		added, removed, changed := keyDiff(before, after)
		switch {
		case len(added)+len(removed)+len(changed) == 0:
			return word{graph.Changed, path}
		case len(added)+len(removed)+len(changed) > 1:
			return e.keyCounts(path, added, removed, changed)
		case len(changed) == 1:
			a, _ := before.Get(changed[0])
			b, _ := after.Get(changed[0])
			if a.Kind() == value.Invalid || b.Kind() == value.Invalid {
				return word{graph.Changed, path + keyPath(e.clean(changed[0]))}
			}
			if at := path + keyPath(e.clean(changed[0])); hiddenUnder(changed[0], b) && !e.Reveal {
				return word{graph.Changed, at}
			} else {
				return e.deepChange(at, a, b, depth+1)
			}
		case len(removed) == 1:
			return word{graph.Removed, path + keyPath(e.clean(removed[0]))}
		}
		b, _ := after.Get(added[0])
		text := path + keyPath(e.clean(added[0]))
		if b.Kind() != value.Invalid {
			text += " " + e.named(added[0], b)
		}
		return word{graph.Added, text}
	}
	return plainly()
}

func (e Env) keyCounts(path string, added, removed, changed []string) word {
	switch {
	case len(removed)+len(changed) == 0:
		return word{graph.Added, path + " " + plural(len(added), "key")}
	case len(added)+len(changed) == 0:
		return word{graph.Removed, path + " " + plural(len(removed), "key")}
	}
	return word{graph.Changed, path + " " + plural(len(added)+len(removed)+len(changed), "key")}
}

// keyPath is a key as a path names it.
func keyPath(key string) string {
	key = CutMiddle(key, 24)
	for i, r := range key {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return `["` + key + `"]`
		}
	}
	return "." + key
}

func (e Env) listChange(path string, before, after value.Value, depth int) word {
	old, n := before.Len(), after.Len()
	if old > longList || n > longList {
		return word{graph.Changed, path + " " + Count(old) + e.own("→") + plural(n, "item")}
	}
	a, b := before.Entries(), after.Entries()
	same := 0
	for same < len(a) && same < len(b) && value.Equal(a[same].Val, b[same].Val) {
		same++
	}
	at := func(from, to int) string {
		if to-from == 1 {
			return path + "[" + strconv.Itoa(from) + "]"
		}
		return path + "[" + strconv.Itoa(from) + e.own("…") + strconv.Itoa(to-1) + "]"
	}
	switch {
	case same == len(a) && len(b) > same:
		text := at(same, len(b))
		for i, en := range b[same:] {
			if i == 3 {
				text += ", " + e.own("…")
				break
			}
			if i > 0 {
				text += ","
			}
			text += " " + e.Short(en.Val, changeValue)
		}
		return word{graph.Added, text}
	case same == len(b) && len(a) > same:
		return word{graph.Removed, at(same, len(a))}
	case len(a) == len(b):
		rest := same + 1
		for rest < len(a) && value.Equal(a[rest].Val, b[rest].Val) {
			rest++
		}
		if rest == len(a) {
			return e.deepChange(at(same, same+1), a[same].Val, b[same].Val, depth+1)
		}
		differ := 0
		for i := range a {
			if !value.Equal(a[i].Val, b[i].Val) {
				differ++
			}
		}
		return word{graph.Changed, path + " " + plural(differ, "item")}
	}
	return word{graph.Changed, path + " " + Count(old) + e.own("→") + plural(n, "item")}
}

// newValue says the new value, and the old one where both are short numbers, words or flags.
func (e Env) newValue(path string, before, after value.Value) word {
	const brief = 12
	now := e.Short(after, changeValue)
	switch before.Kind() {
	case value.Int, value.Float, value.Bool, value.Null:
		if was := e.Short(before, brief+1); Width(was) <= brief && Width(now) <= brief {
			return word{graph.Changed, path + " " + was + e.own("→") + now}
		}
	}
	return word{graph.Changed, path + " " + now}
}
