package claude

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// window is how much of a file's head and tail the list of sessions reads.
const window = 32 << 10

// sessionFiles lists the files that may be sessions in a folder of them: a project's folder, one that holds such folders,
// or the program's own folder above. Files of subagents, pipes and links are none. At most limit, 0: all.
func sessionFiles(dir string, limit int) []string {
	var out []string
	if st, err := os.Stat(filepath.Join(dir, "projects")); err == nil && st.IsDir() {
		dir = filepath.Join(dir, "projects")
	}
	add := func(dir string, d fs.DirEntry) {
		if d.Type().IsRegular() && strings.HasSuffix(d.Name(), ".jsonl") && !agentName(d.Name()) && (limit == 0 || len(out) < limit) {
			out = append(out, filepath.Join(dir, d.Name()))
		}
	}
	top, _ := os.ReadDir(dir)
	for _, d := range top {
		add(dir, d)
	}
	for _, d := range top {
		if !d.IsDir() || limit > 0 && len(out) >= limit {
			continue
		}
		sub := filepath.Join(dir, d.Name())
		list, _ := os.ReadDir(sub)
		for _, f := range list {
			add(sub, f)
		}
	}
	return out
}

// glance reads the head and the tail of a file; false where it is no session.
func glance(path string) (transcript.Glimpse, bool) {
	e := transcript.Glimpse{Path: path}
	f, err := loaders.OpenFile(path)
	if err != nil {
		return e, false
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || st.Size() == 0 {
		return e, false
	}
	e.Size, e.Last = st.Size(), st.ModTime()
	b := make([]byte, min(window, st.Size()))
	n, _ := f.ReadAt(b, 0)
	b = b[:n]
	if text, wide := jsonl.Decode(b); wide {
		b = text
	}
	if sniffHead(b) == 0 {
		b = transcript.Head(path, 1<<20)
		if sniffHead(b) == 0 {
			return e, false
		}
	}
	t := tableOf(b)
	ses := session{path: path, main: &unit{table: *t}}
	e.ID = ses.identity()
	e.Title = t.name(b)
	e.Origin = t.Text(t.origin)
	e.Root, e.Late = t.beginning(b)
	if from := st.Size() - window; from > 0 {
		b = make([]byte, window)
		n, _ := f.ReadAt(b, from)
		t = tailOf(b[:n])
		if title := t.given(); title != "" {
			e.Title = title
		}
	}
	for i := range t.recs {
		if r := &t.recs[i]; r.inTree() && r.at != transcript.NoTime {
			e.Last = transcript.TimeOf(r.at)
		}
	}
	return e, true
}

// beginning is the uuid of a session's first record, and whether lines before it tell a later time: then it was copied into the
// file, as --fork-session does, which names no origin and keeps the uuids.
func (t *table) beginning(head []byte) (root string, late bool) {
	k := slices.IndexFunc(t.recs, func(r record) bool { return r.id != 0 && r.inTree() })
	if k < 0 {
		return "", false
	}
	r := &t.recs[k]
	for line := range bytes.Lines(head[:r.off]) {
		at := transcript.ParseTime([]byte(transcript.Stamp(line)), true)
		late = late || at != transcript.NoTime && r.at != transcript.NoTime && at > r.at
	}
	return t.Text(r.id), late
}

// kinship finds the origin of sessions that begin with the same record and of which one alone was not copied.
func kinship(_ string, list []transcript.Glimpse) []transcript.Glimpse {
	origin := map[string]string{}
	for i := range list {
		if g := &list[i]; g.Root != "" && g.Origin == "" && !g.Late {
			if _, two := origin[g.Root]; two {
				origin[g.Root] = "" // which of them was copied is not known
			} else {
				origin[g.Root] = g.ID
			}
		}
	}
	for i := range list {
		if g := &list[i]; g.Late && g.Origin == "" {
			g.Origin = origin[g.Root]
		}
	}
	return list
}

// headTable scans the first n bytes of a file.
func headTable(path string, n int) *table { return tableOf(transcript.Head(path, n)) }

// tableOf scans bytes in memory; a last line that is cut is left out.
func tableOf(b []byte) *table {
	t := &table{}
	_, _ = t.scan(context.Background(), transcript.Bytes(b), int64(len(b)))
	return t
}

// tailOf scans the end of a file from the first line that begins in it.
func tailOf(b []byte) *table {
	if i := slices.Index(b, '\n'); i >= 0 {
		return tableOf(b[i+1:])
	}
	return tableOf(nil)
}

// given is the title that the person or the program gave.
func (t *table) given() string {
	if t.title != 0 {
		return t.Text(t.title)
	}
	return t.Text(t.aiTitle)
}

// name is the title, else the first prompt.
func (t *table) name(head []byte) string {
	if title := t.given(); title != "" {
		return title
	}
	for i := range t.recs {
		if r := &t.recs[i]; r.prompt() && !r.is(sidechain) {
			return transcript.TextOf(content(head[r.off : r.off+int64(r.size)]))
		}
	}
	return ""
}
