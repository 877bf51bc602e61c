package value

import "strings"

// library is what the classes of one generation of LangChain make of a stored envelope: the name of the class, and the fields
// that an instance has though nobody stored them, since they hold what the class gives them. Both were read off the libraries
// themselves (testdata/record/lc.py and lc.mjs), which store an instance without them.
type library struct {
	python bool
	kinds  map[string]kindOf // by the class as it is loaded; in JavaScript by its bare name
}

// kindOf is one class.
type kindOf struct {
	given []Entry // fields with what they hold where nothing is stored, in the order of the class
	// In JavaScript a constructor takes only the fields it knows; others are stored, but not in the instance.
	takes  map[string]bool
	fixed  []Entry           // fields that the class sets whatever is stored
	rename map[string]string // stored name → the instance's
}

var (
	none, no   = NewNull(), NewBool(false)
	emptyList  = NewList(nil)
	emptyMap   = NewMap(nil)
	given      = NamedEntry
	langchain0 = pythonLibrary(0, 1) // 0.1, of LangGraph 0.0
	langchain  = pythonLibrary(0, 3) // 0.2 and 0.3 are alike here
	langchain1 = pythonLibrary(1, 0)
	langchainJ = jsLibrary(0)
	langchain2 = jsLibrary(1)
)

// messageModules are the modules of langchain_core.messages by the name of the class.
var messageModules = map[string]string{"HumanMessage": "human", "AIMessage": "ai", "SystemMessage": "system", "ToolMessage": "tool",
	"FunctionMessage": "function", "ChatMessage": "chat", "RemoveMessage": "modifier", "BaseMessage": "base"}

// movedClasses are modules of langchain as they are stored, with those of langchain_core that they are loaded from and the classes
// that went there.
var movedClasses = [][3]string{
	{"langchain.output_parsers.list", "output_parsers.list", "CommaSeparatedListOutputParser"},
	{"langchain.prompts.base", "prompt_values", "StringPromptValue"},
	{"langchain.prompts.base", "prompts.string", "StringPromptTemplate"},
	{"langchain.prompts.chat", "prompt_values", "ChatPromptValue ChatPromptValueConcrete"},
	{"langchain.prompts.chat", "prompts.chat", "AIMessagePromptTemplate BaseMessagePromptTemplate BaseStringMessagePromptTemplate ChatMessagePromptTemplate ChatPromptTemplate HumanMessagePromptTemplate MessagesPlaceholder SystemMessagePromptTemplate"},
	{"langchain.prompts.few_shot_with_templates", "prompts.few_shot_with_templates", "FewShotPromptWithTemplates"},
	{"langchain.prompts.image", "prompts.image", "ImagePromptTemplate"},
	{"langchain.prompts.pipeline", "prompts.pipeline", "PipelinePromptTemplate"},
	{"langchain.prompts.prompt", "prompts.prompt", "PromptTemplate"},
	{"langchain.schema.agent", "agents", "AgentAction AgentActionMessageLog AgentFinish"},
	{"langchain.schema.document", "documents.base", "Document"},
	{"langchain.schema.output", "outputs.chat_generation", "ChatGeneration ChatGenerationChunk"},
	{"langchain.schema.output", "outputs.generation", "Generation GenerationChunk"},
	{"langchain.schema.output_parser", "output_parsers.string", "StrOutputParser"},
	{"langchain.schema.prompt", "prompt_values", "PromptValue"},
	{"langchain.schema.prompt_template", "prompts.base", "BasePromptTemplate"},
	{"langchain.schema.prompt_template", "prompts.chat", "BaseChatPromptTemplate"},
	{"langchain.schema.prompt_template", "prompts.image", "ImagePromptTemplate"},
	{"langchain.schema.runnable", "runnables.base", "RunnableBinding RunnableBindingBase RunnableEach RunnableEachBase RunnableParallel RunnableSequence"},
	{"langchain.schema.runnable", "runnables.branch", "RunnableBranch"},
	{"langchain.schema.runnable", "runnables.configurable", "DynamicRunnable RunnableConfigurableAlternatives RunnableConfigurableFields"},
	{"langchain.schema.runnable", "runnables.fallbacks", "RunnableWithFallbacks"},
	{"langchain.schema.runnable", "runnables.history", "RunnableWithMessageHistory"},
	{"langchain.schema.runnable", "runnables.passthrough", "RunnableAssign RunnablePassthrough RunnablePick"},
	{"langchain.schema.runnable", "runnables.retry", "RunnableRetry"},
	{"langchain.schema.runnable", "runnables.router", "RouterRunnable"},
}

