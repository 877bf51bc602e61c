package view

import (
	"testing"
	"time"
)

func replaySteps() []ReplayStep {
	at := func(s float64) time.Time { return time.Unix(1000, 0).Add(time.Duration(s * float64(time.Second))) }
	return []ReplayStep{
		{Index: 10, Time: at(0), Prompt: true},
		{Index: 11, Time: at(0.5)},
		{Index: 12, Time: at(240.5), Problem: true}, // four minutes of silence
		{Index: 13},                            // no time
		{Index: 14, Time: at(100), Fork: true}, // the clock ran backwards
		{Index: 15, Time: at(241.5), Prompt: true},
	}
}

func TestReplayTimes(t *testing.T) {
	r := NewReplay(replaySteps(), 0, 2*time.Second)
	for i, want := range []time.Duration{0, 500 * time.Millisecond, 2 * time.Second, unknownGap, unknownGap, time.Second} {
		if _, played, _ := r.Gap(i); played != want {
			t.Errorf("before step %d: %v, want %v", i, played, want)
		}
	}
	if real, _, capped := r.Gap(2); real != 4*time.Minute || !capped {
		t.Errorf("the long silence: %v %v", real, capped)
	}
	whole := NewReplay(replaySteps(), 0, -1)
	if _, played, capped := whole.Gap(2); played != 4*time.Minute || capped {
		t.Errorf("uncapped: %v %v", played, capped)
	}
}

// Steps that are milliseconds apart are seen one by one where a least time is asked for.
func TestReplayLeast(t *testing.T) {
	var steps []ReplayStep
	for i := range 4 {
		steps = append(steps, ReplayStep{Index: i, Time: time.Unix(0, int64(i)*int64(time.Millisecond))})
	}
	r := NewReplay(steps, LeastGap, 0)
	r.Toggle()
	for want := 1; want < 4; want++ {
		r.Advance(LeastGap - time.Millisecond)
		if r.At() != want-1 {
			t.Errorf("at %d before step %d is due", r.At(), want)
		}
		r.Advance(time.Millisecond)
		if r.At() != want {
			t.Errorf("at %d, want %d", r.At(), want)
		}
	}
}

func TestReplayPlays(t *testing.T) {
	r := NewReplay(replaySteps(), 0, 2*time.Second)
	if r.Advance(time.Hour) || r.Index() != 10 {
		t.Fatal("stopped means that no time goes by")
	}
	r.Toggle()
	if r.Advance(400 * time.Millisecond) {
		t.Error("too early")
	}
	if wait, ok := r.Wait(); !ok || wait != 100*time.Millisecond {
		t.Errorf("next step in %v %v", wait, ok)
	}
	if !r.Advance(100*time.Millisecond) || r.Index() != 11 {
		t.Errorf("at %d", r.Index())
	}
	if got := r.Status(); got != "plays ×1  2 of 6  … 240 s" {
		t.Errorf("status %q", got)
	}
	r.Faster()
	if !r.Advance(time.Second) || r.Index() != 12 {
		t.Errorf("twice as fast: at %d", r.Index())
	}
	r.Advance(time.Hour)
	if r.Playing() || r.Index() != 15 {
		t.Errorf("the end stops it: %v at %d", r.Playing(), r.Index())
	}
	r.Toggle()
	if !r.Playing() || r.At() != 0 {
		t.Error("going on at the end starts again")
	}
}

func TestReplayJumps(t *testing.T) {
	r := NewReplay(replaySteps(), 0, 0)
	problem := func(s ReplayStep) bool { return s.Problem }
	if !r.Jump(1, problem) || r.Index() != 12 || r.Jump(1, problem) {
		t.Errorf("problem: at %d", r.Index())
	}
	if !r.Jump(-1, func(s ReplayStep) bool { return s.Prompt }) || r.Index() != 10 {
		t.Errorf("prompt before: at %d", r.Index())
	}
	if !r.SeekIndex(14) || r.SeekIndex(99) {
		t.Error("seek by checkpoint")
	}
	r.SetSpeed(5)
	if r.Speed() != 4 {
		t.Errorf("speed %v", r.Speed())
	}
	empty := NewReplay(nil, 0, 0)
	empty.Toggle()
	empty.Seek(3)
	if empty.Advance(time.Second) || empty.Index() != -1 || empty.Playing() {
		t.Error("an empty replay")
	}
}

func TestReplayBar(t *testing.T) {
	r := NewReplay(replaySteps(), 0, 2*time.Second)
	r.Seek(2)
	for _, w := range []int{1, 12, 40, 60, 120} {
		for _, ascii := range []bool{false, true} {
			if got := r.Bar(w, Env{ASCII: ascii}); got.Width() > w {
				t.Errorf("bar at %d takes %d cells: %q", w, got.Width(), got.Text())
			}
		}
	}
	if got, want := r.Bar(50, Env{}).Text(), " ○━━━━━━━━━━━━━━━━━●──◆──────○  stopped ×1  3 of 6"; got != want {
		t.Errorf("bar\n%s\nwant\n%s", got, want)
	}
	r.Seek(0)
	if got, want := r.Bar(50, Env{ASCII: true}).Text(), " @-----------------X--F------o  stopped ×1  1 of 6"; got != want {
		t.Errorf("bar\n%s\nwant\n%s", got, want)
	}
}
