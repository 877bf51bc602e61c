package fork

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
)

// bodyDraft is the body of the new checkpoint while it is being made from the chosen one. Subtrees that no step touches keep
// their bytes.
type bodyDraft struct {
	base    *graph.Checkpoint
	state   graph.State
	root    value.Value // the body so far
	codec   value.Codec
	whole   bool   // versions are integers (JavaScript)
	version string // of everything this fork changes
	deltas  []string
}

func newDraft(cp *graph.Checkpoint, state graph.State, codec value.Codec) (*bodyDraft, error) {
	d := &bodyDraft{base: cp, state: state, root: cp.Stored, codec: codec}
	var have []string
	for _, v := range cp.Versions {
		d.whole = d.whole || v.Value.Kind() == value.Int
		have = append(have, versionText(v.Value))
	}
	var err error
	if d.version, err = nextVersion(have, d.whole); err != nil {
		return nil, err
	}
	for _, c := range cp.Channels {
		if isSnapshot(c.Value) {
			d.deltas = append(d.deltas, c.Name)
		}
	}
	for _, r := range state.Rebuilt {
		if !slices.Contains(d.deltas, r.Channel) {
			d.deltas = append(d.deltas, r.Channel)
		}
	}
	return d, nil
}

func versionText(v value.Value) string {
	if v.Kind() == value.Int {
		return v.Num()
	}
	return v.Str()
}

func (d *bodyDraft) versionValue(text string) value.Value {
	if d.whole {
		return value.NewNumber(value.Int, text)
	}
	return value.NewString(text)
}

// set replaces one key below the root; the path is given as names, since channels and nodes may hold any character.
func (d *bodyDraft) set(v value.Value, names ...string) error {
	root, err := value.Set(d.root, path(names...), v)
	if err != nil {
		return fmt.Errorf("set %s: %w", strings.Join(names, " › "), err)
	}
	d.root = root
	return nil
}

func (d *bodyDraft) unset(names ...string) error {
	root, err := value.Delete(d.root, path(names...))
	if err != nil {
		return fmt.Errorf("remove %s: %w", strings.Join(names, " › "), err)
	}
	d.root = root
	return nil
}

func (d *bodyDraft) get(names ...string) (value.Value, bool) { return path(names...).In(d.root) }

func path(names ...string) value.Path {
	p := make(value.Path, len(names))
	for i, n := range names {
		p[i] = value.Step{Name: n}
	}
	return p
}

// setChannel stores a new value: with a higher version, and as a full snapshot where the channel is a delta channel.
func (d *bodyDraft) setChannel(name string, v value.Value) error {
	if slices.Contains(d.deltas, name) {
		v = newSnapshot(v)
	}
	if err := d.set(v, "channel_values", name); err != nil {
		return err
	}
	return d.set(d.versionValue(d.version), "channel_versions", name)
}

// snapshots stores every delta channel whole, edited or not: a child without a snapshot would replay the writes that its
// base collected afterwards. It gives notes on what was stored though nothing in the file proves it.
//
// A channel that cannot be rebuilt is left to LangGraph, which knows its reducer, where nothing would be replayed that is not
// the base's own; else the fork is refused. The same holds of a value that is no more than likely, which is stored with a note
// where it must be. A channel that is still empty is stored as empty where the base has writes of it.
func (d *bodyDraft) snapshots(edited []string, replays func(channel string) bool, empty []string) (notes []string, err error) {
	for _, name := range d.deltas {
		if slices.Contains(edited, name) {
			continue
		}
		if stored, ok := d.get("channel_values", name); ok && isSnapshot(stored) {
			continue
		}
		v, ok := d.state.Get(name)
		if !ok {
			continue
		}
		if t := v.Type(); t == "delta" || t == "damaged" {
			if !replays(name) {
				continue
			}
			return nil, fmt.Errorf("%w: delta channel %q cannot be rebuilt here (%s), and a fork needs its whole value (give it with --set '.%s=…', or copy the checkpoint beside itself with --source fork)", ErrRefused, name, d.unknown(name), name)
		}
		r := d.rebuilt(name)
		if r.Weak() && !replays(name) {
			continue
		}
		if _, messages := graph.Messages(v); r.Weak() && len(r.Rivals) > 0 && !messages {
			return nil, fmt.Errorf("%w: delta channel %q is no more than inferred here (%s, or %s), and a fork needs its whole value (give it with --set '.%s=…', or copy the checkpoint beside itself with --source fork)",
				ErrRefused, name, r.Reducer, strings.Join(r.Rivals, ", "), name)
		}
		if err := d.set(newSnapshot(v), "channel_values", name); err != nil {
			return nil, err
		}
		notes = append(notes, d.doubts(name)...)
	}
	for _, name := range empty {
		if _, stored := d.get("channel_values", name); stored || !replays(name) {
			continue
		}
		v, ok := graph.EmptyFor(d.base.Writes, name)
		if !ok {
			return nil, fmt.Errorf("%w: delta channel %q is not written yet, the checkpoint has writes of it, and the kind of its empty value is not known (give it with --set '.%s=…')", ErrRefused, name, name)
		}
		if err := d.set(newSnapshot(v), "channel_values", name); err != nil {
			return nil, err
		}
	}
	return notes, nil
}

func (d *bodyDraft) rebuilt(name string) graph.Rebuilt {
	for _, r := range d.state.Rebuilt {
		if r.Channel == name {
			return r
		}
	}
	return graph.Rebuilt{Proof: graph.DeltaStored}
}

func (d *bodyDraft) unknown(name string) string {
	r := d.rebuilt(name)
	if r.Lost != "" {
		return r.Lost
	}
	return "its reducer is not known"
}

// doubts says what is not certain of a value that the fork makes permanent.
func (d *bodyDraft) doubts(name string) (notes []string) {
	r := d.rebuilt(name)
	if r.Weak() {
		text := fmt.Sprintf("channel %s is stored as %s gives it: that is inferred, no stored value proves it", name, r.Reducer)
		if len(r.Rivals) > 0 {
			text += ", and " + strings.Join(r.Rivals, ", ") + " would give something else"
		}
		notes = append(notes, text)
	}
	if len(r.Leaks) > 0 {
		notes = append(notes, fmt.Sprintf("channel %s is stored as LangGraph loads it, with another branch's writes", name))
	}
	return notes
}

// stamp gives the body its own identity. updated_channels becomes nil, as update_state leaves it: kept as in the base, the
// loop would look only at nodes that those channels trigger, and run nothing.
func (d *bodyDraft) stamp(id string, now time.Time) error {
	if err := d.set(value.NewString(id), "id"); err != nil {
		return err
	}
	ts := now.UTC().Format("2006-01-02T15:04:05.000000+00:00")
	if d.whole {
		ts = now.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	if err := d.set(value.NewString(ts), "ts"); err != nil {
		return err
	}
	if _, has := d.get("updated_channels"); has {
		return d.set(value.NewNull(), "updated_channels")
	}
	return nil
}

// encode gives the bytes for the row.
func (d *bodyDraft) encode() ([]byte, error) {
	raw, err := d.codec.Append(nil, d.root)
	if err != nil {
		return nil, usagef("encode the new checkpoint: %w", err) // only what an edit brought has no form
	}
	return raw, nil
}

// isSnapshot holds for the stored form of a delta channel's whole value.
func isSnapshot(v value.Value) bool { return v.Kind() == value.Object && v.Type() == value.TypeDelta }

func newSnapshot(v value.Value) value.Value {
	return value.NewObject(value.TypeDelta, []value.Entry{value.NamedEntry("value", v)})
}
