package term

import (
	"context"
	"time"

	"cptui/graph"
	"cptui/ui/view"
)

// replayPage plays a branch on the main screen: the cursor walks at the session's own pace, a bar shows the place.
type replayPage struct {
	*mainPage
	r     *view.Replay
	last  time.Time
	timer *time.Timer
}

// tick is how often the bar moves while it plays.
const tick = 100 * time.Millisecond

// newReplayPage plays the branch of the step under the cursor, from there; from its first step where the cursor is at its end.
func newReplayPage(main *mainPage) *replayPage {
	p := &replayPage{mainPage: main}
	at := main.checkpoint()
	branch := branchThrough(main.hist, at)
	p.set(branch, nil)
	p.r.SetSpeed(main.a.opt.Speed)
	if main.a.opt.Speed == 0 {
		p.r.SetSpeed(1)
	}
	if !p.r.SeekIndex(at) || p.r.At() == len(branch)-1 {
		p.r.Seek(0)
	}
	main.focus = paneHistory
	p.track()
	p.r.Toggle()
	p.last = main.a.now()
	p.readBriefs(branch)
	p.again()
	return p
}

// branchThrough is the line of checkpoint i: from the root to it and on to its end.
func branchThrough(h *graph.History, i int) []int {
	if i < 0 {
		return nil
	}
	return append(h.Line(i), branchOf(h, i, 1)...)
}

// set lays the branch out; what is known of its steps decides where the bar has ticks.
func (p *replayPage) set(branch []int, briefs map[int]graph.Brief) {
	steps := make([]view.ReplayStep, len(branch))
	for k, i := range branch {
		source := p.hist.Source(i)
		steps[k] = view.ReplayStep{Index: i, Time: p.hist.Time(i), Fork: source == "fork" || source == "update"}
		if b, ok := briefs[i]; ok {
			steps[k].Prompt, steps[k].Problem = b.Kind == graph.StepInput, b.ProblemKind != ""
		}
	}
	old := p.r
	p.r = view.NewReplay(steps, view.LeastGap, p.a.opt.MaxGap)
	if old != nil {
		p.r.SetSpeed(old.Speed())
		p.r.Seek(old.At())
		if old.Playing() != p.r.Playing() && old.At() < len(steps)-1 {
			p.r.Toggle()
		}
	}
}

// readBriefs looks for prompts and problems, for the ticks.
func (p *replayPage) readBriefs(branch []int) {
	h := p.hist
	p.a.jobs.start("replay", "", func(ctx context.Context, _ *job) func() {
		briefs := make(map[int]graph.Brief, len(branch))
		for _, i := range branch {
			b, err := h.Brief(ctx, i)
			if isCancel(err) {
				return nil
			}
			if err == nil {
				briefs[i] = graph.Brief{Kind: b.Kind, ProblemKind: b.ProblemKind}
			}
		}
		return func() { p.set(branch, briefs) }
	})
}

func (p *replayPage) kind() view.Screen { return view.ReplayScreen }

func (p *replayPage) closed() {
	p.a.jobs.stop("replay")
	if p.timer != nil {
		p.timer.Stop()
	}
	p.timer = nil
	p.r = view.NewReplay(nil, 0, 0)
}

// track puts the cursor of the history where the replay stands.
func (p *replayPage) track() {
	if i := p.r.Index(); i >= 0 && i != p.checkpoint() {
		p.land(i)
	}
}

// again waits for the next step, or for the next move of the bar.
func (p *replayPage) again() {
	wait, ok := p.r.Wait()
	if !ok {
		return
	}
	wait = max(frame, min(wait, tick))
	if p.timer != nil {
		p.timer.Stop()
	}
	p.timer = time.AfterFunc(wait, func() { p.a.post.post(p.advance) })
}

func (p *replayPage) advance() {
	now := p.a.now()
	if p.r.Advance(now.Sub(p.last)) {
		p.track()
	}
	p.last = now
	p.again()
}

// do carries out the commands of a replay; moves are jumps in it.
func (p *replayPage) do(id, arg string) bool {
	by := map[string]int{"later": 1, "earlier": -1, "branch-later": 1, "branch-earlier": -1}
	switch id {
	case "play":
		p.r.Toggle()
		p.last = p.a.now()
	case "faster":
		p.r.Faster()
	case "slower":
		p.r.Slower()
	case "later", "earlier", "branch-later", "branch-earlier":
		p.r.Seek(p.r.At() + by[id])
	case "page-later", "page-earlier":
		d := max(1, p.r.Len()/10)
		if id == "page-earlier" {
			d = -d
		}
		p.r.Seek(p.r.At() + d)
	case "first":
		p.r.Seek(0)
	case "last":
		p.r.Seek(p.r.Len() - 1)
	case "turn-later", "turn-earlier":
		p.jumpTo("turn", id == "turn-later", func(s view.ReplayStep) bool { return s.Prompt })
	case "problem-later", "problem-earlier":
		p.jumpTo("problem", id == "problem-later", func(s view.ReplayStep) bool { return s.Problem })
	case "goto":
		if !p.mainPage.do(id, arg) {
			return false
		}
		return true
	case "leave":
		return false
	case "open":
		p.a.pop()
	case "quiet", "only", "back", "reveal", "times":
		return p.mainPage.do(id, arg)
	default:
		return false
	}
	p.track()
	p.again()
	return true
}

func (p *replayPage) jumpTo(what string, later bool, wanted func(view.ReplayStep) bool) {
	by, side := 1, "after"
	if !later {
		by, side = -1, "before"
	}
	if !p.r.Jump(by, wanted) {
		p.a.say("no " + what + " " + side + " this step")
	}
}

func (p *replayPage) facts(f *view.Facts) {
	p.mainPage.facts(f)
	f.Found = 0
}

func (p *replayPage) draw(c canvas) {
	p.mainPage.draw(c)
	l := p.placed
	if l.line.empty() {
		return
	}
	row := sub(c, l.line)
	row.clear()
	row.line(0, p.a.statusLine(row.w, func(width int) view.Line { return p.r.Bar(width, p.env) }), plainLook, false)
}

func (p *replayPage) clicked(x, y int, twice bool) {
	p.mainPage.clicked(x, y, twice)
	p.r.SeekIndex(p.checkpoint())
}
