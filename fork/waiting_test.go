package fork

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
)

// waits says what each task due at the head of every namespace waits for, and with which questions.
func waits(t *testing.T, src loaders.Source, thread string) (out []string) {
	t.Helper()
	ctx := context.Background()
	h, err := src.Thread(ctx, thread)
	if err != nil {
		t.Fatal(err)
	}
	due, err := h.Runtime.Due(ctx, h, h.Current)
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range due.Tasks {
		line := fmt.Sprintf("%s %s", task.Name, task.Status)
		for _, q := range task.Interrupts {
			v, _ := q.Get("value")
			line += " " + string(value.AppendJSON(nil, v, value.JSONOptions{}))
			if id, ok := q.Get("id"); ok { // known by the namespace of who asked it
				line += fmt.Sprint(" ", id.Str() == graph.QuestionID(task.Name+":"+task.ID))
			}
		}
		for _, w := range task.Writes {
			if w.Proof != graph.ProofHash {
				line += " not proved"
			}
		}
		out = append(out, line)
	}
	return out
}

// TestKeepWaiting forks where real runs wait: the fork waits for the same, and is taken back without a trace.
func TestKeepWaiting(t *testing.T) {
	ctx := context.Background()
	tried := 0
	for _, name := range []string{"interrupt", "interrupt-parallel", "interrupt-subgraph", "asks", "heals", "error", "own-0.2.76-ask", "own-0.2.76-broken"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			path := database(t, name)
			src := open(t, path)
			threads, err := src.Threads(ctx, "", 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, th := range threads {
				before := waits(t, src, th.ID)
				if len(before) == 0 {
					continue
				}
				rows := dump(t, path)
				for _, req := range []Request{{}, {Kind: "fork"}, {ToThread: "elsewhere"}, {ToThread: "elsewhere", WithHistory: true}, {CopyTo: filepath.Join(t.TempDir(), "copy.db")}} {
					req.Path, req.Thread, req.Checkpoint, req.KeepWaiting = path, th.ID, headOf(t, src, th.ID), true
					plan, err := Make(ctx, src, req)
					if err != nil {
						t.Fatalf("%s %+v: %v", th.ID, req, err)
					}
					done, err := plan.Write(ctx)
					if err != nil {
						t.Fatalf("%s %+v: %v", th.ID, req, err)
					}
					if after := waits(t, open(t, done.Path), done.Thread); !slices.Equal(before, after) {
						t.Errorf("%s %+v: waits for %q, was %q", th.ID, req, after, before)
					}
					if !req.WithHistory && len(plan.Rows) != len(done.Rows) { // a row of the history is listed with its writes
						t.Errorf("%s: %d rows foretold, %d written", th.ID, len(plan.Rows), len(done.Rows))
					}
					if _, err := Unfork(ctx, done.Path, done.ID); err != nil {
						t.Fatal(err)
					}
					if now := dump(t, done.Path); now != rows {
						t.Errorf("%s %+v: unfork left a trace", th.ID, req)
					}
					tried++
				}
			}
		})
	}
	if tried < 20 {
		t.Errorf("only %d forks tried", tried)
	}
}

// TestKeepWaitingRefused: what is due must stay as it is, and the tasks too.
func TestKeepWaitingRefused(t *testing.T) {
	ctx := context.Background()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	path := database(t, "interrupt-parallel")
	src := open(t, path)
	const thread = "one-answered"
	req := Request{Path: path, Thread: thread, Checkpoint: headOf(t, src, thread), KeepWaiting: true, Next: "end"}
	if _, err := Make(ctx, src, req); !errors.Is(err, ErrUsage) {
		t.Errorf("next end: %v", err)
	}
	req.Next = "keep"
	plan, err := Make(ctx, src, req)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, path, "DELETE FROM writes WHERE rowid = (SELECT max(rowid) FROM writes WHERE checkpoint_id = '"+req.Checkpoint+"')")
	if _, err := plan.Write(ctx); !errors.Is(err, ErrRefused) {
		t.Errorf("a write that went: %v", err)
	}
	there := filepath.Join(t.TempDir(), "there.db")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	req.KeepWaiting, req.CopyTo = false, there
	if plan, err = Make(ctx, src, req); err == nil {
		_, err = plan.Write(ctx)
	}
	if !errors.Is(err, ErrRefused) {
		t.Errorf("a copy over a file: %v", err)
	}
}