// loadedAs and storedAs are movedClasses by full name, both ways.
var loadedAs, storedAs = func() (to, from map[string]string) {
	to, from = map[string]string{}, map[string]string{}
	for _, m := range movedClasses {
		for _, name := range strings.Fields(m[2]) {
			stored, loaded := m[0]+"."+name, "langchain_core."+m[1]+"."+name
			to[stored], from[loaded] = loaded, stored
		}
	}
	for name, module := range messageModules {
		for _, n := range []string{name, name + "Chunk"} {
			loaded := "langchain_core.messages." + module + "." + n
			for _, old := range []string{"langchain_core.messages.", "langchain.schema.", "langchain.schema.messages."} {
				to[old+n], from[loaded] = loaded, old+n
			}
		}
	}
	return to, from
}()

// class is the name of a class as an instance has it. JavaScript's instances have no module; the stored path stays.
func (l *library) class(stored string) string {
	if l != nil && l.python {
		if loaded, ok := loadedAs[stored]; ok {
			return loaded
		}
	}
	return stored
}

// kind finds a stored class.
func (l *library) kind(stored string) (kindOf, bool) {
	if l == nil {
		return kindOf{}, false
	}
	if l.python {
		k, ok := l.kinds[l.class(stored)]
		return k, ok
	}
	for _, module := range []string{"langchain_core.messages.", "langchain_core.documents."} {
		if rest, ok := strings.CutPrefix(stored, module); ok {
			k, ok := l.kinds[module+rest[strings.LastIndexByte(rest, '.')+1:]]
			return k, ok
		}
	}
	return kindOf{}, false
}

// filled adds to the stored fields those that the class gives.
func (k kindOf) filled(fields []Entry) []Entry {
	out := fields[:len(fields):len(fields)]
	for _, g := range k.given {
		if !has(fields, g.Name()) {
			out = append(out, g)
		}
	}
	return out
}

// own turns fields into those that the instance has.
func (k kindOf) own(fields []Entry) []Entry {
	if k.takes == nil {
		return fields
	}
	out := make([]Entry, 0, len(fields))
	for _, f := range fields {
		name := f.Name()
		if !k.takes[name] || f.Val.Type() == "undefined" { // a field that is undefined is one that is not there
			continue
		}
		if now, ok := k.rename[name]; ok {
			f.Key = NewString(now)
		}
		for _, fix := range k.fixed {
			if fix.Name() == name {
				f = fix
			}
		}
		out = append(out, f)
	}
	return out
}

// stored takes out of the fields what the class gives and the envelope does not hold, so that writing adds nothing.
func (k kindOf) stored(fields, held []Entry) []Entry {
	var out []Entry
	for _, f := range fields {
		filled := false
		for _, g := range k.given {
			filled = filled || g.Name() == f.Name() && !has(held, f.Name()) && Equal(g.Val, f.Val)
		}
		if !filled {
			out = append(out, f)
		}
	}
	return out
}

