package pickle

import (
	"unsafe"

	"cptui/graph/value"
)

// kind is what a node is.
type kind uint8

const (
	none kind = iota
	boolean
	integer // text: digits
	float   // text: as Python prints it
	str     // text
	bin     // text: bytes
	list    // items
	tuple   // items
	dict    // pairs
	set     // items; frozenset too
	global  // text: "module.name"
	call    // fn(items...), see how; state, pairs and more come after the call
	outside // a persistent id (items[0]), an extension code or a buffer that lies elsewhere; text says which
)

// node is a value in the making: until the pickle ends, later opcodes may add to it.
type node struct {
	kind  kind
	shown shownState
	text  string
	items []*node // list, tuple, set; of a call: what is appended to the result
	pairs []*node // dict: key, value, key, value …; of a call: what is put into the result
	call  *callOf

	val    value.Value // once shown
	weight int
}

// callOf is what a call node would call.
type callOf struct {
	fn     *node // the callable: nearly always a global
	args   *node // nearly always a tuple
	kwargs *node // NEWOBJ_EX
	isNew  bool  // fn.__new__(fn, *args): an instance made without its constructor
	states []*node
}

type shownState uint8

const (
	unshown shownState = iota
	showing            // on the way down: meeting it again is a circle
	wasShown
)

// Values without parts are shared, so that a pickle of a hundred million Nones makes one node.
var (
	noneNode   = &node{kind: none}
	trueNode   = &node{kind: boolean, text: "true"}
	falseNode  = &node{kind: boolean, text: "false"}
	emptyTuple = &node{kind: tuple}
)

// name is the global that a node is, also where it is written as an attribute of one (getattr(ZoneInfo, "_unpickle")); "" for
// anything else.
func (n *node) name() string {
	switch {
	case n == nil:
		return ""
	case n.kind == global:
		return n.text
	case n.kind == call && n.call.fn.kind == global && n.call.fn.text == "builtins.getattr" && n.call.args.kind == tuple:
		of, attr := n.call.args.arg(0), n.call.args.arg(1)
		if of != nil && of.kind == global && attr != nil && attr.kind == str {
			return of.text + "." + attr.text
		}
	}
	return ""
}

// arg is the i-th item of a tuple or list, nil where there is none.
func (n *node) arg(i int) *node {
	if n == nil || i >= len(n.items) || n.kind != tuple && n.kind != list {
		return nil
	}
	return n.items[i]
}

// get finds a value of a dict by its key, the last one of duplicates; nil where there is none.
func (n *node) get(key string) *node {
	if n == nil || n.kind != dict {
		return nil
	}
	for i := len(n.pairs) - 2; i >= 0; i -= 2 {
		if k := n.pairs[i]; k.kind == str && k.text == key {
			return n.pairs[i+1]
		}
	}
	return nil
}

// isText tells a text or bytes, as which the same thing is written by different protocols.
func (n *node) isText() bool { return n != nil && (n.kind == str || n.kind == bin) }

// shared gives text as bytes without copying; neither changes.
func shared(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
