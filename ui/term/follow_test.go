package term

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const rewindSession = "../../testdata/claude/claude-rewind/claude-home/projects/-home-dev-project/83af83ea-ff35-4406-bde8-1273ef96c369.jsonl"

// TestFollow: what is appended to a session comes in below; somebody who scrolled back stays where they are and sees how much
// came in; G goes along again.
func TestFollow(t *testing.T) {
	whole, err := os.ReadFile(rewindSession)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	file := filepath.Join(t.TempDir(), filepath.Base(rewindSession))
	write := func(n int) {
		if err := os.WriteFile(file, []byte(strings.Join(lines[:n], "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(8)
	hs := start(t, file, 80, 24, Options{})
	main := hs.a.page().(*mainPage)
	look := func() string { // one look at the file, now rather than in a quarter of a second
		hs.a.post.post(main.follow.poll)
		return hs.wait().text()
	}
	hs.press("F")
	before, at := 0, ""
	hs.on(func() { before = main.hist.Len() })
	write(12)
	look()
	hs.on(func() {
		if main.hist.Len() <= before {
			t.Errorf("%d steps, still %d", before, main.hist.Len())
		}
		if main.checkpoint() != main.model.Head() {
			t.Errorf("the cursor is on %d, the head is %d", main.checkpoint(), main.model.Head())
		}
	})
	hs.press("g")
	hs.on(func() { at = main.hist.ID(main.checkpoint()) })
	write(len(lines))
	screen := look()
	hs.on(func() {
		if got := main.hist.ID(main.checkpoint()); got != at {
			t.Errorf("the cursor went from %s to %s", at, got)
		}
	})
	if !strings.Contains(screen, "new below (G)") {
		t.Errorf("nothing told of new rows:\n%s", screen)
	}
	hs.press("G")
	hs.on(func() {
		if main.follow.held || main.follow.below != 0 {
			t.Errorf("held %v, %d below", main.follow.held, main.follow.below)
		}
	})
	hs.press("F")
	hs.on(func() {
		if main.follow.on {
			t.Error("still following")
		}
	})
}
