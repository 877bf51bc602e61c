package view

import (
	"strconv"
	"time"
)

// TimeMode says how a row tells its time.
type TimeMode uint8

const (
	SinceAbove TimeMode = iota // 13 ms since the row above on the same branch
	Clock                      // 00:36:14
	Date                       // 1 Dec 00:36
)

// String names the mode, for the footer.
func (m TimeMode) String() string {
	return [...]string{"since row above", "clock", "date"}[m%3]
}

// Next is the mode after m.
func (m TimeMode) Next() TimeMode { return (m + 1) % 3 }

// Took says a duration in at most seven cells: 13 ms, 1.9 s, 41 s, 41 m, 3 h, 9 d. Shorter than a millisecond is 0 ms,
// backwards is said with its sign: clocks of sources are not trusted.
func Took(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	switch {
	case d < 0: // the one duration that has no opposite
		return sign + "292 y"
	case d < 999500*time.Microsecond:
		return sign + strconv.FormatInt(int64((d+500*time.Microsecond)/time.Millisecond), 10) + " ms"
	case d < 9950*time.Millisecond:
		return sign + strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < 59500*time.Millisecond:
		return sign + strconv.FormatInt(int64((d+time.Second/2)/time.Second), 10) + " s"
	}
	return sign + coarse(d, "m")
}

// coarse says a time of a minute and more in its largest unit, never rounded up: 59 m is not yet 1 h.
func coarse(d time.Duration, minute string) string {
	day := 24 * time.Hour
	n, unit := int64(d/time.Minute), minute
	switch {
	case d < time.Minute:
		n = 1
	case d < time.Hour:
	case d < 2*day:
		n, unit = int64(d/time.Hour), "h"
	case d < 730*day:
		n, unit = int64(d/day), "d"
	default:
		n, unit = int64(d/(365*day)), "y"
	}
	return strconv.FormatInt(n, 10) + " " + unit
}

// Age says how long ago t was: now, 2 min, 3 h, 9 d, 2 y; "" for no time. What lies ahead of the clock is now.
func Age(t, now time.Time) string {
	switch d := now.Sub(t); {
	case t.IsZero():
		return ""
	case d < 10*time.Second:
		return "now"
	case d < time.Minute:
		return strconv.Itoa(int(d/time.Second)) + " s"
	default:
		return coarse(d, "min")
	}
}

// ClockTime is 18:04 on the day of now, and 1 Dec 18:04 on another: local time, as a person's wall clock has it.
func ClockTime(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	if t.IsZero() {
		return ""
	}
	y, m, d := t.Date()
	if ny, nm, nd := now.Date(); y == ny && m == nm && d == nd {
		return t.Format("15:04")
	}
	if y != now.Year() {
		return t.Format("2 Jan 2006 15:04")
	}
	return t.Format("2 Jan 15:04")
}

// Stamp tells one time in a mode other than SinceAbove.
func (m TimeMode) Stamp(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case m == Clock:
		return t.Local().Format("15:04:05")
	}
	return t.Local().Format("2 Jan 15:04")
}

// Size is a number of bytes as people read it: 38 B, 2.1 KB, 144 KB, 7.5 MB.
func Size(n int64) string { return byteCount(n) }

// Count groups the digits of a number: 12,400.
func Count(n int) string { return thousands(n) }
