package graph

import (
	"context"
	"encoding/base64"
	"strings"

	"cptui/graph/value"
)

// FileKnown says how much of a file's content the history holds.
type FileKnown string

const (
	FileWhole   FileKnown = "whole"   // as it was written, or as a known content was edited
	FileUnknown FileKnown = "unknown" // only that something was done to it
	FileGone    FileKnown = "deleted"
)

// FileAt is a file as it was at a step.
type FileAt struct {
	Path   string // as the tool was told it, or as seen from the working folder
	Change string // what was last done to it: create, update, write, delete; "" where not known
	By     string // tool or node
	Index  int    // DAG index of that step, -1 where not known
	Known  FileKnown
	Text   string // of a whole one
	Why    string // why it is not known
}

// FilesAt are the files that the branch of row i has written, in the order of their first change, as they were after it. What
// is known of them comes from calls that went well: a text that was written, an edit of a known text; and in LangGraph threads
// from the state itself. A command that changed a file behind its tools' back is not seen.
func (h *History) FilesAt(ctx context.Context, i int) ([]FileAt, error) {
	if !h.Transcript {
		return h.filesInState(ctx, i)
	}
	w := &writtenFiles{h: h, at: map[string]int{}}
	for _, k := range h.Line(i) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := w.step(ctx, k); err != nil {
			return nil, err
		}
	}
	return w.files, w.name(ctx, i)
}

// name gives files the names that their tools were told, where rows shorten them to what is seen from the working folder.
func (w *writtenFiles) name(ctx context.Context, i int) error {
	if len(w.files) == 0 {
		return nil
	}
	s, err := w.h.Runtime.State(ctx, w.h, i)
	if err != nil {
		return err
	}
	all, _ := s.Get("files")
	for _, e := range all.Entries() {
		for k := range w.files {
			if f := &w.files[k]; strings.HasSuffix(e.Name(), "/"+f.Path) {
				f.Path = e.Name()
				break
			}
		}
	}
	return nil
}

// filesInState reads channels that keep files whole, as Deep Agents do.
func (h *History) filesInState(ctx context.Context, i int) ([]FileAt, error) {
	s, err := h.Runtime.State(ctx, h, i)
	if err != nil {
		return nil, err
	}
	var out []FileAt
	for _, c := range s.Channels {
		if c.Value.Kind() != value.Map {
			continue
		}
		for _, e := range c.Value.Entries() {
			if text, ok := keptText(e.Val); ok {
				out = append(out, FileAt{Path: e.Name(), Index: -1, Known: FileWhole, Text: text})
			}
		}
	}
	return out, nil
}

// keptText is the text of a file that a state holds: a text, or the list of its lines, beside a date or an encoding.
func keptText(v value.Value) (string, bool) {
	if v.Kind() != value.Map && v.Kind() != value.Object {
		return "", false
	}
	content, ok := v.Get("content")
	known := false
	for _, name := range []string{"modified_at", "created_at", "encoding"} {
		if _, has := v.Get(name); has {
			known = true
		}
	}
	if !ok || !known {
		return "", false
	}
	switch content.Kind() {
	case value.String:
		text := content.Str()
		if field(v, "encoding").Str() == "base64" {
			raw, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return "", false
			}
			text = string(raw)
		}
		return text, true
	case value.List:
		var lines []string
		for _, l := range content.Entries() {
			if l.Val.Kind() != value.String {
				return "", false
			}
			lines = append(lines, l.Val.Str())
		}
		return strings.Join(lines, "\n"), true
	}
	return "", false
}

// writtenFiles gathers what the steps of a branch did to files.
type writtenFiles struct {
	h     *History
	files []FileAt
	at    map[string]int // by path
}

// step takes in what one step did: the files channel says which files it changed, its calls what was done.
func (w *writtenFiles) step(ctx context.Context, k int) error {
	b, err := w.h.Brief(ctx, k)
	if err != nil {
		return err
	}
	for _, c := range b.Changes {
		if c.Channel != "files" || c.After.Kind() != value.Map {
			continue
		}
		id := w.h.ID(k)
		var originals map[string]value.Value
		for _, e := range c.After.Entries() {
			if field(e.Val, "at").Str() != id {
				continue
			}
			if originals == nil {
				if originals, err = w.originals(ctx, k); err != nil {
					return err
				}
			}
			w.take(k, e, b.Results, originals)
		}
	}
	return nil
}

func (w *writtenFiles) take(k int, e value.Entry, calls []Call, originals map[string]value.Value) {
	path := e.Name()
	n, known := w.at[path]
	if !known {
		n = len(w.files)
		w.at[path] = n
		w.files = append(w.files, FileAt{Path: path, Known: FileUnknown, Why: "what was there before is not in the history"})
	}
	f := &w.files[n]
	f.Change, f.By, f.Index = field(e.Val, "change").Str(), field(e.Val, "by").Str(), k
	if f.Change == "delete" {
		f.Known, f.Text, f.Why = FileGone, "", ""
		return
	}
	if f.Change == "create" && f.Known == FileUnknown || f.Known == FileGone {
		f.Known, f.Text = FileWhole, "" // before the call nothing was there
	}
	if before, ok := recordText(originals, path, "originalFile"); ok && f.Known == FileUnknown {
		f.Known, f.Text = FileWhole, before
	}
	done := false
	for _, c := range calls {
		if c.Error || !isAbout(c.Input, path) {
			continue
		}
		text, ok := applied(c, f.Text, f.Known == FileWhole, path)
		if done = true; ok {
			f.Known, f.Text, f.Why = FileWhole, text, ""
		} else {
			f.Known, f.Text, f.Why = FileUnknown, "", "the call "+c.Name+" does not tell its whole content"
		}
	}
	if whole, ok := recordText(originals, path, "content"); ok { // the program itself says what it wrote
		f.Known, f.Text, f.Why = FileWhole, whole, ""
	} else if !done {
		f.Known, f.Text, f.Why = FileUnknown, "", "no call tells what was done to it"
	}
}

// originals are what a step's records say of files beside the messages (Claude Code's toolUseResult), by the file's path.
func (w *writtenFiles) originals(ctx context.Context, k int) (map[string]value.Value, error) {
	out := map[string]value.Value{}
	cp, err := w.h.Cached(ctx, k)
	if err != nil || cp.Stored.Kind() != value.Map {
		return out, err
	}
	records, _ := cp.Stored.Get("records")
	for _, r := range records.Entries() {
		if res := field(r.Val, "toolUseResult"); res.Kind() == value.Map {
			if path := field(res, "filePath"); path.Kind() == value.String {
				out[path.Str()] = res
			}
		}
	}
	return out, nil
}

// recordText is a text that a record says of a file, whose path may be told whole there and in short here.
func recordText(records map[string]value.Value, path, name string) (string, bool) {
	for full, r := range records {
		if full == path || strings.HasSuffix(full, "/"+path) {
			if v := field(r, name); v.Kind() == value.String {
				return v.Str(), true
			}
		}
	}
	return "", false
}
