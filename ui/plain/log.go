package plain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/ui/view"
)

// Log prints a history.
type Log struct {
	T   *Text
	Env view.Env
	H   *graph.History
}

// HugeRow is from how many bytes of its body on a checkpoint is not opened to print its line.
const HugeRow = 4 << 20

// brief makes the line of checkpoint i.
func (l *Log) brief(ctx context.Context, i int) (view.BriefLine, error) {
	if n := l.H.Row(i).Size; n > HugeRow {
		return view.BriefLine{Sign: view.Span{Text: l.Env.Glyph(view.GStep)}, Node: view.CleanLine(l.H.Source(i)),
			Text: view.Span{Text: view.Size(n) + ", not opened for this list", Style: view.Dim}}, nil
	}
	b, err := l.H.Brief(ctx, i)
	if err != nil {
		return view.BriefLine{}, err
	}
	return l.Env.BriefLine(b), nil
}

// Short prints one line a checkpoint of what the skeleton knows: id, step, time, source. It opens nothing.
func (l *Log) Short(ctx context.Context, rows []int) error {
	for n, i := range rows {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l.T.ShortRow(l.H.Row(i))
		if l.T.Failed() {
			break
		}
	}
	return l.T.Flush()
}

// ShortRow prints what a skeleton knows of one checkpoint.
func (t *Text) ShortRow(r graph.Row) {
	b := append(t.row[:0], view.CleanLine(r.ID)...)
	b = append(b, "  "...)
	b = append(b, stepWord(r)...)
	if !r.Time.IsZero() {
		b = append(b, "  "...)
		b = r.Time.UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
	}
	if r.Source != "" {
		b = append(b, "  "...)
		b = append(b, view.CleanLine(r.Source)...)
	}
	if r.NS != "" {
		b = append(b, "  in "...)
		b = append(b, view.CleanLine(r.NS)...)
	}
	t.row = append(b, '\n')
	t.put(string(t.row))
}

func stepWord(r graph.Row) string {
	if r.NoStep {
		return "@?"
	}
	return fmt.Sprintf("@%d", r.Step)
}

// Rows prints one line a checkpoint: the ending of its id, its step, what ran and what that changed; below it the tasks
// that wait or have failed.
func (l *Log) Rows(ctx context.Context, rows []int) error {
	briefs := make([]view.BriefLine, len(rows))
	idWidth, stepWidth, nodeWidth := 0, 0, 0
	for n, i := range rows {
		b, err := l.brief(ctx, i)
		if err != nil {
			return err
		}
		briefs[n] = b
		idWidth = max(idWidth, view.Width(l.id(i)))
		stepWidth = max(stepWidth, len(stepWord(l.H.Row(i))))
		nodeWidth = max(nodeWidth, view.Width(briefs[n].Node))
	}
	nodeWidth = min(nodeWidth, 24)
	ns := ""
	for n, i := range rows {
		if here := l.H.NS(i); here != ns {
			ns = here
			l.heading(ns)
		}
		line := view.Line{
			{Text: view.Pad(l.id(i), idWidth) + "  ", Style: view.Dim},
			briefs[n].Sign,
			{Text: " " + view.Pad(stepWord(l.H.Row(i)), stepWidth) + "  ", Style: view.NumStyle},
			{Text: view.Pad(briefs[n].Node, nodeWidth), Style: view.KeyStyle},
		}
		if t := briefs[n].Text; t.Text != "" {
			line = append(line, view.Span{Text: "  "}, t)
		}
		if c := briefs[n].Changes; len(c) > 0 {
			line = append(append(line, view.Span{Text: "  "}), c...)
		}
		if n > 0 || l.H.Parent(i) >= 0 {
			line = append(line, l.marks(rows, n)...)
		}
		l.T.Line(line)
		for _, t := range briefs[n].Tasks {
			l.T.Line(append(view.Line{{Text: strings.Repeat(" ", idWidth+2)}, {Text: l.Env.Glyph(view.GTask) + " ", Style: view.Dim}}, t...))
		}
		if l.T.Failed() {
			break
		}
	}
	return l.T.Flush()
}

// id is the shortest unique ending of an id.
func (l *Log) id(i int) string { return view.CleanLine(l.H.Short(i)) }

