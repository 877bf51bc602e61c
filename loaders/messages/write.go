package messages

import (
	"slices"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// places are where the forms keep a message's content, and its id.
var places = [][]string{{"kwargs"}, {"data"}, {"message"}, nil}

// WithContent gives a message another content and leaves the rest of it as it is; false where it has none to replace.
func WithContent(message, content []byte) ([]byte, bool) {
	for _, at := range places {
		if old := transcript.Spot(message, append(slices.Clone(at), "content")...); old != nil {
			return splice(message, old, content), true
		}
	}
	return nil, false
}

// splice puts other bytes in the place of a part of a message.
func splice(message, part, with []byte) []byte {
	from := cap(message) - cap(part) // part is cut out of message, so both end where the same memory does
	return slices.Concat(message[:from], with, message[from+len(part):])
}

// WithoutID leaves out the id of a message, which names another.
func WithoutID(message []byte) []byte {
	for _, at := range places {
		inner := message
		if at != nil {
			inner = transcript.Spot(message, at...)
		}
		if inner == nil {
			continue
		}
		if at == nil && transcript.Spot(message, "lc") != nil {
			continue // the names of the class
		}
		message = splice(message, inner, without(inner, "id"))
	}
	return message
}

// without leaves a member out of an object.
func without(object []byte, name string) []byte {
	w := jsonl.Walk(object)
	before := 0
	for w.Enter(); w.Key(); {
		found := string(w.Name) == name
		w.Skip()
		if w.Bad() {
			break
		}
		if !found {
			before = w.Pos()
			continue
		}
		end := w.Pos()
		if before == 0 { // the first member: its comma goes too
			k := end
			for k < len(object) && (object[k] == ' ' || object[k] == ',' || object[k] == '\n' || object[k] == '\r' || object[k] == '\t') {
				k++
			}
			return slices.Concat(object[:1], object[k:])
		}
		return slices.Concat(object[:before], object[end:])
	}
	return object
}