func pythonLibrary(major, minor int) *library {
	l := &library{python: true, kinds: map[string]kindOf{}}
	older := major == 0 && minor < 2 // without usage, artifacts and ids of documents
	message := func(name, typ string, more ...Entry) {
		base := []Entry{given("additional_kwargs", emptyMap), given("response_metadata", emptyMap)}
		if typ != "" {
			base = append(base, given("type", NewString(typ)))
		}
		base = append(base, given("name", none), given("id", none))
		module := messageModules[strings.TrimSuffix(name, "Chunk")]
		l.kinds["langchain_core.messages."+module+"."+name] = kindOf{given: append(base, more...)}
	}
	both := func(name, typ string, more ...Entry) {
		message(name, typ, more...)
		message(name+"Chunk", name+"Chunk", more...)
	}
	var example, ai, chunk, tool []Entry
	if major == 0 {
		example = []Entry{given("example", no)}
	}
	ai = append(append(ai, example...), given("tool_calls", emptyList), given("invalid_tool_calls", emptyList))
	if !older {
		ai = append(ai, given("usage_metadata", none))
		tool = []Entry{given("artifact", none), given("status", NewString("success"))}
	}
	chunk = append(append(chunk, ai...), given("tool_call_chunks", emptyList))
	if major > 0 {
		chunk = append(chunk, given("chunk_position", none))
	}
	both("HumanMessage", "human", example...)
	message("AIMessage", "ai", ai...)
	message("AIMessageChunk", "AIMessageChunk", chunk...)
	both("SystemMessage", "system")
	both("ToolMessage", "tool", tool...)
	both("FunctionMessage", "function")
	both("ChatMessage", "chat")
	message("RemoveMessage", "remove", given("content", NewString("")))
	message("BaseMessage", "")

	add := func(class string, fields ...Entry) { l.kinds["langchain_core."+class] = kindOf{given: fields} }
	typed := func(name string) Entry { return given("type", NewString(name)) }
	document := []Entry{given("metadata", emptyMap), typed("Document")}
	if !older {
		document = append([]Entry{given("id", none)}, document...)
	}
	add("documents.base.Document", document...)
	add("prompt_values.StringPromptValue", typed("StringPromptValue"))
	add("prompt_values.ChatPromptValueConcrete", typed("ChatPromptValueConcrete"))
	for _, name := range []string{"AgentAction", "AgentActionMessageLog", "AgentFinish"} {
		add("agents."+name, typed(name))
	}
	add("outputs.generation.Generation", given("generation_info", none), typed("Generation"))
	add("outputs.chat_generation.ChatGeneration", given("generation_info", none), typed("ChatGeneration"))
	prompt := []Entry{given("name", none), given("input_types", emptyMap), given("output_parser", none), given("partial_variables", emptyMap),
		given("metadata", none), given("tags", none), given("template_format", NewString("f-string")), given("validate_template", no)}
	if !older {
		prompt = append(prompt, given("optional_variables", emptyList))
	}
	add("prompts.prompt.PromptTemplate", prompt...)
	return l
}

func jsLibrary(major int) *library {
	l := &library{kinds: map[string]kindOf{}}
	both := func(name, typ string, takes string, more ...Entry) {
		for _, n := range []string{name, name + "Chunk"} {
			k := kindOf{takes: map[string]bool{}, given: []Entry{given("additional_kwargs", emptyMap), given("response_metadata", emptyMap)}}
			k.given = append(k.given, more...)
			for _, field := range strings.Fields("content name additional_kwargs response_metadata id " + takes) {
				k.takes[field] = true
			}
			if major > 0 {
				k.fixed = append(k.fixed, given("type", NewString(typ)))
				k.given = append(k.given, given("content", emptyList))
			}
			switch n {
			case "AIMessageChunk":
				k.takes["tool_call_chunks"] = true
				k.given = append(k.given, given("tool_call_chunks", emptyList))
			case "ToolMessageChunk":
				delete(k.takes, "metadata")
				delete(k.takes, "tool_call_id") // its class does not say that this name is to stay
			case "RemoveMessage":
				content := NewString("")
				if major > 0 {
					content = emptyList
				}
				k.fixed = append(k.fixed, given("content", content))
			}
			for _, f := range k.fixed {
				k.takes[f.Name()] = true
				if !has(k.given, f.Name()) {
					k.given = append(k.given, f)
				}
			}
			l.kinds["langchain_core.messages."+n] = k
		}
	}
	ai := "tool_calls invalid_tool_calls"
	if major > 0 {
		ai += " usage_metadata" // before, load makes usageMetadata of the name, which the constructor does not know
	}
	both("HumanMessage", "human", "")
	both("AIMessage", "ai", ai, given("tool_calls", emptyList), given("invalid_tool_calls", emptyList))
	both("SystemMessage", "system", "")
	both("ToolMessage", "tool", "tool_call_id status artifact metadata")
	both("FunctionMessage", "function", "")
	both("ChatMessage", "generic", "role")
	both("RemoveMessage", "remove", "")
	l.kinds["langchain_core.documents.Document"] = kindOf{given: []Entry{given("metadata", emptyMap)},
		takes: map[string]bool{"page_content": true, "metadata": true, "id": true}, rename: map[string]string{"page_content": "pageContent"}}
	return l
}
