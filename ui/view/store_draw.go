package view

import (
	"strings"
	"time"

	"cptui/graph/value"
)

// Title is the line above the list: the file and what its store holds.
func (t *Store) Title(width int) Line {
	left := Line{{" " + CleanLine(fileName(t.env.Source)), Title}, {"    ", Plain}}
	if t.filter != "" {
		left = append(left, Span{"& " + Cut(t.env.clean(t.filter), 30), KeyStyle})
		return spreadLine(left, Line{{"Esc shows all", Dim}}, width)
	}
	if t.sum == nil {
		return append(left, Span{t.env.own("counting…"), Dim}).Fit(width)
	}
	return append(left, Span{t.env.own(StoreSays(*t.sum)), Plain}).Fit(width)
}

// Row draws row i.
func (t *Store) Row(i, width int) Line {
	line := t.row(i, width)
	if t.env.ASCII {
		line = inASCII(line).Fit(width)
	}
	return line
}

func (t *Store) row(i, width int) Line {
	if i < 0 || i >= len(t.rows) || width <= 0 {
		return nil
	}
	switch r := t.rows[i]; {
	case r.more:
		indent := 1
		if r.space != nil {
			indent += 4
		}
		return Line{{strings.Repeat(" ", indent) + t.env.own("reading…"), Dim}}.Fit(width)
	case r.item == nil:
		return t.spaceRow(r.space, width)
	case r.said > 0:
		return t.saidRow(r.item, r.said).Fit(width)
	case r.tree < 0:
		return t.itemRow(r.item, width)
	default:
		const inset = 3
		if width <= inset {
			return Line{}
		}
		return append(Line{{strings.Repeat(" ", inset), Plain}}, r.item.tree.Row(r.tree, width-inset)...)
	}
}

func (t *Store) spaceRow(sp *storeSpace, width int) Line {
	right := Line{{plural(sp.ns.Items, "item"), Dim}}
	left := Line{{" ", Plain}, {t.env.foldCell(sp.open), Dim}}
	name := CutMiddle(StoreName(sp.ns.Name), max(width-left.Width()-right.Width()-1, 8))
	return Spread(append(left, Span{name, KeyStyle}), right, width)
}

// saidRow is what is said of an item above its value: its times, then each of its problems.
func (t *Store) saidRow(it *storeItem, row int) Line {
	indent := Span{"       ", Plain}
	if row > 1 {
		p := it.Problems[row-2]
		return Line{indent, {"! " + CleanLine(p.Code) + "  ", ErrStyle}, {CleanLine(p.Message), Plain}}
	}
	var parts []string
	for _, w := range []struct {
		word string
		at   time.Time
	}{{"created", it.Created}, {"updated", it.Updated}} {
		if !w.at.IsZero() && (w.word == "created" || !w.at.Equal(it.Created)) {
			parts = append(parts, w.word+" "+w.at.Local().Format("2 Jan 2006 15:04:05"))
		}
	}
	if ttl := StoreTTL(&it.StoreItem); ttl != "" {
		parts = append(parts, ttl)
	}
	if it.Vectors > 0 {
		parts = append(parts, plural(it.Vectors, "vector"))
	}
	parts = append(parts, Size(it.Bytes))
	return Line{indent, {strings.Join(parts, t.env.dot()), Dim}}
}

// storeKey is the width of the column of keys.
const storeKey = 24

func (t *Store) itemRow(it *storeItem, width int) Line {
	right := Line{}
	if len(it.Problems) > 0 {
		right = append(right, Span{"! " + it.Problems[0].Code + " ", ErrStyle})
	}
	if life := StoreLife(&it.StoreItem, t.now()); life != "" {
		style := Dim
		if it.Expired(t.now()) {
			style = WaitStyle
			if width < 100 {
				life, _, _ = strings.Cut(life, ",")
			}
		}
		right = append(right, Span{life, style})
	}
	last := it.Updated
	if last.IsZero() {
		last = it.Created
	}
	right = append(right, Span{PadLeft(Age(last, t.now()), 7), Dim})
	left := Line{{"   ", Plain}, {t.env.foldCell(it.open), Dim}}
	key := StoreName(it.Key)
	left = append(left, Span{Pad(CutMiddle(key, storeKey), storeKey), Strong}, Span{"  ", Plain})
	if room := width - left.Width() - right.Width() - 1; room > 0 {
		left = append(left, Span{t.env.own(t.env.StoreValue(&it.StoreItem, room)), StrStyle})
	}
	return Spread(left, right, width)
}

// Copies is what can be copied of row i.
func (t *Store) Copies(i int) []CopyItem {
	namespace, item := t.ItemAt(i)
	if namespace == "" && item == nil {
		return nil
	}
	if item == nil {
		return []CopyItem{{Key: 'i', Name: "namespace", Text: namespace}, {Key: 'c', Name: "command", Text: StoreCommand(t.env.Source, namespace, "")}}
	}
	p := t.At(i)
	command := StoreCommand(t.env.Source, namespace, item.Key)
	list := []CopyItem{}
	if item.Left {
		list = append(list, CopyItem{Key: 'v', Name: "value", Why: "not read yet: l opens it"})
	} else {
		list = append(list, CopyItem{Key: 'v', Name: "value", Text: string(value.AppendJSON(nil, p.Value, value.JSONOptions{Reveal: t.env.Reveal}))})
	}
	if len(p.Path) > 0 {
		list = append(list, CopyItem{Key: 'p', Name: "path", Text: p.Path.String()})
		command += " --path " + ShellQuote(p.Path.String())
	}
	return append(list, CopyItem{Key: 'i', Name: "key", Text: item.Key}, CopyItem{Key: 'n', Name: "namespace", Text: namespace},
		CopyItem{Key: 'c', Name: "command", Text: command})
}
