package numpy

import (
	"math"
	"strconv"
	"strings"
	"time"

	"cptui/graph/value"
)

// unitOf reads the unit of a time: "ns", or "25s" for steps of 25 seconds.
func unitOf(s string) (times int64, unit string) {
	unit = strings.TrimLeft(s, "0123456789")
	times, err := strconv.ParseInt(s[:len(s)-len(unit)], 10, 32)
	if err != nil || times < 1 {
		times = 1
	}
	return times, unit
}

// micros is how many microseconds a unit has, for those of which a date or a timedelta of Python can be made.
var micros = map[string]int64{"W": 7 * 86400e6, "D": 86400e6, "h": 3600e6, "m": 60e6, "s": 1e6, "ms": 1e3, "us": 1}

// moment gives an element of a datetime64 or timedelta64 as numpy's own tolist does: a date for whole days and more, a datetime below, a
// timedelta; a number where Python's types are too coarse (nanoseconds) or too short (the year 10000); null for "not a time".
func (d dtype) moment(n int64) value.Value {
	number := value.NewInt(n)
	switch {
	case n == math.MinInt64:
		return value.NewNull()
	case d.times != 1 && (n > math.MaxInt64/d.times || n < math.MinInt64/d.times):
		return number
	}
	steps := n * d.times
	per, known := micros[d.unit]
	if d.kind == 'm' {
		if !known || steps > maxMicros/per || steps < -maxMicros/per {
			return number
		}
		return typed("datetime.timedelta", value.NewFloat(float64(steps*per)/1e6))
	}
	var at time.Time
	switch {
	case d.unit == "Y" && steps > -1970 && steps < 8030:
		at = time.Date(1970+int(steps), 1, 1, 0, 0, 0, 0, time.UTC)
	case d.unit == "M" && steps > -1970*12 && steps < 8030*12:
		at = time.Date(1970, time.Month(1+steps), 1, 0, 0, 0, 0, time.UTC)
	case known && steps <= maxMicros/per && steps >= -maxMicros/per:
		at = time.UnixMicro(steps * per).UTC()
	default:
		return number
	}
	if at.Year() < 1 || at.Year() > 9999 {
		return number
	}
	switch d.unit {
	case "Y", "M", "W", "D":
		return typed("datetime.date", value.NewString(at.Format("2006-01-02")))
	}
	layout := "2006-01-02T15:04:05"
	if at.Nanosecond() != 0 {
		layout += ".000000"
	}
	return typed("datetime.datetime", value.NewString(at.Format(layout)))
}

// maxMicros is more than the ten thousand years that Python's dates span.
const maxMicros = 1e4 * 366 * 86400e6

func typed(class string, v value.Value) value.Value {
	return value.NewObject(class, []value.Entry{value.NamedEntry("$value", v)})
}
