package view

import (
	"cmp"
	"slices"
	"strings"
)

// ThreadSort is an order of the thread list.
type ThreadSort uint8

const (
	ByNeed  ThreadSort = iota // what needs a person: waits, failed, running, then the newest
	ByTime                    // newest first
	ByName                    //
	BySteps                   // most checkpoints first
	sortings
)

// String names the order.
func (s ThreadSort) String() string {
	return [...]string{"what needs a person", "newest first", "name", "most steps"}[s%sortings]
}

// Next is the order after s.
func (s ThreadSort) Next() ThreadSort { return (s + 1) % sortings }

func (t *Threads) arrange() {
	t.rows = t.rows[:0]
	word, m := "", newMatcher(t.filter)
	if state, ok := strings.CutPrefix(strings.TrimSpace(t.filter), "state:"); ok {
		word = strings.ToLower(state)
	}
	for i := range t.all {
		th := &t.all[i]
		switch {
		case t.filter == "":
		case word != "":
			if !strings.HasPrefix(StateName(th.state.Status), word) {
				continue
			}
		case !m.in(th.head.ID) && !m.in(th.title()) && !m.in(t.stateWords(th)):
			continue
		}
		t.rows = append(t.rows, i)
	}
	slices.SortStableFunc(t.rows, func(a, b int) int { return t.compare(&t.all[a], &t.all[b]) })
}

func (t *Threads) compare(a, b *thread) int {
	newest := func() int { return b.head.Last.Compare(a.head.Last) }
	switch t.sort {
	case ByTime:
		return newest()
	case ByName:
		return cmp.Compare(a.head.ID, b.head.ID)
	case BySteps:
		return cmp.Or(cmp.Compare(b.steps(), a.steps()), newest())
	}
	return cmp.Or(cmp.Compare(need(a.state.Status), need(b.state.Status)), newest())
}

func need(status string) int {
	switch status {
	case "interrupted":
		return 0
	case "error":
		return 1
	case "running":
		return 2
	}
	return 3
}
