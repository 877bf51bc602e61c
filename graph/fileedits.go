package graph

import (
	"slices"
	"strings"

	"cptui/graph/value"
)

// pathNames are what tools call the file that they are about.
var pathNames = []string{"file_path", "filePath", "notebook_path", "absolute_path", "path", "target_file"}

// isAbout reports whether a call is about a file; a patch names its files in its text.
func isAbout(in value.Value, path string) bool {
	for _, name := range pathNames {
		if v := field(in, name); v.Kind() == value.String {
			p := v.Str()
			return p == path || strings.HasSuffix(p, "/"+path) || strings.HasSuffix(path, "/"+p)
		}
	}
	return strings.Contains(patchText(in), path)
}

func textField(in value.Value, names ...string) (string, bool) {
	for _, name := range names {
		if v := field(in, name); v.Kind() == value.String {
			return v.Str(), true
		}
	}
	return "", false
}

// applied is the content of a file after a call; false where it cannot be told.
func applied(c Call, before string, known bool, path string) (string, bool) {
	if patch := patchText(c.Input); patch != "" {
		return afterPatch(patch, before, known, path)
	}
	if text, ok := textField(c.Input, "content", "file_text", "contents"); ok {
		return text, true
	}
	edits := []value.Value{c.Input}
	if list := field(c.Input, "edits"); list.Kind() == value.List {
		edits = items(list)
	}
	if !known {
		return "", false
	}
	for _, e := range edits {
		from, ok1 := textField(e, "old_string", "oldString", "oldText", "old_str")
		to, ok2 := textField(e, "new_string", "newString", "newText", "new_str")
		all := field(e, "replace_all").Truth() || field(e, "replaceAll").Truth()
		n := strings.Count(before, from)
		switch {
		case !ok1 || !ok2:
			return "", false
		case from == "" && before == "":
			before = to
		case from == "" || n == 0 || n > 1 && !all && field(e, "expected_replacements").Kind() == value.Invalid:
			return "", false // the program found it, so the text here is not what it had
		case n > 1:
			before = strings.ReplaceAll(before, from, to)
		default:
			before = strings.Replace(before, from, to, 1)
		}
	}
	return before, true
}

// patchText is the patch of a call that applies one; "" where it applies none.
func patchText(in value.Value) string {
	text := ""
	if in.Kind() == value.String {
		text = in.Str()
	} else {
		text, _ = textField(in, "input", "patch", "patchText")
	}
	if strings.Contains(text, "*** Begin Patch") {
		return text
	}
	return ""
}

// afterPatch applies what a patch says of one file: a file that it adds is whole in it; of an update each hunk must fit.
func afterPatch(patch, before string, known bool, path string) (string, bool) {
	var mode string
	var added []string
	var hunks [][2][]string // lines before, lines after
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if head, ok := strings.CutPrefix(line, "*** "); ok {
			verb, name, _ := strings.Cut(head, " File: ")
			switch {
			case verb == "Move to" || strings.HasPrefix(head, "Move to: ") || strings.HasPrefix(head, "End of File"):
			case name == path || strings.HasSuffix(name, "/"+path) || strings.HasSuffix(path, "/"+name):
				mode = verb
			default:
				mode = ""
			}
			continue
		}
		switch {
		case mode == "Add" && strings.HasPrefix(line, "+"):
			added = append(added, line[1:])
		case mode == "Update" && strings.HasPrefix(line, "@@"):
			hunks = append(hunks, [2][]string{})
		case mode == "Update" && line != "" && strings.ContainsRune(" -+", rune(line[0])):
			if len(hunks) == 0 {
				hunks = append(hunks, [2][]string{})
			}
			h := &hunks[len(hunks)-1]
			if line[0] != '+' {
				h[0] = append(h[0], line[1:])
			}
			if line[0] != '-' {
				h[1] = append(h[1], line[1:])
			}
		}
	}
	if added != nil {
		return strings.Join(added, "\n") + "\n", true
	}
	if !known || len(hunks) == 0 {
		return "", false
	}
	lines, from := strings.Split(before, "\n"), 0
	for _, h := range hunks {
		at := -1
		for k := from; k+len(h[0]) <= len(lines); k++ {
			if slices.Equal(lines[k:k+len(h[0])], h[0]) {
				at = k
				break
			}
		}
		if at < 0 || len(h[0]) == 0 {
			return "", false
		}
		lines = slices.Replace(lines, at, at+len(h[0]), h[1]...)
		from = at + len(h[1])
	}
	return strings.Join(lines, "\n"), true
}
