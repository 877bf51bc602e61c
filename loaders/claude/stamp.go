package claude

import (
	"strconv"
	"time"

	"cptui/loaders/jsonl"
)

// parseTime reads a timestamp as it stands between quotes, or a number of milliseconds. Years in which there was no such
// program are no times: they would only lead to "292 years ago".
func parseTime(raw []byte, isText bool) int64 {
	var t time.Time
	if isText {
		var err error
		if t, err = time.Parse(time.RFC3339Nano, string(raw)); err != nil {
			return noTime
		}
	} else {
		ms, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return noTime
		}
		t = time.UnixMilli(ms)
	}
	if y := t.UTC().Year(); y < 2015 || y > 2200 {
		return noTime
	}
	return t.UnixNano()
}

func timeOf(at int64) time.Time {
	if at == noTime {
		return time.Time{}
	}
	return time.Unix(0, at).UTC()
}

// stamp reads the timestamp of a record as it is stored, "" where there is none.
func stamp(body []byte) string {
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
