package claude

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// maxCopy is the size to which a file copy is read.
const maxCopy = 64 << 20

// copyName is what the program names a file copy: the head of the hash of its path, and a version.
var copyName = regexp.MustCompile(`^[0-9a-f]{16}@v[0-9]+$`)

// fileCopies are the file copies that the snapshots of a session name, by the DAG index of the prompt they were made for. They
// are read once somebody asks for files.
type fileCopies struct {
	once sync.Once
	err  error
	at   map[int][]graph.KeptFile
}

// tracked is one file of a snapshot.
type tracked struct {
	path, copy string // copy: "" where the file was not there
	began      bool   // told as the turn began, not before the file's first change in it
}

// Kept makes script a FileKeeper by the snapshots of file-history.
func (t script) Kept(i int) ([]graph.KeptFile, error) {
	c := t.s.copies
	c.once.Do(func() { c.at, c.err = t.s.readShots() })
	return c.at[i], c.err
}

// readShots reads the lines that tell of file copies. A snapshot is amended by later ones with the same inner messageId, which may
// stand before it; a delta tells one file and beats both.
func (s *session) readShots() (map[int][]graph.KeptFile, error) {
	u := s.main
	folder := ""
	for i := range u.recs {
		if r := u.recs[i].cwd; r != 0 {
			folder = u.Text(r) // paths are told from the folder in which the session began
			break
		}
	}
	turns := map[int]map[string]tracked{}
	put := func(message string, t tracked, beats bool) {
		at := s.turnOf(message)
		if at < 0 || t.path == "" {
			return
		}
		if !filepath.IsAbs(t.path) {
			t.path = filepath.Join(folder, t.path)
		}
		if turns[at] == nil {
			turns[at] = map[string]tracked{}
		}
		if old, told := turns[at][t.path]; !told || beats || t.began && !old.began {
			turns[at][t.path] = t
		}
	}
	for _, line := range u.shots {
		body := make([]byte, line.size)
		if _, err := u.file.ReadAt(body, line.off); err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s, offset %d: %w", s.path, line.off, err)
		}
		if path := transcript.Word(transcript.Spot(body, "trackingPath")); path != "" {
			put(transcript.Word(transcript.Spot(body, "messageId")), tracked{path: path,
				copy: transcript.Word(transcript.Spot(body, "backup", "backupFileName"))}, true)
			continue
		}
		inner := transcript.Word(transcript.Spot(body, "snapshot", "messageId"))
		began := string(transcript.Spot(body, "isSnapshotUpdate")) != "true"
		w := jsonl.Walk(transcript.Spot(body, "snapshot", "trackedFileBackups"))
		if w.Kind() != jsonl.Object || !w.Enter() {
			continue
		}
		for w.Key() {
			path := jsonl.Unquote(w.Name)
			if name := transcript.Spot(w.Skip(), "backupFileName"); name != nil {
				put(inner, tracked{path, transcript.Word(name), began}, false)
			}
		}
	}
	out := map[int][]graph.KeptFile{}
	for at, files := range turns {
		for _, t := range files {
			out[at] = append(out[at], s.kept(t))
		}
		slices.SortFunc(out[at], func(a, b graph.KeptFile) int { return cmp.Compare(a.Path, b.Path) })
	}
	return out, nil
}

// turnOf is the prompt's step of a message of the session's, -1 where there is none.
func (s *session) turnOf(message string) int {
	u := s.main
	id := u.Find(message)
	if id == 0 {
		return -1
	}
	for i := range u.recs {
		if r := &u.recs[i]; r.id == id && r.step >= 0 {
			for n := r.step; n >= 0; n = u.steps[n].parent {
				if u.steps[n].kind == input {
					return u.base + int(n)
				}
			}
			return -1
		}
	}
	return -1
}

// kept is a tracked file with the way to its content.
func (s *session) kept(t tracked) graph.KeptFile {
	if t.copy == "" {
		return graph.KeptFile{Path: t.path, Gone: true}
	}
	return graph.KeptFile{Path: t.path, Read: func() (string, error) { return s.readCopy(t.copy) }}
}

// readCopy reads a file copy; its errors are told to the reader as the reason why a file is not known.
func (s *session) readCopy(name string) (string, error) {
	if !copyName.MatchString(name) || !filepath.IsLocal(s.name) || filepath.Base(s.name) != s.name {
		return "", fmt.Errorf("the program's backup has a name that is none of its own: %.60q", name)
	}
	f, err := loaders.OpenFile(filepath.Join(s.backupDir(), name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("the program's backup %s is not in file-history", name)
	}
	if err != nil {
		return "", fmt.Errorf("the program's backup %s cannot be read: %w", name, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxCopy+1))
	if err != nil {
		return "", fmt.Errorf("the program's backup %s cannot be read: %w", name, err)
	}
	if len(b) > maxCopy {
		return "", fmt.Errorf("the program's backup %s has more than %d MB", name, maxCopy>>20)
	}
	s.count.Bytes.Add(int64(len(b)))
	return string(b), nil
}

// missingBackups names file copies that a snapshot tells of and that are gone. Only where file-history stands at its place: a
// session file that was copied alone is not at fault.
func (s *session) missingBackups() {
	dir := s.backupDir()
	if missing(filepath.Dir(dir)) {
		return
	}
	told := map[ref]bool{}
	for _, b := range s.main.backups {
		if !told[b.name] && missing(filepath.Join(dir, filepath.Base(s.main.Text(b.name)))) {
			s.faults = append(s.faults, s.problem(s.main, jsonl.Fault{Code: "missing-backup", Line: int(b.line), Offset: -1,
				Message: "the file copy " + s.main.Text(b.name) + " is not in file-history"}, -1))
		}
		told[b.name] = true
	}
}

// backupDir is where the session's file copies lie: file-history/<session> under the root that holds projects/<folder>.
func (s *session) backupDir() string {
	return filepath.Join(filepath.Dir(s.path), "..", "..", "file-history", s.name)
}
