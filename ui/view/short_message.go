package view

import (
	"encoding/base64"
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// CallShort names a tool call with its most telling argument: `read_file /missing.txt`.
func (e Env) CallShort(c graph.Call, max int) string {
	if max <= 0 {
		return ""
	}
	text := c.Name
	if args := e.CallArgs(c, max); args != "" {
		text += " " + args
	}
	return Cut(e.clean(text), max)
}

// leading arguments, most telling first.
var leadArgs = []string{"file_path", "filePath", "notebook_path", "path", "command", "cmd", "pattern", "query", "q", "url", "name", "topic"}

// CallArgs is the most telling argument of a call: a path, a command, counted todos, a subagent with its task.
func (e Env) CallArgs(c graph.Call, max int) string {
	in := c.Input
	if in.Kind() != value.Map && in.Kind() != value.Object {
		if in.Kind() == value.Invalid || in.Kind() == value.Null {
			return ""
		}
		if files := patched(in); files != "" {
			return Cut(e.clean(files), max)
		}
		return e.Short(in, max)
	}
	for _, name := range []string{"todos", "plan"} {
		v, _ := in.Get(name)
		if todos, ok := readTodos(v); ok {
			return Cut(plural(len(todos), "todo")+": "+countTodos(todos, ", "), max)
		}
	}
	str := func(name string) (string, bool) {
		v, ok := in.Get(name)
		if !ok || v.Kind() != value.String {
			return "", false
		}
		head, _ := textHead(v, 4*max+64)
		return head, true
	}
	if kind, ok := str("subagent_type"); ok {
		text := kind
		if d, ok := str("description"); ok {
			text += ` "` + d + `"`
		}
		return Cut(e.clean(text), max)
	}
	for _, name := range leadArgs {
		if s, ok := str(name); ok {
			return Cut(e.clean(s), max)
		}
		if words, ok := in.Get(name); ok {
			if s := commandWords(words); s != "" {
				return Cut(e.clean(s), max)
			}
		}
	}
	if v, ok := in.Get("changes"); ok {
		if files := changedFiles(v); files != "" {
			return Cut(e.clean(files), max)
		}
	}
	entries := in.Entries()
	switch len(entries) {
	case 0:
		return ""
	case 1:
		return e.Short(entries[0].Val, max)
	}
	s := shorter{room: 4*max + 16, reveal: e.Reveal}
	s.fields(entries, "=", 1)
	return Cut(e.clean(s.String()), max)
}

// patched names the files of an apply_patch text with what is done to each; "" where v is none.
func patched(v value.Value) string {
	if v.Kind() != value.String {
		return ""
	}
	head, _ := textHead(v, 64<<10)
	_, rest, ok := strings.Cut(head, "*** Begin Patch")
	if !ok {
		return ""
	}
	var files []string
	for line := range strings.Lines(rest) {
		for _, h := range [][2]string{{"*** Add File: ", "+ "}, {"*** Update File: ", "~ "}, {"*** Delete File: ", "- "}, {"*** Move to: ", "→ "}} {
			if path, ok := strings.CutPrefix(line, h[0]); ok {
				files = append(files, h[1]+strings.TrimSpace(path))
			}
		}
	}
	return strings.Join(files, ", ")
}

// changedFiles names the files of a list of changes, or of an object of them by path; "" where v is none.
func changedFiles(v value.Value) string {
	var files []string
	for _, c := range v.Entries() {
		kind, name := "type", c.Name()
		if v.Kind() == value.List {
			path, _ := c.Val.Get("path")
			kind, name = "kind", textOf(path)
		}
		if c.Val.Kind() != value.Map || name == "" {
			return ""
		}
		what, _ := c.Val.Get(kind)
		mark, ok := map[string]string{"add": "+ ", "update": "~ ", "delete": "- "}[textOf(what)]
		if !ok {
			return ""
		}
		files = append(files, mark+name)
	}
	return strings.Join(files, ", ")
}

// commandWords is a command that is stored as its words; what a shell is told to run stands for the shell.
func commandWords(v value.Value) string {
	if v.Kind() != value.List || v.Len() == 0 || v.Len() > 200 {
		return ""
	}
	var words []string
	for _, e := range v.Entries() {
		if e.Val.Kind() != value.String {
			return ""
		}
		word, _ := textHead(e.Val, 2000)
		words = append(words, word)
	}
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		return words[2]
	}
	return strings.Join(words, " ")
}

// MessageShort is a message in one line: who, then what it asks or says.
func (e Env) MessageShort(m graph.Message, max int) string {
	if max <= 0 {
		return ""
	}
	who, what := e.messageParts(m, max)
	return Cut(who+" "+what, max)
}

