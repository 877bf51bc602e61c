package fork

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/codex"
)

// codexFork is a fork of a rollout: a whole copy of the branch under a session_meta of its own, which names the thread that it was
// forked from. The program takes such a file up in every version that was tried.
type codexFork struct{ *codex.Copy }

func copyCodex(ctx context.Context, src loaders.Source, req Request) (session, error) {
	c, err := codex.CopyAt(ctx, src, req.Thread, req.Checkpoint)
	if errors.Is(err, codex.ErrNoCopy) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	return &codexFork{c}, nil
}

func (f *codexFork) source() (id, path string) { return f.Session, f.Path }
func (f *codexFork) notes() []string           { return f.Notes }

// edit refuses: each message of a rollout is told several times over (as an item, as an event, in the totals of its turn), and one
// that was changed in one place alone would be two messages.
func (f *codexFork) edit(edits []Edit) ([]value.Value, error) {
	if len(edits) > 0 {
		return nil, fmt.Errorf("%w: a rollout tells each message several times over, so a fork of it takes no edits; fork before the message and say it anew", ErrRefused)
	}
	return nil, nil
}

// newID is a uuid of version 7, which begins with the time: the program sorts by it.
func (f *codexFork) newID() string { return newUUID7(time.Now()) }

func newUUID7(now time.Time) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	ms := now.UnixMilli()
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	return uuidText(b)
}

// day is the folder of a day: sessions/2026/12/01.
var day = regexp.MustCompile(`[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$`)

// file is the place of a new rollout: the folder of the day beside the source's, where that is there, else the source's own.
func (f *codexFork) file(id string, now time.Time) string {
	dir := filepath.Dir(f.Path)
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	name := "rollout-" + now.Format("2006-01-02T15-04-05") + "-" + id + ".jsonl"
	if at := day.FindStringIndex(dir); at != nil {
		today := filepath.Join(dir[:at[0]], now.Format("2006"), now.Format("01"), now.Format("02"))
		if st, err := os.Stat(today); err == nil && st.IsDir() {
			dir = today
		}
	}
	return filepath.Join(dir, name)
}

func (f *codexFork) text(id string, now time.Time) ([]byte, int, error) {
	if len(f.Lines) == 0 {
		return nil, 0, fmt.Errorf("%w: nothing was said yet at that step", ErrRefused)
	}
	lines := [][]byte{f.meta(id, now)}
	for _, l := range f.Lines {
		l = bytes.Join(bytes.Split(bytes.TrimSpace(l), []byte("\n")), nil)
		if o := parseObject(l); o.get("ordinal") != nil { // a file of its own counts from its own beginning
			o.set("ordinal", strconv.AppendInt(nil, int64(len(lines)), 10))
			l = o.bytes()
		}
		lines = append(lines, l)
	}
	return bytes.Join(append(lines, nil), []byte("\n")), len(lines), nil
}

// meta is the first line: the source's with another id and time, and the thread that it was forked from.
func (f *codexFork) meta(id string, now time.Time) []byte {
	change := func(o *object) {
		o.set("id", quoted(id))
		if o.get("session_id") != nil {
			o.set("session_id", quoted(id))
		}
		o.set("timestamp", stampNow(now))
		o.drop("history_base", "forked_from_ordinal_exclusive")
		o.set("forked_from_id", quoted(f.Session))
	}
	o := parseObject(f.Meta)
	inner := parseObject(o.get("payload"))
	if inner == nil { // bare lines of 2025
		change(&o)
		return o.bytes()
	}
	change(&inner)
	o.set("timestamp", stampNow(now))
	if o.get("ordinal") != nil {
		o.set("ordinal", []byte("0"))
	}
	o.set("payload", inner.bytes())
	return o.bytes()
}

func (f *codexFork) read(ctx context.Context, id string, text []byte) (*graph.History, error) {
	return codex.Read(ctx, "rollout-2026-01-01T00-00-00-"+id+".jsonl", text)
}

// odd tells a problem that no fork may have. What it was forked from is not looked for.
func (f *codexFork) odd(p graph.Problem) bool {
	return p.Severity == graph.Error || p.Code == "dangling-tool" || p.Code == "bad-json"
}

func (f *codexFork) resume(id, _ string, due bool) string {
	cmd := loaders.ResumeCommand("codex", id)
	if due {
		cmd += " " + loaders.ShellQuote("Go on.")
	}
	return inFolder(f.CWD, cmd)
}
