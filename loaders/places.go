package loaders

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Place is a source found where sessions usually lie. FindPlaces fills in what a look at the folder tells; Look opens the
// source for the rest.
type Place struct {
	Path   string    // to be opened
	Shown  string    // as a person would write it: ~/…, ./…
	Kind   PlaceKind // a guess from where it lies, until Look
	Bytes  int64     // of the file, or of all session files in the folder
	Last   time.Time // of the newest change
	Looked bool

	Threads int    // -1: not counted
	State   string // of the newest thread, or why the source cannot be opened: a Verdict.Status, "empty", "0 bytes", "damaged", …
	Foreign bool   // after Look: a file of another program, not worth a row
	Err     error
}

// PlaceKind tells databases from folders of sessions.
type PlaceKind string

const (
	PlaceDatabase PlaceKind = "database"
	PlaceSession  PlaceKind = "session"
	PlaceFolder   PlaceKind = "folder"
)

// Bounds of the search: a home or a working folder may hold anything.
const (
	placesPerFolder = 40
	filesPerFolder  = 5000
	threadsCounted  = 2000
)

// FindPlaces lists what lies in the usual places of home and of the working folder dir, newest first: DeepAgents' database,
// Claude Code's projects, Codex's sessions, the chats of Gemini CLI and Qwen Code by project, pi's sessions by working folder, OpenCode's database, and files of dir whose names could be ours. It only lists folders and takes no file's name for a
// proof: Look does that.
func FindPlaces(ctx context.Context, home, dir string) []Place {
	var out []Place
	if home != "" {
		out = addDeepAgents(out, home)
		out = addFolders(ctx, out, home, ".claude/projects")
		out = addTree(out, filepath.Join(home, ".codex", "sessions"), "~/.codex/sessions")
		out = addChats(ctx, out, home, ".gemini/tmp")
		out = addChats(ctx, out, home, ".qwen/projects")
		out = addFolders(ctx, out, home, ".pi/agent/sessions")
		out = addFile(out, filepath.Join(home, ".local", "share", "opencode", "opencode.db"), "~/.local/share/opencode/opencode.db", PlaceDatabase)
		out = newestFirst(out, placesPerFolder)
	}
	if dir != "" {
		var here []Place
		for _, sub := range []string{"", ".langgraph_api"} {
			for _, e := range entries(filepath.Join(dir, sub)) {
				kind, ok := couldBe(e.Name())
				if !ok || e.IsDir() {
					continue
				}
				here = addFile(here, filepath.Join(dir, sub, e.Name()), "./"+filepath.ToSlash(filepath.Join(sub, e.Name())), kind)
			}
		}
		out = append(out, newestFirst(here, placesPerFolder)...)
	}
	return newestFirst(out, 2*placesPerFolder)
}

// addDeepAgents adds the databases of Deep Agents' command line: today's lies in .state, that of 2025 above it (deepagents-cli
// 0.0.x), and who runs several agents apart keeps one in each agent's folder.
func addDeepAgents(list []Place, home string) []Place {
	const base = ".deepagents"
	names := []string{base + "/.state/sessions.db", base + "/sessions.db"}
	for _, e := range entries(filepath.Join(home, base)) {
		if e.IsDir() && e.Name() != ".state" {
			names = append(names, base+"/"+e.Name()+"/sessions.db")
		}
	}
	for _, name := range names[:min(len(names), placesPerFolder)] {
		list = addFile(list, filepath.Join(home, filepath.FromSlash(name)), "~/"+name, PlaceDatabase)
	}
	return list
}

// addFolders adds the folders below base that hold sessions: one of each project.
func addFolders(ctx context.Context, list []Place, home, base string) []Place {
	return addBelow(ctx, list, home, base, "")
}

// addChats adds the chats folder of each project of Gemini CLI and of what was made from it.
func addChats(ctx context.Context, list []Place, home, base string) []Place {
	return addBelow(ctx, list, home, base, "chats")
}

func addBelow(ctx context.Context, list []Place, home, base, within string) []Place {
	for _, e := range entries(filepath.Join(home, filepath.FromSlash(base))) {
		if ctx.Err() != nil {
			return list
		}
		if e.IsDir() {
			list = addFolder(list, filepath.Join(home, filepath.FromSlash(base), e.Name(), within), filepath.ToSlash(filepath.Join("~", base, e.Name(), within)))
		}
	}
	return list
}

