package view

import "math/bits"

// counter is a Fenwick tree over the places of a history: how many rows each place has now. It turns a row number into a
// place and back in a few steps, whatever was folded before, so folding one row of a million moves nothing.
type counter struct {
	sums []int32 // 1-based
	top  int     // greatest power of two not above len
}

// newCounter makes a counter of n places; rows gives the rows of each.
func newCounter(n int, rows func(place int) int) *counter {
	c := &counter{sums: make([]int32, n+1)}
	if n > 0 {
		c.top = 1 << (bits.Len(uint(n)) - 1)
	}
	for i := 1; i <= n; i++ {
		c.sums[i] += int32(rows(i - 1))
		if up := i + i&-i; up <= n {
			c.sums[up] += c.sums[i]
		}
	}
	return c
}

// add gives a place that many rows more.
func (c *counter) add(place, rows int) {
	if rows == 0 {
		return
	}
	for i := place + 1; i < len(c.sums); i += i & -i {
		c.sums[i] += int32(rows)
	}
}

// before counts the rows above a place.
func (c *counter) before(place int) int {
	n := 0
	for i := place; i > 0; i -= i & -i {
		n += int(c.sums[i])
	}
	return n
}

// total counts all rows.
func (c *counter) total() int { return c.before(len(c.sums) - 1) }

// find gives the place that holds a row and how many rows of the place stand above it. Row must be in 0 … total-1.
func (c *counter) find(row int) (place, above int) {
	at, left := 0, row
	for step := c.top; step > 0; step >>= 1 {
		if n := at + step; n < len(c.sums) && int(c.sums[n]) <= left {
			at = n
			left -= int(c.sums[n])
		}
	}
	return at, left
}
