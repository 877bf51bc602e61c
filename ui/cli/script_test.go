package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cptui": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// TestScripts runs the command line as a user does; every script starts in an empty folder with an empty home, with the demo's
// files beside it and the shared test files under $TESTDATA.
func TestScripts(t *testing.T) {
	shared, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{demoDatabase, demoSession} {
				b, err := demoFiles.ReadFile("demo/" + name)
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(e.WorkDir, filepath.Base(name)), b, 0o600); err != nil {
					return err
				}
			}
			if err := os.Rename(filepath.Join(e.WorkDir, filepath.Base(demoSession)), filepath.Join(e.WorkDir, "session.jsonl")); err != nil {
				return err
			}
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("XDG_STATE_HOME", filepath.Join(home, ".state"))
			e.Setenv("TERM", "xterm-256color")
			e.Setenv("TZ", "UTC")
			e.Setenv("TESTDATA", shared)
			return os.Mkdir(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": scriptExit,
		},
	})
}

// scriptExit runs a command line and wants its exit code: exit 2 cptui frobnicate. Its output is left for stdout and stderr.
func scriptExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = exitText(err)
	}
	if code != args[0] {
		ts.Fatalf("%v: exit %s, want %s", args[1:], code, args[0])
	}
}

func exitText(err error) string {
	if x, ok := err.(interface{ ExitCode() int }); ok {
		return itoa(x.ExitCode())
	}
	return err.Error()
}
