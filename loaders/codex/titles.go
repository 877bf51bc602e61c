package codex

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// nameOf is the title of the session: what was said in its rollout, else what the program's home knows.
func (s *session) nameOf() string {
	for _, u := range slices.Backward(s.units) {
		if u.agent == "" && !u.foreign && u.title != 0 {
			return u.Text(u.title)
		}
	}
	if s.shelf == nil || s.shelf.home == "" {
		return ""
	}
	return titles(s.shelf.home, s.thread)[s.thread]
}

// titles reads the names of threads: session_index.jsonl, whose last line of a thread counts, else the state database. With
// one thread given, the database is only opened where the index does not know it.
func titles(home, only string) map[string]string {
	out := map[string]string{}
	if f, err := transcript.OpenFile(filepath.Join(home, "session_index.jsonl")); err == nil {
		lines := jsonl.NewScanner(f, 0, 0)
		for lines.Next() {
			b := lines.Line().Bytes
			if id := transcript.Word(transcript.Spot(b, "id")); id != "" {
				out[id] = transcript.Word(transcript.Spot(b, "thread_name"))
			}
		}
		f.Close()
	}
	if only != "" && out[only] != "" {
		return out
	}
	for id, name := range stateNames(home) {
		if out[id] == "" {
			out[id] = name
		}
	}
	return out
}

// stateNames reads the names of threads from the newest state database. Its title column is no name: it is the first prompt.
func stateNames(home string) map[string]string {
	list, _ := filepath.Glob(filepath.Join(home, "state_*.sqlite"))
	newest := ""
	var at int64
	for _, p := range list {
		if st, err := os.Stat(p); err == nil && st.Mode().IsRegular() && st.ModTime().UnixNano() >= at {
			newest, at = p, st.ModTime().UnixNano()
		}
	}
	if newest == "" {
		return nil
	}
	ctx := context.Background()
	db, err := loaders.OpenDB(ctx, newest)
	if err != nil {
		return nil
	}
	defer db.Close()
	out := map[string]string{}
	_ = db.With(ctx, func(c *sqlite.Conn) error {
		return sqlitex.Execute(c, "SELECT id, name FROM threads WHERE name IS NOT NULL AND name <> ''", &sqlitex.ExecOptions{
			ResultFunc: func(q *sqlite.Stmt) error {
				out[q.ColumnText(0)] = q.ColumnText(1)
				return nil
			}})
	})
	return out
}
