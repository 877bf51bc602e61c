package view

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"cptui/graph/value"
	"github.com/rogpeppe/go-internal/txtar"
)

var updatePanes = flag.Bool("update-panes", false, "write the golden screens of the panes anew")

// parse reads typed JSON.
func parse(t testing.TB, text string) value.Value {
	t.Helper()
	v, err := value.ParseTyped([]byte(text), value.JSON)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestForkPlanEdits(t *testing.T) {
	p := forkPane(t, nil).(*ForkPlan)
	var got []int
	for i := 0; i < p.Len(); i++ {
		if n := p.Edit(i); n >= 0 {
			got = append(got, n)
		}
	}
	if fmt.Sprint(got) != "[0 0 1 1]" {
		t.Errorf("rows know their edits: %v in\n%s", got, draw(p, 80))
	}
}

func draw(p Pane, width int) string {
	if w, ok := p.(Wrapper); ok {
		w.Wrap(width)
	}
	var b strings.Builder
	for i := 0; i < p.Len(); i++ {
		b.WriteString(strings.TrimRight(p.Row(i, width).Text(), " ") + "\n")
	}
	return b.String()
}

func TestPaneScreens(t *testing.T) {
	for name, pane := range paneCases(t) {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", "panes", name+".txtar")
			ar := &txtar.Archive{Comment: []byte("The pane " + name + " at several widths. Written by go test ./ui/view -run TestPaneScreens -update-panes; read it before you commit it.\n")}
			for _, w := range []int{60, 80, 120} {
				ar.Files = append(ar.Files, txtar.File{Name: fmt.Sprint(w), Data: []byte(draw(pane(), w))})
			}
			got := txtar.Format(ar)
			if *updatePanes {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("screen differs from %s, got:\n%s", file, got)
			}
		})
	}
}

// unfoldAll opens every row.
func unfoldAll(p Pane) {
	for i := 0; i < p.Len() && i < 3000; i++ {
		if here := p.Row(i, 80).Text(); here != "" {
			if at, ok := p.Fold(i, true); ok && at != i {
				continue
			}
		}
	}
}

func TestPaneRowsFit(t *testing.T) {
	for name, pane := range paneCases(t) {
		p := pane()
		for _, open := range []bool{false, true} {
			if open {
				unfoldAll(p)
			}
			for _, w := range []int{1, 2, 5, 9, 20, 40, 59, 60, 80, 109, 110, 200} {
				if wr, ok := p.(Wrapper); ok {
					wr.Wrap(w)
				}
				for i := 0; i < p.Len(); i++ {
					l := p.Row(i, w)
					if got := l.Width(); got > w {
						t.Fatalf("%s: row %d at width %d takes %d cells: %q", name, i, w, got, l.Text())
					}
					for _, r := range l.Text() {
						if unicode.IsControl(r) || r == '\u202e' {
							t.Fatalf("%s: row %d holds %U: %q", name, i, r, l.Text())
						}
					}
					p.At(i)
				}
			}
		}
	}
}

func TestPaneFind(t *testing.T) {
	for name, pane := range paneCases(t) {
		for _, text := range []string{"notes", "read_file", "missing", "red", "tools", "three", "Error", "writer", "%", "no such text anywhere"} {
			p := pane()
			rows := p.Find(text)
			for _, i := range rows {
				full := p.Row(i, 1000).Text()
				low := full
				if strings.ToLower(text) == text {
					low = strings.ToLower(full)
				}
				if !strings.Contains(low, text) {
					t.Errorf("%s: Find(%q) gives row %d without it: %q", name, text, i, full)
				}
			}
			if text == "no such text anywhere" && len(rows) > 0 {
				t.Errorf("%s finds what is not there", name)
			}
		}
	}
	m, _, env := toolMoment(t)
	if rows := NewState(m, env).Find("line two"); len(rows) == 0 {
		t.Error("text inside of a folded message is not found")
	}
	if rows := NewState(m, env).Find("LINE TWO"); len(rows) != 0 {
		t.Error("capitals must mind case")
	}
}

// TestPanesInASCII: without any text of a source that is not ASCII, a pane in ASCII has no other sign.
func TestPanesInASCII(t *testing.T) {
	m, f, env := toolMoment(t)
	w, wf, wenv := waitMoment(t)
	env.ASCII, wenv.ASCII = true, true
	for name, p := range map[string]Pane{"step": NewStep(m, f, env), "waits": NewStep(w, wf, wenv), "state": NewState(m, env), "changes": NewChanges(m, env), "messages": NewMessages(m, f, env),
		"tasks": NewTasks(w, wenv), "seen": NewSeen(m, seenTable(), env), "meta": NewMeta(m, env), "compare": NewCompare(compareFacts(t, env), env)} {
		unfoldAll(p)
		for _, width := range []int{50, 80, 120} {
			p.(Wrapper).Wrap(width)
			for i := 0; i < p.Len(); i++ {
				text := p.Row(i, width).Text()
				if !plainASCII(text) {
					t.Errorf("%s at %d: %q", name, width, text)
				}
				if Width(text) > width {
					t.Errorf("%s at %d: %q takes %d cells", name, width, text, Width(text))
				}
			}
		}
	}
}
