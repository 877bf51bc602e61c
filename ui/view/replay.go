package view

import (
	"strconv"
	"strings"
	"time"
)

// ReplayStep is one step of a session as a replay needs it, in the order of the branch.
type ReplayStep struct {
	Index   int
	Time    time.Time // zero where unknown
	Prompt  bool
	Problem bool
	Fork    bool
}

// Replay is where a replay stands. It owns no clock: whoever drives it says with Advance how much time went by.
type Replay struct {
	steps   []ReplayStep
	start   []time.Duration // of each step on the shortened time line
	gap     []time.Duration // real time before each step
	cut     []bool          // the gap before it was capped
	maxGap  time.Duration
	now     time.Duration
	at      int
	speed   int // index into replaySpeeds
	playing bool
}

// DefaultMaxGap is the longest silence that a replay keeps.
const DefaultMaxGap = 2 * time.Second

// LeastGap is the shortest time that a screen shows a step: the steps of a graph may be milliseconds apart, and nobody would
// see them go by.
const LeastGap = 150 * time.Millisecond

// unknownGap stands before steps whose time is missing or runs backwards.
const unknownGap = 200 * time.Millisecond

var replaySpeeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64}

// NewReplay lays the steps out in time, with silences longer than maxGap shortened to it (0: DefaultMaxGap, negative: none
// is) and steps closer than least drawn apart, and stops at the first step.
func NewReplay(steps []ReplayStep, least, maxGap time.Duration) *Replay {
	if maxGap == 0 {
		maxGap = DefaultMaxGap
	}
	r := &Replay{steps: steps, maxGap: maxGap, speed: 2}
	r.start = make([]time.Duration, len(steps))
	r.gap = make([]time.Duration, len(steps))
	r.cut = make([]bool, len(steps))
	var last time.Time
	for i, s := range steps {
		if i == 0 {
			last = s.Time
			continue
		}
		d := unknownGap
		if !s.Time.IsZero() && !last.IsZero() && s.Time.After(last) {
			d = s.Time.Sub(last)
		}
		if s.Time.After(last) {
			last = s.Time
		}
		r.gap[i] = d
		if maxGap > 0 && d > maxGap {
			d, r.cut[i] = maxGap, true
		}
		d = max(d, least)
		r.start[i] = r.start[i-1] + d
	}
	return r
}

func (r *Replay) Len() int { return len(r.steps) }

// Index is the checkpoint the replay stands at, -1 where there is none.
func (r *Replay) Index() int {
	if len(r.steps) == 0 {
		return -1
	}
	return r.steps[r.at].Index
}

// At is the number of the step the replay stands at.
func (r *Replay) At() int { return r.at }

// Gap is the silence before step i as it was, and as it is played.
func (r *Replay) Gap(i int) (real, played time.Duration, capped bool) {
	if i <= 0 || i >= len(r.steps) {
		return 0, 0, false
	}
	return r.gap[i], r.start[i] - r.start[i-1], r.cut[i]
}

// Advance lets d of the watcher's time go by and reports whether another step is reached.
func (r *Replay) Advance(d time.Duration) (moved bool) {
	if !r.playing || len(r.steps) == 0 || d <= 0 {
		return false
	}
	r.now += time.Duration(float64(d) * r.Speed())
	for r.at+1 < len(r.steps) && r.start[r.at+1] <= r.now {
		r.at++
		moved = true
	}
	if r.at == len(r.steps)-1 {
		r.playing = false
		r.now = r.start[r.at]
	}
	return moved
}

// Wait is how long, in the watcher's time, until the next step; 0 and false where none comes by itself.
func (r *Replay) Wait() (time.Duration, bool) {
	if !r.playing || r.at+1 >= len(r.steps) {
		return 0, false
	}
	return max(0, time.Duration(float64(r.start[r.at+1]-r.now)/r.Speed())), true
}

// Playing tells whether time goes by; Toggle stops and goes, from the start again where it has ended.
func (r *Replay) Playing() bool { return r.playing }

