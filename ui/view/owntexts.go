package view

import "strings"

// Texts of a brief may share memory with the body of their checkpoint, and one word that is kept would keep all of it: a
// history of a thousand rows held hundreds of megabytes. So what stays is copied.

// own copies the texts of a digest.
func (d *digest) own() {
	d.node, d.text = strings.Clone(d.node), strings.Clone(d.text)
	for i := range d.changes {
		d.changes[i].text = strings.Clone(d.changes[i].text)
	}
	ownAll(d.due)
	ownAll(d.then)
}

// own copies the texts of a task.
func (t *task) own() {
	for _, s := range []*string{&t.name, &t.id, &t.ns, &t.title, &t.arg, &t.failure} {
		*s = strings.Clone(*s)
	}
	for _, list := range [][]string{t.asks, t.answers, t.wrote} {
		ownAll(list)
	}
}

func ownAll(list []string) {
	for i := range list {
		list[i] = strings.Clone(list[i])
	}
}
