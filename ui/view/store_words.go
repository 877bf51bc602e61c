package view

import (
	"strconv"
	"strings"
	"time"

	"cptui/loaders"
)

// StoreSays is a store in a line: how much is in it, what is over, what is indexed.
func StoreSays(s loaders.StoreSummary) string {
	parts := []string{plural(s.Items, "item") + " in " + plural(s.Namespaces, "namespace"), Size(s.Bytes)}
	if s.Expiring > 0 {
		parts = append(parts, thousands(s.Expiring)+" with a time to live")
	}
	if s.Expired > 0 {
		parts = append(parts, thousands(s.Expired)+" expired, still in the file")
	}
	if s.Vectors > 0 {
		parts = append(parts, plural(s.Vectors, "vector")+dimsOf(s.Dims))
	}
	return strings.Join(parts, " · ")
}

// dimsOf says the lengths of vectors, as many as fit.
func dimsOf(dims []int) string {
	if len(dims) == 0 {
		return ""
	}
	var list []string
	for i, d := range dims {
		if i == 3 {
			list = append(list, "…")
			break
		}
		list = append(list, strconv.Itoa(d))
	}
	return " of " + strings.Join(list, ", ") + " numbers"
}

// StoreLife says when an item's time is over, "" where it never is.
func StoreLife(i *loaders.StoreItem, now time.Time) string {
	switch {
	case i.Expires.IsZero() && i.TTL > 0:
		return "ttl " + minutes(i.TTL) + ", no end stored"
	case i.Expires.IsZero():
		return ""
	case i.Expired(now):
		if age := Age(i.Expires, now); age != "now" {
			return "expired " + age + " ago, still in the file"
		}
		return "expired just now, still in the file"
	}
	return "expires in " + strings.TrimSpace(coarse(i.Expires.Sub(now), "min"))
}

// minutes says a time to live, which the file has in minutes.
func minutes(ttl float64) string { return strconv.FormatFloat(ttl, 'f', -1, 64) + " min" }

// StoreTTL is the time to live as the file has it.
func StoreTTL(i *loaders.StoreItem) string {
	if i.TTL == 0 {
		return ""
	}
	return "ttl " + minutes(i.TTL)
}

// StoreName is a namespace or key as it is shown: quoted where its bounds would not be seen.
func StoreName(s string) string {
	if s == "" || s != strings.TrimSpace(s) {
		return `"` + CleanLine(s) + `"`
	}
	return CleanLine(s)
}

// StoreValue is the value of an item in a few words.
func (e Env) StoreValue(i *loaders.StoreItem, max int) string {
	if i.Left {
		return Cut("a value of "+Size(i.Bytes), max)
	}
	return e.Short(i.Value, max)
}

// StoreCommand prints a namespace or, where a key is given, one item of it.
func StoreCommand(source, namespace, key string) string {
	s := "cptui store " + ShellQuote(source) + " " + ShellQuote(namespace)
	if key != "" {
		s += " " + ShellQuote(key)
	}
	return s
}
