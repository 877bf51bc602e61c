package graph

import (
	"context"
	"slices"

	"cptui/graph/value"
)

// add_messages takes people's short forms too, a pair of role and text, a map with role and content, a bare text, and makes
// messages of them. The writes hold the short form as it was given; the state holds the message.

// messageClasses are the classes that LangChain makes of the short forms, by canonical role.
var messageClasses = map[string]string{
	"human": "langchain_core.messages.human.HumanMessage", "ai": "langchain_core.messages.ai.AIMessage",
	"system": "langchain_core.messages.system.SystemMessage", "tool": "langchain_core.messages.tool.ToolMessage",
}

// typedMessage reports whether v is a message of a class: what add_messages leaves, and no reducer makes of plain data.
func typedMessage(v value.Value) bool { return v.Kind() == value.Object && isMessage(v) }

// coerced gives the message that add_messages makes of v; false where it makes none. An id that LangChain draws anew each time
// is left out.
func coerced(v value.Value) (value.Value, bool) {
	switch v.Kind() {
	case value.Object:
		return v, isMessage(v)
	case value.String:
		return newMessage("human", v, nil), true
	case value.List:
		if v.Len() != 2 || v.At(0).Kind() != value.String {
			return v, false
		}
		role, ok := roles[v.At(0).Str()]
		if !ok || messageClasses[role] == "" {
			return v, false
		}
		return newMessage(role, v.At(1), nil), true
	case value.Map:
		role := roleOf(v)
		content, ok := v.Get("content")
		if !ok || messageClasses[role] == "" {
			return v, false
		}
		rest := slices.DeleteFunc(slices.Clone(v.Entries()), func(e value.Entry) bool {
			return e.Name() == "role" || e.Name() == "type" || e.Name() == "content"
		})
		return newMessage(role, content, rest), true
	}
	return v, false
}

func newMessage(role string, content value.Value, rest []value.Entry) value.Value {
	entries := []value.Entry{value.NamedEntry("content", content), value.NamedEntry("type", value.NewString(role))}
	return value.NewObject(messageClasses[role], append(entries, rest...))
}

// takeMessages puts messages into a list as add_messages does. Where one of them has a class, the short forms among them and
// before them become messages too. False where something is no message.
func takeMessages(list *spine, writes []value.Value) (*spine, bool) {
	typed := list.checked > 0 && list.typed || slices.ContainsFunc(list.elems[list.checked:], typedMessage)
	for _, w := range writes {
		typed = typed || slices.ContainsFunc(listOrOne(w), typedMessage)
	}
	in := inbox{spine: list}
	if typed {
		from := 0
		if list.typed {
			from = list.checked
		}
		for i := from; i < len(list.elems); i++ {
			m := list.elems[i]
			if typedMessage(m) {
				continue
			}
			c, ok := coerced(m)
			if !ok {
				return nil, false
			}
			in.mine()
			in.elems[i], in.ids = c, nil
		}
	}
	for _, w := range writes {
		for _, m := range oneOrMany(w, typed) {
			if typed {
				var ok bool
				if m, ok = coerced(m); !ok {
					return nil, false
				}
			} else if !isMessage(m) {
				return nil, false
			}
			in.put(m)
		}
	}
	in.checked, in.typed = len(in.elems), typed
	return in.spine, true
}

// oneOrMany is what a write holds: a list of messages, or one message, which may itself be a pair.
func oneOrMany(w value.Value, typed bool) []value.Value {
	if typed && w.Kind() == value.List && w.Len() == 2 && w.At(0).Kind() == value.String {
		if _, ok := coerced(w); ok && w.At(1).Kind() == value.String {
			return []value.Value{w}
		}
	}
	return listOrOne(w)
}

// mostAhead bounds the rows looked at to tell what becomes of short forms.
const mostAhead = 8

// asMessages makes messages of a list that holds only short forms, where what row i or a row after it wrote shows that the
// channel's reducer does: a message with a class. Without that the list stays as it was written.
func (h *History) asMessages(ctx context.Context, i int, channel string, f *folded) (*folded, error) {
	if f.list == nil || f.many == 0 || f.n == 0 || f.lost != "" {
		return f, nil
	}
	short := f.seen
	made := make([]value.Value, len(short))
	for k, m := range short {
		var ok bool
		if made[k], ok = coerced(m); !ok || typedMessage(m) || m.Kind() == value.String {
			return f, nil
		}
	}
	for n, j := 0, i; n < mostAhead; n++ {
		cp, err := h.Cached(ctx, j)
		if err != nil {
			return nil, err
		}
		for _, w := range channelWrites(cp, channel) {
			if slices.ContainsFunc(listOrOne(w), typedMessage) {
				g := *f
				g.hold(&spine{elems: made})
				g.as = byMessages
				return &g, nil
			}
		}
		next := h.Children(j)
		if len(next) == 0 {
			break
		}
		j = next[len(next)-1]
	}
	return f, nil
}
