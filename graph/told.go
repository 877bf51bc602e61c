package graph

import (
	"context"

	"cptui/graph/value"
)

// Teller is what a Runtime may be as well: it tells the messages that a step added without opening the state at it.
type Teller interface {
	Told(ctx context.Context, h *History, i int) ([]value.Value, error)
}

// Told lists the messages that came in with checkpoint i, in their order: those its state has and its parent's has not, of a
// row of input those that were given. A session reads only the step's own records for it.
func (h *History) Told(ctx context.Context, i int) ([]Message, error) {
	if own, ok := h.Runtime.(Teller); ok {
		list, err := own.Told(ctx, h, i)
		return readAll(list), err
	}
	cp, err := h.Cached(ctx, i)
	if err != nil {
		return nil, err
	}
	if in, ok := cp.Channel(chanStart); ok && cp.Source == "input" {
		if in.Kind() != value.Map {
			return readAll(newItems(value.Value{}, in)), nil
		}
		var out []Message
		for _, e := range in.Entries() {
			out = append(out, readAll(newItems(value.Value{}, e.Val))...)
		}
		return out, nil
	}
	now, err := h.Runtime.State(ctx, h, i)
	if err != nil {
		return nil, err
	}
	var before State
	if p := h.Parent(i); p >= 0 {
		if before, err = h.Runtime.State(ctx, h, p); err != nil {
			return nil, err
		}
	} else if h.ParentID(i) != "" { // which of its messages are new is not known
		return nil, nil
	}
	if unreadable(now) || unreadable(before) {
		return nil, nil
	}
	changed, _ := ChangedChannels(before, now)
	var out []Message
	for _, c := range changed {
		if c.Op != Removed {
			out = append(out, readAll(newItems(c.Before, c.After))...)
		}
	}
	return out, nil
}

func readAll(list []value.Value) []Message {
	var out []Message
	for _, v := range list {
		if m, ok := ReadMessage(v); ok {
			out = append(out, m)
		}
	}
	return out
}

// ResultText is the text of what a tool gave back; "" where it gave none, or something that is no text.
func ResultText(c Call) string {
	if c.Result.Kind() == value.Object || c.Result.Kind() == value.Map {
		if m, ok := ReadMessage(c.Result); ok {
			return m.Text
		}
	}
	return contentText(c.Result)
}
