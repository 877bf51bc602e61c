package term

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"cptui/ui/view"
)

// bookmarks are letters at steps of a thread, kept in the state folder for the next time: one line each, separated by tabs:
// file, thread, letter, checkpoint id, with what a tab would break quoted as in Go.
type bookmarks struct {
	ids map[string]string // letter → checkpoint id, of this thread
}

func (b *bookmarks) count() int { return len(b.ids) }

func bookmarkFile() (string, error) {
	dir, err := stateDir()
	return filepath.Join(dir, "bookmarks"), err
}

// mark is one line of the file.
type mark struct{ file, thread, letter, id string }

func (m mark) String() string {
	esc := strings.NewReplacer("\\", "\\\\", "\t", "\\t", "\n", "\\n")
	return esc.Replace(m.file) + "\t" + esc.Replace(m.thread) + "\t" + esc.Replace(m.letter) + "\t" + esc.Replace(m.id)
}

func parseMark(line string) (m mark, ok bool) {
	part := strings.Split(line, "\t")
	if len(part) != 4 {
		return m, false
	}
	un := strings.NewReplacer("\\\\", "\\", "\\t", "\t", "\\n", "\n")
	for i := range part {
		part[i] = un.Replace(part[i])
	}
	return mark{part[0], part[1], part[2], part[3]}, true
}

func readMarks(name string) (list []mark) {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		if m, ok := parseMark(in.Text()); ok {
			list = append(list, m)
		}
	}
	return list
}

// Bookmark is a name that a person gave to a step.
type Bookmark struct{ Name, Thread, ID string }

// Bookmarks are the bookmarks of a file, in every thread.
func Bookmarks(path string) []Bookmark {
	name, err := bookmarkFile()
	if err != nil {
		return nil
	}
	var list []Bookmark
	for _, m := range readMarks(name) {
		if m.file == absolute(path) {
			list = append(list, Bookmark{Name: m.letter, Thread: m.thread, ID: m.id})
		}
	}
	return list
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// read fetches the bookmarks of this thread.
func (b *bookmarks) read(p *mainPage) {
	h, thread, file := p.hist, p.thread, absolute(p.s.path)
	b.ids = nil
	p.a.jobs.start("bookmarks", "", func(context.Context, *job) func() {
		name, err := bookmarkFile()
		if err != nil {
			return nil
		}
		ids := map[string]string{}
		for _, m := range readMarks(name) {
			if m.file == file && m.thread == thread {
				ids[m.letter] = m.id
			}
		}
		return func() {
			if p.hist == h {
				b.ids = ids
				p.keepPlace(p.showMarks)
			}
		}
	})
}

// showMarks hands the bookmarks to the history's rows.
func (p *mainPage) showMarks() {
	names := map[int][]string{}
	for _, letter := range p.marks.letters() {
		if i, ok := p.hist.Find(p.marks.ids[letter]); ok {
			names[i] = append(names[i], letter)
		}
	}
	p.model.Bookmarks(names)
}

func (b *bookmarks) letters() []string {
	list := make([]string, 0, len(b.ids))
	for l := range b.ids {
		list = append(list, l)
	}
	sort.Strings(list)
	return list
}

// set keeps a letter for a checkpoint; an empty id forgets it. The file is read again first: another window may have
// written to it.
func (b *bookmarks) set(p *mainPage, letter, id string) {
	if b.ids == nil {
		b.ids = map[string]string{}
	}
	if id == "" {
		delete(b.ids, letter)
	} else {
		b.ids[letter] = id
	}
	p.keepPlace(p.showMarks)
	mine := mark{absolute(p.s.path), p.thread, letter, id}
	p.a.jobs.start("bookmark "+letter, "", func(context.Context, *job) func() {
		name, err := bookmarkFile()
		if err == nil {
			var text strings.Builder
			for _, m := range readMarks(name) {
				if m.file != mine.file || m.thread != mine.thread || m.letter != mine.letter {
					text.WriteString(m.String() + "\n")
				}
			}
			if id != "" {
				text.WriteString(mine.String() + "\n")
			}
			err = writeFile(name, text.String())
		}
		if err == nil {
			return nil
		}
		return func() { p.a.warn("keep bookmark: " + err.Error()) }
	})
}

// askSetBookmark waits for the letter.
func (p *mainPage) askSetBookmark(letter string) {
	i := p.checkpoint()
	if letter != "" {
		p.setBookmark(letter, i)
		return
	}
	p.a.ask("bookmark "+p.stepName(i)+" as: ", "", func(string, bool) {}).oneKey(func(letter string) { p.setBookmark(letter, i) })
}

func (p *mainPage) setBookmark(letter string, i int) {
	letter = strings.TrimSpace(letter)
	if letter == "" {
		return
	}
	id := p.hist.ID(i)
	if p.marks.ids[letter] == id {
		p.marks.set(p, letter, "")
		p.a.say("bookmark " + view.CleanLine(letter) + " removed")
		return
	}
	p.marks.set(p, letter, id)
	p.a.say("bookmark " + view.CleanLine(letter) + " is " + p.stepName(i) + " · ' goes there, m " + view.CleanLine(letter) + " here again removes it")
}

// askBookmark shows the bookmarks as a menu: a letter goes there.
func (p *mainPage) askBookmark(letter string) {
	if letter != "" {
		p.gotoBookmark(letter)
		return
	}
	m := &menu{a: p.a, title: "bookmarks"}
	for _, l := range p.marks.letters() {
		i, ok := p.hist.Find(p.marks.ids[l])
		it := menuItem{keys: view.CleanLine(l), name: "", about: "its step is not in the file any more", off: true}
		if ok {
			it.name, it.off = p.stepName(i), false
			it.about = p.model.At(p.model.RowOf(view.Spot{Index: i})).Text
			it.do = func() { p.jump(i) }
		}
		m.items = append(m.items, it)
	}
	p.a.open(m)
}

func (p *mainPage) gotoBookmark(letter string) {
	id, ok := p.marks.ids[letter]
	if !ok {
		p.a.warn("no bookmark " + view.CleanLine(letter))
		return
	}
	if i, ok := p.hist.Find(id); ok {
		p.jump(i)
		return
	}
	p.a.warn("the step of bookmark " + view.CleanLine(letter) + " is not in the file any more")
}
