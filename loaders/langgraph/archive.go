package langgraph

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// archiveLimit is how much of an archive is read.
const archiveLimit = 4 << 20

// Archive finds a file of a Deep Agent that its state names: in the store of the same file (StoreBackend keeps files as items
// by their path), else on disk (FilesystemBackend, and the folders in which its command line keeps conversations). Only
// Markdown is opened, since a state may name anything.
func (t *thread) Archive(ctx context.Context, path string) (a graph.Archive, found bool, looked []string, err error) {
	if st := t.src.store; st != nil {
		looked = append(looked, "the store")
		if a, found, err = st.archive(ctx, path); found || err != nil {
			return a, found, looked, err
		}
	}
	if !strings.HasSuffix(path, ".md") || strings.ContainsRune(path, 0) {
		return a, false, looked, nil
	}
	for _, p := range archivePlaces(t.src.path, path) {
		looked = append(looked, filepath.Dir(p))
		if a, err := readArchive(p); err == nil {
			return a, true, looked, nil
		}
	}
	return a, false, looked, nil
}

// archivePlaces are the files that a path of an agent may mean, the likeliest first: beside the database and above it (the
// database of Deep Agents lies in ~/.deepagents/.state, its archives in ~/.deepagents/conversation_history), then the path itself.
func archivePlaces(database, path string) []string {
	dir := filepath.Dir(database)
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	inside := filepath.Clean("/" + filepath.FromSlash(path)) // no way out by ..
	name, folder := filepath.Base(inside), filepath.Base(filepath.Dir(inside))
	list := []string{filepath.Join(dir, inside), filepath.Join(filepath.Dir(dir), inside)}
	if folder != "." && folder != string(filepath.Separator) {
		list = append(list, filepath.Join(dir, folder, name), filepath.Join(filepath.Dir(dir), folder, name))
	}
	if filepath.IsAbs(path) {
		list = append(list, filepath.Clean(path))
	}
	var out []string
	seen := map[string]bool{}
	for _, p := range list {
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

func readArchive(path string) (graph.Archive, error) {
	f, err := loaders.OpenFile(path)
	if err != nil {
		return graph.Archive{}, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return graph.Archive{}, err
	}
	raw, err := io.ReadAll(io.LimitReader(f, archiveLimit))
	if err != nil {
		return graph.Archive{}, err
	}
	return graph.Archive{Where: "on disk at " + homely(path), Text: string(raw), Size: st.Size()}, nil
}

// homely writes the home folder as ~.
func homely(path string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "" {
		if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
			return filepath.Join("~", rest)
		}
	}
	return path
}

// archive finds a file in the store, in whatever namespace: the newest of that key.
func (st *store) archive(ctx context.Context, path string) (a graph.Archive, found bool, err error) {
	err = st.s.with(ctx, func(c *sqlite.Conn) error {
		_, err := first(c, "SELECT "+st.columns(false)+" FROM store WHERE key = +?1 ORDER BY "+st.updated+" DESC LIMIT 1",
			[]key{textKey(path), {class: sqlite.TypeNull}, {class: sqlite.TypeInteger, num: archiveLimit}}, func(q *sqlite.Stmt) {
				i := st.item(q)
				if i.Left || i.Value.Kind() == value.Invalid {
					return
				}
				if text, ok := graph.FileText(i.Value); ok {
					a, found = graph.Archive{Where: "in the store, namespace " + i.Namespace, Text: text, Size: int64(len(text))}, true
				}
			})
		return err
	})
	return a, found, err
}
