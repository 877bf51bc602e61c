package view

import (
	"strings"
	"testing"
)

// TestCommandTable: no key means two things on one screen, and every row is complete.
func TestCommandTable(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range Commands() {
		if ids[c.ID] {
			t.Errorf("%s is there twice", c.ID)
		}
		ids[c.ID] = true
		if c.Title == "" || c.Help == "" || c.Group == "" || c.Screens == 0 {
			t.Errorf("%s lacks something: %+v", c.ID, c)
		}
		for _, k := range c.Keys {
			if k == "b" || k == "w" {
				t.Errorf("%s has the key %q of a later issue", c.ID, k)
			}
			for on := MainScreen; on < Everywhere; on <<= 1 {
				if c.Screens&on == 0 {
					continue
				}
				if other, _ := CommandForKey(k, on); other.ID != c.ID {
					t.Errorf("%q means %s and %s on screen %d", k, other.ID, c.ID, on)
				}
			}
		}
	}
	for on, foot := range footers {
		for _, k := range foot {
			for _, id := range k.IDs {
				if c, ok := CommandByID(id); !ok || c.Screens&on == 0 {
					t.Errorf("footer of %d names %q", on, id)
				}
			}
		}
	}
}

func TestDisabled(t *testing.T) {
	fork, _ := CommandByID("fork")
	for _, c := range []struct {
		f    Facts
		want string
	}{
		{Facts{Screen: MainScreen, Step: "@2"}, ""},
		{Facts{Screen: MainScreen}, "no step under the cursor"},
		{Facts{Screen: MainScreen, Step: "@2", CanFork: "the file is read-only"}, "the file is read-only"},
		{Facts{Screen: ThreadsScreen, Step: "@2"}, "not on this screen"},
	} {
		if got := fork.Disabled(c.f); got != c.want {
			t.Errorf("%+v: %q, want %q", c.f, got, c.want)
		}
	}
}

func TestFooter(t *testing.T) {
	f := Facts{Screen: MainScreen, Source: true, Step: "@3", Problems: 1}
	full := Footer(f, 80, false).Text()
	if want := " j/k step   e/E problem   d diff   f fork   y copy   / find   ^P all   ? keys"; full != want {
		t.Errorf("%q\n%q", full, want)
	}
	for width := 0; width < 160; width++ {
		if got := Footer(f, width, false); got.Width() > width {
			t.Errorf("at %d: %q", width, got.Text())
		}
	}
	if got := Footer(f, 20, false).Text(); !strings.Contains(got, "? keys") {
		t.Errorf("help is not in %q", got)
	}
	f.Problems, f.CanFork = 0, "read-only"
	if got := Footer(f, 80, false).Text(); strings.Contains(got, "problem") || strings.Contains(got, "fork") {
		t.Errorf("disabled ones in %q", got)
	}
}
