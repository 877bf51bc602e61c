package streamjson

import (
	"os"
	"path/filepath"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
	"cptui/loaders/transcript/talk"
)

// lend finds the prompts of a stream in the session's own file: the words of a person that the first answer of each run leads
// up to. The file is looked for in the program's home, and in a copy of one beside the stream.
func lend(path string, b *talk.Book) []talk.Borrowed {
	runs := openings(b)
	if len(runs) == 0 || b.Session() == "" || b.Session() != filepath.Base(b.Session()) {
		return nil
	}
	for _, home := range transcript.HomesNear(path, "projects", ".claude", "CLAUDE_CONFIG_DIR") {
		projects, _ := os.ReadDir(filepath.Join(home, "projects"))
		for _, p := range projects {
			file := filepath.Join(home, "projects", p.Name(), b.Session()+".jsonl")
			if st, err := os.Stat(file); err != nil || !st.Mode().IsRegular() {
				continue
			}
			if out := prompts(file, runs); len(out) > 0 {
				return out
			}
		}
	}
	return nil
}

// opening is where a run begins, and the uuid of the first line of its talk.
type opening struct {
	at    int
	first string
}

// openings lists the runs that do not tell their prompt.
func openings(b *talk.Book) []opening {
	var out []opening
	at := -1
	b.Each(func(i int, kind talk.Kind, id, space string, opens bool) {
		switch {
		case opens:
			at = i
		case at < 0 || space != "" || kind == talk.Note || kind == talk.Ahead:
		default:
			if kind != talk.Prompt {
				out = append(out, opening{at, id})
			}
			at = -1
		}
	})
	return out
}

// place is where a line of the session's file lies, and what it hangs on.
type place struct {
	parent string
	off    int64
	size   int
	asks   bool // words in the person's name
}

func prompts(file string, runs []opening) []talk.Borrowed {
	f, err := transcript.OpenFile(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	lines := map[string]place{}
	for s := jsonl.NewScanner(f, 0, 0); s.Next(); {
		l := s.Line()
		m := talk.Fields(l.Bytes)
		if id := transcript.Word(m["uuid"]); id != "" {
			asks := transcript.Word(m["type"]) == "user" && string(m["isMeta"]) != "true" && len(talk.ToolResults(transcript.Spot(m["message"], "content"))) == 0
			lines[id] = place{transcript.Word(m["parentUuid"]), l.Offset, len(l.Bytes), asks}
		}
	}
	var out []talk.Borrowed
	for _, r := range runs {
		id := r.first
		for n := 0; n <= len(lines); n++ { // no longer than the file, should links lead in a circle
			p, ok := lines[id]
			if !ok {
				break
			}
			if !p.asks {
				id = p.parent
				continue
			}
			raw := make([]byte, p.size)
			if _, err := f.ReadAt(raw, p.off); err == nil {
				out = append(out, borrowed(r.at, id, raw, file))
			}
			break
		}
	}
	return out
}

func borrowed(at int, id string, raw []byte, file string) talk.Borrowed {
	stamp := transcript.Spot(raw, "timestamp")
	return talk.Borrowed{Before: at, From: file, TS: transcript.Word(stamp), Event: talk.Event{Kind: talk.Prompt, ID: id, At: talk.Time(stamp),
		Role: "user", Content: transcript.Spot(raw, "message", "content"), Typed: true}}
}
