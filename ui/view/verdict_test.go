package view

import (
	"testing"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
)

func TestVerdictLine(t *testing.T) {
	at := time.Date(2026, 12, 1, 18, 4, 0, 0, time.UTC)
	now := at.Add(3 * time.Hour)
	ask := value.NewString("go on?")
	for _, c := range []struct {
		name  string
		facts VerdictFacts
		wide  string // at 80
		small string // at 40
	}{
		{"idle", VerdictFacts{Verdict: &graph.Verdict{Status: "idle"}, Counts: Counts{Tools: 1, Subagents: 1, Quiet: 18, Folded: true}},
			" ✓ finished, nothing due     1 tool error (e) · 1 subagent · 18 quiet steps (.)",
			" ✓ finished, nothing due"},
		{"waits", VerdictFacts{Verdict: &graph.Verdict{Status: "interrupted", Questions: []value.Value{ask, ask}, Since: at}},
			" ? waits for 2 answers since 18:04 (3 h)",
			" ? waits for 2 answers since 18:04 (3 h)"},
		{"waits, one kept", VerdictFacts{Verdict: &graph.Verdict{Status: "interrupted", Questions: []value.Value{ask}, Since: at, Kept: 1}},
			" ? waits for 1 answer since 18:04 (3 h)        1 task done, its writes are kept",
			" ? waits for 1 answer since 18:04 (3 h)"},
		{"failed", VerdictFacts{Verdict: &graph.Verdict{Status: "error", Failed: "notify", Error: `TimeoutError("smtp")`, Next: []string{"notify"}, Kept: 1}},
			` ✗ failed in notify: TimeoutError("smtp")`,
			` ✗ failed in notify: TimeoutError("smtp…`},
		{"failed, short", VerdictFacts{Verdict: &graph.Verdict{Status: "error", Failed: "notify", Error: `KeyError`, Next: []string{"notify"}, Kept: 1}},
			" ✗ failed in notify: KeyError            resume runs notify again, keeps 1 task",
			" ✗ failed in notify: KeyError"},
		{"stopped", VerdictFacts{Verdict: &graph.Verdict{Status: "pending", Next: []string{"tools"}, Paused: true}},
			" ▷ stopped before tools                                       resume runs tools",
			" ▷ stopped before tools"},
		{"running", VerdictFacts{Verdict: &graph.Verdict{Status: "pending"}, Running: "model", RunningFor: 4 * time.Second, Following: true, New: 3},
			" ● running: model for 4 s                                live · 3 new below (G)",
			" ● running: model for 4 s"},
		{"unreadable", VerdictFacts{Counts: Counts{Damaged: 2}},
			" ! 2 rows cannot be read (e)                               all others are shown",
			" ! 2 rows cannot be read (e)"},
		{"head unreadable", VerdictFacts{Verdict: &graph.Verdict{Status: "idle"}, Counts: Counts{HeadDamaged: true, Damaged: 1}},
			" ! the head cannot be read, so what is due is not kno… 1 row cannot be read (e)",
			" ! the head cannot be read, so what is …"},
		{"reading", VerdictFacts{Reading: 12400, ReadingOf: 38000},
			"   reading 12,400 of 38,000 rows                                      Esc stops",
			"   reading 12,400 of 38,000 r… Esc stops"},
		{"counts are not whole", VerdictFacts{Verdict: &graph.Verdict{Status: "idle"}, Counts: Counts{Checkpoints: 9, Known: 3, Tools: 1}},
			" ✓ finished, nothing due                                     1+ tool errors (e)",
			" ✓ finished, nothing due"},
		{"one error is the verdict's own", VerdictFacts{Verdict: &graph.Verdict{Status: "error", Failed: "n"}, Counts: Counts{Errors: 1}},
			" ✗ failed in n", " ✗ failed in n"},
	} {
		for _, x := range []struct {
			width int
			want  string
		}{{80, c.wide}, {40, c.small}} {
			line := Env{}.VerdictLine(c.facts, now, x.width)
			if got := trimmed(line); got != x.want {
				t.Errorf("%s at %d: got\n%q, want\n%q", c.name, x.width, got, x.want)
			}
		}
		for w := range 130 {
			if n := (Env{}).VerdictLine(c.facts, now, w).Width(); n > w {
				t.Errorf("%s: %d cells at width %d", c.name, n, w)
			}
		}
	}
}