func (r *Replay) Toggle() {
	if !r.playing && r.at == len(r.steps)-1 && r.at > 0 {
		r.Seek(0)
	}
	r.playing = !r.playing && len(r.steps) > 1
}

// Speed is how much faster than the session the replay goes.
func (r *Replay) Speed() float64 { return replaySpeeds[r.speed] }

// SetSpeed takes the nearest speed there is.
func (r *Replay) SetSpeed(x float64) {
	for i, s := range replaySpeeds {
		if s <= x || i == 0 {
			r.speed = i
		}
	}
}

func (r *Replay) Faster() { r.speed = min(r.speed+1, len(replaySpeeds)-1) }
func (r *Replay) Slower() { r.speed = max(r.speed-1, 0) }

// Seek goes to step i.
func (r *Replay) Seek(i int) {
	if len(r.steps) == 0 {
		return
	}
	r.at = min(max(i, 0), len(r.steps)-1)
	r.now = r.start[r.at]
}

// SeekIndex goes to the step of a checkpoint; false where it is not on the branch that is played.
func (r *Replay) SeekIndex(index int) bool {
	for i, s := range r.steps {
		if s.Index == index {
			r.Seek(i)
			return true
		}
	}
	return false
}

// Jump goes to the next (by 1) or previous (by -1) step that is wanted; false where there is none.
func (r *Replay) Jump(by int, wanted func(ReplayStep) bool) bool {
	for i := r.at + by; i >= 0 && i < len(r.steps); i += by {
		if wanted(r.steps[i]) {
			r.Seek(i)
			return true
		}
	}
	return false
}

// Status is the words beside the bar: state, speed, place, and how long a shortened silence really was.
func (r *Replay) Status() string {
	word := "stopped"
	switch {
	case r.playing:
		word = "plays"
	case len(r.steps) > 0 && r.at == len(r.steps)-1:
		word = "at the end"
	}
	text := word + " ×" + strconv.FormatFloat(r.Speed(), 'g', -1, 64)
	if len(r.steps) > 0 {
		text += "  " + thousands(r.at+1) + " of " + thousands(len(r.steps))
	}
	if next := r.at + 1; next < len(r.steps) && r.cut[next] {
		text += "  … " + tookWords(r.gap[next])
	}
	return text
}

// Bar draws the place in the session: what has passed, the cursor, and ticks at prompts, problems and forks.
func (r *Replay) Bar(width int, env Env) Line {
	status := r.Status()
	cells := width - Width(status) - 3
	if cells < 10 {
		return Line{{" " + status, Plain}}.Fit(width)
	}
	total := time.Duration(1)
	if n := len(r.steps); n > 0 && r.start[n-1] > 0 {
		total = r.start[n-1]
	}
	cell := func(d time.Duration) int {
		return min(cells-1, int(float64(d)/float64(total)*float64(cells-1)+0.5))
	}
	past, ahead, here := "━", "─", "●"
	ticks := map[byte]string{'p': "○", 'e': "✗", 'f': "◆"}
	if env.ASCII {
		past, ahead, here = "=", "-", "@"
		ticks = map[byte]string{'p': "o", 'e': "X", 'f': "F"}
	}
	marks := make([]byte, cells)
	for i, s := range r.steps {
		c := cell(r.start[i])
		switch {
		case s.Problem:
			marks[c] = 'e'
		case s.Fork && marks[c] != 'e':
			marks[c] = 'f'
		case s.Prompt && marks[c] == 0:
			marks[c] = 'p'
		}
	}
	at := cell(r.now)
	line := Line{{" ", Plain}}
	put := func(s string, st Style) {
		if last := len(line) - 1; line[last].Style == st {
			line[last].Text += s
			return
		}
		line = append(line, Span{s, st})
	}
	for c := 0; c < cells; c++ {
		switch {
		case c == at:
			put(here, Strong)
		case marks[c] == 'e':
			put(ticks['e'], ErrStyle)
		case marks[c] != 0:
			put(ticks[marks[c]], LinkStyle)
		case c < at:
			put(past, BarStyle)
		default:
			put(ahead, Dim)
		}
	}
	return append(line, Span{"  " + strings.TrimSpace(status), Plain})
}
