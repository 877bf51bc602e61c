package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// Meta is what the row of a checkpoint says besides its state: ids, times, sizes, versions, metadata, problems.
type Meta struct{ *outline }

const metaLabel = 11

// NewMeta shows the metadata of a moment.
func NewMeta(m *graph.Moment, env Env) *Meta {
	tree := &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}
	tree.build = func(width int) []*item {
		b := &metaRows{card: newCard(env, width, metaLabel), m: m, tree: tree}
		if m.Checkpoint != nil {
			b.ids()
			b.row()
			b.channels()
			b.problems()
		}
		return b.items
	}
	tree.roots = tree.build(tree.width)
	tree.flatten()
	return &Meta{tree.outline}
}

type metaRows struct {
	*card
	m    *graph.Moment
	tree *State
}

func (b *metaRows) text(label, text string) {
	if text != "" {
		p := NoPlace
		p.Value = value.NewString(text)
		b.add(label, p, Line{{b.env.clean(text), Plain}}, nil, 0)
	}
}

func (b *metaRows) ids() {
	m := b.m
	b.text("checkpoint", m.ID)
	switch {
	case m.ParentID == "":
		b.add("parent", NoPlace, Line{{"none: the first of its thread", Dim}}, nil, 0)
	case m.Parent == nil:
		b.add("parent", NoPlace, Line{{b.env.clean(m.ParentID), Plain}, {"  not in the file", WaitStyle}}, nil, 0)
	default:
		b.add("parent", stepPlace(m.Parent.Index), Line{{b.env.clean(m.ParentID), LinkStyle}, {"  " + b.env.StepName(m.Parent.Index), Dim}}, nil, 0)
	}
	for i, d := range m.DidRun {
		label := "child"
		if i > 0 {
			label = ""
		}
		if i == 8 {
			b.add(label, NoPlace, Line{{"and " + plural(len(m.DidRun)-i, "child branch") + " more", Dim}}, nil, 0)
			break
		}
		if b.env.Hist != nil && b.env.Hist.DAG != nil {
			b.add(label, stepPlace(d), Line{{b.env.clean(b.env.Hist.ID(d)), LinkStyle}, {"  " + b.env.StepName(d), Dim}}, nil, 0)
		}
	}
	b.text("thread", m.Thread)
	if m.NS == "" {
		b.add("namespace", NoPlace, Line{{"the root graph", Dim}}, nil, 0)
		if b.env.Hist != nil && b.env.Hist.Transcript {
			b.items[len(b.items)-1].draw = func(int) Line {
				return Line{{" " + Pad("namespace", b.label) + " ", Title}, {"the main session", Dim}}
			}
		}
	} else {
		b.text("namespace", m.NS)
	}
	for i, p := range m.Parents {
		label := "called from"
		if i > 0 {
			label = ""
		}
		ns := p.Channel
		if ns == "" {
			ns = "root"
		}
		b.add(label, NoPlace, Line{{b.env.clean(ns) + "  ", Plain}, {b.env.clean(textOf(p.Value)), Plain}}, nil, 0)
	}
	for i, r := range m.Records {
		label := "records"
		if i > 0 {
			label = ""
		}
		if i == 12 {
			b.add("", NoPlace, Line{{"and " + plural(len(m.Records)-i, "record") + " more", Dim}}, nil, 0)
			break
		}
		b.text(label, r)
		if i > 0 && r != "" {
			b.items[len(b.items)-1].place.Text = r
		}
	}
}

