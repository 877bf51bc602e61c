package claude

import (
	"strings"

	"cptui/loaders/jsonl"
)

// spot finds a member of a record by its path of keys, the last of doubled ones; nil where it is not there.
func spot(body []byte, path ...string) []byte {
	w := jsonl.Walk(body)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return nil
	}
	var found []byte
	for w.Key() {
		if string(w.Name) != path[0] {
			w.Skip()
			continue
		}
		found = w.Skip()
	}
	if len(path) > 1 && found != nil {
		return spot(found, path[1:]...)
	}
	return found
}

// content is the message's content as stored; of a queued prompt its prompt.
func content(body []byte) []byte {
	if c := spot(body, "message", "content"); c != nil {
		return c
	}
	return spot(body, "attachment", "prompt")
}

// blocks lists the items of a content: blocks and bare texts; a content that is a text is one item.
func blocks(content []byte) [][]byte {
	w := jsonl.Walk(content)
	switch w.Kind() {
	case jsonl.Array:
		var out [][]byte
		w.Enter()
		for w.Item() {
			out = append(out, w.Skip())
		}
		return out
	case jsonl.String, jsonl.Object:
		return [][]byte{w.Skip()}
	}
	return nil
}

// word reads a value that is a text; "" for all others.
func word(raw []byte) string {
	w := jsonl.Walk(raw)
	if w.Kind() != jsonl.String {
		return ""
	}
	t, _ := w.Text()
	return jsonl.Unquote(t)
}

// textOf is what a content says: its texts, one a line. Pictures and calls say nothing.
func textOf(content []byte) string {
	var out []string
	for _, b := range blocks(content) {
		if len(b) > 0 && b[0] == '"' {
			out = append(out, word(b))
		} else if word(spot(b, "type")) == "text" {
			out = append(out, word(spot(b, "text")))
		}
	}
	return strings.Join(out, "\n")
}
