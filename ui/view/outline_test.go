package view

import (
	"strconv"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

func bigState(t testing.TB, entries int) *graph.Moment {
	var b strings.Builder
	b.WriteString("[")
	for i := 0; i < entries; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"id":` + strconv.Itoa(i) + `,"name":"entry ` + strconv.Itoa(i) + `","tags":["a","b","c"],"text":"` + strings.Repeat("x", 100) + `"}`)
	}
	b.WriteString("]")
	stored, err := value.ParseJSON([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 1}, State: graph.State{Channels: []graph.Channel{
		{Name: "rows", Value: stored}, {Name: "other", Value: value.NewInt(1)}}}}
}

func TestFold(t *testing.T) {
	s := NewState(bigState(t, 5), Env{})
	if s.Len() != 2 {
		t.Fatalf("two channels are folded at first, got %d rows", s.Len())
	}
	if at, ok := s.Fold(0, true); at != 0 || !ok || s.Len() != 7 {
		t.Fatalf("opening: %d %v, %d rows", at, ok, s.Len())
	}
	if at, ok := s.Fold(0, true); at != 1 || !ok {
		t.Errorf("unfolding an open row goes to its first child, got %d %v", at, ok)
	}
	if at, ok := s.Fold(3, false); at != 0 || !ok {
		t.Errorf("folding a folded row goes to its parent, got %d %v", at, ok)
	}
	s.Fold(2, true)
	s.Fold(0, false)
	if s.Len() != 2 {
		t.Errorf("folding takes all rows below away, %d left", s.Len())
	}
	s.Fold(0, true)
	if s.Len() != 11 {
		t.Errorf("what was open inside is open again: want 11 rows, got %d", s.Len())
	}
	if _, ok := s.Fold(s.Len()-1, true); ok {
		t.Error("a number has nothing to unfold")
	}
	if at, ok := s.Fold(99, true); ok || at != 99 {
		t.Error("a row that is not there")
	}
	if got := s.At(3).Path.String(); got != ".rows[1].id" {
		t.Errorf("path of a row: %s", got)
	}
}

func TestRunsOfLongLists(t *testing.T) {
	s := NewState(bigState(t, 25_000), Env{})
	s.Fold(0, true)
	if s.Len() > 40 {
		t.Fatalf("a long list opens into few rows, got %d", s.Len())
	}
	run := -1
	for i := 0; i < s.Len(); i++ {
		if strings.Contains(s.Row(i, 80).Text(), "[8…24996]") {
			run = i
		}
	}
	if run < 0 {
		t.Fatalf("no run in\n%s", draw(s, 80))
	}
	for depth := 0; depth < 4; depth++ {
		before := s.Len()
		s.Fold(run, true)
		if s.Len()-before > runWhole+1 {
			t.Fatalf("a run opened into %d rows", s.Len()-before)
		}
		run++
	}
	if got := s.At(run).Path.String(); !strings.HasPrefix(got, ".rows[8]") {
		t.Errorf("below the runs stand the items, got %s", got)
	}
	rows := s.Find("entry 12345")
	if len(rows) == 0 || !strings.Contains(s.Row(rows[len(rows)-1], 200).Text(), "entry 12345") {
		t.Errorf("an item deep inside of folded runs is found, got %v", rows)
	}
}

func TestLinks(t *testing.T) {
	m, _, env := toolMoment(t)
	s := NewState(m, env)
	for i := 0; i < s.Len(); i++ {
		if !strings.Contains(s.Row(i, 80).Text(), "→ [4]") {
			continue
		}
		to := s.At(i).Row
		if to < 0 || s.At(to).Path.String() != ".messages[4]" {
			t.Fatalf("the link leads to row %d", to)
		}
		return
	}
	t.Fatal("no link from the result to its call")
}

// oneText is a state that holds one text.
func oneText(text string) *State {
	return NewState(&graph.Moment{Checkpoint: &graph.Checkpoint{}, State: graph.State{Channels: []graph.Channel{
		{Name: "text", Value: value.NewString(text)}, {Name: "n", Value: value.NewInt(1)}}}}, Env{})
}

func TestHugeTexts(t *testing.T) {
	long := strings.Repeat("word ", 4<<20)
	lines := strings.Repeat("line\n", 2<<20)
	for name, text := range map[string]string{"one line of 20 MB": long, "two million lines": lines} {
		s := oneText(text + "needle-z end")
		s.Fold(0, true)
		if s.Len() > 1000 {
			t.Errorf("%s: opening makes %d rows", name, s.Len())
		}
		gap := -1
		for i := 0; i < s.Len(); i++ {
			if strings.Contains(s.Row(i, 80).Text(), "MB more") {
				gap = i
			}
		}
		if gap < 0 {
			t.Fatalf("%s: no gap between the first page and the end", name)
		}
		last := s.Row(s.Len()-2, 80).Text()
		if !strings.Contains(last, "end") {
			t.Errorf("%s: the end is shown, got %q", name, last)
		}
		before := s.Len()
		s.Fold(gap, true)
		if s.Len() <= before || s.Len() > before+1000 {
			t.Errorf("%s: the gap opens one page, %d rows became %d", name, before, s.Len())
		}
		rows := s.Find("needle-z")
		if len(rows) != 1 || !strings.Contains(s.Row(rows[0], 200).Text(), "needle-z") {
			t.Errorf("%s: found %v", name, rows)
		}
	}
	s := oneText(strings.Repeat("a\n", 100_000) + "middle-needle\n" + strings.Repeat("b\n", 100_000))
	rows := s.Find("middle-needle")
	if len(rows) != 1 || s.Row(rows[0], 80).Text() != "      middle-needle" {
		t.Errorf("a text in the middle: %v", rows)
	}
}

func TestWrapKeepsFolds(t *testing.T) {
	s := oneText("first line\n" + strings.Repeat("many words to be wrapped ", 20))
	s.Wrap(80)
	s.Fold(0, true)
	wide := s.Len()
	s.Wrap(40)
	if s.Len() <= wide {
		t.Errorf("a narrow pane needs more rows: %d, was %d", s.Len(), wide)
	}
	s.Wrap(80)
	if s.Len() != wide {
		t.Errorf("back at the old width: %d rows, was %d", s.Len(), wide)
	}
}

// BenchmarkStateFirstRows is what a person waits for when a step with a state of 800 KB is chosen.
func BenchmarkStateFirstRows(b *testing.B) {
	m := bigState(b, 4000)
	for b.Loop() {
		s := NewState(m, Env{})
		for i := 0; i < s.Len() && i < 40; i++ {
			s.Row(i, 80)
		}
	}
}

func BenchmarkStateOpen(b *testing.B) {
	m := bigState(b, 4000)
	for b.Loop() {
		s := NewState(m, Env{})
		s.Fold(0, true)
		for i := 0; i < s.Len() && i < 40; i++ {
			s.Row(i, 80)
		}
	}
}

func BenchmarkHugeText(b *testing.B) {
	text := strings.Repeat("word ", 4<<20)
	for b.Loop() {
		s := oneText(text)
		s.Fold(0, true)
		for i := 0; i < 40; i++ {
			s.Row(i, 80)
		}
	}
}
