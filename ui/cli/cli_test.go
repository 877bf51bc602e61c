package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"cptui/fork"
	"cptui/graph/value"
	"cptui/loaders"
)

func itoa(n int) string { return strconv.Itoa(n) }

// newApp is a run with nothing but buffers around it.
func newApp(t *testing.T) (a *app, out, err *bytes.Buffer) {
	t.Helper()
	out, err = &bytes.Buffer{}, &bytes.Buffer{}
	a = &app{ctx: context.Background(), in: strings.NewReader(""), out: out, err: err,
		now: func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }}
	t.Cleanup(a.close)
	return a, out, err
}

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		err  error
		code int
	}{
		{nil, 0},
		{&fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, 0},
		{errNo, 1},
		{usagef("no"), 2},
		{fmt.Errorf("x: %w", loaders.ErrNoThread), 2},
		{&loaders.Error{Op: "open", Path: "x", Err: loaders.ErrNotFound}, 3},
		{io.ErrUnexpectedEOF, 3},
		{refusef("it is locked"), 4},
		{&loaders.Error{Op: "read database", Path: "x", Err: loaders.ErrLocked}, 4},
		{fmt.Errorf("make: %w", fork.ErrRefused), 4},
		{fmt.Errorf("x: %w", context.Canceled), 130},
	} {
		if got := exitCode(test.err); got != test.code {
			t.Errorf("%v: exit %d, want %d", test.err, got, test.code)
		}
	}
}

// Whatever is in an error, one clean line comes out.
func TestNoteIsOneCleanLine(t *testing.T) {
	a, _, stderr := newApp(t)
	code := a.fail(errors.New("open no\x1b[31msuch\x1b]0;owned\x07.db:\nno such\tfile \u202e \u009b"))
	got := stderr.String()
	if code != exitInput || strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "cptui: open no␛[31msuch␛]0;owned^G.db: no such file <U+202E>") {
		t.Errorf("exit %d, %q", code, got)
	}
	for _, r := range got {
		if r != '\n' && (r < 0x20 || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e) {
			t.Errorf("control %U in %q", r, got)
		}
	}
}

// What a person typed is said again in an error, but not all of a megabyte.
func TestNoteIsShort(t *testing.T) {
	a, _, stderr := newApp(t)
	a.fail(usagef("--set .x=%s is not JSON; a text needs its quotes", strings.Repeat("漢[", 40000)))
	got := stderr.String()
	if len(got) > 4*noteLimit || !strings.HasPrefix(got, "cptui: --set .x=漢[") || !strings.HasSuffix(got, "needs its quotes\n") || !strings.Contains(got, " … ") {
		t.Errorf("%d bytes: %.80q … %q", len(got), got, got[max(0, len(got)-80):])
	}
}

// Wrong usage is said before anything is opened, with a way out.
func TestWrongUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		says string
	}{
		{[]string{"shwo"}, "did you mean show?"},
		{[]string{"frobnicate"}, "unknown command frobnicate"},
		{[]string{"log"}, "log wants one SOURCE"},
		{[]string{"log", "a.db", "b.db"}, "one too many"},
		{[]string{"log", "--nosuch", "a.db"}, "unknown flag: --nosuch"},
		{[]string{"log", "--color", "sometimes", "a.db"}, "auto, always or never"},
		{[]string{"log", "--graph", "--oneline", "a.db"}, "--graph and --oneline cannot be used together"},
		{[]string{"log", "--limit", "-1", "a.db"}, "--limit"},
		{[]string{"open", "a.db", "--theme", "pink"}, "dark, light or mono"},
		{[]string{"export", "a.db", "--format", "pdf"}, "jsonl"},
		{[]string{"export", "a.db", "--values", "some"}, "full, changes or none"},
		{[]string{"replay", "a.db", "--speed", "0"}, "--speed"},
		{[]string{"replay", "a.db", "--max-gap", "-1s"}, "--max-gap"},
		{[]string{"completion", "tcsh"}, "bash, zsh, fish and powershell"},
		{[]string{"help", "lgo"}, "did you mean"},
		{[]string{"diff", "a.db"}, "one or two REFs"},
		{[]string{"fork", "a.db", "head", "--source", "both"}, "update or fork"},
		{[]string{"fork", "a.db", "head", "--set", ".x=a"}, "is not JSON"},
		{[]string{"fork", "-", "head"}, "needs the file itself"},
		{[]string{"unfork", "a.db"}, "ID of a fork"},
		{[]string{"\x1b[31mshow"}, "unknown command ␛[31mshow"},
	} {
		a, _, stderr := newApp(t)
		if code := a.run(test.args); code != exitUsage || !strings.Contains(stderr.String(), test.says) || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%q: exit %d, %q, want exit 2 and %q", test.args, code, stderr, test.says)
		}
	}
}

