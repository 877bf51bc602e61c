package langgraph

import (
	"fmt"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
)

// body takes the checkpoint's map apart. All versions of the format name these parts alike: v, id, ts, channel_values,
// channel_versions, versions_seen, from version 4 on updated_channels; Sends wait in pending_sends before version 4, in the
// channel __pregel_tasks since. What else there is stays in Stored. A missing part is an empty one.
func (o *opened) body(row RawRow) {
	cp := o.cp
	raw := row.Checkpoint
	if !row.blob {
		raw = nil
	}
	v := o.decode(row.Type, row.typed, raw, wholeCheckpoint)
	if v.Kind() != value.Map {
		cp.Body = o.noMap(v, raw)
		return
	}
	v = o.rereadJS(v)
	cp.Stored = v
	for _, e := range v.Entries() {
		switch e.Name() {
		case "v":
			n, _ := e.Val.Int64()
			cp.V = int(n)
		case "ts":
			if e.Val.Kind() == value.String {
				cp.TS = e.Val.Str()
			}
		case "channel_values":
			cp.Channels = channels(e.Val)
		case "channel_versions":
			cp.Versions = versions(e.Val)
		case "versions_seen":
			cp.Seen = nil
			for _, n := range e.Val.Entries() {
				cp.Seen = append(cp.Seen, graph.Seen{Node: name(n), Versions: versions(n.Val)})
			}
		case "updated_channels":
			cp.Updated, cp.NoUpdated = names(e.Val)
		}
	}
	if t, err := time.Parse(time.RFC3339Nano, cp.TS); err == nil {
		cp.Time = t
	}
	if cp.V > newestV {
		o.fault("unknown-type", graph.Warning, -1, fmt.Sprintf("checkpoint format %d is newer than any known (%d)", cp.V, newestV))
	}
}

// newestV is the newest version of the checkpoint format that was looked at.
const newestV = 4

// noMap is the Body of a row whose checkpoint is no map: JavaScript stores a text in place of a state that it could not
// serialize, which is no state at all; anything else that decodes is damage.
func (o *opened) noMap(v value.Value, raw []byte) value.Value {
	switch {
	case v.Kind() == value.Object:
		return v
	case v.Kind() == value.String && strings.HasPrefix(o.cp.Encoding, "json"):
		o.fault("blob-garbage", graph.Error, 0, fmt.Sprintf("the writer stored a text in place of the checkpoint: %.200q", v.Str()))
		o.cp.Time = time.Time{} // there is no checkpoint that would have one
		return value.NewNull()
	}
	o.fault("blob-garbage", graph.Error, 0, "the checkpoint is no map")
	return damaged(raw, "no map")
}

// writeValue reads the value of a write.
func (o *opened) writeValue(w RawWrite) value.Value {
	if w.Value == nil && !w.typed {
		return value.NewNull() // a NULL without a type: nothing was written
	}
	return o.decode(w.Type, w.typed, w.Value, "the write "+w.Channel)
}

func channels(v value.Value) []graph.Channel {
	entries := v.Entries()
	out := make([]graph.Channel, 0, len(entries))
	for _, e := range entries {
		out = append(out, graph.Channel{Name: name(e), Value: e.Val})
	}
	return out
}

func versions(v value.Value) []graph.Version {
	entries := v.Entries()
	out := make([]graph.Version, 0, len(entries))
	for _, e := range entries {
		out = append(out, graph.Version{Channel: name(e), Value: e.Val})
	}
	return out
}

// names reads a list of texts; absent is true where the value is nil.
func names(v value.Value) (list []string, absent bool) {
	if v.Kind() == value.Null || v.Kind() == value.Invalid {
		return nil, true
	}
	list = []string{}
	for _, e := range v.Entries() {
		if e.Val.Kind() == value.String {
			list = append(list, strings.Clone(e.Val.Str()))
		}
	}
	return list, false
}

// name is the key of an entry as text; early versions have keys that are enums or numbers. It is a copy: names are kept where
// it is learned what a graph consists of, and must not keep the body that they were read from.
func name(e value.Entry) string {
	switch e.Key.Kind() {
	case value.String:
		return strings.Clone(e.Key.Str())
	case value.Int, value.Float:
		return e.Key.Num()
	case value.Object:
		if v, ok := e.Key.Get("$value"); ok && v.Kind() == value.String {
			return v.Str()
		}
	}
	return ""
}

// writtenByJS looks at a body of type json: whole numbers as channel versions are JavaScript's. sure is false where the body
// has no versions.
func writtenByJS(body []byte) (js, sure bool) {
	if _, err := value.ParseJSON(body); err != nil {
		return false, false
	}
	v, _ := value.Stored(value.JSON, body).Get("channel_versions")
	for _, e := range v.Entries() {
		return e.Val.Kind() == value.Int, true
	}
	return false, false
}
