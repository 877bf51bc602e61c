package transcript

import (
	"slices"
	"sync"

	"cptui/graph"
	"cptui/graph/value"
)

// Fold folds states along branches. It keeps some of them, so that a step costs no more than the few before it: every
// thirty-second of a branch, and the newest ones asked for.
type Fold struct {
	s      Script
	mu     sync.Mutex
	kept   map[int]*State // at depths that are multiples of stride
	recent map[int]*State
	words  messageCache
}

const (
	stride     = 32
	maxRecent  = 256
	maxKeptAll = 1 << 16
)

// NewFold folds the states of a session; nothing is read yet.
func NewFold(s Script) *Fold {
	return &Fold{s: s, kept: map[int]*State{}, recent: map[int]*State{}, words: messageCache{lists: map[int][]Message{}}}
}

// At is the state at step i.
func (f *Fold) At(i int) (*State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var path []int
	state := &State{}
	for at := i; at >= 0; at = f.s.Parent(at) {
		if known := f.known(at); known != nil {
			state = known
			break
		}
		path = append(path, at)
	}
	for _, at := range slices.Backward(path) {
		next := *state
		if err := f.s.Fold(&next, at); err != nil {
			return nil, err
		}
		state = &next
		f.keep(at, state)
	}
	return state, nil
}

// Around gives the states before a step and after it; before the first step there is nothing.
func (f *Fold) Around(i int) (before, now *State, err error) {
	if now, err = f.At(i); err != nil {
		return nil, nil, err
	}
	before = &State{}
	if p := f.s.Parent(i); p >= 0 {
		if before, err = f.At(p); err != nil {
			return nil, nil, err
		}
	}
	return before, now, nil
}

func (f *Fold) known(i int) *State {
	if s := f.kept[i]; s != nil {
		return s
	}
	return f.recent[i]
}

func (f *Fold) keep(i int, s *State) {
	if f.s.Depth(i)%stride == 0 && len(f.kept) < maxKeptAll {
		f.kept[i] = s
		return
	}
	if len(f.recent) >= maxRecent {
		clear(f.recent)
	}
	f.recent[i] = s
}

// messageCache keeps the messages of steps that were read, up to a number of bytes.
type messageCache struct {
	lists map[int][]Message
	bytes int
}

const maxMessageBytes = 96 << 20

// MessagesOf reads the messages that a step adds, in the order of the file.
func (f *Fold) MessagesOf(i int) ([]Message, error) {
	f.mu.Lock()
	list, ok := f.words.lists[i]
	f.mu.Unlock()
	if ok {
		return list, nil
	}
	list, err := f.s.Messages(i)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, m := range list {
		size += m.Bytes
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.words.bytes+size > maxMessageBytes {
		f.words = messageCache{lists: map[int][]Message{}}
	}
	if size <= maxMessageBytes {
		f.words.lists[i] = list
		f.words.bytes += size
	}
	return list, nil
}

// Conversation gives the messages that the model would see at step i, and, once something was compacted away, all there
// ever were on the branch.
func (f *Fold) Conversation(i int) (seen, all []Message, err error) {
	var path []int
	last := -1 // where in path the newest compaction stands
	for at := i; at >= 0; at = f.s.Parent(at) {
		if last < 0 && f.s.Kind(at) == Compact {
			last = len(path)
		}
		path = append(path, at)
	}
	for k := len(path) - 1; k >= 0; k-- {
		list, err := f.MessagesOf(path[k])
		if err != nil {
			return nil, nil, err
		}
		if last >= 0 {
			all = append(all, list...)
		}
		switch {
		case k == last:
			if seen, err = f.s.Compacted(path[k], list); err != nil {
				return nil, nil, err
			}
		case last < 0 || k < last:
			seen = append(seen, list...)
		}
	}
	return seen, all, nil
}

// channels is the state at a step.
func (f *Fold) channels(i int) ([]graph.Channel, error) {
	seen, all, err := f.Conversation(i)
	if err != nil {
		return nil, err
	}
	st, err := f.At(i)
	if err != nil {
		return nil, err
	}
	out := []graph.Channel{{Name: "messages", Value: listOf(seen)}}
	if all != nil {
		out = append(out, graph.Channel{Name: "history", Value: listOf(all)})
	}
	return append(out, st.channels()...), nil
}

func listOf(list []Message) value.Value {
	items := make([]value.Value, len(list))
	for i, m := range list {
		items[i] = m.Value
	}
	return value.NewList(items)
}