// couldBe picks the names worth a look.
func couldBe(name string) (PlaceKind, bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".db", ".sqlite", ".sqlite3":
		return PlaceDatabase, true
	case ".jsonl":
		return PlaceSession, true
	case ".json":
		return PlaceSession, sessionName(name)
	}
	return "", false
}

// entries lists a folder, at most filesPerFolder of it; a folder that is not there has none.
func entries(dir string) []os.DirEntry {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(filesPerFolder)
	slices.SortFunc(list, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

func addFile(list []Place, path, shown string, kind PlaceKind) []Place {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return list
	}
	last := info.ModTime()
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.ModTime().After(last) {
		last = wal.ModTime()
	}
	return append(list, Place{Path: path, Shown: shown, Kind: kind, Bytes: info.Size(), Last: last, Threads: -1})
}

// addFolder counts the session files of a folder; each is a thread, so that nothing has to be opened.
func addFolder(list []Place, path, shown string) []Place {
	p := Place{Path: path, Shown: shown, Kind: PlaceFolder}
	p.count(path, 0)
	if p.Threads == 0 {
		return list
	}
	return append(list, p)
}

// addTree counts the session files of a folder that has years, months and days below it. A thread that was rewound has more
// than one file: the list of threads knows better.
func addTree(list []Place, path, shown string) []Place {
	p := Place{Path: path, Shown: shown, Kind: PlaceFolder}
	p.count(path, 3)
	if p.Threads == 0 {
		return list
	}
	return append(list, p)
}

func (p *Place) count(path string, deep int) {
	for _, e := range entries(path) {
		if e.IsDir() && deep > 0 {
			p.count(filepath.Join(path, e.Name()), deep-1)
			continue
		}
		if e.IsDir() || !sessionName(e.Name()) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue
		}
		p.Threads++
		p.Bytes += info.Size()
		if info.ModTime().After(p.Last) {
			p.Last = info.ModTime()
		}
	}
}

// sessionName tells the files in which a program keeps a session.
func sessionName(name string) bool {
	return filepath.Ext(strings.TrimSuffix(name, ".zst")) == ".jsonl" || strings.HasPrefix(name, "session-") && filepath.Ext(name) == ".json"
}

func newestFirst(list []Place, most int) []Place {
	slices.SortStableFunc(list, func(a, b Place) int {
		if c := b.Last.Compare(a.Last); c != 0 {
			return c
		}
		return cmp.Compare(a.Shown, b.Shown)
	})
	if len(list) > most {
		list = list[:most]
	}
	return list
}

// Look opens the source and fills in how many threads it has and how the newest stands. A folder of sessions is not opened:
// what it holds is known already, and reading every session would take its time.
func (p *Place) Look(ctx context.Context, o Options) {
	p.Looked = true
	if p.Kind == PlaceFolder {
		return
	}
	src, err := Open(ctx, p.Path, o)
	if err != nil {
		p.Err, p.State = err, whyNot(err)
		p.Foreign = errors.Is(err, ErrFormat)
		return
	}
	defer src.Close()
	list, err := src.Threads(ctx, "", threadsCounted)
	if err != nil {
		p.Err, p.State = err, whyNot(err)
		return
	}
	p.Threads = len(list)
	id, ok, err := src.Newest(ctx)
	switch {
	case err != nil:
		p.Err, p.State = err, whyNot(err)
		return
	case !ok && StoreOf(src) != nil:
		p.State = "only a store"
		return
	case !ok:
		p.State = "empty"
		return
	}
	h, err := src.Thread(ctx, id)
	if err != nil {
		p.Err, p.State = err, whyNot(err)
		return
	}
	v, err := h.Verdict(ctx)
	if err != nil {
		p.Err, p.State = err, whyNot(err)
		return
	}
	p.State = v.Told()
}

// Capped tells that Threads is only what was counted.
func (p *Place) Capped() bool { return p.Threads == threadsCounted }

// whyNot says in a word or two why a source cannot be looked into.
func whyNot(err error) string {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ""
	case errors.Is(err, ErrEmpty):
		return "0 bytes"
	case errors.Is(err, ErrDamaged):
		return "damaged"
	case errors.Is(err, ErrPermitted):
		return "no permission"
	case errors.Is(err, ErrLocked):
		return "locked"
	case errors.Is(err, ErrFormat):
		return "another program's file"
	}
	return "cannot be read"
}
