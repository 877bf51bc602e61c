package pickle

import "strconv"

// memo is where a pickle keeps values to use again. Picklers number them one after the other; any other number is legal.
type memo struct {
	dense  []*node
	sparse map[uint64]*node
}

func (o *memo) put(at uint64, n *node) {
	switch {
	case at < uint64(len(o.dense)):
		o.dense[at] = n
		return
	case at > uint64(len(o.dense)):
		if o.sparse == nil {
			o.sparse = map[uint64]*node{}
		}
		o.sparse[at] = n
		return
	}
	delete(o.sparse, at)
	o.dense = append(o.dense, n)
	for len(o.sparse) > 0 {
		next := uint64(len(o.dense))
		n, ok := o.sparse[next]
		if !ok {
			return
		}
		delete(o.sparse, next)
		o.dense = append(o.dense, n)
	}
}

func (o *memo) get(at uint64) *node {
	if at < uint64(len(o.dense)) {
		return o.dense[at]
	}
	return o.sparse[at]
}

func (o *memo) len() uint64 { return uint64(len(o.dense) + len(o.sparse)) }

// memory carries out the opcodes that put a value aside and take it again.
func (m *machine) memory(op byte) error {
	var at uint64
	var err error
	switch op {
	case 'p', 'g':
		var line []byte
		if line, err = m.r.line(); err == nil {
			at, err = strconv.ParseUint(string(line), 10, 63)
		}
	case 'q', 'h':
		at, err = m.r.uint(1)
	case 'r', 'j':
		at, err = m.r.uint(4)
	case 0x94: // MEMOIZE
		at = m.memo.len()
	}
	if err != nil {
		return err
	}
	if op == 'g' || op == 'h' || op == 'j' {
		n := m.memo.get(at)
		if n == nil {
			return errStack
		}
		return m.push(n)
	}
	n, err := m.top()
	if err != nil {
		return err
	}
	m.memo.put(at, n)
	return nil
}
