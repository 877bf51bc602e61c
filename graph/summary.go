package graph

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"cptui/graph/value"
)

// summaryChannel is where Deep Agents keeps its newest summarization: the messages stay in the state, and the model is given the
// summary in place of those before a cutoff. What was taken away is also written to a file, the archive.
const summaryChannel = "_summarization_event"

// Summary is what a state says of the messages that a model is no longer given.
type Summary struct {
	Cutoff  int         // messages before it are replaced by the summary
	Message value.Value // the message that replaces them
	Text    string      // of the summary itself, without the words around it
	Path    string      // of the archive, as the agent names it; "" where writing it failed
	Created int         // how many messages there were when it was made; -1 where an older library did not note it
	All     int         // messages in the state; -1 where it holds none
}

// Evicted is how many messages of the state the model is not given.
func (s Summary) Evicted() int { return max(0, min(s.Cutoff, s.All)) }

// ReadSummary reads the summarization of a state; false where there was none.
func ReadSummary(s State) (Summary, bool) {
	v, ok := s.Get(summaryChannel)
	if !ok || v.Kind() != value.Map && v.Kind() != value.Object {
		return Summary{}, false
	}
	cutoff, ok := field(v, "cutoff_index").Int64()
	message := field(v, "summary_message")
	if !ok || cutoff < 0 || message.Kind() == value.Invalid { // the library, too, takes it for no event
		return Summary{}, false
	}
	sum := Summary{Cutoff: int(min(cutoff, 1<<30)), Message: message, Path: text(v, "file_path"), Created: -1, All: -1}
	if n, ok := field(v, "created_at_index").Int64(); ok && n >= cutoff && n < 1<<30 {
		sum.Created = int(n)
	}
	if m, ok := ReadMessage(message); ok {
		sum.Text = betweenTags(m.Text)
	}
	if messages, ok := s.Get("messages"); ok && messages.Kind() == value.List {
		sum.All = messages.Len()
	}
	return sum, true
}

// betweenTags is the summary in the message that Deep Agents makes of it.
func betweenTags(s string) string {
	_, inside, ok := strings.Cut(s, "<summary>\n")
	if !ok {
		_, inside, ok = strings.Cut(s, "Here is a summary of the conversation to date:\n\n")
	}
	if !ok {
		return s
	}
	if end := strings.LastIndex(inside, "\n</summary>"); end >= 0 {
		inside = inside[:end]
	}
	return inside
}

// Archive is the file with the messages that a summary replaced.
type Archive struct {
	Where string // "in files of this state", "on disk at …", "in the store, namespace …"
	Text  string
	Size  int64 // of the whole file, where Text is only its beginning
}

// Archivist is what an Opener may be as well: it finds the file of an agent that lies beside the states, in a store or on disk.
type Archivist interface {
	// Archive finds a file by the path that the agent gave it; looked says where it was looked for.
	Archive(ctx context.Context, path string) (a Archive, found bool, looked []string, err error)
}

// FindArchive finds the archive of a summary: in the files of the state, else beside it.
func FindArchive(ctx context.Context, h *History, state State, path string) (a Archive, found bool, looked []string, err error) {
	if path == "" {
		return Archive{}, false, nil, nil
	}
	if files, ok := state.Get("files"); ok && files.Kind() == value.Map {
		if v, ok := files.Get(path); ok {
			if text, ok := FileText(v); ok {
				return Archive{Where: "in files of this state", Text: text, Size: int64(len(text))}, true, nil, nil
			}
		}
	}
	looked = []string{"the files of this state"}
	archivist, ok := h.Opener.(Archivist)
	if !ok {
		return Archive{}, false, looked, nil
	}
	a, found, more, err := archivist.Archive(ctx, path)
	return a, found, append(looked, more...), err
}

// FileText is the text of a file as Deep Agents keeps it, whatever the age: a map with content (a text, or a list of lines;
// base64 where encoding says so), or the bare text. False where it is none of these.
func FileText(v value.Value) (string, bool) {
	content := v
	if v.Kind() == value.Map || v.Kind() == value.Object {
		content = field(v, "content")
	}
	switch content.Kind() {
	case value.String:
		if text(v, "encoding") == "base64" {
			raw, err := base64.StdEncoding.DecodeString(content.Str())
			if err != nil {
				return "", false
			}
			return string(raw), true
		}
		return content.Str(), true
	case value.List:
		lines := make([]string, 0, content.Len())
		for _, e := range content.Entries() {
			if e.Val.Kind() != value.String {
				return "", false
			}
			lines = append(lines, e.Val.Str())
		}
		return strings.Join(lines, "\n"), true
	}
	return "", false
}

// Says is the summary in a line: what the model is given, and how much it is not.
func (s Summary) Says() string {
	if s.All < 0 {
		return "the model is given a summary in place of earlier messages"
	}
	if s.Cutoff > s.All {
		return fmt.Sprintf("the model is given the summary alone: its cutoff %d is beyond the %d messages of this state", s.Cutoff, s.All)
	}
	return fmt.Sprintf("the model is given the summary and %d of %d messages, from [%d] on; %d evicted", s.All-s.Cutoff, s.All, s.Cutoff, s.Evicted())
}
