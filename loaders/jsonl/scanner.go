// Package jsonl walks files of JSON lines without decoding them.
//
// Two things live here, and every transcript format is built on both. A Scanner cuts a file into lines by ReadAt, whatever
// their length: real sessions hold lines of 70 MB, which bufio.Scanner drops together with all that follows. A Walker pulls
// the few fields that an index needs out of a line in one pass, without allocating and without building values; a body is
// decoded later, by the value codec, when somebody looks at it.
//
// Nothing here fails on bad input. A line that is no JSON is reported by where and why, runs of zero bytes that crashes
// leave behind are counted, two records written on one line come out as two, and a record that another one broke into is
// skipped up to where the next begins: see Split. Only '\n' ends a line: U+2028 and its kin are text.
package jsonl

import (
	"bytes"
	"errors"
	"io"
)

// chunkSize is what one ReadAt asks for: large enough that system calls do not count, small enough to stay in cache.
const chunkSize = 1 << 20

// firstChunk is what the first ReadAt asks for: most files of a folder are small, and a list of them looks at heads only.
const firstChunk = 32 << 10

// Line is one line of a file, without its line end.
type Line struct {
	No     int   // 1-based, counting '\n' only
	Offset int64 // of its first byte in the file
	Bytes  []byte
	// Open is set for a last line that no '\n' ends: a record still being written, or simply the last one.
	Open bool
}

// Scanner cuts a file into lines. Its memory is one chunk, or the longest line where that is longer.
type Scanner struct {
	r    io.ReaderAt
	buf  []byte // buf[head:tail] is read and not handed out; buf[0] lies at offset base
	base int64
	head int
	tail int
	seen int // bytes from head on that hold no '\n'
	no   int
	eof  bool
	big  []byte // holds one line that does not fit in buf
	line Line
	err  error
}

// NewScanner scans r from offset; before is the number of line ends that lie before it.
func NewScanner(r io.ReaderAt, offset int64, before int) *Scanner {
	return &Scanner{r: r, base: offset, no: before, buf: make([]byte, firstChunk)}
}

// Next moves to the next line; false at the end or on an error.
func (s *Scanner) Next() bool {
	for s.err == nil {
		if i := bytes.IndexByte(s.buf[s.head+s.seen:s.tail], '\n'); i >= 0 {
			s.give(s.buf[s.head:s.head+s.seen+i], false)
			s.head += s.seen + i + 1
			s.seen = 0
			return true
		}
		s.seen = s.tail - s.head
		switch {
		case s.eof && s.seen == 0:
			return false
		case s.eof:
			s.give(s.buf[s.head:s.tail], true)
			s.head, s.seen = s.tail, 0
			return true
		case s.seen == chunkSize:
			return s.long()
		}
		s.fill()
	}
	return false
}

// Line is the line that Next found; its bytes are valid until the next call.
func (s *Scanner) Line() Line { return s.line }

// Err is the error that ended the scan, nil at the end of the file.
func (s *Scanner) Err() error { return s.err }

func (s *Scanner) give(b []byte, open bool) {
	s.no++
	s.line = Line{No: s.no, Offset: s.base + int64(s.head), Bytes: b, Open: open}
}

// fill moves what is left to the front of buf and reads behind it.
func (s *Scanner) fill() {
	if s.tail == firstChunk && len(s.buf) == firstChunk {
		buf := make([]byte, chunkSize)
		copy(buf, s.buf[s.head:s.tail])
		s.base += int64(s.head)
		s.buf, s.head, s.tail = buf, 0, s.tail-s.head
	}
	if s.head > 0 {
		copy(s.buf, s.buf[s.head:s.tail])
		s.base += int64(s.head)
		s.tail -= s.head
		s.head = 0
	}
	n, err := s.r.ReadAt(s.buf[s.tail:], s.base+int64(s.tail))
	s.tail += n
	switch {
	case errors.Is(err, io.EOF):
		s.eof = true
	case err != nil:
		s.err = err
	}
}

// long hands out a line that is longer than buf: its end is looked for first, so that no more than its length is kept.
func (s *Scanner) long() bool {
	start := s.base + int64(s.head)
	end, closed := start+int64(len(s.buf)), false
	probe := make([]byte, chunkSize)
	for !closed {
		n, err := s.r.ReadAt(probe, end)
		if i := bytes.IndexByte(probe[:n], '\n'); i >= 0 {
			end += int64(i)
			closed = true
			break
		}
		end += int64(n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.err = err
			return false
		}
	}
	size := int(end - start)
	if cap(s.big) < size {
		s.big = make([]byte, size+size/8) // lines of about one size come one after another
	}
	s.big = s.big[:size]
	copy(s.big, s.buf[s.head:s.tail])
	if _, err := s.r.ReadAt(s.big[s.tail-s.head:], start+int64(s.tail-s.head)); err != nil && !errors.Is(err, io.EOF) {
		s.err = err
		return false
	}
	s.give(s.big, !closed)
	s.head, s.tail, s.seen = 0, 0, 0
	s.base = end
	s.eof = !closed
	if closed {
		s.base++
	}
	return true
}
