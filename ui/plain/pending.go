package plain

import (
	"strconv"
	"time"
)

func count(n int) string          { return strconv.Itoa(n) }
func size(n int64) string         { return strconv.FormatInt(n, 10) + " B" }
func took(d time.Duration) string { return d.Round(time.Second).String() }
func age(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	return now.Sub(t).Round(time.Minute).String() + " ago"
}
