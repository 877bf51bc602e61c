package pickle

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"cptui/graph/value"
)

// machine is the stack machine that a pickle is a program for.
type machine struct {
	r       reader
	op      int // where the opcode at work begins
	proto   byte
	stack   []*node
	marks   []int // heights of the stack
	memo    memo
	nodes   int // pushed so far
	imports []string
}

var (
	errStack = errors.New("no pickle: an opcode finds nothing to work on")
	errMany  = fmt.Errorf("it holds more than %d values, which is not read", nodeLimit)
)

func (m *machine) run() (*node, error) {
	for {
		m.op = m.r.at
		op, err := m.r.take(1)
		if err != nil {
			return nil, err
		}
		if op[0] == '.' {
			return m.pop()
		}
		if err := m.step(op[0]); err != nil {
			return nil, err
		}
		if m.nodes > nodeLimit {
			return nil, errMany
		}
	}
}

func (m *machine) push(n *node) error {
	m.nodes++
	m.stack = append(m.stack, n)
	return nil
}

func (m *machine) make(n node) error {
	return m.push(&n)
}

func (m *machine) pop() (*node, error) {
	k := len(m.stack) - 1
	if k < 0 || len(m.marks) > 0 && m.marks[len(m.marks)-1] > k {
		return nil, errStack
	}
	n := m.stack[k]
	m.stack = m.stack[:k]
	return n, nil
}

func (m *machine) top() (*node, error) {
	if len(m.stack) == 0 || len(m.marks) > 0 && m.marks[len(m.marks)-1] >= len(m.stack) {
		return nil, errStack
	}
	return m.stack[len(m.stack)-1], nil
}

// popMark takes what was pushed since the last mark.
func (m *machine) popMark() ([]*node, error) {
	k := len(m.marks) - 1
	if k < 0 {
		return nil, errStack
	}
	from := m.marks[k]
	m.marks = m.marks[:k]
	items := append([]*node(nil), m.stack[from:]...)
	m.stack = m.stack[:from]
	return items, nil
}

// popN takes the last n.
func (m *machine) popN(n int) ([]*node, error) {
	floor := 0
	if k := len(m.marks); k > 0 {
		floor = m.marks[k-1]
	}
	if len(m.stack)-floor < n {
		return nil, errStack
	}
	items := append([]*node(nil), m.stack[len(m.stack)-n:]...)
	m.stack = m.stack[:len(m.stack)-n]
	return items, nil
}

func (m *machine) step(op byte) error {
	switch op {
	case 0x80: // PROTO
		b, err := m.r.take(1)
		if err == nil {
			if m.proto = b[0]; m.proto > 5 {
				return fmt.Errorf("pickle protocol %d is newer than any known (5)", m.proto)
			}
		}
		return err
	case 0x95: // FRAME
		_, err := m.r.take(8)
		return err
	case '(':
		m.marks = append(m.marks, len(m.stack))
		return nil
	case '0': // POP: of a mark, where nothing lies above it
		if k := len(m.marks); k > 0 && m.marks[k-1] == len(m.stack) {
			m.marks = m.marks[:k-1]
			return nil
		}
		_, err := m.pop()
		return err
	case '1':
		_, err := m.popMark()
		return err
	case '2':
		n, err := m.top()
		if err != nil {
			return err
		}
		return m.push(n)
	case 'N':
		return m.push(noneNode)
	case 0x88:
		return m.push(trueNode)
	case 0x89:
		return m.push(falseNode)
	case ']':
		return m.make(node{kind: list})
	case '}':
		return m.make(node{kind: dict})
	case ')':
		return m.push(emptyTuple)
	case 0x8f:
		return m.make(node{kind: set})
	case 'J', 'K', 'M', 'I', 'L', 'F', 'G', 0x8a, 0x8b:
		return m.number(op)
	case 'S', 'T', 'U', 'V', 'X', 0x8c, 0x8d, 'B', 'C', 0x8e, 0x96:
		return m.text(op)
	case 'p', 'q', 'r', 0x94, 'g', 'h', 'j':
		return m.memory(op)
	case 'l', 't', 'd', 0x85, 0x86, 0x87, 0x91:
		return m.gather(op)
	case 'a', 'e', 's', 'u', 0x90:
		return m.add(op)
	case 'c', 0x93, 'i', 'o', 'R', 0x81, 0x92, 'b':
		return m.object(op)
	case 'P', 'Q', 0x82, 0x83, 0x84, 0x97, 0x98:
		return m.outside(op)
	}
	return fmt.Errorf("no pickle: there is no opcode 0x%02x", op)
}

