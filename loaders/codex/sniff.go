package codex

import (
	"bytes"
	"context"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

func init() {
	for _, name := range []string{"codex", "codex-stream"} {
		loaders.Register(loaders.Format{Name: name, Sniff: func(p *loaders.Probe) int {
			if is, score := sniff(p); is == name {
				return score
			}
			return 0
		}, Open: func(ctx context.Context, p *loaders.Probe, _ loaders.Options) (loaders.Source, error) {
			src, err := transcript.Open(ctx, p, format(name))
			if err != nil {
				return nil, err // not a nil *Source in an interface
			}
			return src, nil
		}})
	}
}

// sniff scores a file by what its lines are, or a folder by the first rollouts found in it.
func sniff(p *loaders.Probe) (name string, score int) {
	if p.IsDir {
		for _, path := range sessionFiles(p.Path, 8) {
			if name, score := sniffHead(unpacked(transcript.Head(path, 256<<10), 256<<10)); name == "codex" {
				return name, score
			}
		}
		return "", 0
	}
	if p.Tables != nil {
		return "", 0
	}
	b := unpacked(p.Head, 1<<20)
	if text, wide := jsonl.Decode(b); wide {
		b = text
	}
	return sniffHead(b)
}

// sniffLines is how many lines are looked at.
const sniffLines = 64

// sniffHead says by the first lines of a file which of the two formats it is in; "" for none. One good line is enough, and
// so is one that its end cuts, as long as its beginning tells.
func sniffHead(b []byte) (name string, score int) {
	s := jsonl.NewScanner(transcript.Bytes(b), 0, 0)
	for n := 0; n < sniffLines && s.Next(); {
		l := bytes.Trim(bytes.TrimPrefix(s.Line().Bytes, jsonl.BOM), " \t\r\x00")
		if len(l) == 0 {
			continue
		}
		n++
		if name, score := sniffLine(l); name != "" {
			return name, score
		}
	}
	return "", 0
}

func sniffLine(line []byte) (name string, score int) {
	w := jsonl.Walk(line)
	if w.Kind() != jsonl.Object || !w.Enter() {
		return "", 0
	}
	var typ, sub string
	payload, item, thread, foreign := false, false, false, false
	fields := map[string]bool{}
	for w.Key() {
		key := string(w.Name)
		fields[key] = true
		switch key {
		case "type":
			t, _ := w.Text()
			typ = string(t)
		case "payload":
			if payload = w.Kind() == jsonl.Object; !payload {
				w.Skip()
				continue
			}
			w.Enter()
			for w.Key() {
				if string(w.Name) == "type" {
					t, _ := w.Text()
					sub = string(t)
					continue
				}
				w.Skip()
			}
		case "item":
			item = w.Kind() == jsonl.Object
			w.Skip()
		case "thread_id":
			thread = true
			w.Skip()
		case "uuid", "parentUuid", "sessionId", "session_id", "message":
			foreign = true
			w.Skip()
		default:
			w.Skip()
		}
	}
	_, envelope := lines[typ]
	switch {
	case payload && (envelope || (typ == "response_item" || typ == "event_msg") && sub != ""):
		return "codex", 95
	case foreign:
		return "", 0
	case typ == "thread.started" && thread, (typ == "item.completed" || typ == "item.started") && item:
		return "codex-stream", 90
	case typ == "" && fields["id"] && fields["timestamp"] && fields["instructions"]:
		return "codex", 80
	}
	return "", 0
}