// row is what the row's own columns say.
func (b *metaRows) row() {
	m := b.m
	step := "not stored"
	if !m.NoStep {
		step = strconv.Itoa(m.Step)
	}
	b.text("step", step)
	if m.Source != "" {
		b.text("source", m.Source)
	}
	if m.TS != "" {
		b.text("written", m.TS)
	}
	if took := tookWords(m.Brief.Took); took != "" {
		b.add("after", NoPlace, Line{{took, Plain}, {"  since the parent was written", Dim}}, nil, 0)
	}
	if m.V > 0 {
		b.add("format", NoPlace, Line{{"checkpoint v" + strconv.Itoa(m.V), Plain}, {"  the library's own version is not stored", Dim}}, nil, 0)
	}
	if m.Encoding != "" {
		b.text("encoding", m.Encoding)
	}
	if m.Size > 0 {
		b.text("size", byteCount(m.Size)+" body")
	}
	if n := len(m.Checkpoint.Writes); n > 0 {
		what := "pending write"
		if b.env.Hist != nil && b.env.Hist.Transcript {
			what = "write" // a session keeps none waiting: they are what its tools and its model left at this step
		}
		b.text("writes", plural(n, what)+", see Tasks")
	}
	if m.Metadata.Kind() != value.Invalid {
		n := &treeNode{t: b.tree, key: "metadata", keyWidth: metaLabel, val: m.Metadata, pathless: true}
		it := n.item()
		it.open = it.kids != nil && m.Metadata.Len() <= 8
		b.items = append(b.items, it)
	}
}

func (b *metaRows) channels() {
	m := b.m
	if len(m.Versions) > 0 {
		it := &item{place: NoPlace}
		it.place.Text = "versions"
		width := 0
		for _, v := range m.Versions {
			width = max(width, Width(b.env.clean(v.Channel)))
		}
		width = min(width, 40)
		it.kids = func() []*item {
			var list []*item
			for _, v := range m.Versions {
				name := b.env.clean(v.Channel)
				k := plainItem(Line{{"     " + Pad(name, max(width, Width(name))), KeyStyle}, {"  " + PadLeft(VersionShort(v.Value), 5), NumStyle}, {"  " + CleanCut(textOf(v.Value), 64), Dim}})
				k.place.Value, k.place.Text = v.Value, name
				list = append(list, k)
			}
			return list
		}
		it.draw = func(int) Line {
			return Line{{"  " + b.env.foldCell(it.open), Dim}, {Pad("versions", metaLabel), KeyStyle}, {"  " + plural(len(m.Versions), "channel"), Plain}}
		}
		b.items = append(b.items, it)
	}
	switch {
	case m.NoUpdated && graph.TellsTaken(m.Checkpoint):
		b.add("updated", NoPlace, Line{{"not stored: the next run looks at every channel", Dim}}, nil, 0)
	case len(m.Updated) > 0:
		b.text("updated", listWords(m.Updated))
	}
	for i, r := range m.State.Rebuilt {
		label := "rebuilt"
		if i > 0 {
			label = ""
		}
		text := r.Channel + ": "
		switch {
		case r.Lost != "":
			text += "cannot be rebuilt: " + r.Lost
		case r.Seed >= 0:
			text += b.env.builtFrom(&r)
		default:
			text += plural(r.Writes, "write") + ", no snapshot stored yet"
		}
		switch {
		case r.Lost != "":
		case r.Proof == graph.DeltaProved:
			text += ", reducer " + r.Reducer + " (" + plural(r.Snapshots, "stored value") + " tried)"
		case r.Proof == graph.DeltaInferred:
			text += ", reducer " + r.Reducer + " (inferred)"
			if len(r.Rivals) > 0 {
				text += "; " + strings.Join(r.Rivals, ", ") + " would give something else"
			}
		case r.Proof == graph.DeltaUnknown:
			text += ", " + unknownReducer(&r)
		}
		b.text(label, text)
	}
}

func (b *metaRows) problems() {
	list := append(append([]graph.Problem(nil), b.m.Checkpoint.Problems...), b.m.State.Problems...)
	seen := map[string]bool{}
	for _, p := range list {
		text := p.Code + " (" + string(p.Severity) + "): " + p.Message
		if seen[text] {
			continue
		}
		seen[text] = true
		if p.File != "" {
			text += ", " + p.File
		}
		if p.Line > 0 {
			text += ", line " + strconv.Itoa(p.Line)
		}
		if p.Offset > 0 {
			text += ", offset " + strconv.FormatInt(p.Offset, 10)
		}
		style := WaitStyle
		if p.Severity == graph.Error {
			style = ErrStyle
		}
		b.add("problem", NoPlace, Line{{"! " + b.env.clean(text), style}}, nil, 0)
	}
	if len(list) == 0 {
		b.add("problems", NoPlace, Line{{"none", Dim}}, nil, 0)
	}
}