// messageParts splits a message's line into who spoke (`model`, `tool ls`) and what was said.
func (e Env) messageParts(m graph.Message, max int) (who, what string) {
	who = roleWord(m.Role)
	if who == "tool" && m.Name != "" {
		who += " " + m.Name
	}
	switch {
	case len(m.Calls) > 0:
		what = "asks " + e.callsShort(m.Calls, max)
		if m.Text != "" && max > 60 {
			what += "  " + e.Quoted(m.Text, max/2)
		}
	case len(m.Results) > 0 && who != "tool" && !strings.HasPrefix(who, "tool "):
		who, what = "results", e.resultShort(m, max)
	case len(m.Results) > 0 || who == "tool" || strings.HasPrefix(who, "tool "):
		what = e.resultShort(m, max)
	case m.Text != "":
		what = e.Quoted(m.Text, max)
	case m.Thinking != "":
		what = "thinks " + e.Quoted(m.Thinking, max)
	default:
		what = "no text"
		if c, ok := m.Value.Get("content"); ok && c.Kind() == value.List && c.Len() > 0 {
			what = e.Short(c, max)
		}
	}
	return Cut(e.clean(who), max), what
}

func (e Env) resultShort(m graph.Message, max int) string {
	if m.Error {
		text := m.Text
		if text == "" && len(m.Results) > 0 {
			text, _ = blocksText(m.Results[0].Result)
			if m.Results[0].Result.Kind() == value.String {
				text, _ = textHead(m.Results[0].Result, 4*max)
			}
		}
		return e.Glyph(GError) + " " + Cut(e.clean(headLine(text, 4*max)), max)
	}
	if m.Text == "" && len(m.Results) > 0 {
		r := m.Results[0]
		text := ""
		if s, ok := blocksText(r.Result); ok {
			text = headLine(s, 4*max)
		} else if r.Result.Kind() == value.String {
			head, _ := textHead(r.Result, 4*max)
			text = headLine(head, 4*max)
		}
		if more := len(m.Results) - 1; more > 0 {
			text = plural(len(m.Results), "result") + ": " + text
		}
		return Cut(e.clean(text), max)
	}
	return Cut(e.clean(headLine(m.Text, 4*max)), max)
}

// callsShort names the calls of one answer; equal names are counted.
func (e Env) callsShort(calls []graph.Call, max int) string {
	if len(calls) == 1 {
		return e.CallShort(calls[0], max)
	}
	return Cut(e.clean(countedNames(calls)), max)
}

func countedNames(calls []graph.Call) string {
	var names []string
	n := map[string]int{}
	for _, c := range calls {
		if n[c.Name]++; n[c.Name] == 1 {
			names = append(names, c.Name)
		}
	}
	for i, name := range names {
		if n[name] > 1 {
			names[i] = name + " ×" + strconv.Itoa(n[name])
		} else {
			names[i] = name
		}
	}
	return strings.Join(names, ", ")
}

func roleWord(role string) string {
	switch role {
	case "ai", "assistant", "AIMessageChunk":
		return "model"
	case "user", "HumanMessageChunk":
		return "human"
	case "ToolMessageChunk", "function":
		return "tool"
	case "":
		return "message"
	}
	return role
}

func isMessage(v value.Value) bool {
	if v.Kind() != value.Map && v.Kind() != value.Object {
		return false
	}
	_, ok := graph.ReadMessage(v)
	return ok
}

// dataURL recognizes a picture or other file that is written into a text.
func dataURL(head string, v value.Value) (chip string, ok bool) {
	rest, ok := strings.CutPrefix(head, "data:")
	if !ok {
		return "", false
	}
	kind, _, ok := strings.Cut(rest, ";base64,")
	if !ok || len(kind) > 80 || strings.ContainsAny(kind, " \n") {
		return "", false
	}
	return kind + ", " + byteCount(base64Size(int64(v.Size()-len(kind)-13))), true
}

// mediaBlock recognizes a message's block that holds a picture, sound or document as base64.
func mediaBlock(v value.Value) (chip string, ok bool) {
	t, _ := v.Get("type")
	if t.Kind() != value.String {
		return "", false
	}
	src, has := v.Get("source")
	if !has {
		src = v
	}
	if src.Kind() != value.Map {
		return "", false
	}
	data, has := src.Get("data")
	if !has {
		data, has = src.Get("base64")
	}
	if !has || data.Kind() != value.String || data.Size() < 64 {
		return "", false
	}
	kind := t.Str()
	for _, name := range []string{"media_type", "mime_type", "mimeType"} {
		if k, ok := src.Get(name); ok && k.Kind() == value.String {
			kind = k.Str()
		}
	}
	head, _ := textHead(data, 64)
	if _, err := base64.StdEncoding.DecodeString(strings.TrimSpace(head[:len(head)/4*4])); err != nil {
		return "", false
	}
	return kind + ", " + byteCount(base64Size(int64(data.Size()))), true
}

func base64Size(n int64) int64 { return n / 4 * 3 }
