package fork

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/langgraph"
)

// rowDraft is a fork of a LangGraph database before it is written.
type rowDraft struct {
	file       string
	table      checkpointRow
	copies     []rowKey // rows of the old thread that a new thread takes along
	oldThread  string
	newThread  bool
	resumeFrom string // id to resume from, "" for the head
	info       loaders.Info
	waiting    *waiting // nil where it is left behind
	source     *loaders.DB
	copyTo     string // the file that gets the fork, "" for the database itself
}

// checkpointRow is the one row that every fork adds.
type checkpointRow struct {
	Thread, NS, ID string
	Parent         string // "" stores NULL
	Type           string
	Body, Metadata []byte
}

// rowKey names a checkpoint of the old thread.
type rowKey struct{ NS, ID string }

// makeRows plans a child (or a copy) of one checkpoint of a LangGraph database.
func makeRows(ctx context.Context, src loaders.Source, req Request) (*Plan, error) {
	if req.To != "" {
		return nil, usagef("--to names the file of a forked session; a database is forked in place (--to-thread names a new thread)")
	}
	db, ok := src.(*langgraph.Source)
	if !ok {
		return nil, fmt.Errorf("%w: no fork is written into %s", ErrRefused, src.Info().Format)
	}
	h, err := src.Thread(ctx, req.Thread)
	if err != nil {
		return nil, err
	}
	at, err := find(h, req)
	if err != nil {
		return nil, err
	}
	base, err := h.Cached(ctx, at)
	if err != nil {
		return nil, err
	}
	if base.Body.Type() == "encrypted" {
		return nil, fmt.Errorf("%w: checkpoint %s is encrypted and no key opens it (LANGGRAPH_AES_KEY, --key-env or --key-file names one)", ErrRefused, base.ID)
	}
	if base.Stored.Kind() != value.Map {
		return nil, fmt.Errorf("%w: checkpoint %s cannot be read whole, so it cannot be forked", ErrRefused, base.ID)
	}
	if base.V > 4 {
		return nil, fmt.Errorf("%w: checkpoint format v%d is newer than this program knows (4)", ErrRefused, base.V)
	}
	codec, err := codecFor(base)
	if err != nil {
		return nil, err
	}
	state, err := h.Runtime.State(ctx, h, at)
	if err != nil {
		return nil, err
	}
	draft, err := newDraft(base, state, codec)
	if err != nil {
		return nil, err
	}
	changed, before, err := draft.apply(req.Edits, h.Runtime.Control)
	if err != nil {
		return nil, err
	}
	empty, err := h.DeltasWritten(ctx, at)
	if err != nil {
		return nil, err
	}
	notes, err := draft.snapshots(changed, replays(req, base), empty)
	if err != nil {
		return nil, err
	}
	nodes, err := knownNodes(ctx, h, at)
	if err != nil {
		return nil, err
	}
	if err := draft.choose(req.Next, nodes); err != nil {
		return nil, err
	}
	now, step := time.Now(), base.Step+1
	ids := make([]string, h.Len())
	for i := range ids {
		ids[i] = h.ID(i)
	}
	id, err := newID(now, step, ids)
	if err != nil {
		return nil, err
	}
	if slices.Contains(ids, id) {
		return nil, fmt.Errorf("%w: id %s is already there", ErrRefused, id)
	}
	var keeps *waiting
	if req.KeepWaiting {
		if keeps, err = keepWaiting(ctx, db, h, at, graph.Anew{ID: id, NS: req.NS, Step: step + 1}); err != nil {
			return nil, err
		}
	}
	if err := draft.stamp(id, now); err != nil {
		return nil, err
	}
	body, err := draft.encode()
	if err != nil {
		return nil, err
	}
	if body, err = db.Seal(base.Encoding, body); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	p := &Plan{
		Request: req, Thread: req.Thread, NS: req.NS, ID: id, Parent: base.ID, Source: req.Kind, Step: step,
		Changed: req.Edits, Before: before, Keeps: h.Len(),
	}
	if req.Kind == "fork" {
		p.Parent = base.ParentID
	}
	if req.ToThread != "" {
		p.Thread = req.ToThread
		if !req.WithHistory {
			p.Parent = ""
		}
	}
	row := checkpointRow{Thread: p.Thread, NS: p.NS, ID: id, Parent: p.Parent, Type: base.Encoding, Body: body, Metadata: metadata(base, req.Kind, step)}
	d := &rowDraft{file: req.Path, table: row, oldThread: req.Thread, newThread: req.ToThread != "", info: src.Info(), waiting: keeps, source: db.DB(), copyTo: req.CopyTo}
	if req.WithHistory {
		d.copies = history(h, at, req.Kind)
	}
	p.draft, p.File = d, req.CopyTo
	p.Head, p.HeadBefore = headMoves(h, req, id)
	if !p.Head {
		d.resumeFrom = id
	}
	p.Rows = append(d.copyRows(), row.plan())
	if keeps != nil {
		p.Rows = append(p.Rows, keeps.plan(p.Thread)...)
	}
	check := &checking{src: db, h: h, row: row, base: base, asked: req.Next, keeps: keeps}
	if p.Next, err = check.next(ctx); err != nil {
		return nil, err
	}
	held, err := hanging(ctx, h, at)
	if err != nil {
		return nil, err
	}
	if keeps != nil {
		p.Carries, p.Loses = held.kept(), keeps.lost
	} else if len(h.Children(at)) == 0 { // else the step was finished: its writes are in the child, and the fork takes another way
		p.Loses = held.lost()
	}
	p.Loses = append(p.Loses, notes...)
	p.After, err = effects(ctx, h, at)
	return p, err
}

