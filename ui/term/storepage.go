package term

import (
	"context"

	"cptui/graph/value"
	"cptui/ui/view"
)

// storePage is the screen of the long-term memory in the source: namespaces, keys and values, apart from the threads. What is
// in sight and not read yet is read by a job, a page at a time.
type storePage struct {
	a     *app
	s     *source
	main  *mainPage
	model *view.Store
	rows  rowlist
	found search
	top   int
}

// Pages of the store.
const (
	storeNamespaces = 500
	storeItems      = 200
	storeShort      = 8 << 10 // of a longer value the list tells the size; it is read when it is opened
	storeSearched   = 5000    // items that a search reads at most
)

func newStorePage(main *mainPage) *storePage {
	p := &storePage{a: main.a, s: main.s, main: main}
	p.model = view.NewStore(view.Env{Source: p.s.path, ASCII: p.a.opt.ASCII, Reveal: p.a.opt.Reveal}, p.a.now)
	p.rows.rows = p.model
	p.a.jobs.start("store-count", "counting the store", func(ctx context.Context, _ *job) func() {
		sum, err := p.s.store.Summary(ctx, p.a.now())
		if err != nil {
			return func() { p.a.fail(err) }
		}
		return func() {
			p.s.memory = sum.Items
			p.model.Count(sum)
		}
	})
	if !p.s.listed {
		p.a.listThreads(p.s, func() { main.threads.listed() })
	}
	return p
}

func (p *storePage) kind() view.Screen { return view.StoreScreen }
func (p *storePage) list() *rowlist    { return &p.rows }

func (p *storePage) closed() {
	for _, slot := range []string{"store", "store-count", "store-find"} {
		p.a.jobs.stop(slot)
	}
}

func (p *storePage) facts(f *view.Facts) {
	f.Source, f.Store, f.Threads, f.Found = true, true, p.s.count(), len(p.found.hits)
}

// read reads what n names and gives what to do with it on the loop.
func (p *storePage) read(ctx context.Context, n view.StoreNeed) (then func(), err error) {
	switch store := p.s.store; {
	case n.Namespaces:
		list, err := store.Namespaces(ctx, "", n.After, storeNamespaces)
		return func() { p.model.AddNamespaces(list, len(list) < storeNamespaces) }, err
	case n.Items != nil:
		list, err := store.Items(ctx, *n.Items, n.Behind, storeItems, storeShort)
		return func() { p.model.AddItems(n.Items, list, len(list) < storeItems) }, err
	default:
		item, ok, err := store.Item(ctx, n.Item.Namespace, n.Item.Key)
		return func() { p.model.SetItem(n.Item, item, ok) }, err
	}
}

// feed reads what is in sight.
func (p *storePage) feed() {
	n := p.model.Need(p.rows.top, p.rows.top+p.rows.height)
	if n.None() || p.a.jobs.running("store") || p.a.jobs.running("store-find") {
		return
	}
	p.a.jobs.start("store", "reading the store", func(ctx context.Context, _ *job) func() {
		then, err := p.read(ctx, n)
		if err != nil {
			return func() { p.gaveUp(n, err) }
		}
		return then
	})
}

// gaveUp says why something could not be read, and asks for it no more.
func (p *storePage) gaveUp(n view.StoreNeed, err error) {
	p.a.fail(err)
	switch {
	case n.Namespaces:
		p.model.AddNamespaces(nil, true)
	case n.Items != nil:
		p.model.AddItems(n.Items, nil, true)
	default:
		unread := *n.Item
		unread.Value = value.NewObject(value.TypeDamaged, value.Damaged(0, err.Error(), nil))
		p.model.SetItem(n.Item, unread, true)
	}
}

