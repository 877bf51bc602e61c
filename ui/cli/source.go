package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/loaders"
)

// open opens SOURCE; "-" is a transcript on standard input, kept in a private file while we run.
func (a *app) open(path string) (loaders.Source, error) {
	piped := path == "-"
	if piped {
		spooled, err := a.spool()
		if err != nil {
			return nil, err
		}
		path = spooled
	}
	key, err := a.key()
	if err != nil {
		return nil, err
	}
	src, err := loaders.Open(a.ctx, path, loaders.Options{Key: key})
	var e *loaders.Error
	if piped && errors.As(err, &e) {
		e.Path = "standard input"
	}
	if err != nil {
		return nil, err
	}
	a.end(func() {
		a.unopened(src)
		src.Close()
	})
	return src, nil
}

// spool copies standard input to a file that only the user can read; it goes when the run ends.
func (a *app) spool() (string, error) {
	if isTerminal(a.in) {
		return "", usagef("- reads a transcript from standard input, which is a terminal here: cptui log - <session.jsonl")
	}
	dir, err := os.MkdirTemp("", "cptui-stdin-")
	if err != nil {
		return "", fmt.Errorf("keep standard input: %w", err)
	}
	a.end(func() { os.RemoveAll(dir) })
	f, err := os.OpenFile(filepath.Join(dir, "stdin.jsonl"), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("keep standard input: %w", err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	_, err = io.Copy(w, stoppable{a, a.in})
	err = errors.Join(err, w.Flush(), f.Close())
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	return f.Name(), nil
}

// stoppable ends a long read at Ctrl-C.
type stoppable struct {
	a *app
	r io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.a.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// target is a checkpoint that a command was asked about.
type target struct {
	src   loaders.Source
	hist  *graph.History
	ns    string
	index int
}

// history opens the thread that -t names, else the one with the newest root checkpoint.
func (a *app) history(c *cobra.Command, src loaders.Source) (*graph.History, error) {
	id, err := a.threadID(c, src)
	if err != nil {
		return nil, err
	}
	return a.named(src, id)
}

// threadID is the thread that -t names, else the one with the newest root checkpoint; stderr says which where the source
// has several.
func (a *app) threadID(c *cobra.Command, src loaders.Source) (string, error) {
	if c.Flags().Changed("thread") {
		return a.flags.thread, nil
	}
	id, ok, err := src.Newest(a.ctx)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", &loaders.Error{Op: "look into", Path: src.Info().Path, Err: errNoThreads, Hint: emptyHint(src)}
	}
	if some, err := src.Threads(a.ctx, "", 2); err == nil && len(some) > 1 {
		a.note("thread %s, the newest; -t names another, cptui ls lists them", shown(id))
	}
	return id, nil
}

var errNoThreads = errors.New("no thread is stored here yet")

func emptyHint(src loaders.Source) string {
	for _, p := range src.Info().Problems {
		if p.Code == "db-corrupt" {
			return p.Code + ": " + p.Message
		}
	}
	if loaders.StoreOf(src) != nil {
		return "it holds a LangGraph Store, the long-term memory: cptui store shows it"
	}
	if src.Info().Transcript {
		return "a session appears with its first prompt"
	}
	return "the tables are there and empty; a thread appears with its first invoke"
}

// named opens thread id; where it is not there the error names some that are.
func (a *app) named(src loaders.Source, id string) (*graph.History, error) {
	h, err := src.Thread(a.ctx, id)
	if errors.Is(err, loaders.ErrNoThread) {
		err = a.noThread(src, id, err)
	}
	return h, err
}

// noThread says which threads there are in place of the one that was asked for.
func (a *app) noThread(src loaders.Source, id string, err error) error {
	some, lerr := src.Threads(a.ctx, "", 4)
	if lerr != nil || len(some) == 0 {
		return err
	}
	names := make([]string, len(some))
	for i, t := range some {
		names[i] = shown(t.ID)
	}
	if len(names) == 4 {
		names[3] = "…"
	}
	return usagef("no thread %s in %s; there are %s", shown(id), src.Info().Path, strings.Join(names, ", "))
}

// shown quotes an id where its bounds would not be seen.
func shown(id string) string {
	if id == "" || strings.ContainsAny(id, " \t\n\r'\"") || id != strings.TrimSpace(id) {
		return fmt.Sprintf("%q", id)
	}
	return id
}

// namespace finds what -n means: exactly a namespace, or a unique ending of one.
func (a *app) namespace(h *graph.History) (string, error) {
	want := a.flags.ns
	all := h.Namespaces()
	if want == "" || slices.Contains(all, want) {
		return want, nil
	}
	var hits []string
	for _, ns := range all {
		if ns != "" && strings.HasSuffix(ns, want) {
			hits = append(hits, ns)
		}
	}
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		return "", usagef("no namespace %s in thread %s; it has %s", shown(want), shown(h.Thread()), listed(all))
	}
	return "", usagef("%s is the ending of %d namespaces: %s", shown(want), len(hits), listed(hits))
}

// listed names at most four.
func listed(names []string) string {
	var b strings.Builder
	for i, n := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 4 {
			fmt.Fprintf(&b, "… (%d in all)", len(names))
			break
		}
		if n == "" {
			b.WriteString(`"" (the root)`)
		} else {
			b.WriteString(n)
		}
	}
	return b.String()
}
