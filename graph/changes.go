package graph

import "cptui/graph/value"

// wholeState stands for the state where it is no mapping: a function's result, a __root__, a body that cannot be read.
const wholeState = "state"

// ChangedChannels compares two states, channel by channel, in stored order: first those of b, then those that b lacks. A
// state that is no mapping counts as one channel called "state".
func ChangedChannels(a, b State) (changes []Change, same []string) {
	before, after := a.byName(), b.byName()
	for _, c := range b.asChannels() {
		was, there := before[c.Name]
		switch {
		case !there:
			changes = append(changes, Change{Channel: c.Name, Op: Added, After: c.Value})
		case !value.Equal(was, c.Value):
			changes = append(changes, Change{Channel: c.Name, Op: Changed, Before: was, After: c.Value})
		default:
			same = append(same, c.Name)
		}
	}
	for _, c := range a.asChannels() {
		if _, there := after[c.Name]; !there {
			changes = append(changes, Change{Channel: c.Name, Op: Removed, Before: c.Value})
		}
	}
	return changes, same
}

func (s State) asChannels() []Channel {
	if k := s.Whole.Kind(); k != value.Invalid && k != value.Null {
		return []Channel{{wholeState, s.Whole}}
	}
	return s.Channels
}

func (s State) byName() map[string]value.Value {
	m := map[string]value.Value{}
	for _, c := range s.asChannels() {
		m[c.Name] = c.Value
	}
	return m
}

// writtenBy names the nodes whose writes touched each change.
func writtenBy(changes []Change, ran []Task) {
	for i := range changes {
		c := &changes[i]
		for _, t := range ran {
			for _, w := range t.Writes {
				if w.Channel == c.Channel || c.Channel == wholeState && (w.Channel == chanEnd || w.Channel == chanRoot) {
					c.Writers = append(c.Writers, t.Name)
					break
				}
			}
		}
	}
}