func (p *storePage) do(id, arg string) bool {
	switch id {
	case "open":
		p.model.Toggle(p.rows.cursor)
	case "fold", "unfold":
		if at, ok := p.model.Fold(p.rows.cursor, id == "unfold"); ok {
			p.rows.to(at)
		}
	case "filter":
		p.filter(arg)
	case "leave":
		return p.leave()
	case "pane", "threads":
		p.a.pop()
		if id == "pane" || p.main.hist != nil {
			p.a.push(newThreadsPage(p.main))
		}
	case "find", "next", "previous":
		p.find(id, arg)
	case "reveal":
		p.a.opt.Reveal = !p.a.opt.Reveal
		p.model.Forget(p.a.opt.Reveal)
	default:
		return false
	}
	return true
}

// leave is Esc: it ends a filter; where there is no thread to go back to, it leaves the source.
func (p *storePage) leave() bool {
	if p.a.note.stays {
		return false
	}
	if p.model.Filtered() != "" {
		p.model.Filter("")
		return true
	}
	if p.main.hist == nil && p.main.verdict != nil && p.main.verdict.Status == "empty" {
		if len(p.a.pages) < 3 {
			p.a.say("there is no thread beside this store; q quits")
			return true
		}
		p.a.pop()
		p.a.pop()
		return true
	}
	return false
}

func (p *storePage) filter(arg string) {
	if arg != "" {
		p.model.Filter(arg)
		p.rows.to(0)
		return
	}
	was := p.model.Filtered()
	set := func(text string) {
		p.model.Filter(text)
		p.rows.to(0)
	}
	pr := p.a.ask("& ", was, func(text string, ok bool) {
		if !ok {
			text = was
		}
		set(text)
	})
	pr.changed = set
}

// find reads the lists of a store that is not too large, then looks through what was read.
func (p *storePage) find(id, arg string) {
	look := func() { p.found.findIn(p.a, id, arg, &p.rows, p.model.Find) }
	if id != "find" || p.model.NeedAll().None() {
		look()
		return
	}
	if n := p.model.Items(); n < 0 || n > storeSearched {
		look()
		p.a.say("looks through what was opened only: the store is large; cptui store --json | grep looks through all of it")
		return
	}
	p.readAll(look)
}

func (p *storePage) readAll(then func()) {
	n := p.model.NeedAll()
	if n.None() {
		then()
		return
	}
	p.a.jobs.stop("store") // the same page would be taken in twice
	p.a.jobs.start("store-find", "reading the store", func(ctx context.Context, _ *job) func() {
		take, err := p.read(ctx, n)
		if err != nil {
			return func() { p.gaveUp(n, err) }
		}
		return func() {
			take()
			p.readAll(then)
		}
	})
}

func (p *storePage) draw(c canvas) {
	c.line(0, p.model.Title(c.w), plainLook, false)
	p.top = 1
	rows := c.h - 1
	if c.h >= tinyHigh {
		c.line(1, p.s.memoryTabs(true), plainLook, false)
		p.top = 3
		rows = c.h - p.top - 2
		c.line(c.h-2, p.a.statusLine(c.w, p.about), plainLook, false)
		c.line(c.h-1, view.Footer(p.a.facts(), c.w, p.a.opt.ASCII), plainLook, false)
	}
	list := c.part(0, p.top, c.w, rows)
	p.rows.draw(list, cursorActive)
	if p.model.Len() == 0 {
		list.line(0, view.Line{{Text: "   nothing is stored here", Style: view.Dim}}, plainLook, false)
	}
	p.feed()
}

// about is the line above the keys: the command that prints what the cursor is on.
func (p *storePage) about(width int) view.Line {
	for _, c := range p.model.Copies(p.rows.cursor) {
		if c.Key == 'c' {
			return view.Spread(view.Line{{Text: " " + view.CleanLine(c.Text), Style: view.Dim}}, view.Line{{Text: "y c copies", Style: view.Dim}}, width)
		}
	}
	return nil
}

func (p *storePage) clicked(_, y int, twice bool) {
	if row := p.rows.top + y - p.top; y >= p.top && row < p.model.Len() {
		p.rows.to(row)
		if twice {
			p.model.Toggle(row)
		}
	}
}

func (p *storePage) wheel(_, _, rows int) { p.rows.move(rows) }

func (p *storePage) copies() []view.CopyItem { return p.model.Copies(p.rows.cursor) }