// number reads the opcodes of integers and floats.
func (m *machine) number(op byte) error {
	switch op {
	case 'J':
		u, err := m.r.uint(4)
		if err != nil {
			return err
		}
		return m.make(node{kind: integer, text: strconv.Itoa(int(int32(u)))})
	case 'K', 'M':
		u, err := m.r.uint(map[byte]int{'K': 1, 'M': 2}[op])
		if err != nil {
			return err
		}
		return m.make(node{kind: integer, text: strconv.FormatUint(u, 10)})
	case 'G':
		b, err := m.r.take(8)
		if err != nil {
			return err
		}
		return m.make(node{kind: float, text: value.FormatFloat(math.Float64frombits(binary.BigEndian.Uint64(b)))})
	case 0x8a, 0x8b:
		width := 1
		if op == 0x8b {
			width = 4
		}
		b, err := m.r.sized(width)
		if err != nil {
			return err
		}
		return m.make(longNode(b))
	}
	line, err := m.r.line()
	if err != nil {
		return err
	}
	n, err := numberLine(op, line)
	if err != nil {
		return err
	}
	return m.make(n)
}

// text reads the opcodes of texts and bytes.
func (m *machine) text(op byte) error {
	switch op {
	case 'S', 'V':
		line, err := m.r.line()
		if err != nil {
			return err
		}
		n, err := textLine(op, line)
		if err != nil {
			return err
		}
		return m.make(n)
	}
	width := 1
	switch op {
	case 'T', 'X', 'B':
		width = 4
	case 0x8d, 0x8e, 0x96:
		width = 8
	}
	b, err := m.r.sized(width)
	if err != nil {
		return err
	}
	switch op {
	case 'B', 'C', 0x8e, 0x96:
		return m.make(node{kind: bin, text: value.SharedText(b)})
	case 'T', 'U':
		return m.make(oldText(b))
	}
	return m.make(node{kind: str, text: value.SharedText(b)})
}

// gather makes tuples, lists and dicts of what lies on the stack.
func (m *machine) gather(op byte) (err error) {
	var items []*node
	switch op {
	case 0x85, 0x86, 0x87:
		items, err = m.popN(int(op - 0x84))
	default:
		items, err = m.popMark()
	}
	if err != nil {
		return err
	}
	switch op {
	case 'l':
		return m.make(node{kind: list, items: items})
	case 'd':
		if len(items)%2 != 0 {
			return errStack
		}
		return m.make(node{kind: dict, pairs: items})
	case 0x91:
		return m.make(node{kind: set, items: items})
	}
	if len(items) == 0 {
		return m.push(emptyTuple)
	}
	return m.make(node{kind: tuple, items: items})
}

// add puts items into the container below them.
func (m *machine) add(op byte) (err error) {
	var items []*node
	switch op {
	case 'a':
		items, err = m.popN(1)
	case 's':
		items, err = m.popN(2)
	default:
		items, err = m.popMark()
	}
	if err != nil {
		return err
	}
	into, err := m.top()
	if err != nil {
		return err
	}
	pairs := op == 's' || op == 'u'
	switch {
	case pairs && len(items)%2 == 0 && (into.kind == dict || into.kind == call):
		into.pairs = append(into.pairs, items...)
	case !pairs && (into.kind == list || into.kind == set || into.kind == call):
		into.items = append(into.items, items...)
	default:
		return errStack
	}
	return nil
}

// outside makes what stands for something that is not in the pickle.
func (m *machine) outside(op byte) error {
	switch op {
	case 'P':
		line, err := m.r.line()
		if err != nil {
			return err
		}
		id := &node{kind: str, text: value.SharedText(line)}
		return m.make(node{kind: outside, text: "persistent", items: []*node{id}})
	case 'Q':
		id, err := m.pop()
		if err != nil {
			return err
		}
		return m.make(node{kind: outside, text: "persistent", items: []*node{id}})
	case 0x97:
		return m.make(node{kind: outside, text: "buffer", items: []*node{{kind: str, text: "out of band, not stored here"}}})
	case 0x98: // READONLY_BUFFER
		_, err := m.top()
		return err
	}
	code, err := m.r.uint(map[byte]int{0x82: 1, 0x83: 2, 0x84: 4}[op])
	if err != nil {
		return err
	}
	return m.make(node{kind: outside, text: "extension", items: []*node{{kind: integer, text: strconv.FormatUint(code, 10)}}})
}
