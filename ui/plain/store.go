package plain

import (
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/ui/view"
)

// StoreHead prints what a store holds, and what was found wrong with it.
func (t *Text) StoreHead(path string, s loaders.StoreSummary) {
	t.Line(view.Line{{Text: view.CleanLine(path), Style: view.Title}, {Text: t.own("  Store: " + view.StoreSays(s))}})
	for _, p := range s.Problems {
		t.problemLine("", p)
	}
}

func (t *Text) problemLine(indent string, p graph.Problem) {
	t.Line(view.Line{{Text: indent + "! " + view.CleanLine(p.Code) + "  ", Style: view.ErrStyle}, {Text: view.CleanLine(p.Message)}})
}

// StoreNamespace prints the heading of a namespace.
func (t *Text) StoreNamespace(n loaders.StoreNamespace) {
	t.put("\n")
	t.Line(view.Line{{Text: view.StoreName(n.Name), Style: view.KeyStyle}, {Text: "  " + plural(n.Items, "item"), Style: view.Dim}})
}

// keyColumn is how far keys push their values to the right; longer ones push their own further.
const keyColumn = 28

// StoreItems prints the items of a page, a line each: key, value, life, age; its problems below.
func (t *Text) StoreItems(list []loaders.StoreItem, now time.Time, reveal bool) {
	width := 0
	for i := range list {
		width = max(width, view.Width(view.StoreName(list[i].Key)))
	}
	width = min(width, keyColumn)
	env := view.Env{ASCII: t.ASCII, Reveal: reveal}
	for i := range list {
		it := &list[i]
		right := view.Line{}
		life := view.StoreLife(it, now)
		if life != "" {
			style := view.Dim
			if it.Expired(now) {
				style = view.WaitStyle
			}
			right = append(right, view.Span{Text: "  " + life, Style: style})
		}
		right = append(right, view.Span{Text: "  " + view.PadLeft(view.Age(latest(it), now), 6), Style: view.Dim})
		name := view.StoreName(it.Key)
		left := view.Line{{Text: "  " + view.Pad(name, max(width, view.Width(name)))}, {Text: "  "}}
		room := max(t.Width-left.Width()-right.Width(), 16)
		left = append(left, view.Span{Text: t.own(env.StoreValue(it, room)), Style: view.StrStyle})
		t.Line(view.Spread(left, right, left.Width()-left[2:].Width()+room+right.Width())) // a key is never cut: it is there to be copied
		for _, p := range it.Problems {
			t.problemLine("    ", p)
		}
	}
}

func latest(i *loaders.StoreItem) time.Time {
	if i.Updated.After(i.Created) {
		return i.Updated
	}
	return i.Created
}

// StoreMore says that a list goes on.
func (t *Text) StoreMore(left int) {
	if left > 0 {
		t.Line(view.Line{{Text: t.own("  … " + plural(left, "item") + " more"), Style: view.Dim}})
	}
}

// StoreItem prints one item whole.
func (t *Text) StoreItem(i *loaders.StoreItem, now time.Time, reveal bool) {
	row := func(name, text string) {
		if text != "" {
			t.Line(view.Line{{Text: view.Pad(name, 11), Style: view.Dim}, {Text: text}})
		}
	}
	row("namespace", view.StoreName(i.Namespace))
	row("key", view.StoreName(i.Key))
	row("created", storeStamp(i.Created, now))
	row("updated", storeStamp(i.Updated, now))
	if !i.Expires.IsZero() {
		row("expires", joinNonEmpty(", ", i.Expires.Format("2006-01-02 15:04:05")+" UTC", view.StoreLife(i, now), view.StoreTTL(i)))
	} else {
		row("expires", view.StoreLife(i, now))
	}
	if i.Vectors > 0 {
		row("vectors", view.Count(i.Vectors))
	}
	row("value", view.Size(i.Bytes))
	for _, p := range i.Problems {
		t.problemLine("", p)
	}
	t.StorePart(i.Value, reveal)
}

// StorePart prints a value, or a part of one, as JSON; a text as it is. What has the form of a secret is masked unless asked for.
func (t *Text) StorePart(v value.Value, reveal bool) {
	if v.Kind() == value.String {
		text := v.Str()
		if !reveal {
			text, _ = secret.Mask(text)
		}
		t.Value(value.NewString(text), true)
		return
	}
	text := string(value.AppendJSON(nil, v, value.JSONOptions{Indent: "  ", Reveal: reveal}))
	if !reveal {
		text, _ = secret.Mask(text)
	}
	for _, line := range strings.Split(text, "\n") {
		t.put(view.Clean(line) + "\n")
	}
}