func trimmed(l Line) string {
	s := l.Text()
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

func TestTitleLine(t *testing.T) {
	hist := &graph.History{DAG: graph.NewDAG("deep-1", nil), Current: -1}
	coding := &graph.History{DAG: graph.NewDAG("83af83ea-ff35-4406-bde8-1273ef96c369", nil), Current: -1, Transcript: true}
	head := time.Date(2026, 12, 1, 0, 36, 0, 0, time.UTC)
	db := TitleFacts{Info: loaders.Info{Format: "langgraph-sqlite", Detail: "checkpoint v4", Bytes: 147456}, Counts: Counts{Turns: 2, Checkpoints: 45, Branches: 1}, Head: head, Ready: true}
	session := TitleFacts{Info: loaders.Info{Records: 28}, Counts: Counts{Turns: 2, Rewound: 1}, Ready: true, Prompt: "Make it v3 instead"}
	for _, c := range []struct {
		hist  *graph.History
		facts TitleFacts
		width int
		want  string
	}{
		{hist, db, 80, " sessions.db › deep-1         2 turns · 45 checkpoints · 1 branch   1 Dec 00:36"},
		{hist, db, 140, " sessions.db › deep-1                     langgraph sqlite, checkpoint v4 · 2 turns · 45 checkpoints · 1 branch · 147 KB   1 Dec 2026 00:36"},
		{hist, db, 40, " sessions.db › deep-1     45 checkpoints"},
		{hist, db, 20, " sessions.db › deep…"},
		{coding, session, 80, ` 83af83ea › "Make it v3 instead"          2 turns · 28 records · 1 rewound turn`},
	} {
		env := Env{Hist: c.hist, Source: "cases/sessions.db"}
		if got := trimmed(env.TitleLine(c.facts, head, c.width)); got != c.want {
			t.Errorf("at %d: got\n%q, want\n%q", c.width, got, c.want)
		}
	}
	for w := range 200 {
		if n := (Env{Hist: hist, Source: "a/very/long/way/漢字漢字漢字漢字.db"}).TitleLine(db, head, w).Width(); n > w {
			t.Errorf("%d cells at width %d", n, w)
		}
	}
}

func TestTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 499 * time.Microsecond: "0 ms", 13 * time.Millisecond: "13 ms", 999 * time.Millisecond: "999 ms", 999600 * time.Microsecond: "1.0 s",
		1900 * time.Millisecond: "1.9 s", 9960 * time.Millisecond: "10 s", 41 * time.Second: "41 s", 41*time.Minute + 59*time.Second: "41 m",
		59*time.Minute + 59*time.Second: "59 m", 3 * time.Hour: "3 h", 47 * time.Hour: "47 h", 9 * 24 * time.Hour: "9 d", 3 * 365 * 24 * time.Hour: "3 y",
		-20 * time.Millisecond: "-20 ms", -1 << 63: "-292 y",
	} {
		if got := Took(d); got != want {
			t.Errorf("Took(%d) = %q, want %q", d, got, want)
		}
	}
	now := time.Date(2026, 12, 1, 18, 4, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{0: "now", -time.Hour: "now", 40 * time.Second: "40 s", 2 * time.Minute: "2 min", 3 * time.Hour: "3 h", 9 * 24 * time.Hour: "9 d", 800 * 24 * time.Hour: "2 y"} {
		if got := Age(now.Add(-d), now); got != want {
			t.Errorf("Age(%v) = %q, want %q", d, got, want)
		}
	}
	if got := Age(time.Time{}, now); got != "" {
		t.Errorf("age of no time: %q", got)
	}
	for _, c := range []struct {
		t    time.Time
		want string
	}{{now, "18:04"}, {now.AddDate(0, 0, -1), "30 Nov 18:04"}, {now.AddDate(-1, 0, 0), "1 Dec 2025 18:04"}} {
		if got := ClockTime(c.t, now); got != c.want {
			t.Errorf("ClockTime(%v) = %q, want %q", c.t, got, c.want)
		}
	}
	if Clock.Stamp(now) != "18:04:00" || Date.Stamp(now) != "1 Dec 18:04" || Date.Next() != SinceAbove {
		t.Error("stamps:", Clock.Stamp(now), Date.Stamp(now), Date.Next())
	}
}

// TestGlyphs: every sign is one cell wide, its twin is ASCII, and no two signs of rows have one twin.
func TestGlyphs(t *testing.T) {
	for g := range glyphs {
		uni, asc := glyphTable[g][0], glyphTable[g][1]
		if uni == "" || asc == "" || Width(uni) != len([]rune(uni)) {
			t.Errorf("glyph %d: %q %q", g, uni, asc)
		}
		for i := range len(asc) {
			if asc[i] > 126 || asc[i] < 33 {
				t.Errorf("glyph %d: twin %q", g, asc)
			}
		}
	}
	seen := map[string]Glyph{}
	for _, g := range []Glyph{GInput, GStep, GFork, GUpdate, GCompact, GAsks, GError, GDamaged, GNext, GClosed, GOpen, GLane, GTask} {
		if was, ok := seen[glyphTable[g][1]]; ok {
			t.Errorf("glyphs %d and %d look alike", was, g)
		}
		seen[glyphTable[g][1]] = g
	}
	if got := (Env{ASCII: true}).own("~ total 0→1 ×3 …"); got != "~ total 0->1 x3 ..." {
		t.Error(got)
	}
}
