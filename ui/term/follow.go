package term

import (
	"context"
	"time"

	"cptui/graph"
)

// pollEvery is how often a followed source is looked at: one stat, and for a database its version counter.
const pollEvery = 250 * time.Millisecond

// follower watches the source and brings new steps in. While the cursor is on the last rows it goes along with them; as soon
// as somebody scrolls back it holds still and counts what came in below.
type follower struct {
	p     *mainPage
	on    bool
	held  bool      // somebody scrolled back
	below int       // rows that came in since then
	grew  time.Time // when the source was last seen to grow
	timer *time.Timer
}

// stillRuns is how long after it last grew a source with something due counts as running.
const stillRuns = time.Minute

// fresh tells whether the source was seen to grow a short while ago.
func (f *follower) fresh() bool {
	return f.on && !f.grew.IsZero() && f.p.a.now().Sub(f.grew) < stillRuns
}

func (f *follower) toggle() {
	if f.on {
		f.stop()
		f.p.a.say("following ended")
		return
	}
	f.on, f.held, f.below = true, false, 0
	f.p.a.say("following " + f.p.s.path + " · F ends it")
	f.p.goLast()
	f.poll()
}

func (f *follower) stop() {
	f.on = false
	if f.timer != nil {
		f.timer.Stop()
	}
	f.p.a.jobs.stop("poll")
}

// cursorMoved tells whether somebody looks at older rows or came back to the end.
func (f *follower) cursorMoved(id string) {
	if !f.on {
		return
	}
	f.held = f.p.rows.cursor < f.p.rows.len()-2
	if !f.held || id == "last" {
		f.held, f.below = false, 0
	}
}

func (f *follower) poll() {
	p := f.p
	h, thread := p.hist, p.thread
	p.a.jobs.start("poll", "", func(ctx context.Context, _ *job) func() {
		changed, err := p.s.src.Poll(ctx)
		var fresh *graph.History
		if err == nil && changed {
			fresh, err = p.s.src.Thread(ctx, thread)
		}
		return func() {
			if !f.on || p.hist != h {
				return
			}
			if err != nil && !isCancel(err) {
				f.on = false
				p.a.tell("following ended: " + err.Error())
				return
			}
			if fresh != nil {
				f.grown(fresh)
			}
			f.timer = time.AfterFunc(pollEvery, func() { p.a.post.post(func() { f.again() }) })
		}
	})
}

func (f *follower) again() {
	if f.on {
		f.poll()
	}
}

// grown takes the newer history over; what is on screen stays where it is.
func (f *follower) grown(h *graph.History) {
	p := f.p
	before := p.rows.len()
	f.grew = p.a.now()
	p.s.info = p.s.src.Info()
	p.show(h)
	if added := p.rows.len() - before; f.held && added > 0 {
		f.below += added
	}
	if !f.held {
		p.goLast()
	}
}

// goLast puts the cursor on the head.
func (p *mainPage) goLast() {
	if p.model != nil {
		p.land(p.model.Head())
	}
}
