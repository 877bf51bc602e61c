package view

import (
	"sort"

	"cptui/diff"
	"cptui/graph/value"
)

// markSet is what changed inside of one channel, by path.
type markSet struct {
	paths map[string]diff.Difference
	above map[string]bool // paths that hold a change
	lists map[string][]int
	lost  map[string][]lostEntry // what was removed, by the path it was removed from
}

type lostEntry struct {
	at, from int // it stood before the item that is now at; its index then
	name     string
	val      value.Value
}

// marksMax bounds how many differences of one channel are marked.
const marksMax = 2000

// loadMarks compares a changed channel with what it was, once it is opened.
func (n *treeNode) loadMarks() {
	if n.marks != nil || !n.channel || !n.hasBefore {
		return
	}
	list, _ := diff.Values(n.before, n.val, diff.Options{Max: marksMax})
	s := &markSet{paths: map[string]diff.Difference{}, above: map[string]bool{}, lists: map[string][]int{}, lost: map[string][]lostEntry{}}
	for _, d := range list {
		path := append(append(value.Path(nil), n.path...), d.Path...)
		if len(d.Path) == 0 {
			continue // the channel itself is marked already
		}
		up := path[:len(path)-1].String()
		last := path[len(path)-1]
		if d.Kind == diff.Removed {
			e := lostEntry{at: d.To, from: d.From, name: last.Name, val: d.Before}
			if last.IsIndex && e.from < 0 {
				e.from = last.Index
			}
			if e.at < 0 {
				e.at = e.from
			}
			s.lost[up] = append(s.lost[up], e)
		} else {
			s.paths[path.String()] = d
		}
		for i := len(n.path); i < len(path); i++ {
			s.above[path[:i].String()] = true
		}
		for i := len(n.path); i < len(path); i++ {
			if path[i].IsIndex && (d.Kind != diff.Removed || i < len(path)-1) {
				key := path[:i].String()
				s.lists[key] = append(s.lists[key], path[i].Index)
			}
		}
	}
	n.marks = s
}

// at tells how the value at a path changed: itself, or somewhere inside.
func (s *markSet) at(p value.Path) (mark byte, before value.Value, hasBefore bool) {
	if s == nil {
		return 0, value.Value{}, false
	}
	key := p.String()
	if d, ok := s.paths[key]; ok {
		return byte(d.Kind), d.Before, d.Kind == diff.Changed
	}
	if s.above[key] {
		return '~', value.Value{}, false
	}
	return 0, value.Value{}, false
}

// indices are the changed items of the list at a path.
func (s *markSet) indices(p value.Path, n int) []int {
	if s == nil {
		return nil
	}
	list := s.lists[p.String()]
	sort.Ints(list)
	out := list[:0:0]
	for _, i := range list {
		if i >= 0 && i < n && (len(out) == 0 || out[len(out)-1] != i) {
			out = append(out, i)
		}
	}
	const most = 40 // of a list that changed everywhere the first are enough
	return out[:min(len(out), most)]
}

func (s *markSet) removed(p value.Path) []lostEntry {
	if s == nil {
		return nil
	}
	list := s.lost[p.String()]
	sort.SliceStable(list, func(i, j int) bool { return list[i].at < list[j].at })
	return list
}
