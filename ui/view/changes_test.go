package view

import (
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

func changeOf(t *testing.T, name, before, after string) *graph.Moment {
	a, b := channels(t, name, before), channels(t, name, after)
	changes, same := graph.ChangedChannels(a, b)
	return &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 1}, Parent: &graph.Checkpoint{}, State: b, Before: a, Changes: changes, Same: same}
}

func TestChangeRows(t *testing.T) {
	h := testHistory(3)
	for _, c := range []struct{ name, before, after, want string }{
		{"total", `1`, `3`, "~   total  1 → 3"},
		{"kind", `1`, `1.0`, "~   kind  1 → 1.0"},
		{"kind", `1`, `"1"`, `~   kind  1 → "1"`},
		{"nan", `{"$type":"float","$value":"NaN"}`, `{"$type":"float","$value":"NaN"}`, "   no state channel changed"},
		{"tags", `{"$type":"builtins.set","$value":[1,2]}`, `{"$type":"builtins.set","$value":[2,1]}`, "   no state channel changed"},
		{"plan", `{"a":{"b":1}}`, `{"a":{"b":2}}`, "~     a.b  1 → 2"},
		{"keys", `{"odd name":1}`, `{"odd name":2}`, "~     odd name  1 → 2"},
		{"log", `["x"]`, `["x","y"]`, `+     [1]  "y"`},
		{"log", `["x","y"]`, `["x"]`, `-     [1]  "y"`},
		{"api_key", `"abcdefgh1234"`, `"abcdefgh9999"`, "~   api_key  **********  another secret than before"},
		{"text", `"one\ntwo\nthree\n"`, `"one\n2\nthree\n"`, "-     two"},
		{"text", `"one\ntwo\nthree\n"`, `"one\n2\nthree\n"`, "+     2"},
	} {
		got := draw(NewChanges(changeOf(t, c.name, c.before, c.after), Env{Hist: h}), 80)
		found := false
		for _, row := range strings.Split(got, "\n") {
			if row == c.want {
				found = true
			}
		}
		if !found {
			t.Errorf("%s: %s → %s: no row %q in\n%s", c.name, c.before, c.after, c.want, got)
		}
	}
}

func TestChangesOfHugeText(t *testing.T) {
	a := strings.Repeat("abcdefghij", 500_000)
	b := a[:2_000_000] + "X" + a[2_000_001:]
	m := changeOf(t, "n", "1", "1")
	m.Before = graph.State{Channels: []graph.Channel{{Name: "text", Value: value.NewString(a)}}}
	m.State = graph.State{Channels: []graph.Channel{{Name: "text", Value: value.NewString(b)}}}
	m.Changes, m.Same = graph.ChangedChannels(m.Before, m.State)
	got := draw(NewChanges(m, Env{Hist: testHistory(3)}), 80)
	if n := strings.Count(got, "\n"); n > 60 {
		t.Errorf("one changed letter of 5 MB takes %d rows", n)
	}
}

func TestUnreadableIsNotAChange(t *testing.T) {
	m := changeOf(t, "v", "1", "2")
	damaged := value.NewObject("damaged", []value.Entry{value.NamedEntry("offset", value.NewInt(3)), value.NamedEntry("error", value.NewString("cut"))})
	m.Before = graph.State{Whole: damaged}
	m.Parent.Body = damaged
	m.Changes, m.Same = graph.ChangedChannels(m.Before, m.State)
	env := Env{Hist: testHistory(3)}
	for name, text := range map[string]string{"changes": draw(NewChanges(m, env), 80), "step": draw(NewStep(m, StepFacts{}, env), 80)} {
		if !strings.Contains(text, "not known: the state of the parent cannot be read") {
			t.Errorf("%s: what came in cannot be told from an unreadable parent:\n%s", name, text)
		}
	}
	if text := draw(NewState(m, env), 80); strings.Contains(text, "+") {
		t.Errorf("state marks as new what may not be:\n%s", text)
	}
}
