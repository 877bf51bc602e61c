package fork

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/minicodex"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// miniCodexFork is a fork of a session of Mini-Codex: its document with the entries up to the step, an id of its own and the id it
// came from; every other key stays as it is.
type miniCodexFork struct{ *talkFork }

func copyMiniCodex(ctx context.Context, src loaders.Source, req Request) (session, error) {
	t, err := copyTalk(ctx, src, req)
	if err != nil {
		return nil, err
	}
	t.put = putMiniCodex
	return &miniCodexFork{t}, nil
}

// newID is in the program's form: session-, the time in milliseconds and a number.
func (f *miniCodexFork) newID() string {
	var b [2]byte
	_, _ = rand.Read(b[:]) // never fails
	return fmt.Sprintf("session-%d-%d", time.Now().UnixMilli(), binary.BigEndian.Uint16(b[:]))
}

func (f *miniCodexFork) file(id string, _ time.Time) string {
	return filepath.Join(filepath.Dir(f.Path), id+".json")
}

// putMiniCodex gives an entry another content. Calls stand beside the words: they can be told again as they are, never changed.
func putMiniCodex(rec talk.CopyRecord, content value.Value, where string) ([]byte, error) {
	o := parseObject(rec.Body)
	if calls := o.get("tool_calls"); calls != nil && content.Kind() == value.List {
		words := value.Value{}
		n := 0
		for _, e := range content.Entries() {
			if e.Val.Kind() == value.String && words.Kind() == value.Invalid {
				words = e.Val
			} else {
				n++
			}
		}
		if n != count(calls) {
			return nil, usagef("%s: the calls of an answer cannot be changed", where)
		}
		if content = words; words.Kind() == value.Invalid {
			content = value.NewString("")
		}
	}
	if content.Kind() != value.String {
		return nil, usagef("%s.content must be a text", where)
	}
	raw, err := stored(content, where)
	if err != nil {
		return nil, err
	}
	o.set("content", raw)
	o.drop("estimated_tokens") // of the old words
	return o.bytes(), nil
}

func (f *miniCodexFork) text(id string, now time.Time) ([]byte, int, error) {
	source, err := f.Document()
	if err != nil {
		return nil, 0, err
	}
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(source, jsonl.BOM), " \t\r\n\x00")
	var o object
	for _, m := range parseObject(trimmed) {
		if m.raw != nil || m.name == "entries" { // a key whose value is cut says nothing
			o = append(o, m)
		}
	}
	var entries [][]byte
	var in, out int64
	for _, rec := range f.kept() {
		entries = append(entries, rec.Body)
		e := parseObject(rec.Body)
		n := talk.Integer(e.get("estimated_tokens"))
		if transcript.Word(e.get("kind")) == "assistant" {
			out += n
		} else {
			in += n
		}
	}
	for _, content := range f.added {
		if content[0] != '"' {
			return nil, 0, usagef("the content of an added prompt must be a text")
		}
		entries = append(entries, object{{"kind", quoted("user")}, {"content", content}}.bytes())
	}
	o.set("session_id", quoted(id))
	o.set("last_active_at_ms", fmt.Append(nil, now.UnixMilli()))
	o.set("entries", append(append([]byte{'['}, bytes.Join(entries, []byte{','})...), ']'))
	if !f.whole() && (o.get("total_input_tokens") != nil || o.get("total_output_tokens") != nil) {
		for _, t := range []struct {
			name string
			n    int64
		}{{"total_input_tokens", in}, {"total_output_tokens", out}, {"total_tokens", in + out}} {
			if o.get(t.name) != nil {
				o.set(t.name, fmt.Append(nil, t.n))
			}
		}
		f.Notes = append(f.Notes, "the session's token totals: the fork's are the estimates of its entries added up")
	}
	o.set("forked_from", object{{"session_id", quoted(f.Session)}, {"entries", fmt.Append(nil, f.end)}}.bytes())
	text := o.bytes()
	if bytes.IndexByte(bytes.TrimSpace(trimmed), '\n') >= 0 { // laid out as the source is
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", "  "); err != nil {
			return nil, 0, fmt.Errorf("%w: the entries of %s do not make a document: %w", ErrRefused, f.Session, err)
		}
		text = b.Bytes()
	}
	return append(text, '\n'), len(entries), nil
}

func (f *miniCodexFork) read(ctx context.Context, id string, text []byte) (*graph.History, error) {
	return minicodex.Read(ctx, id+".json", text)
}

// odd tells a problem that no fork may have.
func (f *miniCodexFork) odd(p graph.Problem) bool { return p.Severity != graph.Info }

// resume: the program's own way is known from no source, so none is told.
func (f *miniCodexFork) resume(string, string, bool) string { return "" }
