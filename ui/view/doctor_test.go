package view

import (
	"strings"
	"testing"

	"cptui/graph"
	"cptui/loaders"
)

func TestDoctorList(t *testing.T) {
	d := NewDoctor()
	if d.Words() != "no problems" || d.Len() != 0 {
		t.Errorf("empty: %q, %d rows", d.Words(), d.Len())
	}
	d.Begin("the source itself")
	d.Begin("thread a\x1b[31m")
	d.Add(Finding{Problem: graph.Problem{Code: "blob-truncated", Severity: graph.Error, Thread: "a", Checkpoint: "x", Message: strings.Repeat("word ", 30) + "\x1b]0;t\a"}, Place: "@3 x"})
	d.Add(Finding{Problem: graph.Problem{Code: "pickle", Severity: graph.Info, Message: "m"}})
	d.End("closing")
	for _, width := range []int{80, 30, 8, 120} {
		d.Wrap(width)
		text := ""
		for i := range d.Len() {
			line := d.Row(i, width)
			if line.Width() > max(width, 0) && i > 0 && !strings.Contains(line.Text(), "blob") && !strings.Contains(line.Text(), "pickle") {
				t.Errorf("width %d, row %d: %q", width, i, line.Text())
			}
			text += line.Text() + "\n"
		}
		if strings.ContainsAny(text, "\x1b\a") {
			t.Errorf("width %d: controls in %q", width, text)
		}
		if width >= 80 && (!strings.Contains(text, "blob-truncated  @3 x") || !strings.HasPrefix(text, " thread a") || !strings.HasSuffix(text, " closing\n")) {
			t.Errorf("width %d:\n%s", width, text)
		}
	}
	if d.Words() != "1 error · 1 note" {
		t.Error(d.Words())
	}
	if f := d.At(1); f == nil || f.Problem.Checkpoint != "x" || d.At(0) != nil || d.At(d.Len()-1) != nil {
		t.Errorf("At: %v", f)
	}
	if hits := d.Find("pickle"); len(hits) == 0 {
		t.Error("nothing found")
	}
}

// TestHintsForAllCodes: every code of the contract has its sentence.
func TestHintsForAllCodes(t *testing.T) {
	for _, code := range strings.Fields(`blob-truncated blob-garbage parent-cycle db-corrupt wal-missing broken-parent orphan-writes blob-trailing
		unknown-type unknown-ext bad-metadata bad-id delta-unknown-reducer delta-no-seed delta-leak error-and-writes ambiguous-head
		prediction-miss bad-json bad-utf8 nul-run joined-records mixed-sessions missing-subagent missing-backup missing-header dangling-tool secret
		encrypted pickle duplicate-id incomplete-tail long-line unknown-record db-foreign wal-unread hot-journal orphan-vectors`) {
		if Hint(code) == "" {
			t.Errorf("%s has no hint", code)
		}
	}
}

func TestDoctorNote(t *testing.T) {
	d := NewDoctor()
	d.Wrap(40)
	d.Begin("thread a")
	says, misses := ResumeWords(loaders.OnResume{Leaf: "0123456789", Steps: 2, AllSteps: 9, Prompts: 1, AllTyped: 3, Messages: 4, History: 7, Beyond: 3,
		Stop: &graph.Problem{Line: 12}, Open: []string{"tool:Bash"}})
	d.Note(says, Plain)
	for _, m := range misses {
		d.Note(m, WaitStyle)
	}
	var rows []string
	for i := range d.Len() {
		rows = append(rows, d.Row(i, 40).Text())
	}
	got := strings.Join(rows, " ")
	for _, want := range []string{" thread a", "goes on from 01234567 with 2 of 9", "the model", "4 steps on other branches", "stops at line", "without a result: tool:Bash"} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.TrimSpace(want)) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}
