package jsonl

import (
	"bytes"
	"fmt"
)

// Fault is something odd about the bytes of a line. Code is one of the problem codes of CLI.md.
type Fault struct {
	Code    string // "bad-json", "incomplete-tail", "joined-records", "nul-run"
	Line    int
	Offset  int64 // in the file
	Message string
}

// Record reads one record from the front of b and tells how many bytes it took. Where b does not begin with one, n is the
// place of the fault, why says what is wrong and cut tells that the bytes just stop. behind is set where b was looked for
// behind damage: then only what is surely a record may be taken, since the damaged record has objects of its own inside.
type Record func(b []byte, at Place, behind bool) (n int, why string, cut bool)

// Place is where a record begins.
type Place struct {
	Line   int
	Offset int64 // in the file
}

// tries bounds how often a damaged line is searched for the next record.
const tries = 1000

// Split hands each record of a line to read and reports what is odd: zero bytes before, between and behind records, a
// second record on the same line, a record that another one broke into (what is lost is counted, the next one is read), a
// last line that is not finished. A blank line gives nothing.
func Split(l Line, read Record, report func(Fault)) { SplitAt(l, heads, read, report) }

// SplitAt is Split for records that begin in other ways than those of the programs with loaders of their own.
func SplitAt(l Line, heads [][]byte, read Record, report func(Fault)) {
	b, at := l.Bytes, 0
	if l.Offset == 0 && bytes.HasPrefix(b, BOM) {
		at = len(BOM)
	}
	place := func(at int) Place { return Place{l.No, l.Offset + int64(at)} }
	for records := 0; ; records++ {
		if at = blank(l, at, report); at >= len(b) {
			return
		}
		if records == 1 {
			report(Fault{"joined-records", l.No, l.Offset + int64(at), "more than one record on this line"})
		}
		n, why, cut := read(b[at:], place(at), false)
		if why == "" {
			at += n
			continue
		}
		if cut && l.Open {
			report(Fault{"incomplete-tail", l.No, l.Offset + int64(at), fmt.Sprintf("last line incomplete, %d bytes", len(b)-at)})
			return
		}
		fault, start := at+n, at
		at = -1
		for next, left := resync(b, heads, start+1), tries; next >= 0 && left > 0; next, left = resync(b, heads, next+1), left-1 {
			if n, odd, _ := read(b[next:], place(next), true); odd == "" {
				why, at = fmt.Sprintf("%s; %d bytes skipped, the record behind them is read", why, next-start), next+n
				break
			}
		}
		report(Fault{"bad-json", l.No, l.Offset + int64(fault), why})
		if at < 0 {
			return
		}
	}
}

// blank moves over spaces and zero bytes and reports a run of the latter.
func blank(l Line, at int, report func(Fault)) int {
	zeros, first := 0, 0
	for at < len(l.Bytes) {
		switch l.Bytes[at] {
		case 0:
			if zeros == 0 {
				first = at
			}
			zeros++
		case ' ', '\t', '\r':
		default:
			goto done
		}
		at++
	}
done:
	if zeros > 0 {
		report(Fault{"nul-run", l.No, l.Offset + int64(first), fmt.Sprintf("%d zero bytes skipped", zeros)})
	}
	return at
}

// heads are the ways in which records of the programs begin.
var heads = [][]byte{[]byte(`{"type":"`), []byte(`{"parentUuid":`), []byte(`{"uuid":"`), []byte(`{"sessionId":"`), []byte(`{"timestamp":"`)}

// resync finds where the next record may begin at or behind from; -1 where none does.
func resync(b []byte, heads [][]byte, from int) int {
	if from >= len(b) {
		return -1
	}
	best := -1
	for _, h := range heads {
		rest := b[from:]
		if best >= 0 {
			rest = b[from:min(len(b), best+len(h))]
		}
		if i := bytes.Index(rest, h); i >= 0 && (best < 0 || from+i < best) {
			best = from + i
		}
	}
	return best
}
