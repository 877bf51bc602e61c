package graph

import (
	"strings"

	"cptui/graph/value"
)

// Message is a chat message of LangChain, OpenAI or Anthropic form, read from a state.
type Message struct {
	Role     string // "human", "ai", "tool", "system", other as stored
	ID       string
	Name     string
	Text     string // all text blocks joined
	Thinking string
	Calls    []Call // asked by an ai message
	CallID   string // a tool message's tool_call_id (first, where it carries several results: see Results)
	Results  []Call // results that this message carries, by call id
	Error    bool
	Model    string
	In, Out  int // tokens, 0 where not stored
	Value    value.Value
}

// roles are the names of one role in all three forms.
var roles = map[string]string{
	"human": "human", "user": "human", "ai": "ai", "assistant": "ai", "model": "ai", "AIMessageChunk": "ai", "HumanMessageChunk": "human",
	"tool": "tool", "function": "tool", "system": "system", "developer": "system", "chat": "chat", "remove": "remove",
}

// classRoles are the roles of LangChain's classes, without "Message" and "Chunk".
var classRoles = map[string]string{"Human": "human", "AI": "ai", "Tool": "tool", "Function": "tool", "System": "system", "Chat": "chat", "Remove": "remove"}

// roleOf is the role of a message by its class or its fields; "" where v is none.
func roleOf(v value.Value) string {
	switch v.Kind() {
	case value.Object:
		class := v.Type()
		class = class[strings.LastIndexByte(class, '.')+1:]
		name, ok := strings.CutSuffix(strings.TrimSuffix(class, "Chunk"), "Message")
		if !ok {
			return ""
		}
		if role, ok := classRoles[name]; ok && role != "chat" {
			return role
		}
		if role := text(v, "role"); role != "" {
			return canonical(role)
		}
		if role := text(v, "type"); role != "" {
			return canonical(role)
		}
		return strings.ToLower(name)
	case value.Map:
		if role := text(v, "role"); role != "" && has(v, "content") {
			return canonical(role)
		}
		// LangChain's own form without its class; a map that only has a type is many other things.
		if role, ok := roles[text(v, "type")]; ok && has(v, "content") {
			return role
		}
	}
	return ""
}

func canonical(role string) string {
	if r, ok := roles[role]; ok {
		return r
	}
	return role
}

func has(v value.Value, name string) bool {
	_, ok := v.Get(name)
	return ok
}

// text is a field's text, "" where it is absent or none.
func text(v value.Value, name string) string {
	if f, ok := v.Get(name); ok && f.Kind() == value.String {
		return f.Str()
	}
	return ""
}

func field(v value.Value, names ...string) value.Value {
	for _, n := range names {
		var ok bool
		if v.Kind() != value.Map && v.Kind() != value.Object {
			return value.Value{}
		}
		if v, ok = v.Get(n); !ok {
			return value.Value{}
		}
	}
	return v
}

func isMessage(v value.Value) bool { return roleOf(v) != "" }

func messageID(v value.Value) string { return text(v, "id") }

func isRemoval(v value.Value) bool { return roleOf(v) == "remove" }

// ReadMessage reads one message; false where v is none.
func ReadMessage(v value.Value) (Message, bool) {
	role := roleOf(v)
	if role == "" {
		return Message{}, false
	}
	m := Message{Role: role, Value: v}
	v = spread(v) // a dozen fields are looked for
	m.ID, m.Name, m.CallID = messageID(v), text(v, "name"), text(v, "tool_call_id")
	m.Error = text(v, "status") == "error"
	content := field(v, "content")
	if role == "tool" {
		if m.CallID == "" {
			m.CallID = text(v, "call_id")
		}
		m.Text = contentText(content)
		m.Results = []Call{{ID: m.CallID, Name: m.Name, Result: content, Error: m.Error, Done: true}}
	} else {
		m.readContent(content)
	}
	m.readCalls(v)
	m.Model = firstText(text(v, "model"), text(field(v, "response_metadata"), "model_name"), text(field(v, "response_metadata"), "model"))
	usage := field(v, "usage_metadata")
	if usage.Kind() != value.Map && usage.Kind() != value.Object {
		usage = field(v, "usage")
	}
	m.In, m.Out = firstCount(usage, "input_tokens", "prompt_tokens"), firstCount(usage, "output_tokens", "completion_tokens")
	return m, true
}

// spread gives v with its entries decoded, so that many fields can be looked for without decoding them each time.
func spread(v value.Value) value.Value {
	switch v.Kind() {
	case value.Map:
		return value.NewMap(v.Entries())
	case value.Object:
		return value.NewObject(v.Type(), v.Entries())
	}
	return v
}

