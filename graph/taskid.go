package graph

import (
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"cptui/graph/value"

	"github.com/zeebo/xxh3"
)

// nullTask is the id under which a run's own input is stored at a checkpoint: answers, updates and gotos of a Command.
const nullTask = "00000000-0000-0000-0000-000000000000"

// Place is what every task id is hashed from: the checkpoint at which the task is due, its namespace, and the step that the
// task makes (the checkpoint's step + 1).
type Place struct {
	ID   [16]byte
	NS   string
	Step int
	// Odd is the step as text where it is no whole number, as damaged metadata may have it.
	Odd string
	V   int // checkpoint format version
	// Packed rows are msgpack: at format 1, written by 0.2.20 or later.
	Packed bool
	// Keeps: the program stored the writes of every task.
	Keeps bool
}

// path is the namespace of a node's tasks, without the task id.
func (p Place) path(node string) string {
	if p.NS == "" {
		return node
	}
	return p.NS + "|" + node
}

// step is the step as it is hashed.
func (p Place) step() string {
	if p.Odd != "" {
		return p.Odd
	}
	return strconv.Itoa(p.Step)
}

// TaskHasher makes the task ids that a program would have given. Each method may give several ids, the likeliest first,
// where the row does not tell which of the program's versions wrote it.
type TaskHasher interface {
	// Pull is a node that its triggers started.
	Pull(p Place, node string, triggers []string) []string
	// Push is the index-th Send.
	Push(p Place, node string, index int) []string
	// Call is the n-th call of a task function by the task with the given path, whose own namespace is p.NS.
	Call(p Place, node, caller string, n int) []string
	// Handler is the error handler that a failed task started.
	Handler(p Place, node, failed string) []string
	// Subsets tells whether a Pull takes any subset of a node's triggers (true), or one of them (false).
	Subsets() bool
	// Listed reports whether the program's get_state lists its tasks with their ids.
	Listed(p Place) bool
	// NullEmpty reports whether a channel that is stored with a null is one without a value to the program.
	NullEmpty(p Place) bool
	// Pending reports whether the program's get_state of a head takes in the writes of its finished tasks, and lists those no
	// more; else it answers as for any row.
	Pending(p Place) bool
	// Left reports whether the program's own get_state no longer counts a task as due.
	Left(t Task) bool
	// Asked are the questions that its get_state shows of a task that has finished.
	Asked(t Task) []value.Value
}

// PythonHasher makes LangGraph's ids: XXH3-128 from checkpoint format 2 on, SHA-1 before (and in 0.2.x also at 2), a UUID of
// JSON text in 0.2.0 to 0.2.19.
type PythonHasher struct{}

func (PythonHasher) Pull(p Place, node string, triggers []string) []string {
	sorted := slices.Sorted(slices.Values(triggers))
	ids := hashed(p, append([]string{p.path(node), p.step(), node, "__pregel_pull"}, sorted...))
	if p.V > 1 {
		return ids
	}
	var old []string
	for i := range oldIndexes {
		old = append(old, oldPythonID(p, node, triggers, i))
	}
	return likelier(p, old, ids)
}

func (PythonHasher) Push(p Place, node string, index int) []string {
	ids := hashed(p, []string{p.path(node), p.step(), node, "__pregel_push", strconv.Itoa(index)})
	if p.V > 1 {
		return ids
	}
	return likelier(p, []string{oldPythonID(p, node, []string{"__pregel_tasks"}, index)}, ids)
}

// likelier puts the ids of 0.2.0 to 0.2.19 first where the row is of their time.
func likelier(p Place, old, ids []string) []string {
	if p.Packed {
		return append(ids, old...)
	}
	return append(old, ids...)
}

func (PythonHasher) Call(p Place, node, caller string, n int) []string {
	return hashed(p, []string{p.path(node), p.step(), node, "__pregel_push", caller, strconv.Itoa(n)})
}

func (PythonHasher) Handler(p Place, node, failed string) []string {
	return hashed(p, []string{p.path(node), p.step(), node, "__pregel_push", "node_error_handler", failed})
}

func (PythonHasher) Subsets() bool { return true }

// Listed: tasks came to get_state with 0.2.20, as msgpack did to the rows.
func (PythonHasher) Listed(p Place) bool { return p.V > 1 || p.Packed }

// NullEmpty: until 0.3 a channel took the null of a checkpoint for nothing at all.
func (PythonHasher) NullEmpty(p Place) bool { return p.V < 3 }

// Pending: since 0.2.5x, which kept all writes; so did 0.2.0 to 0.2.19, whose rows are JSON.
func (PythonHasher) Pending(p Place) bool { return p.V > 1 || p.Packed && p.Keeps }

// Left: before task paths were stored, an answer counted as if it were a task's own output.
func (PythonHasher) Left(t Task) bool {
	if t.Finished() {
		return true
	}
	for _, w := range t.Writes {
		if w.Channel == chanResume && w.Path == "" {
			return true
		}
	}
	return false
}

