package plain

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"time"

	"cptui/graph/value"
)

// Cast records what a Replay prints as an asciicast, version 2: a line that says how large the terminal is, then a line for
// each step with the second at which it comes. Nothing waits: the clock is the replay's own.
type Cast struct {
	w    *bufio.Writer
	held []byte // printed since the last step
	now  time.Duration
	err  error
}

// NewCast writes the first line; start is when the session began, zero where that is not known.
func NewCast(w io.Writer, width, height int, start time.Time, title string) *Cast {
	c := &Cast{w: bufio.NewWriterSize(w, 64<<10)}
	b := []byte(`{"version":2,"width":` + strconv.Itoa(width) + `,"height":` + strconv.Itoa(height))
	if !start.IsZero() {
		b = strconv.AppendInt(append(b, `,"timestamp":`...), start.Unix(), 10)
	}
	b = value.AppendString(append(b, `,"title":`...), title)
	b = append(b, `,"env":{"TERM":"xterm-256color"}}`+"\n"...)
	_, c.err = c.w.Write(b)
	return c
}

// Write takes what is printed; a terminal needs a carriage return before each line feed.
func (c *Cast) Write(p []byte) (int, error) {
	for _, x := range p {
		if x == '\n' {
			c.held = append(c.held, '\r')
		}
		c.held = append(c.held, x)
	}
	return len(p), c.err
}

// Sleep lets time go by in the recording.
func (c *Cast) Sleep(ctx context.Context, d time.Duration) error {
	c.event()
	c.now += max(d, 0)
	if c.err != nil {
		return c.err
	}
	return ctx.Err()
}

// event writes what was printed at this moment.
func (c *Cast) event() {
	if len(c.held) == 0 || c.err != nil {
		return
	}
	b := strconv.AppendFloat([]byte{'['}, c.now.Seconds(), 'f', 6, 64)
	b = value.AppendString(append(b, `,"o",`...), string(c.held))
	_, c.err = c.w.Write(append(b, ']', '\n'))
	if c.held = c.held[:0]; cap(c.held) > 1<<20 {
		c.held = nil
	}
}

// Flush writes what is left.
func (c *Cast) Flush() error {
	c.event()
	if c.err == nil {
		c.err = c.w.Flush()
	}
	return c.err
}
