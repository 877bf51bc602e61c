package talk

import (
	"cptui/loaders"
)

// record is one event, as the index keeps it.
type record struct {
	Off  int64
	At   int64
	Size int32
	line int32
	talk int32 // which of several in the file it belongs to
	part int32 // which of the events that its bytes tell
	nth  int32 // of the events of one line that have no id
	kind Kind

	up     ref   // what it follows; -1: a root
	latest ref   // the record that tells its last version: itself, mostly
	of     ref   // the record that it is a later version or copy of; -1
	step   int32 // -1: in none
	lead   bool  // stands before the record that makes its step

	id, parent, space, group string
	calls                    []call
	results                  []outcome
	window                   []string // ids of the messages behind a compaction
	keeps                    ref      // of a compaction: the first record before it that the model goes on seeing; -1
	kept                     string   // its id
	list                     int32    // events of the same line from here on that take the place of all messages; 0: none
	target                   string
	usage, all               loaders.Usage
	model, cwd, branch, mode string
	flags                    flag
}

type call struct {
	id, name       string
	told           string // the id as the record has it: see separate
	served, failed bool
}

type outcome struct {
	id, name, agent string
	told            string
	bad             bool
}

type flag uint32

const (
	typed flag = 1 << iota
	stops
	begins // a talk of its own
	unlinked
	stranger
	update
	listed
	rewinds
	paid
	partial
	total
	spoken // has words of its own
	copied
	opens // where a prompt stands that the file leaves out
	quiet
	fails
	plans
)

func (r *record) is(f flag) bool { return r.flags&f != 0 }

// flagsOf are the flags of an event; root says that a list of its own begins with it.
func flagsOf(e *Event, root bool) (f flag) {
	set := func(on bool, bit flag) {
		if on {
			f |= bit
		}
	}
	set(e.Typed, typed)
	set(e.Stops, stops)
	set(e.Root || root, begins)
	set(e.Unlinked, unlinked)
	set(e.Stranger, stranger)
	set(e.Update, update)
	set(e.Listed, listed)
	set(e.Rewinds, rewinds)
	set(e.Paid, paid)
	set(e.Partial, partial)
	set(e.Total, total)
	set(e.Copied, copied)
	set(e.Opens, opens)
	set(e.Quiet, quiet)
	set(e.Fails, fails)
	set(e.Plan != nil, plans)
	set(len(e.Content) > 0 || len(e.Blocks) > 0, spoken)
	return f
}