func storeStamp(at, now time.Time) string {
	if at.IsZero() {
		return ""
	}
	age := view.Age(at, now)
	if age != "now" {
		age += " ago"
	}
	return at.Format("2006-01-02 15:04:05") + " UTC, " + age
}

// StoreWriter writes a store as one JSON object, item after item, so that a large one is never held.
type StoreWriter struct {
	t *Text
	e enc
}

// NewStoreWriter begins the object.
func NewStoreWriter(t *Text, s loaders.StoreSummary, reveal bool) *StoreWriter {
	w := &StoreWriter{t: t, e: enc{reveal: reveal}}
	e := &w.e
	e.top()
	e.key("store")
	e.summary(s)
	e.key("items")
	e.open('[')
	return w
}

// storeFlush is how much of a store's JSON is held before it is written.
const storeFlush = 32 << 10

// Item writes one item.
func (w *StoreWriter) Item(i *loaders.StoreItem, now time.Time) {
	w.e.storeItem(i, now)
	if len(w.e.b) > storeFlush {
		w.t.put(string(w.e.b[:len(w.e.b)-1]))
		w.e.b = append(w.e.b[:0], '}') // stays, so that the comma before the next is known to be due
	}
}

// End closes the object.
func (w *StoreWriter) End(s loaders.StoreSummary) error {
	w.e.close(']')
	w.e.key("problems")
	w.e.open('[')
	for _, p := range s.Problems {
		w.e.problem(p)
	}
	w.e.close(']')
	w.e.end()
	w.t.put(string(w.e.b))
	return w.t.Flush()
}

func (e *enc) summary(s loaders.StoreSummary) {
	e.open('{')
	e.key("items")
	e.num(int64(s.Items))
	e.key("namespaces")
	e.num(int64(s.Namespaces))
	e.key("bytes")
	e.num(s.Bytes)
	e.key("expiring")
	e.num(int64(s.Expiring))
	e.key("expired")
	e.num(int64(s.Expired))
	e.key("vectors")
	e.num(int64(s.Vectors))
	e.key("dims")
	e.open('[')
	for _, d := range s.Dims {
		e.num(int64(d))
	}
	e.close(']')
	e.key("last_ts")
	e.time(s.Last)
	e.close('}')
}

// StoreItemJSON is one item as a top-level object.
func StoreItemJSON(i *loaders.StoreItem, now time.Time, reveal bool) []byte {
	e := &enc{reveal: reveal}
	e.top()
	e.itemFields(i, now)
	e.end()
	return e.b
}

// StorePartJSON is a part of the value of an item.
func StorePartJSON(i *loaders.StoreItem, p value.Path, v value.Value, reveal bool) []byte {
	e := &enc{reveal: reveal}
	e.top()
	e.key("namespace")
	e.strs(loaders.StoreLabels(i.Namespace))
	e.key("key")
	e.str(i.Key)
	e.key("path")
	e.str(p.String())
	e.key("value")
	e.val(v)
	e.end()
	return e.b
}

func (e *enc) storeItem(i *loaders.StoreItem, now time.Time) {
	e.open('{')
	e.itemFields(i, now)
	e.close('}')
}

func (e *enc) itemFields(i *loaders.StoreItem, now time.Time) {
	e.key("namespace")
	e.strs(loaders.StoreLabels(i.Namespace))
	e.key("key")
	e.str(i.Key)
	e.key("value")
	e.val(i.Value)
	e.key("created_at")
	e.time(i.Created)
	e.key("updated_at")
	e.time(i.Updated)
	e.key("expires_at")
	e.time(i.Expires)
	e.key("ttl_minutes")
	if i.TTL == 0 {
		e.null()
	} else {
		e.val(value.NewFloat(i.TTL))
	}
	e.key("expired")
	e.bool(i.Expired(now))
	e.key("vectors")
	e.num(int64(i.Vectors))
	e.key("problems")
	e.open('[')
	for _, p := range i.Problems {
		e.problem(p)
	}
	e.close(']')
}
