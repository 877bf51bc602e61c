package loaders

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// database makes a SQLite file with the given statements.
func database(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.db")
	c := writer(t, path)
	exec(t, c, statements...)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func file(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Each wrong input gets a sentence of its own, on one line, and nothing is left beside it.
func TestOpenRefuses(t *testing.T) {
	lost := database(t, "PRAGMA journal_mode=WAL")
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, path string
		is         error
		says       string
	}{
		{"missing", filepath.Join(t.TempDir(), "nosuch.db"), ErrNotFound, "nosuch.db"},
		{"in a file", file(t, "x") + "/sessions.db", nil, "not a directory"},
		{"folder", t.TempDir(), ErrFormat, "folder"},
		{"pipe", pipe, ErrFormat, "pipe"},
		{"device", "/dev/null", ErrFormat, "device"},
		{"loop of links", loop, nil, "circle"},
		{"empty", file(t, ""), ErrEmpty, "0 bytes"},
		{"white space", file(t, " \n\n"), ErrFormat, "white space"},
		{"picture", file(t, "\x89PNG\r\n\x1a\n\x00\x00"), ErrFormat, "PNG"},
		{"text", file(t, "Dear diary\n"), ErrFormat, "plain text"},
		{"pickle", file(t, "\x80\x04\x95\x10\x00\x00\x00"), ErrFormat, "pickle"},
		{"redis", file(t, "REDIS0011\xfa"), ErrFormat, "Redis"},
		{"other JSON", file(t, `{"_id": 1}`), ErrFormat, "JSON"},
		{"binary", file(t, "\x01\x00\x02"), ErrFormat, "binary"},
		{"header only", file(t, "SQLite format 3\x00"), ErrDamaged, "header"},
		{"junk after the magic", file(t, "SQLite format 3\x00"+strings.Repeat("junk", 100)), ErrDamaged, ""},
		{"no tables", database(t, "CREATE TABLE t(a)", "DROP TABLE t"), ErrFormat, "without a single table"},
		{"-wal missing", lost, ErrDamaged, "-wal"},
		{"store only", database(t, "CREATE TABLE store(prefix, key, value)"), ErrFormat, "only a LangGraph store"},
		{"foreign checkpoints", database(t, "CREATE TABLE checkpoints(id, epoch, path)"), ErrFormat, "not LangGraph"},
		{"opencode", database(t, "CREATE TABLE session(id)", "CREATE TABLE message(id)", "CREATE TABLE part(id)"), ErrFormat, "not OpenCode"},
		{"cursor", database(t, "CREATE TABLE blobs(id, data)", "CREATE TABLE meta(key, value)"), ErrFormat, "Cursor"},
		{"codex", database(t, "CREATE TABLE threads(id, rollout_path)"), ErrFormat, "Codex"},
		{"other database", database(t, "CREATE TABLE albums(id)"), ErrFormat, "albums"},
		{"broken view", database(t, "CREATE TABLE t(a)", "CREATE VIEW checkpoints AS SELECT nosuch FROM gone"), ErrFormat, "cannot be read"},
		{"server", "postgres://viewer:s3cr3t@127.0.0.1:1/app", ErrFormat, "PostgreSQL is not read yet"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Dir(test.path)
			before, _ := os.ReadDir(dir)
			done := make(chan error, 1)
			go func() {
				_, err := Open(context.Background(), test.path, Options{})
				done <- err
			}()
			var err error
			select {
			case err = <-done:
			case <-time.After(10 * time.Second):
				t.Fatal("it blocks")
			}
			var own *Error
			if !errors.As(err, &own) {
				t.Fatalf("error %v (%T)", err, err)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v, want %v", err, test.is)
			}
			if !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("it says %q, want one line with %q", err, test.says)
			}
			if strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("it repeats the password: %v", err)
			}
			if !strings.HasPrefix(test.path, "/dev/") {
				if after, _ := os.ReadDir(dir); len(after) != len(before) {
					t.Errorf("%d files beside it, %d before", len(after), len(before))
				}
			}
		})
	}
}

type nothing struct{ Source }

// The content decides, the surest format wins, and the database that was opened for sniffing is closed when nobody takes it.
func TestPick(t *testing.T) {
	defer func(old []Format) { formats = old }(formats)
	var seen *Probe
	open := func(name string) func(context.Context, *Probe, Options) (Source, error) {
		return func(_ context.Context, p *Probe, _ Options) (Source, error) {
			seen = p
			return nothing{}, nil
		}
	}
	formats = nil
	Register(Format{"weak", func(p *Probe) int { return 1 }, open("weak")})
	Register(Format{"strong", func(p *Probe) int { return len(p.Tables) * 10 }, open("strong")})
	if f, err := pick(&Probe{Tables: make([]Table, 1)}, Options{}); f.Name != "strong" {
		t.Errorf("picked %q, %v", f.Name, err)
	}
	if f, err := pick(&Probe{Tables: make([]Table, 1)}, Options{Format: "weak"}); f.Name != "weak" {
		t.Errorf("picked %q, %v", f.Name, err)
	}
	if _, err := pick(&Probe{}, Options{Format: "nosuch"}); !errors.Is(err, ErrFormat) {
		t.Errorf("error %v", err)
	}
	path := database(t, `CREATE TABLE "odd ""name"(a, b)`, "CREATE VIEW v AS SELECT a FROM \"odd \"\"name\"")
	if _, err := Open(context.Background(), path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer seen.DB.Close()
	if odd, ok := seen.Table(`odd "name`); !ok || !odd.Has("a", "b") || odd.Has("c") || odd.View {
		t.Errorf("tables %+v", seen.Tables)
	}
	if v, ok := seen.Table("v"); !ok || !v.View || !v.Has("a") {
		t.Errorf("tables %+v", seen.Tables)
	}
}
