package talk

import (
	"slices"
	"strconv"
)

// callKey names a call: by its id, in a file of several talks, whose ids begin anew, by that of the talk too.
type callKey struct {
	talk int32
	id   string
}

// key names a call that a record asks or answers.
func (b *Book) key(rec ref, id string) callKey { return callKey{b.recs[rec].talk, id} }

// keyIn names a call of a step.
func (b *Book) keyIn(n int32, id string) callKey { return b.key(b.steps[n].first, id) }

// waiting is a call that has no id, and no result yet.
type waiting struct {
	id, name string
	line     int32
}

// nameCall gives a call an id where the format has none: older APIs pair calls and results by their order.
func (b *Book) nameCall(r *record, k int, name string) string {
	id := "call-L" + strconv.Itoa(int(r.line)) + "." + strconv.Itoa(int(r.nth)) + "." + strconv.Itoa(k)
	b.waits = append(b.waits, waiting{id, name, r.line})
	return id
}

// openCall is the first call without an id, of a tool with this name, that waits for a result.
func (b *Book) openCall(name string) string {
	k := slices.IndexFunc(b.waits, func(w waiting) bool { return w.name == name })
	if k < 0 {
		return ""
	}
	id := b.waits[k].id
	b.waits = slices.Delete(b.waits, k, k+1)
	return id
}
