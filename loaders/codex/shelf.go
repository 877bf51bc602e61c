package codex

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// rolloutName is how the program names its files: when, the thread, and for all but its first file a segment.
var rolloutName = regexp.MustCompile(`^rollout-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-(` + uuidText + `)(?:_(` + uuidText + `))?\.jsonl(\.zst)?$`)

const uuidText = `[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}`

// rollout is a file as its name tells.
type rollout struct{ path, when, thread, last string } // last: the last uuid of the name

func rolloutOf(path string) (rollout, bool) {
	m := rolloutName.FindStringSubmatch(filepath.Base(path))
	if m == nil {
		return rollout{}, false
	}
	r := rollout{path: path, when: m[1], thread: m[2], last: m[2]}
	if m[3] != "" {
		r.last = m[3]
	}
	return r, true
}

// shelf is where the rollouts of a program's home lie: a file's history may go on from another day's.
type shelf struct {
	home    string // "" where the files lie in no home of the program
	folders []string
	files   []rollout // by name, each once: a plain file hides a compressed one
}

var dayName = regexp.MustCompile(`^\d\d(\d\d)?$`)

// homeOf finds the program's home above a file or folder: what holds sessions/YYYY/MM/DD. root is what holds the rollouts.
func homeOf(dir string) (home, root string) {
	root = dir
	for range 3 {
		if !dayName.MatchString(filepath.Base(root)) {
			break
		}
		root = filepath.Dir(root)
	}
	switch filepath.Base(root) {
	case "sessions", "archived_sessions":
		return filepath.Dir(root), root
	}
	return "", dir
}

// shelfOf lists the rollouts around a file; in no home of the program only those beside it.
func shelfOf(path string) *shelf {
	dir := filepath.Dir(path)
	home, _ := homeOf(dir)
	s := &shelf{home: home}
	if home == "" {
		s.add(dir, 0)
	} else {
		s.add(filepath.Join(home, "sessions"), 3)
		s.add(filepath.Join(home, "archived_sessions"), 3)
	}
	s.settle()
	return s
}

// add lists a folder, and those of years, months and days below it.
func (s *shelf) add(dir string, deep int) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	s.folders = append(s.folders, dir)
	for _, d := range list {
		switch name := d.Name(); {
		case d.Type().IsRegular():
			if r, ok := rolloutOf(filepath.Join(dir, name)); ok {
				s.files = append(s.files, r)
			}
		case d.IsDir() && deep > 0 && dayName.MatchString(name):
			s.add(filepath.Join(dir, name), deep-1)
		}
	}
}

// settle sorts the files, and drops a compressed one that has a plain one beside it: both are there while one is made of the
// other.
func (s *shelf) settle() {
	slices.SortFunc(s.files, func(a, b rollout) int { return strings.Compare(filepath.Base(a.path), filepath.Base(b.path)) })
	plain := func(r rollout) string { return strings.TrimSuffix(filepath.Base(r.path), ".zst") }
	s.files = slices.CompactFunc(s.files, func(a, b rollout) bool {
		return plain(a) == plain(b) && filepath.Base(a.path) != filepath.Base(b.path)
	})
}

// of lists the segments of a thread, the oldest first.
func (s *shelf) of(thread string) []rollout {
	var out []rollout
	for _, r := range s.files {
		if r.thread == thread {
			out = append(out, r)
		}
	}
	return out
}

// named finds the file whose name ends with this uuid.
func (s *shelf) named(last string) (rollout, bool) {
	k := slices.IndexFunc(s.files, func(r rollout) bool { return r.last == last })
	if k < 0 {
		return rollout{}, false
	}
	return s.files[k], true
}

// changed is the newest change of the shelf's folders: a new segment or subagent changes one.
func (s *shelf) changed() time.Time {
	var at time.Time
	for _, dir := range s.folders {
		if st, err := os.Stat(dir); err == nil && st.ModTime().After(at) {
			at = st.ModTime()
		}
	}
	return at
}
