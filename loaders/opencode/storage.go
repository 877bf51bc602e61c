package opencode

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cptui/loaders"
	"cptui/loaders/transcript"
)

// storage is the folder of JSON files that OpenCode kept before its database: session/<project>/<id>.json,
// message/<session>/<id>.json, part/<message>/<id>.json, todo/<session>.json.
type storage struct {
	dir    string
	stamp  time.Time // the newest change that was seen
	looked bool
}

// storageOf finds it: the folder itself, or the program's own around it.
func storageOf(dir string) (string, bool) {
	for _, d := range []string{dir, filepath.Join(dir, "storage")} {
		if isDir(filepath.Join(d, "session")) && isDir(filepath.Join(d, "message")) {
			return d, true
		}
	}
	return "", false
}

func isDir(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// maxFile bounds a file of one message or part.
const maxFile = 64 << 20

// readFile reads a file; nil where it cannot be read, is none, or is too large.
func readFile(path string) []byte {
	f, err := loaders.OpenFile(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxFile {
		return nil
	}
	b := make([]byte, st.Size())
	n, _ := f.ReadAt(b, 0)
	return b[:n]
}

func (s *storage) begin(context.Context) error { s.changed(context.Background()); return nil }

func (s *storage) close() error { return nil }

// jsonIn lists the JSON files of a folder by their names without the ending, sorted; what else lies there is left alone.
func jsonIn(dir string) []string {
	list, _ := os.ReadDir(dir)
	var out []string
	for _, e := range list {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && !e.IsDir() {
			out = append(out, name)
		}
	}
	return out
}

// sessions lists the files of all sessions.
func (s *storage) sessions() (paths []string) {
	projects, _ := os.ReadDir(filepath.Join(s.dir, "session"))
	for _, p := range projects {
		if !p.IsDir() {
			continue
		}
		dir := filepath.Join(s.dir, "session", p.Name())
		for _, id := range jsonIn(dir) {
			paths = append(paths, filepath.Join(dir, id+".json"))
		}
	}
	return paths
}

// sessionFile is what one says.
type sessionFile struct {
	listed
	parent string
	raw    []byte
}

func (s *storage) all(ctx context.Context) ([]sessionFile, error) {
	var out []sessionFile
	for _, path := range s.sessions() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		raw := plain(readFile(path))
		f := sessionFile{raw: raw, parent: transcript.Word(transcript.Spot(raw, "parentID"))}
		f.id, f.title = strings.TrimSuffix(filepath.Base(path), ".json"), transcript.Word(transcript.Spot(raw, "title"))
		if n := integer(transcript.Spot(raw, "time", "updated")); n > 0 {
			f.last = transcript.TimeOf(moment(n))
		} else if st, err := os.Stat(path); err == nil {
			f.last = st.ModTime()
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b sessionFile) int { return cmp.Or(b.last.Compare(a.last), cmp.Compare(b.id, a.id)) })
	return out, nil
}

func integer(raw []byte) (n int64) {
	for _, c := range raw {
		if c < '0' || c > '9' || n > 1<<53 {
			return n
		}
		n = n*10 + int64(c-'0')
	}
	return n
}

func (s *storage) heads(ctx context.Context) ([]listed, error) {
	list, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	up := map[string]string{}
	var all []listed
	for _, f := range list {
		up[f.id] = f.parent
		all = append(all, f.listed)
	}
	return topmost(all, up), nil
}

func (s *storage) facts(ctx context.Context) (in loaders.Info, err error) {
	list, err := s.all(ctx)
	for i, f := range list {
		in.Records += int64(len(s.messagesOf(f.id)))
		if i == 0 {
			in.ModTime = f.last
			if v := transcript.Word(transcript.Spot(f.raw, "version")); v != "" {
				in.Producer = "OpenCode " + v
			}
		}
	}
	return in, err
}

// messagesOf lists the messages of a session.
func (s *storage) messagesOf(id string) []string { return jsonIn(filepath.Join(s.dir, "message", id)) }

func (s *storage) holding(ctx context.Context, text string) (out []string, err error) {
	list, err := s.all(ctx)
	up := map[string]string{}
	for _, f := range list {
		up[f.id] = f.parent
	}
	for _, f := range list {
		fits := slices.ContainsFunc(jsonIn(filepath.Join(s.dir, "message", f.id)), func(id string) bool {
			return strings.HasPrefix(id, text) || strings.HasSuffix(id, text)
		})
		if !fits && !strings.HasPrefix(text, "call") { // the id of a call is in a file alone
			continue
		}
		id := topOf(f.id, up)
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out, err
}

// changed looks at the folders in which new files would lie.
func (s *storage) changed(context.Context) (bool, error) {
	var newest time.Time
	look := func(path string) {
		if st, err := os.Stat(path); err == nil && st.ModTime().After(newest) {
			newest = st.ModTime()
		}
	}
	for _, kind := range []string{"session", "message", "part"} {
		dir := filepath.Join(s.dir, kind)
		look(dir)
		list, _ := os.ReadDir(dir)
		for _, e := range list {
			if e.IsDir() {
				look(filepath.Join(dir, e.Name()))
			}
		}
	}
	was, first := s.stamp, !s.looked
	s.stamp, s.looked = newest, true
	return !first && newest.After(was), nil
}

func (s *storage) lines(ctx context.Context, id string) (written, error) {
	list, err := s.all(ctx)
	if err != nil {
		return written{}, err
	}
	var w writing
	err = s.session(ctx, &w, list, id, map[string]bool{id: true}, 0)
	return w.written, err
}

func (s *storage) session(ctx context.Context, w *writing, list []sessionFile, id string, seen map[string]bool, depth int) error {
	if depth > 0 {
		w.space = id
	}
	k := slices.IndexFunc(list, func(f sessionFile) bool { return f.id == id })
	var back revert
	if k >= 0 {
		raw := list[k].raw
		if !isObject(raw) {
			w.fault("bad-json", "session %s: its file is no JSON", id)
			raw = []byte("{}")
		}
		if err := w.put(member{"session", object(raw, text("id", id))}); err != nil {
			return err
		}
		back = readRevert(transcript.Spot(raw, "revert"))
	}
	if err := s.messages(ctx, w, id); err != nil {
		return err
	}
	if err := w.takeBack(back); err != nil {
		return err
	}
	if todos := plain(readFile(filepath.Join(s.dir, "todo", id+".json"))); len(todos) > 2 && todos[0] == '[' && isObject(append(append([]byte(`{"a":`), todos...), '}')) {
		if err := w.put(member{"todos", todos}); err != nil {
			return err
		}
	}
	for _, f := range list {
		if f.parent != id || depth == deep {
			continue
		}
		if seen[f.id] {
			w.fault("parent-cycle", "session %s is started by one that it started", f.id)
			continue
		}
		seen[f.id] = true
		if err := s.session(ctx, w, list, f.id, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// messages writes the messages of a session in the order of their times.
func (s *storage) messages(ctx context.Context, w *writing, id string) error {
	type one struct {
		id   string
		at   int64
		data []byte
	}
	var list []one
	dir := filepath.Join(s.dir, "message", id)
	for _, name := range jsonIn(dir) {
		raw := plain(readFile(filepath.Join(dir, name+".json")))
		list = append(list, one{name, integer(transcript.Spot(raw, "time", "created")), raw})
	}
	slices.SortStableFunc(list, func(a, b one) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	for _, m := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		var parts []part
		in := filepath.Join(s.dir, "part", m.id)
		for _, name := range jsonIn(in) {
			parts = append(parts, part{name, readFile(filepath.Join(in, name+".json"))})
		}
		if err := w.message(m.id, id, m.at, m.data, parts); err != nil {
			return err
		}
	}
	return nil
}

var _ shelf = (*storage)(nil)
