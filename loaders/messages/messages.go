// Package messages reads plain files of messages: what an application keeps of a talk in the form of the API that it speaks.
//
// A file is a list of messages, an object with one ("messages": what a request or a data set for training holds), or a message
// or such an object on each line. The forms of OpenAI's chat API, of Anthropic's API and of LangChain (as its objects are
// dumped, as dictionaries, in its envelopes) may stand side by side. Messages tell no times, mostly, and no links: their order
// is the talk, and calls find their results by id, or by order where an API has no ids.
package messages

import (
	"slices"

	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// Lists are the members of an object that hold messages.
var Lists = []string{"messages"}

// Format is what the writer of forks reads its own files with.
var Format = talk.Format{Name: "messages", Lists: Lists, Apart: true, Reuses: true, Read: read, Head: head}

func init() { talk.Register(&Format, nil, sniff) }

// sniffed is how many messages are looked at.
const sniffed = 32

// sniff scores the head of a file, below all formats that know more of their own.
func sniff(b []byte, whole bool) int {
	good, bad := 0, 0
	look := func(m []byte) {
		if likely(m) {
			good++
		} else {
			bad++
		}
	}
	if talk.IsDocument(b, whole) {
		for _, m := range talk.Peek(b, Lists, sniffed) {
			look(m)
		}
	} else {
		talk.Lines(b, sniffed, func(line []byte) bool {
			list := talk.Peek(line, Lists, sniffed)
			for _, m := range list {
				look(m)
			}
			if len(list) == 0 {
				look(line)
			}
			return false
		})
	}
	if good > 0 && good >= bad { // other people's lists have a role here and there, too
		return 30
	}
	return 0
}

// likely tells a message: who speaks, and words or calls.
func likely(m []byte) bool {
	f := talk.Fields(m)
	told := false
	for _, name := range []string{"content", "message", "data", "kwargs", "tool_calls", "choices"} {
		_, has := f[name]
		told = told || has
	}
	for _, foreign := range []string{"uuid", "sessionId", "parentId", "payload"} {
		if _, has := f[foreign]; has {
			return false
		}
	}
	return told && slices.ContainsFunc(read(m), func(e talk.Event) bool { return !e.Stranger })
}

// head is what a request says beside its messages: the instructions, which Anthropic's API has apart.
func head(raw []byte) []talk.Event {
	var e talk.Event
	e.Kind, e.At = talk.Note, transcript.NoTime
	var out []talk.Event
	talk.Members(raw, func(name string, v []byte) {
		switch name {
		case "model":
			e.Model = transcript.Word(v)
		case "session_id", "thread_id", "conversation_id":
			if id := transcript.Word(v); id != "" {
				e.Session = id
			}
		case "title":
			e.Title = transcript.Word(v)
		case "system":
			if len(v) > 0 && (v[0] == '"' || v[0] == '[') {
				out = append(out, system(v)...)
			}
		}
	})
	return append(out, e)
}

func system(v []byte) []talk.Event {
	return []talk.Event{{Kind: talk.Ahead, Raw: v, Role: "system", Content: v, At: transcript.NoTime}}
}
