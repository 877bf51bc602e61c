package transcript

import (
	"strings"

	"cptui/loaders/jsonl"
)

// Spot finds a member of a record by its path of keys, the last of doubled ones; nil where it is not there.
func Spot(body []byte, path ...string) []byte {
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
		return Spot(found, path[1:]...)
	}
	return found
}

// Blocks lists the items of a content: blocks and bare texts; a content that is a text is one item.
func Blocks(content []byte) [][]byte {
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

// Word reads a value that is a text; "" for all others.
func Word(raw []byte) string {
	w := jsonl.Walk(raw)
	if w.Kind() != jsonl.String {
		return ""
	}
	t, _ := w.Text()
	return jsonl.Unquote(t)
}

// TextOf is what a content says: its texts, one a line. Pictures and calls say nothing.
func TextOf(content []byte) string {
	var out []string
	for _, b := range Blocks(content) {
		if len(b) > 0 && b[0] == '"' {
			out = append(out, Word(b))
		} else if isText(b) {
			out = append(out, Word(Spot(b, "text")))
		}
	}
	return strings.Join(out, "\n")
}

// isText tells a block of text, however the programs call it.
func isText(block []byte) bool {
	switch Word(Spot(block, "type")) {
	case "": // a part of Gemini's, which says what it is by what it has
		return Spot(block, "text") != nil && string(Spot(block, "thought")) != "true"
	case "text", "Text", "input_text", "output_text", "summary_text", "reasoning_text":
		return true
	}
	return false
}
