package plain

import (
	"strings"

	"cptui/ui/view"
)

// plural counts things: 1 branch, 2 branches.
func plural(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "ch"):
		return view.Count(n) + " " + one + "es"
	}
	return view.Count(n) + " " + one + "s"
}

func joinNonEmpty(sep string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// quoteBounds puts quotes round an id whose beginning or end would not be seen.
func quoteBounds(id string) string {
	if id == "" || id != strings.TrimSpace(id) {
		return `"` + id + `"`
	}
	return id
}

// own puts the program's own signs into ASCII where that is asked for.
func (t *Text) own(s string) string {
	if !t.ASCII {
		return s
	}
	return ownSigns.Replace(s)
}

var ownSigns = strings.NewReplacer("×", "x", "·", "-", "…", "...", "→", "->", "≤", "<=")
