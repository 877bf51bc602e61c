package langgraph

import (
	"fmt"
	"sync"

	"cptui/graph"
)

// misfits remembers which rows a key that was given did not open.
type misfits struct {
	mu   sync.Mutex
	rows map[string]bool
	say  string // of the first
}

func (m *misfits) add(cp *graph.Checkpoint, err error) {
	if cp.ID == "" {
		return // a row that was only peeked at
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rows == nil {
		m.rows = map[string]bool{}
		m.say = fmt.Sprintf("thread %s, checkpoint %s: %v", cp.Thread, cp.ID, err)
	}
	if len(m.rows) < 1<<16 {
		m.rows[cp.Thread+"\x00"+cp.NS+"\x00"+cp.ID] = true
	}
}

// Unopened says which rows the given key has not opened so far, "" where it has opened all or there is no key.
func (s *Source) Unopened() string {
	m := &s.seal.misfit
	m.mu.Lock()
	defer m.mu.Unlock()
	switch n := len(m.rows); n {
	case 0:
		return ""
	case 1:
		return m.say
	default:
		return fmt.Sprintf("%s, and so %d more", m.say, n-1)
	}
}
