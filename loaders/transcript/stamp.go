package transcript

import (
	"math"
	"strconv"
	"time"

	"cptui/loaders/jsonl"
)

// NoTime stands for a time that is not told.
const NoTime = math.MinInt64

// ParseTime reads a timestamp as it stands between quotes, or a number of milliseconds. Years in which there was no such
// program are no times: they would only lead to "292 years ago".
func ParseTime(raw []byte, isText bool) int64 {
	var t time.Time
	if isText {
		var err error
		if t, err = time.Parse(time.RFC3339Nano, string(raw)); err != nil {
			return NoTime
		}
	} else {
		ms, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return NoTime
		}
		t = time.UnixMilli(ms)
	}
	if y := t.UTC().Year(); y < 2015 || y > 2200 {
		return NoTime
	}
	return t.UnixNano()
}

// TimeOf is the moment of what ParseTime gave; the zero time for NoTime.
func TimeOf(at int64) time.Time {
	if at == NoTime {
		return time.Time{}
	}
	return time.Unix(0, at).UTC()
}

// Stamp reads the timestamp of a record as it is stored, "" where there is none.
func Stamp(body []byte) string {
	w := jsonl.Walk(body)
	out := ""
	if !w.Enter() {
		return ""
	}
	for w.Key() {
		if string(w.Name) != "timestamp" {
			w.Skip()
			continue
		}
		if w.Kind() == jsonl.String {
			t, _ := w.Text()
			out = jsonl.Unquote(t)
		} else if w.Kind() == jsonl.Number {
			out = string(w.Skip())
		} else {
			w.Skip()
		}
	}
	return out
}