// replays tells of which delta channels a new row without a snapshot would load something else than its base: those that the
// base has writes of, since they are its children's; all where the row stands alone in a new thread. An exact copy stands
// beside its base and loads what that loads.
func replays(req Request, base *graph.Checkpoint) func(channel string) bool {
	return func(channel string) bool {
		switch {
		case req.ToThread != "" && !req.WithHistory:
			return true
		case req.Kind == "fork":
			return false
		}
		return slices.ContainsFunc(base.Writes, func(w graph.Write) bool { return w.Channel == channel })
	}
}

// find gives the DAG index of the chosen checkpoint; ids repeat between namespaces, so the namespace counts.
func find(h *graph.History, req Request) (int, error) {
	for _, i := range h.InNS(req.NS) {
		if h.ID(i) == req.Checkpoint {
			return i, nil
		}
	}
	return -1, usagef("no checkpoint %s in namespace %q of thread %q", req.Checkpoint, req.NS, req.Thread)
}

// headMoves tells whether the fork becomes what a resume by thread goes on from, and what is so now.
func headMoves(h *graph.History, req Request, id string) (bool, string) {
	head := h.Head(req.NS)
	if head < 0 {
		return true, ""
	}
	before := h.ID(head)
	return req.ToThread != "" || id > before, before
}

// history lists what a new thread takes along: the line of ancestors and the namespaces that their tasks called.
func history(h *graph.History, at int, kind string) []rowKey {
	line := h.Line(at)
	if kind == "fork" {
		line = line[:len(line)-1]
	}
	var keys []rowKey
	on := map[int]bool{}
	for _, i := range line {
		on[i] = true
		keys = append(keys, rowKey{h.NS(i), h.ID(i)})
	}
	// A child of a child hangs on a row that was added in this loop, so go on until nothing comes.
	taken := map[int]bool{}
	for more := true; more; {
		more = false
		for k, kid := range h.Kids {
			if taken[k] || kid.Parent < 0 || !on[kid.Parent] || kid.Parent == at {
				continue
			}
			taken[k], more = true, true
			of := kid.Rows
			if of == nil {
				of = h.InNS(kid.NS)
			}
			for _, i := range of {
				on[i] = true
				keys = append(keys, rowKey{kid.NS, h.ID(i)})
			}
		}
	}
	return keys
}

// knownNodes are the nodes that the thread has ever had reason to run.
func knownNodes(ctx context.Context, h *graph.History, at int) ([]string, error) {
	table, err := h.SeenTable(ctx, at)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, r := range table {
		if !strings.HasPrefix(r.Node, "__") && !slices.Contains(names, r.Node) {
			names = append(names, r.Node)
		}
	}
	slices.Sort(names)
	return names, nil
}

// metadata is what LangGraph needs and no more; the run's own keys (user ids, tags) belong to the run that was.
func metadata(base *graph.Checkpoint, source string, step int) []byte {
	out := append([]byte(`{"source": "`), source...)
	out = fmt.Appendf(out, `", "step": %d`, step)
	if _, has := base.Metadata.Get("writes"); has {
		out = append(out, `, "writes": null`...)
	}
	if parents, has := base.Metadata.Get("parents"); has {
		out = append(out, `, "parents": `...)
		out = value.AppendJSON(out, parents, value.JSONOptions{Reveal: true})
	}
	return append(out, '}')
}

func (r checkpointRow) plan() Row {
	parent := r.Parent
	if parent == "" {
		parent = "NULL"
	}
	return Row{
		Table: "checkpoints", Key: []string{r.Thread, r.NS, r.ID},
		Columns: []string{"parent_checkpoint_id " + parent, "type " + r.Type, fmt.Sprintf("checkpoint %d B", len(r.Body)), "metadata " + string(r.Metadata)},
		Bytes:   int64(len(r.Body) + len(r.Metadata)),
	}
}

func (d *rowDraft) copyRows() []Row {
	rows := make([]Row, 0, len(d.copies)+1)
	for _, k := range d.copies {
		rows = append(rows, Row{Table: "checkpoints", Key: []string{d.table.Thread, k.NS, k.ID}, Columns: []string{"as in thread " + d.oldThread + ", with its writes"}})
	}
	return rows
}
