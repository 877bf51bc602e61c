package fork

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/pi"
	"cptui/loaders/transcript/talk"
)

// piFork is a fork of a session of pi, as the program itself makes one: a header with an id of its own that names the file it
// came from, then the entries of the branch as they are.
type piFork struct{ *talkFork }

func copyPi(ctx context.Context, src loaders.Source, req Request) (session, error) {
	t, err := copyTalk(ctx, src, req)
	if err != nil {
		return nil, err
	}
	t.put = putPi
	return &piFork{t}, nil
}

// newID is a uuid of version 7, which begins with the time.
func (f *piFork) newID() string {
	return newUUID7(time.Now())
}

func (f *piFork) file(id string, now time.Time) string {
	at := strings.NewReplacer(":", "-", ".", "-").Replace(now.UTC().Format("2006-01-02T15:04:05.000Z"))
	return filepath.Join(filepath.Dir(f.Path), at+"_"+id+".jsonl")
}

// putPi gives an entry another content, in the member that holds it.
func putPi(rec talk.CopyRecord, content value.Value, where string) ([]byte, error) {
	raw, err := stored(content, where)
	if err != nil {
		return nil, err
	}
	o := parseObject(rec.Body)
	switch {
	case o.get("content") != nil:
		o.set("content", raw)
	case o.get("summary") != nil && content.Kind() == value.String:
		o.set("summary", raw)
	default:
		m := parseObject(o.get("message"))
		if m.get("content") == nil {
			return nil, fmt.Errorf("%w: %s: pi keeps this one in parts (a command and what it printed); it cannot be changed", ErrRefused, where)
		}
		m.set("content", raw)
		m.drop("details") // they would still tell the old result
		o.set("message", m.bytes())
	}
	return o.bytes(), nil
}

func (f *piFork) text(id string, now time.Time) ([]byte, int, error) {
	head, err := f.header(id, now)
	if err != nil {
		return nil, 0, err
	}
	lines := [][]byte{head}
	last, answered := "", false
	in := map[string]bool{}
	for _, rec := range f.kept() {
		body := rec.Body
		if !rec.Linked { // a link that leads nowhere is shown as one to the entry before, and written so
			o := parseObject(body)
			o.set("parentId", parentID(rec.Parent))
			body = o.bytes()
		}
		lines = append(lines, bytes.Join(bytes.Split(body, []byte("\n")), nil))
		in[rec.ID] = true
		last, answered = rec.ID, answered || rec.Kind == talk.Reply || rec.Kind == talk.Failure
	}
	if !answered {
		return nil, 0, fmt.Errorf("%w: the model has not answered yet at that step, and pi writes a file without an answer a second time into itself; begin a new session with the prompt", ErrRefused)
	}
	add := func(o object) {
		next := freshID()
		o = append(object{{"type", o.get("type")}, {"id", quoted(next)}, {"parentId", parentID(last)}, {"timestamp", stampNow(now)}}, o[1:]...)
		lines, last = append(lines, o.bytes()), next
	}
	if last != "" { // entries of version 1 have no ids, and no labels
		for _, l := range f.Labels {
			if in[l.ID] {
				add(object{{"type", quoted("label")}, {"targetId", quoted(l.ID)}, {"label", quoted(l.Name)}})
			}
		}
	}
	for _, content := range f.added {
		m := object{{"role", quoted("user")}, {"content", content}, {"timestamp", fmt.Append(nil, now.UnixMilli())}}
		add(object{{"type", quoted("message")}, {"message", m.bytes()}})
	}
	return bytes.Join(append(lines, nil), []byte("\n")), len(lines), nil
}

func parentID(id string) []byte {
	if id == "" {
		return []byte("null")
	}
	return quoted(id)
}

// freshID is an id for one more entry.
func freshID() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// header is the first line: the source's, of whatever version, with another id and the file that it came from.
func (f *piFork) header(id string, now time.Time) ([]byte, error) {
	first, err := f.FirstLine()
	if err != nil {
		return nil, err
	}
	o := parseObject(first)
	if string(o.get("type")) != `"session"` {
		o = object{{"type", quoted("session")}, {"version", []byte("3")}, {"id", nil}, {"timestamp", nil}, {"cwd", quoted(f.CWD)}}
	}
	path, err := absolute(f.Path)
	if err != nil {
		return nil, err
	}
	o.drop("branchedFrom")
	o.set("id", quoted(id))
	o.set("timestamp", stampNow(now))
	o.set("parentSession", quoted(path))
	return o.bytes(), nil
}

func (f *piFork) read(ctx context.Context, id string, text []byte) (*graph.History, error) {
	return pi.Read(ctx, id+".jsonl", text)
}

// odd tells a problem that no fork may have. A stopped answer may have calls without results: the program leaves it out.
func (f *piFork) odd(p graph.Problem) bool {
	return p.Severity != graph.Info && p.Code != "dangling-tool"
}

// resume names the file, which the program takes wherever it lies, in the folder that it ran in.
func (f *piFork) resume(_, file string, due bool) string {
	cmd := loaders.ResumeCommand("pi", file)
	if due {
		cmd += " " + loaders.ShellQuote("Go on.")
	}
	return inFolder(f.CWD, cmd)
}
