package graph

import (
	"container/list"
	"context"
	"sync"
)

// cacheBytes bounds the opened bodies that one History keeps.
const cacheBytes = 16 << 20

// historyCache keeps the checkpoints opened last, and what was worked out from them.
type historyCache struct {
	mu     sync.Mutex
	byRow  map[int]*list.Element // of *opened
	recent list.List             // front: used last
	bytes  int64

	facts  map[string]*wideFacts // by namespace without task ids
	folds  foldCache
	proofs map[string]*evidence // on the reducers of delta channels, by graph and channel
	judged []uint8              // by row: rowFine, rowProblem

	folding sync.Mutex

	tracing  sync.Mutex
	topology *tracedTopology
	proving  sync.Mutex // taken before folding
}

// opened is one checkpoint in the cache. Its once lets only the first of several readers open it.
type opened struct {
	row  int
	size int64

	open sync.Mutex
	cp   *Checkpoint
	read *reading
}

// entryCost is what an opened checkpoint takes beside its body, with what was worked out from it.
const entryCost = 8 << 10

// Cached opens a checkpoint through a small cache, bounded by bytes. The result is shared: never change it.
func (h *History) Cached(ctx context.Context, i int) (*Checkpoint, error) {
	e := h.cache.at(i)
	e.open.Lock()
	defer e.open.Unlock()
	return h.cachedIn(ctx, e)
}

// cachedIn needs e.open held.
func (h *History) cachedIn(ctx context.Context, e *opened) (*Checkpoint, error) {
	if e.cp != nil {
		return e.cp, nil
	}
	cp, err := h.Open(ctx, e.row)
	if err != nil {
		h.cache.drop(e)
		return nil, err
	}
	e.cp = cp
	h.cache.weigh(e, cp.weight())
	return cp, nil
}

func (c *Checkpoint) weight() int64 {
	n := c.Size + entryCost
	for i := range c.Writes {
		n += 256 + int64(c.Writes[i].Value.Size())
	}
	return n
}

// at finds or makes the entry of a row and makes it the one used last.
func (c *historyCache) at(i int) *opened {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byRow[i]; ok {
		c.recent.MoveToFront(el)
		return el.Value.(*opened)
	}
	if c.byRow == nil {
		c.byRow = map[int]*list.Element{}
	}
	e := &opened{row: i}
	c.byRow[i] = c.recent.PushFront(e)
	return e
}

// weigh counts an entry that was filled and lets the oldest go.
func (c *historyCache) weigh(e *opened, size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byRow[e.row]
	if !ok || el.Value != e {
		return // let go meanwhile
	}
	e.size = size
	c.bytes += size
	for c.bytes > cacheBytes && c.recent.Len() > 2 {
		last := c.recent.Back()
		if last.Value == e {
			return
		}
		c.remove(last)
	}
}

func (c *historyCache) drop(e *opened) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.byRow[e.row]; ok && el.Value == e {
		c.remove(el)
	}
}

func (c *historyCache) remove(el *list.Element) {
	e := c.recent.Remove(el).(*opened)
	delete(c.byRow, e.row)
	c.bytes -= e.size
}
