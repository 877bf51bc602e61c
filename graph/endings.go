package graph

import (
	"math/bits"
	"strings"
	"sync"
)

// shortest is the least number of characters of an ending that names a checkpoint.
const shortest = 4

// endings finds rows by how their ids end, since ids begin with the time and a unique prefix is long. It is built when first
// asked, and again after the DAG has grown: rows in buckets by their last four characters.
type endings struct {
	mu    sync.Mutex
	n     int
	start []int32 // of each bucket in rows, and the end
	rows  []int32
}

// Short is the shortest ending of row i's id that no other id of the thread has, of four characters or more; the whole id
// where every ending is shared.
func (d *DAG) Short(i int) string {
	c := d.cols.Load()
	id := c.ids.text(i)
	need := shortest
	for _, j := range d.ending.bucket(c, id) {
		if int(j) == i {
			continue
		}
		if k := commonEnding(id, c.ids.text(int(j))) + 1; k > need {
			need = k
		}
	}
	if need >= len(id) {
		return id
	}
	return id[len(id)-need:]
}

// ending lists the rows whose ids end so, in no special order.
func (d *DAG) endingIn(text string) []int {
	if len(text) < shortest {
		return nil
	}
	c := d.cols.Load()
	var out []int
	for _, j := range d.ending.bucket(c, text) {
		if strings.HasSuffix(c.ids.text(int(j)), text) {
			out = append(out, int(j))
		}
	}
	return out
}

// prefixIn lists the rows whose ids begin so, by id.
func (d *DAG) prefixIn(text string) []int {
	c := d.cols.Load()
	var out []int
	for at := c.ids.search(c.byID, text); at < len(c.byID); at++ {
		i := int(c.byID[at])
		if !strings.HasPrefix(c.ids.text(i), text) {
			break
		}
		out = append(out, i)
	}
	return out
}

func commonEnding(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// bucket holds every row whose id shares its last four characters with id, and some others.
func (e *endings) bucket(c *columns, id string) []int32 {
	e.mu.Lock()
	defer e.mu.Unlock()
	width := min(16, bits.Len(uint(c.n)))
	if e.n != c.n {
		e.build(c, width)
	}
	b := endingHash(id) & (1<<width - 1)
	return e.rows[e.start[b]:e.start[b+1]]
}

func (e *endings) build(c *columns, width int) {
	e.n = c.n
	e.start = make([]int32, 1<<width+1)
	e.rows = make([]int32, c.n)
	keys := func(i int) uint32 {
		if !c.ids.odd[i] {
			b := &c.ids.raw[i]
			return (uint32(b[14])<<8 | uint32(b[15])) & (1<<width - 1)
		}
		return endingHash(c.ids.text(i)) & (1<<width - 1)
	}
	for i := range c.n {
		e.start[keys(i)+1]++
	}
	for b := range 1 << width {
		e.start[b+1] += e.start[b]
	}
	at := append([]int32(nil), e.start...)
	for i := range c.n {
		k := keys(i)
		e.rows[at[k]] = int32(i)
		at[k]++
	}
}

// endingHash is the number that the last four characters spell where they are hexadecimal, else a hash of them.
func endingHash(id string) uint32 {
	if len(id) > shortest {
		id = id[len(id)-shortest:]
	}
	n, hash, hexadecimal := uint32(0), uint32(2166136261), true
	for i := range len(id) {
		x := nibble(id[i])
		hexadecimal = hexadecimal && x < 16
		n = n<<4 | uint32(x&15)
		hash = (hash ^ uint32(id[i])) * 16777619
	}
	if hexadecimal && len(id) == shortest {
		return n
	}
	return hash
}
