package fork

import (
	"bytes"
	"fmt"

	"cptui/graph/value"
	"cptui/loaders/claude"
	"cptui/loaders/jsonl"
)

// claudeEdits is what edits of the messages come to: lines with another content, lines that go, prompts that are added.
type claudeEdits struct {
	before []value.Value
	bodies map[int][]byte
	gone   map[int]bool
	added  []object
}

// editClaude works edits of the messages out. Everything else in a session's state follows from its messages, and cannot be
// set by itself.
func editClaude(c *claude.Copy, edits []Edit) (*claudeEdits, error) {
	out := &claudeEdits{bodies: map[int][]byte{}, gone: map[int]bool{}}
	old := make([]value.Value, len(c.Messages))
	for i, m := range c.Messages {
		old[i] = m.Value
	}
	now := value.NewMap([]value.Entry{value.NamedEntry("messages", value.NewList(old))})
	for _, e := range edits {
		if len(e.Path) < 2 && !(len(e.Path) == 1 && e.Op == Append) || e.Path[0].Name != "messages" {
			return nil, usagef("%s: in a session only messages can be edited, such as .messages[-1].content; todos, files and usage follow from them", e.Path)
		}
		was, _ := e.Path.In(now)
		out.before = append(out.before, was)
		var err error
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
	for i, e := range list.Entries() {
		if i >= len(old) {
			if err := out.add(c, e.Val); err != nil {
				return nil, err
			}
		} else if !value.Equal(old[i], e.Val) {
			if err := out.change(c, i, e.Val); err != nil {
				return nil, err
			}
		}
	}
	for i := list.Len(); i < len(old); i++ {
		out.remove(c, c.Messages[i])
	}
	return out, nil
}

// remove takes a message's lines out, and with them what follows them: an attachment without its prompt says nothing.
func (d *claudeEdits) remove(c *claude.Copy, m claude.CopyMessage) {
	if len(m.Lines) == 0 {
		return
	}
	for k := m.Lines[0]; k < len(c.Lines); k++ {
		d.gone[k] = true
	}
}

// add makes a line of a prompt that was not there, after the last one that a person typed.
func (d *claudeEdits) add(c *claude.Copy, m value.Value) error {
	role, _ := m.Get("role")
	content, ok := m.Get("content")
	if !ok || role.Kind() != value.String || role.Str() != "user" || content.Kind() != value.String && content.Kind() != value.List {
		return usagef(`only a prompt can be added: {"role":"user","content":"…"}`)
	}
	raw, err := value.JSON.Append(nil, content)
	if err != nil {
		return usagef("the added prompt: %w", err)
	}
	for k := len(c.Lines) - 1; k >= 0; k-- {
		o := parseObject(c.Lines[k].Body)
		if string(o.get("type")) != `"user"` || o.get("toolUseResult") != nil || o.get("isMeta") != nil || o.get("isCompactSummary") != nil {
			continue
		}
		o.drop("interruptedMessageId", "isVisibleInTranscriptOnly", "summarizeMetadata", "imagePasteIds", "todos")
		o.set("message", object{{"role", quoted("user")}, {"content", raw}}.bytes())
		d.added = append(d.added, o)
		return nil
	}
	return fmt.Errorf("%w: there is no prompt in this session to model the new one on", ErrRefused)
}

// change gives a message's lines another content.
func (d *claudeEdits) change(c *claude.Copy, i int, m value.Value) error {
	where := fmt.Sprintf(".messages[%d]", i)
	old := c.Messages[i]
	for _, name := range []string{"role", "id"} {
		a, _ := old.Value.Get(name)
		if b, ok := m.Get(name); !ok || !value.Equal(a, b) {
			return usagef("%s.%s cannot be changed; only the last messages can be removed", where, name)
		}
	}
	content, ok := m.Get("content")
	if !ok || content.Kind() != value.String && content.Kind() != value.List {
		return usagef("%s.content must be a text or a list of blocks", where)
	}
	before, _ := old.Value.Get("content")
	if err := sameThinking(before, content, where); err != nil {
		return err
	}
	if len(old.Lines) == 0 {
		return fmt.Errorf("%w: %s is not among the copied lines", ErrRefused, where)
	}
	parts, err := spread(c, old, content)
	if err != nil {
		return usagef("%s: %w", where, err)
	}
	for n, k := range old.Lines {
		if parts[n] == nil {
			d.gone[k] = true
			continue
		}
		o := parseObject(c.Lines[k].Body)
		inner := "message"
		key := "content"
		if o.get("message") == nil && o.get("attachment") != nil {
			inner, key = "attachment", "prompt" // a queued prompt
		}
		msg := parseObject(o.get(inner))
		if bytes.Equal(msg.get(key), parts[n]) {
			continue
		}
		msg.set(key, parts[n])
		o.set(inner, msg.bytes())
		o.drop("toolUseResult") // it would still tell the old result
		d.bodies[k] = o.bytes()
	}
	return nil
}

// spread cuts a content into one part a line, as the lines were cut before; where it has another number of blocks, the
// first line takes all.
func spread(c *claude.Copy, old claude.CopyMessage, content value.Value) ([][]byte, error) {
	parts := make([][]byte, len(old.Lines))
	var err error
	if len(old.Lines) == 1 || content.Kind() != value.List {
		parts[0], err = value.JSON.Append(nil, content)
		return parts, err
	}
	var sizes []int
	total := 0
	for _, k := range old.Lines {
		n := count(parseObject(parseObject(c.Lines[k].Body).get("message")).get("content"))
		sizes, total = append(sizes, n), total+n
	}
	var blocks []value.Value
	for _, e := range content.Entries() {
		blocks = append(blocks, e.Val)
	}
	if len(blocks) != total {
		parts[0], err = value.JSON.Append(nil, content)
		return parts, err
	}
	for n, size := range sizes {
		if parts[n], err = value.JSON.Append(nil, value.NewList(blocks[:size])); err != nil {
			return nil, err
		}
		blocks = blocks[size:]
	}
	return parts, nil
}

// count is the number of items of a JSON list.
func count(raw []byte) (n int) {
	w := jsonl.Walk(raw)
	if w.Kind() != jsonl.Array || !w.Enter() {
		return 1
	}
	for w.Item() {
		w.Skip()
		n++
	}
	return n
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
