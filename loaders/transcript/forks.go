package transcript

import (
	"cmp"
	"path/filepath"
	"slices"
)

// family orders a folder's sessions: the newest first, but those that were forked from another of the list below that one, whose
// place is that of the newest of its forks. Origin is made the id of a session of the list where it names one by its file.
func family(list []Glimpse) []Glimpse {
	at := make(map[string]int, 2*len(list))
	for i := range list {
		at[filepath.Base(list[i].Path)] = i
	}
	for i := range list { // an id beats a name
		at[list[i].ID] = i
	}
	forks := map[int][]int{}
	up := make([]int, len(list))
	for i := range list {
		up[i] = -1
		g := &list[i]
		k, ok := at[g.Origin]
		if !ok {
			k, ok = at[filepath.Base(g.Origin)]
		}
		if g.Origin != "" && ok && k != i {
			up[i], g.Origin = k, list[k].ID
		}
	}
	for i := range list { // damaged files may name each other: one of the ring stands alone
		steps := 0
		for k := up[i]; k >= 0; k = up[k] {
			if steps++; steps > len(list) || k == i {
				up[i] = -1
				break
			}
		}
	}
	last := make([]int, len(list)) // of a session and its forks, the newest
	for i := range list {
		last[i] = i
	}
	for i := range list {
		for k := up[i]; k >= 0; k = up[k] {
			if list[i].Last.After(list[last[k]].Last) {
				last[k] = i
			}
		}
		forks[up[i]] = append(forks[up[i]], i)
	}
	for _, f := range forks {
		slices.SortStableFunc(f, func(a, b int) int {
			return cmp.Or(list[last[b]].Last.Compare(list[last[a]].Last), cmp.Compare(list[a].Path, list[b].Path))
		})
	}
	out := make([]Glimpse, 0, len(list))
	stack := slices.Clone(forks[-1])
	slices.Reverse(stack)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, list[i])
		for _, k := range slices.Backward(forks[i]) {
			stack = append(stack, k)
		}
	}
	return out
}