func firstText(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

func firstCount(v value.Value, names ...string) int {
	for _, n := range names {
		if f := field(v, n); f.Kind() == value.Int {
			if k, ok := f.Int64(); ok {
				return int(k)
			}
		}
	}
	return 0
}

// readContent reads a text, or blocks: text, thinking, tool_use, tool_result and their kin.
func (m *Message) readContent(content value.Value) {
	if content.Kind() == value.String {
		m.Text = content.Str()
		return
	}
	if content.Kind() != value.List {
		return
	}
	var texts, thoughts []string
	for _, e := range content.Entries() {
		b := e.Val
		if b.Kind() == value.String {
			texts = append(texts, b.Str())
			continue
		}
		switch typ := text(b, "type"); typ {
		case "": // a part of Google's API, which says what it is by what it has
			if call := field(b, "functionCall"); call.Kind() == value.Map {
				m.call(Call{ID: text(call, "id"), Name: text(call, "name"), Input: field(call, "args")})
				continue
			}
			if thought := field(b, "thought"); thought.Kind() == value.Bool && thought.Truth() {
				thoughts = append(thoughts, text(b, "text"))
			} else if t := text(b, "text"); t != "" {
				texts = append(texts, t)
			} else if t := firstText(text(b, "description"), text(b, "subject")); t != "" {
				thoughts = append(thoughts, t)
			}
		case "text", "Text", "input_text", "output_text", "summary_text", "reasoning_text":
			texts = append(texts, text(b, "text"))
		case "thinking", "reasoning":
			if thought := firstText(text(b, "thinking"), text(b, "reasoning"), text(b, "text"), contentText(field(b, "content")), contentText(field(b, "summary"))); thought != "" {
				thoughts = append(thoughts, thought)
			}
		case "tool_use", "tool_call", "server_tool_use", "toolCall":
			in := field(b, "input")
			for _, name := range []string{"args", "arguments"} {
				if in.Kind() == value.Invalid {
					in = field(b, name)
				}
			}
			m.call(Call{ID: text(b, "id"), Name: text(b, "name"), Input: arguments(in)})
		case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call", "web_search_call": // OpenAI's items
			in := field(b, "arguments")
			for _, name := range []string{"input", "action"} {
				if in.Kind() == value.Invalid {
					in = field(b, name)
				}
			}
			m.call(Call{ID: firstText(text(b, "call_id"), text(b, "id")), Name: firstText(text(b, "name"), strings.TrimSuffix(typ, "_call")), Input: arguments(in)})
		case "tool_result":
			bad := field(b, "is_error")
			r := Call{ID: text(b, "tool_use_id"), Result: field(b, "content"), Error: bad.Kind() == value.Bool && bad.Truth(), Done: true}
			m.Results = append(m.Results, r)
			m.CallID = firstText(m.CallID, r.ID)
			m.Error = m.Error || r.Error
		}
	}
	m.Text, m.Thinking = strings.Join(texts, "\n"), strings.Join(thoughts, "\n")
}

// call adds a call once: LangChain keeps Anthropic's blocks beside its own list of calls.
func (m *Message) call(c Call) {
	for i := range m.Calls {
		if c.ID != "" && m.Calls[i].ID == c.ID {
			if k := m.Calls[i].Input.Kind(); k == value.Invalid || k == value.String {
				m.Calls[i].Input = c.Input
			}
			return
		}
	}
	m.Calls = append(m.Calls, c)
}

// readCalls reads the lists of calls beside the content: LangChain's and OpenAI's.
func (m *Message) readCalls(v value.Value) {
	calls := field(v, "tool_calls")
	if calls.Kind() != value.List || calls.Len() == 0 {
		calls = field(v, "additional_kwargs", "tool_calls")
	}
	if calls.Kind() != value.List {
		return
	}
	for _, e := range calls.Entries() {
		c := e.Val
		if fn := field(c, "function"); fn.Kind() == value.Map {
			m.call(Call{ID: text(c, "id"), Name: text(fn, "name"), Input: arguments(field(fn, "arguments"))})
			continue
		}
		in := field(c, "args")
		if in.Kind() == value.Invalid {
			in = field(c, "input")
		}
		m.call(Call{ID: text(c, "id"), Name: text(c, "name"), Input: arguments(in)})
	}
}

// arguments reads arguments that are JSON inside a text; any other value stays as it is.
func arguments(v value.Value) value.Value {
	if v.Kind() == value.String && strings.HasPrefix(strings.TrimSpace(v.Str()), "{") {
		if in, err := value.ParseJSON([]byte(v.Str())); err == nil {
			return in
		}
	}
	return v
}

// contentText joins the text of a content of either form.
func contentText(content value.Value) string {
	var m Message
	m.readContent(content)
	return m.Text
}

// Messages reads a channel that holds a list of messages; false where it is none.
func Messages(v value.Value) ([]Message, bool) {
	if v.Kind() != value.List || v.Len() == 0 {
		return nil, false
	}
	out := make([]Message, 0, v.Len())
	for _, e := range v.Entries() {
		m, ok := ReadMessage(e.Val)
		if !ok {
			return nil, false
		}
		out = append(out, m)
	}
	return out, true
}
