package graph

import (
	"context"
	"encoding/base64"
	"slices"
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
	Why    string // why it is not known, or where it is known from if not from calls
}

// FilesAt are the files that the branch of row i has written, in the order of their first change, as they were after it. What
// is known of them comes from calls that went well: a text that was written, an edit of a known text; from copies that the
// program itself kept when a turn began (FileKeeper), also of files that this branch is yet to write; and in LangGraph threads
// from the state itself. A command that changed a file behind its tools' back is seen only in such a copy.
func (h *History) FilesAt(ctx context.Context, i int) ([]FileAt, error) {
	if !h.Transcript {
		return h.filesInState(ctx, i)
	}
	w := &writtenFiles{h: h, at: map[string]int{}, kept: map[string]*KeptFile{}}
	for _, k := range h.Line(i) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := w.recall(ctx, k); err != nil {
			return nil, err
		}
		if err := w.step(ctx, k); err != nil {
			return nil, err
		}
	}
	for _, path := range slices.Sorted(slices.Values(w.untouched())) {
		w.files = append(w.files, FileAt{Path: path, Index: -1, Known: FileUnknown})
	}
	for k := range w.files {
		w.settle(&w.files[k])
	}
	return w.files, nil
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
	at    map[string]int       // by path
	kept  map[string]*KeptFile // what the program kept last, by path; taken out once a call has changed the file
}

// step takes in what one step did: the files channel says which files it changed, its calls what was done.
func (w *writtenFiles) step(ctx context.Context, k int) error {
	b, err := w.h.Brief(ctx, k)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(b.Changes, func(c Change) bool { return c.Channel == "files" && c.After.Kind() == value.Map }) {
		return nil
	}
	cp, err := w.h.Cached(ctx, k) // rows shorten the names of files; here they are as their tools were told
	if err != nil {
		return err
	}
	state := State{Channels: cp.Channels}
	all, _ := state.Get("files")
	cwd, _ := state.Get("cwd")
	folder := ""
	if cwd.Kind() == value.String {
		folder = cwd.Str()
	}
	for _, e := range all.Entries() {
		if field(e.Val, "at").Str() == cp.ID {
			w.take(k, e, folder, b.Results, originals(cp))
		}
	}
	return nil
}

func (w *writtenFiles) take(k int, e value.Entry, folder string, calls []Call, originals map[string]value.Value) {
	path := e.Name()
	n, known := w.at[path]
	if !known {
		n = len(w.files)
		w.at[path] = n
		w.files = append(w.files, FileAt{Path: path, Index: -1, Known: FileUnknown, Why: "what was there before is not in the history"})
	}
	f := &w.files[n]
	w.settle(f)
	f.Change, f.By, f.Index = field(e.Val, "change").Str(), field(e.Val, "by").Str(), k
	if f.Change == "delete" {
		f.Known, f.Text, f.Why = FileGone, "", ""
		return
	}
	if f.Change == "create" && f.Known == FileUnknown || f.Known == FileGone {
		f.Known, f.Text, f.Why = FileWhole, "", "" // before the call nothing was there
	}
	if before, ok := recordText(originals, path, "originalFile"); ok && (f.Known == FileUnknown || f.Text == before) {
		f.Known, f.Text, f.Why = FileWhole, before, ""
	}
	done := false
	for _, c := range calls {
		if c.Error || !isAbout(c.Input, path) && !isAbout(c.Input, below(path, folder)) {
			continue
		}
		_, alone := applied(c, "", false, path) // it tells the whole text
		text, ok := applied(c, f.Text, f.Known == FileWhole, path)
		switch done = true; {
		case !ok:
			f.Known, f.Text, f.Why = FileUnknown, "", "the call "+c.Name+" does not tell its whole content"
		case alone || f.Why == "":
			f.Known, f.Text, f.Why = FileWhole, text, ""
		default:
			f.Text, f.Why = text, fromBackup+", with the edits since"
		}
	}
	if whole, ok := recordText(originals, path, "content"); ok { // the program itself says what it wrote
		f.Known, f.Text, f.Why = FileWhole, whole, ""
	} else if !done {
		f.Known, f.Text, f.Why = FileUnknown, "", "no call tells what was done to it"
	}
}

// originals are what a step's records say of files beside the messages (Claude Code's toolUseResult), by the file's path.
func originals(cp *Checkpoint) map[string]value.Value {
	out := map[string]value.Value{}
	if cp.Stored.Kind() != value.Map {
		return out
	}
	records, _ := cp.Stored.Get("records")
	for _, r := range records.Entries() {
		if res := field(r.Val, "toolUseResult"); res.Kind() == value.Map {
			if path := field(res, "filePath"); path.Kind() == value.String {
				out[path.Str()] = res
			}
		}
	}
	return out
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
