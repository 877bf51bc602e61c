package graph_test

import (
	"context"
	"strings"
	"testing"
)

// What a resume runs and keeps was read off the real resumes of these recordings (testdata/record/schedules.py, .ci/interop/resume.py).
func TestForecast(t *testing.T) {
	for _, c := range []struct{ file, thread, runs, keeps, then string }{
		{"asks", "i1", "ask2 waits, nested waits > inner > ask_leaf", "quiet", "end"},
		{"asks", "i2", "ask2 waits, nested waits > inner > ask_leaf", "quiet", "end"},
		{"asks", "i3", "", "", ""},
		{"heals", "e1", "sub failed > hurt", "ok ok2", "fin"},
		{"interrupt-parallel", "one-answered", "right waits", "left", "join"},
		{"send", "send-1", "", "", ""},
	} {
		h := thread(t, open(t, "langgraph/"+c.file), c.thread)
		f, err := h.Forecast(context.Background(), h.HeadOf(""))
		if err != nil {
			t.Fatal(err)
		}
		var runs, keeps []string
		for _, r := range f.Runs {
			s := r.Name + " " + string(r.Status)
			for _, p := range r.Inside {
				s += " > " + strings.Join(p, " > ")
			}
			runs = append(runs, s)
		}
		for _, k := range f.Keeps {
			keeps = append(keeps, k.Name)
		}
		got := [3]string{strings.Join(runs, ", "), strings.Join(keeps, " "), strings.Join(f.Then, " ")}
		if want := [3]string{c.runs, c.keeps, c.then}; got != want || !f.Known {
			t.Errorf("%s %s: %q, wanted %q", c.file, c.thread, got, want)
		}
	}
}
