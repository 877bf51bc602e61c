package term

import (
	"context"
	"time"

	"cptui/graph"
	"cptui/ui/view"
)

// audit is what the thread's own rows say of the predictions made on it: worked out behind the screen, once a thread, when
// somebody looks at where it stands. Going to another step or Esc ends it.
type audit struct {
	hist  *graph.History // looked at
	asked *graph.History // begun, ended or not
	check graph.Check
	whole bool
	at    time.Time
}

// smallThread is up to how many bytes a thread is audited without anybody asking, once its rows are read: its bodies are
// still in memory then.
const smallThread = 8 << 20

// auditEvery is how often a thread that grows is looked at again.
const auditEvery = 10 * time.Second

// foretold says how often what was foretold came; ok is false while that is not known.
func (p *mainPage) foretold() (words string, wrong, ok bool) {
	if p.audit.hist == nil || p.audit.hist.Thread() != p.hist.Thread() {
		return "", false, false
	}
	return view.ForetoldWords(p.audit.check, p.audit.whole), p.audit.check.Missed > 0, true
}

// startAudit begins, where it has not begun yet.
func (p *mainPage) startAudit(title string) {
	h := p.hist
	if _, ok := h.Runtime.(graph.Auditor); !ok || p.audit.hist == h || p.a.jobs.running("audit") {
		return
	}
	if _, _, known := p.foretold(); known && p.a.now().Sub(p.audit.at) < auditEvery {
		return
	}
	p.audit.asked = h
	p.a.jobs.start("audit", title, func(ctx context.Context, me *job) func() {
		rows, whole := h.Audited()
		c, err := h.Audit(ctx, rows, func(done int) { me.progress(int64(done), int64(len(rows))) })
		if err != nil {
			return nil
		}
		return func() {
			if p.hist.Thread() != h.Thread() {
				return
			}
			p.audit.hist, p.audit.check, p.audit.whole, p.audit.at = h, c, whole, p.a.now()
			p.det.remake(tabSeen)
		}
	})
}

// auditQuietly audits a small thread of which all rows are known.
func (p *mainPage) auditQuietly() {
	c := p.model.Counts()
	if p.audit.asked == p.hist || c.Known < c.Checkpoints {
		return
	}
	var bytes int64
	for i := range p.hist.Len() {
		if bytes += p.hist.Row(i).Size; bytes > smallThread {
			return
		}
	}
	p.startAudit("")
}

// drawChecked writes the last line of a history that leaves room for it, and gives what is left above.
func (p *mainPage) drawChecked(c canvas) canvas {
	if c.h-p.model.Len() < 3 {
		return c
	}
	p.auditQuietly()
	words, wrong, _ := p.foretold()
	if words == "" {
		return c
	}
	style := view.Dim
	if wrong {
		style = view.ErrStyle
	}
	c.line(c.h-1, view.Line{{Text: " CHECKED", Style: view.Title}, {Text: "  next " + view.ShortForetold(words, max(c.w-15, 8)), Style: style}}, plainLook, false)
	return c.part(0, 0, c.w, c.h-2)
}
