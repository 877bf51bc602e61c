package fork

import (
	"bytes"
	"strings"
	"time"

	"cptui/loaders/claude"
)

// claudeLines makes the lines of the new session: the copied ones in one chain, each with a uuid of its own and a note where
// it came from; what the program keeps beside the talk; the title last. No line ends with a newline.
func claudeLines(c *claude.Copy, edited *claudeEdits, id string, now time.Time) [][]byte {
	fresh := map[string]string{}
	for _, l := range c.Lines {
		if l.UUID != "" {
			fresh[l.UUID] = newUUID()
		}
	}
	var out [][]byte
	parent := "" // the line before, "" at a root
	end := len(c.Lines) - 1
	for end > 0 && edited.gone[end] {
		end--
	}
	for i, l := range c.Lines {
		if edited.gone[i] {
			continue
		}
		body := l.Body
		if b, ok := edited.bodies[i]; ok {
			body = b
		}
		if l.Root {
			parent = ""
		}
		uuid := fresh[l.UUID]
		if uuid == "" {
			uuid = newUUID()
		}
		o := parseObject(body)
		rename(&o, id, uuid, parent, fresh)
		o.set("forkedFrom", forkedFrom(c.Session, l.UUID))
		if i == end && len(edited.added) == 0 {
			o.set("timestamp", stampNow(now))
		}
		out = append(out, o.bytes())
		parent = uuid
	}
	for _, o := range edited.added {
		uuid := newUUID()
		rename(&o, id, uuid, parent, fresh)
		o.set("promptId", quoted(newUUID()))
		o.set("timestamp", stampNow(now))
		out = append(out, o.bytes())
		parent = uuid
	}
	if n := len(c.Replaced); n > 0 { // the list is cumulative: the last line holds all
		o := parseObject(c.Replaced[n-1])
		o.set("sessionId", quoted(id))
		if o.get("uuid") != nil {
			o.set("uuid", quoted(newUUID()))
		}
		out = append(out, o.bytes())
	}
	return append(out, object{{"type", quoted("custom-title")}, {"customTitle", quoted(forkTitle(c.Title))}, {"sessionId", quoted(id)}}.bytes())
}

// rename gives a line its place in the new session. What ties it to the old one is taken out: names of teams and agents, the
// name of the plan, and the uuid of the line that made a call, which the parent tells anyway.
func rename(o *object, id, uuid, parent string, fresh map[string]string) {
	o.drop("teamName", "agentName", "slug", "sessionKind", "sourceToolAssistantUUID", "sidechainParentUuid")
	o.set("uuid", quoted(uuid))
	o.set("sessionId", quoted(id))
	if o.get("session_id") != nil {
		o.set("session_id", quoted(id))
	}
	o.set("isSidechain", []byte("false"))
	o.set("parentUuid", []byte("null"))
	if parent != "" {
		o.set("parentUuid", quoted(parent))
	}
	for _, name := range []string{"logicalParentUuid", "compactMetadata"} {
		if raw := o.get(name); raw != nil {
			o.set(name, renamed(raw, fresh))
		}
	}
}

// renamed puts the new uuids in place of the old ones in a value that holds nothing else of that form.
func renamed(raw []byte, fresh map[string]string) []byte {
	for old, uuid := range fresh {
		raw = bytes.ReplaceAll(raw, quoted(old), quoted(uuid))
	}
	return raw
}

func forkedFrom(session, uuid string) []byte {
	return object{{"sessionId", quoted(session)}, {"messageUuid", quoted(uuid)}}.bytes()
}

// forkTitle is the title of a fork, as the program's makers form it.
func forkTitle(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	return clip(title, 80) + " (fork)"
}
