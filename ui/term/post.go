package term

import (
	"sync"
	"time"
)

// frame is the shortest time between two draws that background work asks for.
const frame = time.Second / 30

// poster hands functions to the event loop. Post never blocks, neither on the loop itself nor after the end, where tview's
// QueueUpdateDraw would; what comes in between two frames is run together and drawn once.
type poster struct {
	mu    sync.Mutex
	queue []func()
	wake  chan struct{}
	done  chan struct{}
	once  sync.Once
}

func newPoster() *poster {
	return &poster{wake: make(chan struct{}, 1), done: make(chan struct{})}
}

func (p *poster) post(f func()) {
	p.mu.Lock()
	p.queue = append(p.queue, f)
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// take empties the queue; for the event loop.
func (p *poster) take() []func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.queue
	p.queue = nil
	return q
}

// run is called on the event loop and does what was posted; it reports whether there was anything.
func (p *poster) run() bool {
	any := false
	for _, f := range p.take() {
		f()
		any = true
	}
	return any
}

// pump brings what is posted to the loop until close; deliver runs on the pump's goroutine and may block while the loop is
// busy, or for ever when the loop has ended: nothing waits for the pump.
func (p *poster) pump(deliver func(func())) {
	for {
		select {
		case <-p.done:
			return
		case <-p.wake:
		}
		select { // a loop that has ended takes nothing more
		case <-p.done:
			return
		default:
		}
		deliver(func() { p.run() })
		select {
		case <-p.done:
			return
		case <-time.After(frame):
		}
	}
}

func (p *poster) close() { p.once.Do(func() { close(p.done) }) }
