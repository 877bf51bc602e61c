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
	c      *claude.Copy
	before []value.Value
	bodies map[int][]byte
	gone   map[int]bool
	added  []object
}

// editClaude works edits of the messages out.
func editClaude(c *claude.Copy, edits []Edit) (*claudeEdits, error) {
	out := &claudeEdits{c: c, bodies: map[int][]byte{}, gone: map[int]bool{}}
	old := make([]value.Value, len(c.Messages))
	for i, m := range c.Messages {
		old[i] = m.Value
	}
	var err error
	out.before, err = editMessages(old, edits, out)
	return out, err
}

// remove takes a message's lines out, and with them what follows them: an attachment without its prompt says nothing.
func (d *claudeEdits) remove(i int) error {
	c, m := d.c, d.c.Messages[i]
	if len(m.Lines) == 0 {
		return nil
	}
	for k := m.Lines[0]; k < len(c.Lines); k++ {
		d.gone[k] = true
	}
	return nil
}

// add makes a line of a prompt that was not there, after the last one that a person typed.
func (d *claudeEdits) add(raw []byte) error {
	c := d.c
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
func (d *claudeEdits) change(i int, content value.Value, where string) error {
	c, old := d.c, d.c.Messages[i]
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
