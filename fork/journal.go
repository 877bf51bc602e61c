package fork

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The journal is a file of JSON lines in the user's state folder, only ever appended to. An entry is written before its
// transaction commits ("begun") and once more afterwards ("written"): whatever moment the program dies at, what it added can
// be found and taken back. "removed" closes an entry.
type journalEntry struct {
	Entry      string       `json:"entry"`
	State      string       `json:"state"` // "begun", "written", "removed"
	At         time.Time    `json:"at"`
	Version    string       `json:"version"` // of cptui
	Path       string       `json:"path"`    // absolute
	Thread     string       `json:"thread_id"`
	NS         string       `json:"checkpoint_ns"`
	ID         string       `json:"checkpoint_id"`
	Parent     string       `json:"parent_checkpoint_id"`
	Source     string       `json:"source"`
	Step       int          `json:"step"`
	NewThread  bool         `json:"new_thread,omitempty"`
	HeadBefore string       `json:"head_before,omitempty"`
	Rows       []journalRow `json:"rows"`
	File       string       `json:"file,omitempty"`
}

// journalRow names one added row and what it held, so that unfork removes that row and no other.
type journalRow struct {
	Table string   `json:"table"`
	Key   []string `json:"key"`
	Hash  string   `json:"sha256"`
	Bytes int64    `json:"bytes"`
}

// StateDir is where cptui keeps what is the user's: bookmarks and the journal ($XDG_STATE_HOME/cptui or ~/.local/state/cptui).
func StateDir() (string, error) {
	if d := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "cptui"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the state folder: %w (set XDG_STATE_HOME)", err)
	}
	return filepath.Join(home, ".local", "state", "cptui"), nil
}

func journalPath() (string, error) {
	dir, err := StateDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "journal.jsonl"), nil
}

// draftFile is where a new session file lies until it is whole.
func (e journalEntry) draftFile() string { return e.File + "." + e.Entry + ".tmp" }

// announce writes the entry of a fork that is about to be written; without it there is no fork.
func announce(e journalEntry) error {
	if err := record(e); err != nil {
		return fmt.Errorf("%w: %w; nothing was written (a fork needs its journal, so that it can be taken back)", ErrRefused, err)
	}
	return nil
}

// record appends one entry and waits until it is on disk.
func record(e journalEntry) error {
	path, err := journalPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write journal %s: %w", path, err)
	}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write journal %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write journal %s: %w", path, err)
	}
	// A line cut by an earlier crash must not swallow this one: begin on a line of our own.
	if st, err := f.Stat(); err == nil && st.Size() > 0 {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(append(line, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return fmt.Errorf("write journal %s: %w", path, err)
	}
	return nil
}

// journal reads the newest state of every entry that concerns path, oldest first.
func journal(path string) ([]journalEntry, error) {
	file, err := journalPath()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read journal %s: %w", file, err)
	}
	abs, err := absolute(path)
	if err != nil {
		return nil, err
	}
	var order []string
	newest := map[string]journalEntry{}
	lines := bufio.NewReader(bytes.NewReader(raw))
	for {
		line, err := lines.ReadBytes('\n')
		var e journalEntry
		// A line that a crash cut short is no entry; the transaction it announced never committed.
		if json.Unmarshal(line, &e) == nil && e.Path == abs && e.Entry != "" {
			if _, have := newest[e.Entry]; !have {
				order = append(order, e.Entry)
			}
			newest[e.Entry] = e
		}
		if err != nil {
			break
		}
	}
	out := make([]journalEntry, 0, len(order))
	for _, id := range order {
		out = append(out, newest[id])
	}
	return out, nil
}

// absolute names a file the same way however it was typed.
func absolute(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return abs, nil
}

func newEntryID() (string, error) {
	var b [6]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("make journal entry: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}

func (e journalEntry) result() Result {
	r := Result{Thread: e.Thread, NS: e.NS, ID: e.ID, Parent: e.Parent, Source: e.Source, Step: e.Step, File: e.File, Journal: e.Entry}
	for _, row := range e.Rows {
		r.Rows = append(r.Rows, Row{Table: row.Table, Key: row.Key, Bytes: row.Bytes})
	}
	return r
}

// Entries lists the forks that the journal knows of one source file and that were not taken back, oldest first.
func Entries(path string) ([]Result, error) {
	all, err := journal(path)
	if err != nil {
		return nil, err
	}
	var out []Result
	for _, e := range all {
		if e.State == "written" {
			out = append(out, e.result())
		}
	}
	return out, nil
}
