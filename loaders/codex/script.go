package codex

import (
	"fmt"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// script tells what the steps of a session are: transcript.Script, by DAG index.
type script struct{ s *session }

func (t script) Kind(i int) transcript.Kind { u, n := t.s.at(i); return u.steps[n].kind }
func (t script) Parent(i int) int {
	u, n := t.s.at(i)
	p := t.s.parentOf(u, n)
	if p >= 0 && t.s.spaces[p] != t.s.spaces[i] {
		return -1
	}
	return p
}
func (t script) Depth(i int) int     { return int(t.s.depths[i]) }
func (t script) Prompted(i int) bool { u, n := t.s.at(i); return u.prompted(n) }
func (t script) Asks(i int) bool     { u, n := t.s.at(i); return u.recs[u.steps[n].first].voice != shell }

// Stopped tells a turn that was interrupted: what was asked in it is not answered any more.
func (t script) Stopped(i int) bool   { u, n := t.s.at(i); return u.steps[n].halted }
func (t script) Fails(i int) bool     { u, n := t.s.at(i); return u.steps[n].fails }
func (t script) Synthetic(i int) bool { return t.Fails(i) }
func (t script) Author(i int) string  { u, n := t.s.at(i); return u.names[n] }

// Says is what a step says in a row.
func (t script) Says(i int) (string, error) {
	u, n := t.s.at(i)
	st := &u.steps[n]
	switch {
	case st.kind == transcript.Compact:
		return u.shortened(n)
	case st.fails:
		return u.complaint(n)
	}
	var out []string
	for _, rec := range u.of(n) {
		r := &u.recs[rec]
		if r.kind != said && r.kind != echo || r.kind == echo && r.is(partner) || !r.is(hasText) {
			continue
		}
		if st.kind == transcript.Input && rec != st.first || st.kind == transcript.Answer && r.voice != agent {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return "", err
		}
		out = append(out, transcript.Preview(words(b)))
	}
	text := strings.Join(out, "\n")
	if u.recs[st.first].voice == shell {
		return "!" + transcript.Inner(text, "command"), nil
	}
	if text == "" && st.kind == transcript.Input && u.prompt >= 0 {
		return t.Typed(i)
	}
	return text, nil
}

// shortened says how a conversation was made shorter.
func (u *unit) shortened(n int32) (string, error) {
	for _, rec := range u.of(n) {
		if u.recs[rec].kind != compacted {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return "", err
		}
		if raw := transcript.Spot(b, "replacement_history"); len(raw) > 0 && raw[0] == '[' {
			return fmt.Sprintf("%d items kept", len(transcript.Blocks(raw))), nil
		}
	}
	return "", nil
}

// words is what a message says, as stored: its content, else the text of an event.
func words(item []byte) []byte {
	for _, key := range []string{"content", "message", "text"} {
		if c := transcript.Spot(item, key); c != nil {
			return c
		}
	}
	return nil
}

// complaint is what the API said in place of an answer. Its own message may be JSON again.
func (u *unit) complaint(n int32) (string, error) {
	for _, rec := range u.of(n) {
		if u.recs[rec].kind != failed {
			continue
		}
		b, err := u.item(rec)
		if err != nil {
			return "", err
		}
		for _, path := range [][]string{{"error", "message"}, {"error"}, {"message"}} {
			text := transcript.Word(transcript.Spot(b, path...))
			if text == "" {
				continue
			}
			if inner := transcript.Word(transcript.Spot([]byte(text), "error", "message")); inner != "" {
				return inner, nil
			}
			return text, nil
		}
	}
	return "the turn failed without a word", nil
}

func (t script) Typed(i int) (string, error) {
	u, n := t.s.at(i)
	if u.prompt >= 0 && u.recs[u.steps[n].first].kind == opening {
		b, err := u.borrowed.item(u.prompt)
		return transcript.TextOf(words(b)), err
	}
	b, err := u.item(u.steps[n].first)
	return transcript.TextOf(words(b)), err
}

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

// maxStored is the size from which the raw records of a step are not kept beside its state.
const maxStored = 32 << 20

func (t script) About(i int) (transcript.About, error) {
	u, n := t.s.at(i)
	size := int64(0)
	for _, rec := range u.of(n) {
		size += int64(u.recs[rec].size)
	}
	var a transcript.About
	first := u.steps[n].first
	for _, rec := range u.of(n) {
		a.Records = append(a.Records, u.recordName(rec))
		if size > maxStored && rec != first {
			continue
		}
		b, err := u.body(rec)
		if err != nil {
			return a, err
		}
		if size <= maxStored {
			a.Stored = append(a.Stored, value.Stored(value.JSON, b))
		}
		if rec == first {
			a.Metadata = append(a.Metadata, envelope(b)...)
		}
		if rec == u.moment(n) {
			a.TS = transcript.Stamp(b)
		}
	}
	edge := "parent"
	switch {
	case u.steps[n].parent >= 0:
	case u.before() >= 0:
		edge = "inherited"
	default:
		edge = "root"
	}
	a.Metadata = append(a.Metadata, value.NamedEntry("line", value.NewInt(int64(u.recs[first].line))), transcript.Entry("edge", edge))
	if len(t.s.units) > 1 {
		a.Metadata = append(a.Metadata, transcript.Entry("file", u.path))
	}
	return a, nil
}

// envelope is what a line says but for the words: kept as stored.
func envelope(body []byte) []value.Entry {
	var out []value.Entry
	w := jsonl.Walk(body)
	if !w.Enter() {
		return nil
	}
	for w.Key() {
		name := jsonl.Unquote(w.Name)
		raw := w.Skip()
		switch {
		case raw == nil:
			return out
		case name == "payload":
			for _, k := range []string{"type", "turn_id", "status", "phase", "internal_chat_message_metadata_passthrough"} {
				if v := transcript.Spot(raw, k); v != nil {
					out = append(out, value.NamedEntry("payload."+k, value.Stored(value.JSON, slices.Clone(v))))
				}
			}
		case name == "content" || name == "item" || name == "arguments" || name == "input" || name == "output" || name == "message":
		default:
			out = append(out, value.NamedEntry(name, value.Stored(value.JSON, slices.Clone(raw))))
		}
	}
	return out
}
