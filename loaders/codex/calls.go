package codex

import (
	"slices"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/transcript"
)

// call is the call that record i asks, or stands for.
func (u *unit) call(i int32) (graph.Call, error) {
	r := &u.recs[i]
	out := graph.Call{ID: u.Text(r.call), Name: u.Text(r.name)}
	b, err := u.item(i)
	if err != nil {
		return out, err
	}
	for _, key := range []string{"arguments", "input", "action"} {
		raw := transcript.Spot(b, key)
		if raw == nil {
			continue
		}
		out.Input = value.Stored(value.JSON, slices.Clone(raw))
		if key == "arguments" {
			if in, err := value.ParseJSON([]byte(transcript.Word(raw))); err == nil {
				out.Input = in
			}
		}
		return out, nil
	}
	var e []value.Entry
	for _, key := range []string{"command", "changes", "query", "items", "prompt"} {
		if raw := transcript.Spot(b, key); raw != nil {
			name := key
			if key == "command" && out.Name == "exec_command" {
				name = "cmd"
			}
			e = append(e, value.NamedEntry(name, value.Stored(value.JSON, slices.Clone(raw))))
		}
	}
	if len(e) > 0 {
		out.Input = value.NewMap(e)
	}
	return out, nil
}

// settle gives a call what it gave, where that is in the file.
func (u *unit) settle(c *graph.Call, id ref) error {
	i := u.result(id)
	if i < 0 {
		return nil
	}
	b, err := u.item(i)
	if err != nil {
		return err
	}
	for _, key := range []string{"output", "aggregated_output", "result", "stdout", "error"} {
		if raw := transcript.Spot(b, key); raw != nil && string(raw) != "null" {
			c.Result = value.Stored(value.JSON, slices.Clone(raw))
			break
		}
	}
	if in := transcript.Spot([]byte(c.Result.Raw()), "content"); in != nil && u.recs[i].kind == brought { // {content, success} of old files
		c.Result = value.Stored(value.JSON, slices.Clone(in))
	}
	c.Done, c.Error = true, u.fails(id)
	return nil
}

func (t script) Called(i int) ([]graph.Call, error) {
	u, n := t.s.at(i)
	var out []graph.Call
	for _, rec := range u.of(n) {
		if k := u.recs[rec].kind; k == asked || k == served {
			c, err := u.call(rec)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// gave lists the calls whose results step n brought, each once.
func (u *unit) gave(n int32) []ref {
	var out []ref
	for _, rec := range u.of(n) {
		r := &u.recs[rec]
		if r.kind == brought || r.kind == did && (r.is(ownCall) || u.resultOf[r.call] < 0) {
			if r.call != 0 && !slices.Contains(out, r.call) {
				out = append(out, r.call)
			}
		}
	}
	return out
}

// asker is the record that asks call id, -1 where it is not in the file.
func (u *unit) asker(id ref) int32 {
	if c := u.callOf[id]; c >= 0 {
		return c
	}
	return u.didOf[id]
}

func (t script) Brought(i int) ([]graph.Call, error) {
	u, n := t.s.at(i)
	var out []graph.Call
	for _, id := range u.gave(n) {
		c := graph.Call{ID: u.Text(id)}
		if at := u.asker(id); at >= 0 {
			var err error
			if c, err = u.call(at); err != nil {
				return nil, err
			}
		}
		if err := u.settle(&c, id); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// Open lists the calls of the answer that step i is, or whose results it brought, that have none yet.
func (t script) Open(i int) ([]graph.Call, error) {
	done := map[ref]bool{}
	u, n := t.s.at(i)
	for ; n >= 0; n = u.steps[n].parent {
		st := &u.steps[n]
		switch {
		case st.halted || st.kind == transcript.Compact || st.kind == transcript.Input:
			return nil, nil
		case st.kind == transcript.Results:
			for _, id := range u.gave(n) {
				done[id] = true
			}
			continue
		}
		var out []graph.Call
		for _, rec := range u.of(n) {
			r := &u.recs[rec]
			if r.kind != asked || done[r.call] {
				continue
			}
			c, err := u.call(rec)
			if err == nil {
				err = u.settle(&c, r.call)
			}
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
		return out, nil
	}
	return nil, nil
}

func (t script) Touches(i int, id string) string {
	u, _ := t.s.at(i)
	call := u.Find(id)
	switch {
	case call == 0 || u.fails(call):
	case len(u.changes[call]) > 0:
		return "files"
	case u.plans(call):
		return "todos"
	}
	return ""
}

// plans tells whether a call is one that makes the plan.
func (u *unit) plans(call ref) bool {
	at := u.asker(call)
	return at >= 0 && u.Text(u.recs[at].name) == "update_plan"
}
