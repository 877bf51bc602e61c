package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/term"
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

// relative are the references that need a thread first; everything else names a checkpoint by its id.
var relative = regexp.MustCompile(`^(head(~\d*)*|@-?\d+(~\d*)*)$`)

// openAt opens SOURCE and finds REF in it, for the commands that take these two.
func (a *app) openAt(c *cobra.Command, args []string) (*target, error) {
	src, err := a.open(args[0])
	if err != nil {
		return nil, err
	}
	return a.at(c, src, arg(args, 1))
}

// at finds the checkpoint that ref names ("" is head).
func (a *app) at(c *cobra.Command, src loaders.Source, ref string) (*target, error) {
	if ref == "" {
		ref = "head"
	}
	if name, ok := strings.CutPrefix(ref, "'"); ok {
		id, err := a.bookmark(c, src, name)
		if err != nil {
			return nil, err
		}
		ref = id
	}
	parsed, err := graph.ParseRef(ref)
	if err != nil {
		return nil, usagef("%v", err)
	}
	t := &target{src: src}
	if !relative.MatchString(ref) {
		return a.atID(c, t, ref)
	}
	if t.hist, err = a.history(c, src); err != nil {
		return nil, err
	}
	if c.Flags().Changed("ns") {
		if t.ns, err = a.namespace(t.hist); err != nil {
			return nil, err
		}
	}
	t.index, err = t.hist.Resolve(parsed, t.ns, -1)
	return t, err
}

// bookmark is the id of the checkpoint that a person gave this name on the screen.
func (a *app) bookmark(c *cobra.Command, src loaders.Source, name string) (string, error) {
	ids := map[string]bool{}
	var names []string
	for _, b := range term.Bookmarks(src.Info().Path) {
		if c.Flags().Changed("thread") && b.Thread != a.flags.thread {
			continue
		}
		if names = append(names, "'"+b.Name); b.Name == name {
			ids[b.ID] = true
		}
	}
	switch {
	case len(ids) > 1:
		return "", usagef("several threads have a bookmark '%s; -t names one", name)
	case len(ids) == 0 && len(names) == 0:
		return "", usagef("no bookmark '%s: %s has none (m sets one on the screen)", name, src.Info().Path)
	case len(ids) == 0:
		return "", usagef("no bookmark '%s; there are %s", name, listed(names))
	}
	for id := range ids {
		return id, nil
	}
	return "", nil
}

// atID finds a checkpoint by its id, a unique prefix or a unique ending, in whatever thread and namespace it lies.
func (a *app) atID(c *cobra.Command, t *target, ref string) (*target, error) {
	id, back := splitBack(ref)
	hits, err := t.src.FindID(a.ctx, id)
	if err != nil {
		return nil, err
	}
	if c.Flags().Changed("thread") {
		elsewhere := hits
		hits = slices.DeleteFunc(slices.Clone(hits), func(h loaders.Hit) bool { return h.Thread != a.flags.thread })
		if _, err := a.named(t.src, a.flags.thread); err != nil {
			return nil, err
		}
		if len(hits) == 0 && len(elsewhere) > 0 {
			return nil, usagef("no checkpoint %s in thread %s; thread %s has it", shown(id), shown(a.flags.thread), shown(elsewhere[0].Thread))
		}
	}
	if c.Flags().Changed("ns") {
		hits = slices.DeleteFunc(slices.Clone(hits), func(h loaders.Hit) bool { return h.NS != a.flags.ns && !strings.HasSuffix(h.NS, a.flags.ns) })
	}
	exact := slices.DeleteFunc(slices.Clone(hits), func(h loaders.Hit) bool { return h.ID != id })
	if len(exact) > 0 {
		hits = exact
	}
	switch {
	case len(hits) == 0:
		return nil, usagef("no checkpoint %s in %s; a reference is head, head~2, @12, an id, or a unique beginning or ending of one", shown(ref), t.src.Info().Path)
	case len(hits) > 1:
		return nil, usagef("%s is ambiguous: %s", shown(ref), several(hits))
	}
	if t.hist, err = t.src.Thread(a.ctx, hits[0].Thread); err != nil {
		return nil, err
	}
	t.ns = hits[0].NS
	parsed, err := graph.ParseRef(hits[0].ID)
	if err != nil {
		return nil, usagef("%v", err)
	}
	if t.index, err = t.hist.Resolve(parsed, t.ns, -1); err != nil {
		return nil, err
	}
	for range back {
		if t.index = t.hist.Parent(t.index); t.index < 0 {
			return nil, usagef("%s has no %d steps before it", shown(id), back)
		}
	}
	return t, nil
}

// splitBack takes a trailing ~N off an id: N steps before it.
func splitBack(ref string) (id string, back int) {
	i := strings.LastIndexByte(ref, '~')
	if i <= 0 {
		return ref, 0
	}
	n, err := strconv.Atoi(ref[i+1:])
	if err != nil || n < 0 {
		return ref, 0
	}
	return ref[:i], n
}

func several(hits []loaders.Hit) string {
	names := make([]string, 0, len(hits))
	for _, h := range hits {
		where := "thread " + shown(h.Thread)
		if h.NS != "" {
			where += " namespace " + h.NS
		}
		names = append(names, h.ID+" in "+where)
	}
	return listed(names)
}
