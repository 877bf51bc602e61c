package fork

import (
	"fmt"

	"cptui/graph/value"
)

// messageEditor turns edits of messages into edits of a session's records.
type messageEditor interface {
	// change gives message i another content; where names it in errors.
	change(i int, content value.Value, where string) error
	// add puts a prompt behind all messages; its content is as it will be stored.
	add(content []byte) error
	// remove takes out one of the last messages.
	remove(i int) error
}

// editMessages works edits of the messages out, and tells what each replaced. Everything else in a session's state follows from
// its messages, and cannot be set by itself.
func editMessages(old []value.Value, edits []Edit, to messageEditor) (before []value.Value, err error) {
	now := value.NewMap([]value.Entry{value.NamedEntry("messages", value.NewList(old))})
	for _, e := range edits {
		if len(e.Path) < 2 && !(len(e.Path) == 1 && e.Op == Append) || e.Path[0].Name != "messages" {
			return nil, usagef("%s: in a session only messages can be edited, such as .messages[-1].content; todos, files and usage follow from them", e.Path)
		}
		was, _ := e.Path.In(now)
		before = append(before, was)
		switch e.Op {
		case Delete:
			now, err = value.Delete(now, e.Path)
		case Append:
			now, err = value.Append(now, e.Path, e.Value)
		default:
			now, err = value.Set(now, e.Path, e.Value)
		}
		if err != nil {
			return nil, usagef("%s: %w", e.Path, err)
		}
	}
	list, _ := now.Get("messages")
	entries := list.Entries()
	stay := 0 // messages that were there before; what has no id is new
	for stay < min(len(entries), len(old)) && (hasID(entries[stay].Val) || value.Equal(old[stay], entries[stay].Val)) {
		stay++
	}
	for i := stay; i < len(old); i++ {
		if err := to.remove(i); err != nil {
			return nil, err
		}
	}
	for i, e := range entries {
		switch {
		case i >= stay:
			err = addPrompt(e.Val, to)
		case !value.Equal(old[i], e.Val):
			err = changeMessage(i, old[i], e.Val, to)
		}
		if err != nil {
			return nil, err
		}
	}
	return before, nil
}

func hasID(m value.Value) bool {
	_, has := m.Get("id")
	return has
}

func addPrompt(m value.Value, to messageEditor) error {
	role, _ := m.Get("role")
	content, ok := m.Get("content")
	if !ok || role.Kind() != value.String || role.Str() != "user" || content.Kind() != value.String && content.Kind() != value.List {
		return usagef(`only a prompt can be added: {"role":"user","content":"…"}`)
	}
	raw, err := value.JSON.Append(nil, content)
	if err != nil {
		return usagef("the added prompt: %w", err)
	}
	return to.add(raw)
}

func changeMessage(i int, old, m value.Value, to messageEditor) error {
	where := fmt.Sprintf(".messages[%d]", i)
	for _, name := range []string{"role", "id"} {
		a, _ := old.Get(name)
		if b, ok := m.Get(name); !ok || !value.Equal(a, b) {
			return usagef("%s.%s cannot be changed; only the last messages can be removed", where, name)
		}
	}
	content, ok := m.Get("content")
	if !ok || content.Kind() != value.String && content.Kind() != value.List {
		return usagef("%s.content must be a text or a list of blocks", where)
	}
	before, _ := old.Get("content")
	if err := sameThinking(before, content, where); err != nil {
		return err
	}
	return to.change(i, content, where)
}

// sameThinking refuses a change of thinking: it is signed, and the API turns down what does not fit its signature.
func sameThinking(before, after value.Value, where string) error {
	a, b := thinking(before), thinking(after)
	same := len(a) == len(b)
	for i := 0; same && i < len(a); i++ {
		same = value.Equal(a[i], b[i])
	}
	if !same {
		return fmt.Errorf("%w: %s: thinking is signed and cannot be changed", ErrRefused, where)
	}
	return nil
}

func thinking(content value.Value) (out []value.Value) {
	if content.Kind() != value.List {
		return nil
	}
	for _, e := range content.Entries() {
		if t, ok := e.Val.Get("type"); ok && t.Kind() == value.String && (t.Str() == "thinking" || t.Str() == "redacted_thinking") {
			out = append(out, e.Val)
		}
	}
	return out
}