func TestParseSet(t *testing.T) {
	for _, test := range []struct{ in, path, value, fails string }{
		{`.topic="x"`, ".topic", `"x"`, ""},
		{`.a.b[1]={"c": [1, 2]}`, ".a.b[1]", `{"c":[1,2]}`, ""},
		{`.["a=b"]=1`, `.["a=b"]`, "1", ""},
		{`.n=12345678901234567890`, ".n", `{"$type":"int","$value":"12345678901234567890"}`, ""},
		{`.topic=x`, "", "", "is not JSON"},
		{`.topic`, "", "", "PATH=JSON"},
		{`topic[=1`, "", "", "--set"},
	} {
		e, err := parseSet(test.in)
		if test.fails != "" {
			if err == nil || !strings.Contains(err.Error(), test.fails) || exitCode(err) != exitUsage {
				t.Errorf("%s: error %v, want %q", test.in, err, test.fails)
			}
			continue
		}
		if err != nil || e.Path.String() != test.path || jsonOf(e.Value) != test.value {
			t.Errorf("%s: %s = %s, %v", test.in, e.Path, jsonOf(e.Value), err)
		}
	}
}

func TestColour(t *testing.T) {
	for _, test := range []struct {
		flag, noColor, force string
		want                 bool
	}{
		{"", "", "", false}, // a buffer is no terminal
		{"auto", "", "1", true},
		{"auto", "", "0", false},
		{"auto", "1", "1", false},
		{"always", "1", "", true},
		{"never", "", "1", false},
	} {
		t.Setenv("NO_COLOR", test.noColor)
		t.Setenv("CLICOLOR_FORCE", test.force)
		a, _, _ := newApp(t)
		a.flags.color = test.flag
		if got := a.colour(); got != test.want {
			t.Errorf("%+v: colour %v", test, got)
		}
	}
}

func TestWidth(t *testing.T) {
	a, _, _ := newApp(t)
	for in, want := range map[string]int{"": 100, "0": 100, "x": 100, "64": 64, "-3": 100, "1": narrow, "99999999999": wide} {
		t.Setenv("COLUMNS", in)
		if got := a.width(); got != want {
			t.Errorf("COLUMNS=%q: width %d, want %d", in, got, want)
		}
	}
}

// The manual names every word and every flag, and no line of it is taken for a troff request by accident.
func TestManual(t *testing.T) {
	a, _, _ := newApp(t)
	root := a.newRoot()
	page := manual(root)
	for _, c := range root.Commands() {
		if c.GroupID != "" && !strings.Contains(page, `\fBcptui `+roff(c.Use)) {
			t.Errorf("the manual does not name %s", c.Name())
		}
		if c.Example == "" && c.Name() != "version" && c.Name() != "man" && c.Name() != "completion" && c.Name() != "help" {
			t.Errorf("%s has no example", c.Name())
		}
	}
	for _, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.ContainsAny(line[1:2], "TSPBRnfb") {
			t.Errorf("line %q", line)
		}
	}
}

func TestWithoutRemarks(t *testing.T) {
	for in, want := range map[string]string{"{}": "{}", "# a\n# b\n{\n# c\n}": "{\n# c\n}", "#": "", "": ""} {
		if got := string(withoutRemarks([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func jsonOf(v value.Value) string { return string(value.AppendJSON(nil, v, value.JSONOptions{})) }
