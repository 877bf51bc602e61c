package term

import (
	"context"
	"sync"
	"time"
)

// jobs runs all that takes time outside the event loop. Work has a slot; newer work of a slot cancels the older one, whose
// result is dropped however it ends. A job gives back what to do with its result on the loop.
type jobs struct {
	ctx  context.Context
	post func(func())
	safe func(func()) // runs a goroutine's body, catching panics

	mu    sync.Mutex
	idle  *sync.Cond
	live  int // goroutines not ended, or results not yet handled
	slots map[string]*job
	gen   uint64
}

// job is one piece of work that runs.
type job struct {
	slot   string
	title  string // shown when it takes long; "" never
	began  time.Time
	gen    uint64
	cancel context.CancelFunc
	mu     sync.Mutex
	done   int64
	total  int64
}

// progress tells how far the job is; total 0 where that is not known.
func (j *job) progress(done, total int64) {
	j.mu.Lock()
	j.done, j.total = done, total
	j.mu.Unlock()
}

func (j *job) where() (done, total int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.done, j.total
}

func newJobs(ctx context.Context, post func(func()), safe func(func())) *jobs {
	j := &jobs{ctx: ctx, post: post, safe: safe, slots: map[string]*job{}}
	j.idle = sync.NewCond(&j.mu)
	return j
}

// start runs work in a slot. The function that work returns runs on the event loop, unless newer work has taken the slot or
// it was stopped; nil does nothing.
func (j *jobs) start(slot, title string, work func(ctx context.Context, me *job) func()) {
	ctx, cancel := context.WithCancel(j.ctx)
	j.mu.Lock()
	if old := j.slots[slot]; old != nil {
		old.cancel()
	}
	j.gen++
	me := &job{slot: slot, title: title, began: time.Now(), gen: j.gen, cancel: cancel}
	j.slots[slot] = me
	j.live++
	j.mu.Unlock()
	if title != "" {
		j.watch(me)
	}
	go j.safe(func() {
		var then func()
		defer func() {
			j.post(func() { j.finish(me, then) })
		}()
		then = work(ctx, me)
	})
}

// showEvery is how often the progress of long work is drawn.
const showEvery = 200 * time.Millisecond

// watch has the screen drawn while a job runs long.
func (j *jobs) watch(me *job) {
	time.AfterFunc(showEvery, func() {
		j.mu.Lock()
		on := j.slots[me.slot] == me
		j.mu.Unlock()
		if on {
			j.post(func() {})
			j.watch(me)
		}
	})
}

func (j *jobs) finish(me *job, then func()) {
	me.cancel()
	j.mu.Lock()
	current := j.slots[me.slot] == me
	if current {
		delete(j.slots, me.slot)
	}
	j.mu.Unlock()
	if current && then != nil {
		then()
	}
	j.mu.Lock()
	j.live--
	if j.live == 0 {
		j.idle.Broadcast()
	}
	j.mu.Unlock()
}

// stop ends the work of a slot; its result is dropped.
func (j *jobs) stop(slot string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	me := j.slots[slot]
	if me == nil {
		return false
	}
	me.cancel()
	delete(j.slots, slot)
	return true
}

func (j *jobs) running(slot string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.slots[slot] != nil
}

// long is the oldest job with a title that has run for longer than patience; nil where there is none.
func (j *jobs) long(patience time.Duration) *job {
	j.mu.Lock()
	defer j.mu.Unlock()
	var found *job
	for _, me := range j.slots {
		if me.title != "" && time.Since(me.began) >= patience && (found == nil || me.gen < found.gen) {
			found = me
		}
	}
	return found
}

// busy tells whether anything runs or waits to be handled.
func (j *jobs) busy() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.live > 0
}
