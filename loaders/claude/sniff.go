package claude

import (
	"bytes"
	"context"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

func init() {
	loaders.Register(loaders.Format{Name: "claude-code", Sniff: sniff, Open: open})
}

// sniffLines is how many lines are looked at: live sessions begin with hundreds of lines of bookkeeping.
const sniffLines = 512

// sniff scores a file by what its lines are, or a folder by the first session file found in it.
func sniff(p *loaders.Probe) int {
	if p.IsDir {
		for _, path := range sessionFiles(p.Path, 8) {
			if s := sniffHead(transcript.Head(path, 256<<10)); s > 0 {
				return s
			}
		}
		return 0
	}
	if p.Tables != nil {
		return 0
	}
	b := p.Head
	if text, wide := jsonl.Decode(b); wide {
		b = text
	}
	return sniffHead(b)
}

// signs are the fields of a line that tell the formats apart.
type signs struct {
	typ                                             string
	uuid, parent, session, snake, payload, qwen, id bool // id: a leafUuid or messageId
}

// sniffHead scores the first lines of a file. One good line is enough, and one line of another program's own spoils it all:
// Qwen Code and stream-json write lines that look like Claude's until one meets their own fields.
func sniffHead(b []byte) int {
	best := 0
	s := jsonl.NewScanner(transcript.Bytes(b), 0, 0)
	for n := 0; n < sniffLines && s.Next(); {
		l := bytes.Trim(bytes.TrimPrefix(s.Line().Bytes, jsonl.BOM), " \t\r\x00")
		if len(l) == 0 {
			continue
		}
		n++
		g := signsOf(l)
		switch {
		case g.qwen, g.payload && g.typ != "", g.snake && !g.session && !g.parent:
			return 0
		case kinds[g.typ] != 0 && g.uuid && (g.session || g.parent):
			best = max(best, 90)
		case bookkeeping[g.typ] && (g.session || g.id):
			best = max(best, 80)
		case kinds[g.typ] != 0 && g.session:
			best = max(best, 60)
		}
	}
	return best
}

// signsOf reads the fields of one line, as far as it goes: the head of a file may end inside one.
func signsOf(line []byte) (g signs) {
	w := jsonl.Walk(line)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return g
	}
	for w.Key() {
		switch string(w.Name) {
		case "type":
			t, _ := w.Text()
			g.typ = string(t)
			g.qwen = g.qwen || g.typ == "tool_result"
		case "uuid":
			t, _ := w.Text()
			g.uuid = len(t) > 0
		case "parentUuid":
			g.parent = true
			w.Skip()
		case "sessionId":
			t, _ := w.Text()
			g.session = len(t) > 0
		case "leafUuid", "messageId":
			g.id = true
			w.Skip()
		case "session_id":
			g.snake = true
			w.Skip()
		case "payload":
			g.payload = w.Kind() == jsonl.Object
			w.Skip()
		case "message":
			if w.Kind() != jsonl.Object {
				w.Skip()
				continue
			}
			w.Enter()
			for w.Key() {
				g.qwen = g.qwen || string(w.Name) == "parts"
				w.Skip()
			}
		default:
			w.Skip()
		}
	}
	return g
}

// format is what the folder of sessions needs to know of them.
var format = transcript.Format{Name: "claude-code", Files: sessionFiles, Glance: glance, Arrange: kinship, Changed: newestFolder,
	Open: func(path string, count *transcript.Counters) (transcript.Session, error) {
		s := newSession(path, count)
		u, err := openUnit(path, count)
		if err != nil {
			return nil, err
		}
		s.main = u
		return s, nil
	}}

func open(ctx context.Context, p *loaders.Probe, _ loaders.Options) (loaders.Source, error) {
	src, err := transcript.Open(ctx, p, format)
	if err != nil {
		return nil, err // not a nil *Source in an interface
	}
	return src, nil
}
