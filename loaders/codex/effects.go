package codex

import (
	"slices"
	"strings"

	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// Fold takes over where and how the program ran, what answers cost, and what results did to files and plan.
func (t script) Fold(next *transcript.State, i int) error {
	u, n := t.s.at(i)
	if u.steps[n].parent < 0 && u.up == nil {
		u.apply(next, u.meta())
	}
	for _, rec := range u.of(n) {
		if set, ok := u.settings[rec]; ok {
			u.apply(next, set)
		}
	}
	if u.borrowed != nil {
		u.borrowed.apply(next, u.lent)
	}
	for _, c := range u.paid(n) {
		c.add(&next.Usage)
		next.Paid = true
	}
	if u.steps[n].kind != transcript.Results {
		return nil
	}
	for _, id := range u.gave(n) {
		if u.fails(id) {
			continue
		}
		for _, x := range u.changes[id] {
			by := ""
			if at := u.asker(id); at >= 0 {
				by = u.Text(u.recs[at].name)
			}
			next.Files = transcript.SetFile(next.Files, transcript.Written{Path: u.fileName(x.path), Change: x.change.String(), By: "tool:" + by, Step: u.names[n]})
		}
		if u.plans(id) {
			if err := u.plan(next, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// paid lists what an answer cost.
func (u *unit) paid(n int32) []cost {
	k, _ := slices.BinarySearchFunc(u.costs, n, func(c cost, n int32) int { return int(c.step - n) })
	end := k
	for end < len(u.costs) && u.costs[end].step == n {
		end++
	}
	return u.costs[k:end]
}

// meta is what the first line says of where the program ran.
func (u *unit) meta() setting {
	for i := range u.recs {
		if u.recs[i].kind == meta {
			return u.settings[int32(i)]
		}
	}
	return setting{}
}

func (u *unit) apply(next *transcript.State, set setting) {
	put := func(to *string, r ref) {
		if r != 0 {
			*to = u.Text(r)
		}
	}
	put(&next.Model, set.model)
	put(&next.CWD, set.cwd)
	put(&next.Branch, set.branch)
	if set.approval == 0 && set.sandbox == 0 {
		return
	}
	var mode []string
	if m := u.Text(set.mode); m != "" && m != "default" {
		mode = append(mode, m)
	}
	for _, r := range []ref{set.approval, set.sandbox} {
		if r != 0 {
			mode = append(mode, u.Text(r))
		}
	}
	next.Mode = strings.Join(mode, ", ")
}

// plan reads the plan that a call told: steps of update_plan, or the items of a stream's list.
func (u *unit) plan(next *transcript.State, id ref) error {
	at := u.asker(id)
	if r := u.didOf[id]; r >= 0 {
		at = r // of a list that grew, what it came to
	}
	c, err := u.call(at)
	if err != nil {
		return err
	}
	list, ok := c.Input.Get("plan")
	if !ok {
		if list, ok = c.Input.Get("items"); !ok {
			return nil
		}
	}
	if list.Kind() != value.List {
		return nil
	}
	items := make([]value.Value, 0, list.Len())
	for _, e := range list.Entries() {
		word := func(names ...string) string {
			for _, name := range names {
				if v, ok := e.Val.Get(name); ok && v.Kind() == value.String {
					return v.Str()
				}
			}
			return ""
		}
		status := word("status")
		if v, ok := e.Val.Get("completed"); ok && status == "" {
			if status = "pending"; v.Kind() == value.Bool && v.Truth() {
				status = "completed"
			}
		}
		items = append(items, value.NewMap([]value.Entry{transcript.Entry("content", word("step", "text", "content")), transcript.Entry("status", status)}))
	}
	next.Todos = value.NewList(items)
	return nil
}
