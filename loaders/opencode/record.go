package opencode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// maxSession bounds the text of a session that is held in memory.
const maxSession = 512 << 20

// writing puts the records of a session together, one a line, in the form of an export.
type writing struct {
	written
	space string // of the session that is written now, "" for the one that was asked for
	told  []told
}

// member is a name with its value, as JSON.
type member struct {
	name string
	json []byte
}

func text(name, s string) member {
	b, _ := json.Marshal(s)
	return member{name, b}
}

// object writes an object that begins with members and goes on with those of data, an object too.
func object(data []byte, members ...member) []byte {
	out := []byte{'{'}
	for _, m := range members {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, '"')
		out = append(out, m.name...)
		out = append(out, '"', ':')
		out = append(out, m.json...)
	}
	if rest := bytes.TrimLeft(data[1:], " \t\r\n"); len(rest) > 0 && rest[0] != '}' {
		if len(out) > 1 {
			out = append(out, ',')
		}
		return append(out, rest...)
	}
	return append(out, '}')
}

// isObject reports whether b is one sound JSON object.
func isObject(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 1 && b[0] == '{' && json.Valid(b)
}

// plain takes out line ends, which JSON has as blanks only: a record is a line.
func plain(b []byte) []byte {
	b = bytes.TrimSpace(b)
	if bytes.IndexByte(b, '\n') < 0 && bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return b
	}
	return out.Bytes()
}

// put adds a record.
func (w *writing) put(members ...member) error {
	if w.space != "" {
		members = append(members, text("space", w.space))
	}
	w.lines = append(append(w.lines, object([]byte("{}"), members...)...), '\n')
	if len(w.lines) > maxSession {
		return fmt.Errorf("the session holds more than %d MB of text", maxSession>>20)
	}
	return nil
}

// fault notes what is wrong, by the name of the row or file.
func (w *writing) fault(code, message string, args ...any) {
	w.faults = append(w.faults, jsonl.Fault{Code: code, Offset: -1, Message: fmt.Sprintf(message, args...)})
}

// revert is what a person took back: all from a message on, or from one of its parts.
type revert struct{ message, part string }

func readRevert(raw []byte) revert {
	return revert{transcript.Word(transcript.Spot(raw, "messageID")), transcript.Word(transcript.Spot(raw, "partID"))}
}

// takeBack writes a revert. One that begins within a message leaves that message where it is.
func (w *writing) takeBack(r revert) error {
	if r.message == "" {
		return nil
	}
	k := slices.IndexFunc(w.told, func(m told) bool { return m.id == r.message && m.space == w.space })
	if k >= 0 && r.part != "" && len(w.told[k].parts) > 0 && w.told[k].parts[0] != r.part {
		w.fault("unknown-record", "what is taken back begins within message %s, at its part %s; the message is shown whole", r.message, r.part)
		if k+1 == len(w.told) || w.told[k+1].space != w.space {
			return nil
		}
		r.message = w.told[k+1].id
	}
	return w.put(text("revert", r.message))
}

// told is a message that was written.
type told struct {
	id, space string
	parts     []string
}

// message adds one message with its parts. What is no JSON is said, and stays as a text.
func (w *writing) message(id, session string, created int64, data []byte, parts []part, more ...member) error {
	head := append([]member{text("id", id), text("sessionID", session), {"time_created", fmt.Appendf(nil, "%d", created)}}, more...)
	if data = plain(data); !isObject(data) {
		w.fault("bad-json", "message %s: its data is no JSON", id)
		head = append(head, text("data", string(data)))
		data = []byte("{}")
	}
	list := []byte{'['}
	was := told{id: id, space: w.space}
	for _, p := range parts {
		was.parts = append(was.parts, p.id)
		body := plain(p.data)
		if !isObject(body) {
			w.fault("bad-json", "part %s of message %s: its data is no JSON; shown as the text that it is", p.id, id)
			body = object([]byte("{}"), text("type", "text"), text("text", string(bytes.ToValidUTF8(p.data, []byte("\uFFFD")))), member{"damaged", []byte("true")})
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, object(body, text("id", p.id))...)
	}
	w.told = append(w.told, was)
	return w.put(member{"info", object(data, head...)}, member{"parts", append(list, ']')})
}

// part is a row or file of a part.
type part struct {
	id   string
	data []byte
}
