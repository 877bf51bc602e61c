package term

import (
	"context"
	"fmt"

	"cptui/fork"
	"cptui/loaders"
	"cptui/ui/view"
)

// source is what is open, shared by the pages that show it. Its fields are set on the event loop.
type source struct {
	src     loaders.Source
	path    string // as the user gave it
	info    loaders.Info
	threads []loaders.ThreadHead
	listed  bool // threads is the whole list
	forks   []fork.Result
	store   loaders.Store // nil where it has none
	memory  int           // items of the store, -1 while they are not counted
}

func newSource(src loaders.Source, path string) *source {
	s := &source{src: src, path: path, info: src.Info(), store: loaders.StoreOf(src), memory: -1}
	if s.path == "" {
		s.path = s.info.Path
	}
	return s
}

// count is the number of threads, -1 while it is not known.
func (s *source) count() int {
	if !s.listed {
		return -1
	}
	return len(s.threads)
}

// manyThreads is how many threads are listed at a time.
const manyThreads = 2000

// listThreads reads the names of all threads, page by page; no body is read.
func (a *app) listThreads(s *source, then func()) {
	a.jobs.start("threads", "listing threads", func(ctx context.Context, me *job) func() {
		var all []loaders.ThreadHead
		after := ""
		for {
			page, err := s.src.Threads(ctx, after, manyThreads)
			if err != nil {
				return func() { a.fail(err) }
			}
			all = append(all, page...)
			if len(page) < manyThreads {
				break
			}
			after = page[len(page)-1].ID
			me.progress(int64(len(all)), 0)
		}
		return func() {
			s.threads, s.listed = all, true
			then()
		}
	})
}

// countStore counts the items of the store once.
func (a *app) countStore(s *source) {
	if s.store == nil || s.memory >= 0 {
		return
	}
	a.jobs.start("store-count", "", func(ctx context.Context, _ *job) func() {
		sum, err := s.store.Summary(ctx, a.now())
		if err != nil {
			return nil // the store's own page says so
		}
		return func() { s.memory = sum.Items }
	})
}

// memoryTabs are the two lists of a source that has a store: which one is shown, and how much is in each.
func (s *source) memoryTabs(store bool) view.Line {
	one := func(name string, n int, shown bool) view.Span {
		if n >= 0 {
			name += " " + view.Count(n)
		}
		if shown {
			return view.Span{Text: "[" + name + "]", Style: view.Title}
		}
		return view.Span{Text: " " + name + " ", Style: view.Dim}
	}
	return view.Line{one("Threads", s.count(), !store), {Text: " "}, one("Store", s.memory, store)}
}

// readForks reads the journal of forks of this file.
func (a *app) readForks(s *source) {
	a.jobs.start("forks", "", func(context.Context, *job) func() {
		list, err := fork.Entries(s.path)
		if err != nil {
			return nil
		}
		return func() { s.forks = list }
	})
}

// fail shows an error, unless it only says that newer work took over.
func (a *app) fail(err error) {
	if err == nil || isCancel(err) {
		return
	}
	a.warn(err.Error())
}

// plural is "1 step", "3 steps".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