// Asked: a finished task waits for nothing.
func (PythonHasher) Asked(t Task) []value.Value {
	if len(t.Writes) > 0 && t.Writes[0].Path == "" {
		return t.Interrupts
	}
	return nil
}

// oldIndexes is how many places in the list of a step's tasks are tried: 0.2.0 to 0.2.19 hash the place.
const oldIndexes = 8

// hashed joins the parts without separators after the id. SHA-1 is tried too below format 3, where a newer checkpoint
// library may have written 2 while LangGraph itself still hashed the old way.
func hashed(p Place, parts []string) []string {
	data := append(make([]byte, 0, 128), p.ID[:]...)
	for _, s := range parts {
		data = append(data, s...)
	}
	var ids []string
	if p.V <= 2 {
		sum := sha1.Sum(data)
		ids = append(ids, uuidText([16]byte(sum[:16])))
	}
	if p.V > 1 {
		ids = append(ids, uuidText(xxh3.Hash128(data).Bytes()))
	}
	return ids
}

// oldPythonID is the uuid5 of Python's json.dumps of the task's metadata.
func oldPythonID(p Place, node string, triggers []string, index int) string {
	var b strings.Builder
	b.WriteString("[" + pythonString(p.path(node)) + ", {\"langgraph_step\": " + p.step() + ", \"langgraph_node\": " + pythonString(node) + ", \"langgraph_triggers\": [")
	for i, t := range triggers {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(pythonString(t))
	}
	b.WriteString("], \"langgraph_task_idx\": " + strconv.Itoa(index) + "}]")
	return uuid5(p.ID, b.String())
}

// pythonString is a string as json.dumps writes it: only ASCII.
func pythonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	unit := func(x uint16) {
		b.WriteString("\\u")
		b.WriteString(hex.EncodeToString([]byte{byte(x >> 8), byte(x)}))
	}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString("\\n")
		case r == '\r':
			b.WriteString("\\r")
		case r == '\t':
			b.WriteString("\\t")
		case r == '\b':
			b.WriteString("\\b")
		case r == '\f':
			b.WriteString("\\f")
		case r >= 0x10000:
			unit(uint16(0xd800 + (r-0x10000)>>10))
			unit(uint16(0xdc00 + (r-0x10000)&0x3ff))
		case r < 0x20 || r > 0x7e:
			unit(uint16(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// JSHasher makes LangGraph.js's ids: the uuid5 of a JSON array.
type JSHasher struct{}

func (JSHasher) Pull(p Place, node string, triggers []string) []string {
	quoted := make([]string, len(triggers))
	for i, t := range triggers {
		quoted[i] = jsString(t)
	}
	return []string{jsID(p, node, `"__pregel_pull"`, "["+strings.Join(quoted, ",")+"]")}
}

func (JSHasher) Push(p Place, node string, index int) []string {
	return []string{jsID(p, node, `"__pregel_push"`, jsString(strconv.Itoa(index)))}
}

func (JSHasher) Call(p Place, node, caller string, n int) []string {
	return []string{jsID(p, node, `"__pregel_push"`, jsString(caller), jsString(strconv.Itoa(n)))}
}

func (JSHasher) Handler(Place, string, string) []string { return nil }

func (JSHasher) Subsets() bool { return false }

func (JSHasher) Listed(Place) bool { return true }

func (JSHasher) NullEmpty(Place) bool { return false }

func (JSHasher) Pending(Place) bool { return true }

// Left: an answer counts as a task's own output, even where the task asked again.
func (JSHasher) Left(t Task) bool { return t.Finished() || len(t.Answers) > 0 }

func (JSHasher) Asked(t Task) []value.Value { return t.Interrupts }

func jsID(p Place, node string, rest ...string) string {
	parts := append([]string{jsString(p.path(node)), jsString(p.step()), jsString(node)}, rest...)
	return uuid5(p.ID, "["+strings.Join(parts, ",")+"]")
}

// jsString is a string as JSON.stringify writes it.
func jsString(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	out := strings.TrimSuffix(b.String(), "\n")
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(out)
}

func uuid5(namespace [16]byte, name string) string {
	h := sha1.New()
	h.Write(namespace[:])
	h.Write([]byte(name))
	b := [16]byte(h.Sum(nil)[:16])
	b[6] = b[6]&0x0f | 0x50
	b[8] = b[8]&0x3f | 0x80
	return uuidText(b)
}

// updateIDs are the ids of writes that no task made: the i-th update of an update_state, and an input.
func updateID(checkpoint [16]byte, i int) string {
	if i == 0 {
		return uuid5(checkpoint, "__interrupt__")
	}
	return uuid5(checkpoint, "__interrupt__:"+strconv.Itoa(i))
}

func inputID(checkpoint [16]byte) string { return uuid5(checkpoint, "__input__") }