// marks say where a row comes from if that is not the row above, and whether it is the head.
func (l *Log) marks(rows []int, n int) view.Line {
	var out view.Line
	i := rows[n]
	p := l.H.Parent(i)
	switch {
	case n > 0 && rows[n-1] == p:
	case p >= 0:
		out = append(out, view.Span{Text: "  from " + l.id(p), Style: view.Dim})
	case l.H.ParentID(i) != "":
		out = append(out, view.Span{Text: "  from " + view.CleanLine(l.H.ParentID(i)) + ", which is not here", Style: view.WaitStyle})
	}
	if l.H.NS(i) == "" && i == l.H.Current {
		out = append(out, view.Span{Text: "  head", Style: view.Strong})
	}
	return out
}

// heading names a namespace before its rows: which task called it, and where.
func (l *Log) heading(ns string) {
	about, node := "", ""
	var at []string
	for _, k := range l.H.Kids {
		if k.NS != ns {
			continue
		}
		if about = k.Kind; k.Title != "" {
			about += " " + k.Title
		}
		if k.Parent >= 0 {
			at, node = append(at, stepWord(l.H.Row(k.Parent))), k.Node
		} else {
			about += ", the step that called it is not in the file"
		}
	}
	if len(at) > 6 {
		at = append(at[:5], fmt.Sprintf("and %d more", len(at)-5))
	}
	if len(at) > 0 {
		about += ", called at " + strings.Join(at, ", ")
		if node != "" {
			about += " by " + node
		}
	}
	l.T.Line(view.Line{{Text: view.CleanLine(ns), Style: view.Title}, {Text: "  " + view.CleanLine(about), Style: view.Dim}})
}

// Graph prints the history as the screen draws it, with ns as the main namespace: branches as lanes, tasks and subgraphs
// dotted below their step. Of a tree that is larger than rows, only what belongs to rows is printed.
func (l *Log) Graph(ctx context.Context, rows []int, ns string) error {
	env := l.Env
	env.Quiet = true
	tree := view.NewHistoryOf(env, ns)
	wanted := make(map[int]bool, len(rows))
	for _, i := range rows {
		wanted[i] = true
		if l.H.Row(i).Size > HugeRow {
			continue // its row says what the skeleton knows
		}
		b, err := l.H.Brief(ctx, i)
		if err != nil {
			return err
		}
		tree.SetBriefs(b)
	}
	if v, err := l.H.Verdict(ctx); err == nil {
		tree.SetVerdict(v)
	}
	tree.OpenAll()
	for i := 0; i < tree.Len() && !l.T.Failed(); i++ {
		if c := tree.Checkpoint(i); c < 0 || wanted[c] {
			l.T.Line(tree.Row(i, l.T.Width))
		}
	}
	return l.T.Flush()
}

// Facts prints one fact a line, checkpoint by checkpoint.
func (l *Log) Facts(ctx context.Context, rows []int) error {
	for n, i := range rows {
		b, err := l.H.Brief(ctx, i)
		if err != nil {
			return err
		}
		cp, err := l.H.Cached(ctx, i)
		if err != nil {
			return err
		}
		if n > 0 {
			l.T.put("\n")
		}
		l.fact("checkpoint", cp.ID)
		l.fact("namespace", cp.NS)
		l.fact("parent", cp.ParentID)
		l.fact("step", stepWord(l.H.Row(i)))
		l.fact("source", cp.Source)
		if !cp.Time.IsZero() {
			l.fact("time", cp.Time.UTC().Format(time.RFC3339Nano))
		}
		for _, node := range b.Nodes {
			l.fact("ran", node)
		}
		l.fact("says", l.masked(b.Says))
		for _, c := range b.Asks {
			l.fact("asks", l.Env.CallShort(c, 400))
		}
		for _, c := range b.Results {
			word := "result"
			if c.Error {
				word = "tool-error"
			}
			l.fact(word, l.Env.CallShort(c, 400))
		}
		for _, c := range b.Changes {
			l.fact(opWords[c.Op], l.Env.ChangeWords(c, 400).Text())
		}
		if b.Problem != "" {
			l.fact("problem", b.ProblemKind+" "+l.masked(b.Problem))
		}
		if l.H.NS(i) == "" && i == l.H.Current {
			l.fact("head", "yes")
		}
		if l.T.Failed() {
			break
		}
	}
	return l.T.Flush()
}

func (l *Log) fact(name, text string) {
	if text != "" {
		l.T.put(name + " " + view.CleanLine(text) + "\n")
	}
}

func (l *Log) masked(s string) string {
	if !l.Env.Reveal {
		s, _ = secret.Mask(s)
	}
	return s
}
