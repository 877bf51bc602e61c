package view

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cptui/fork"
	"cptui/graph"
	"cptui/graph/value"
)

// noRuntime knows only which channels are control.
type noRuntime struct{}

var errNoRuntime = errors.New("not needed here")

func (noRuntime) Due(context.Context, *graph.History, int) (graph.Due, error) {
	return graph.Due{}, errNoRuntime
}
func (noRuntime) Ran(context.Context, *graph.History, int) ([]graph.Task, error) {
	return nil, errNoRuntime
}
func (noRuntime) Live(context.Context, *graph.History, int) (*graph.Live, error) {
	return nil, errNoRuntime
}
func (noRuntime) State(context.Context, *graph.History, int) (graph.State, error) {
	return graph.State{}, errNoRuntime
}
func (noRuntime) Control(channel string) bool {
	return strings.HasPrefix(channel, "__") || strings.HasPrefix(channel, "branch:") || strings.HasPrefix(channel, "join:")
}

// testHistory is a line of checkpoints with steps -1, 0, 1, …
func testHistory(n int) *graph.History {
	var rows []graph.Row
	for i := 0; i < n; i++ {
		r := graph.Row{ID: fmt.Sprintf("1f1ed1f3-6fd4-64ea-8016-3466%08x", i*7919), Step: i - 1, Time: time.Unix(int64(1000+i), 0), Ref: int64(i)}
		if i > 0 {
			r.Parent = rows[i-1].ID
		}
		rows = append(rows, r)
	}
	return &graph.History{DAG: graph.NewDAG("deep-1", rows), Runtime: noRuntime{}, Current: n - 1}
}

func channels(t testing.TB, pairs ...string) graph.State {
	var s graph.State
	for i := 0; i < len(pairs); i += 2 {
		s.Channels = append(s.Channels, graph.Channel{Name: pairs[i], Value: parse(t, pairs[i+1])})
	}
	return s
}

const (
	msgHuman  = `{"$type":"langchain_core.messages.human.HumanMessage","content":"Please do the work","additional_kwargs":{},"type":"human","id":"h0"}`
	msgAsks   = `{"$type":"langchain_core.messages.ai.AIMessage","content":"","additional_kwargs":{},"response_metadata":{"model_name":"m"},"type":"ai","name":null,"id":"a1","tool_calls":[{"name":"read_file","args":{"file_path":"/notes.md"},"id":"c1","type":"tool_call"},{"name":"ls","args":{"path":"/"},"id":"c2","type":"tool_call"}],"invalid_tool_calls":[],"usage_metadata":{"input_tokens":105,"output_tokens":5}}`
	msgRes2   = `{"$type":"langchain_core.messages.tool.ToolMessage","content":"['/notes.md', '/src/']","additional_kwargs":{},"type":"tool","name":"ls","id":"t2","tool_call_id":"c2","artifact":null,"status":"success"}`
	msgRes1   = `{"$type":"langchain_core.messages.tool.ToolMessage","content":"# Notes\nline one\nline two\n","additional_kwargs":{},"type":"tool","name":"read_file","id":"t1","tool_call_id":"c1","artifact":null,"status":"success"}`
	msgAsks3  = `{"$type":"langchain_core.messages.ai.AIMessage","content":"Let me look.","type":"ai","id":"a2","tool_calls":[{"name":"read_file","args":{"file_path":"/missing.txt"},"id":"c3","type":"tool_call"}],"usage_metadata":{"input_tokens":106,"output_tokens":5}}`
	msgError  = `{"$type":"langchain_core.messages.tool.ToolMessage","content":"Error: File '/missing.txt' not found","type":"tool","name":"read_file","id":"t3","tool_call_id":"c3","artifact":null,"status":"error"}`
	todosHalf = `[{"content":"task 0","status":"completed"},{"content":"task 1","status":"in_progress"},{"content":"task 2","status":"pending"}]`
	fileMap   = `{"/notes.md":{"content":"# Notes\nline one\n","encoding":"utf-8","modified_at":"2026"},"/src/main.py":{"content":"print('hello')\n","encoding":"utf-8","modified_at":"2026"}}`
)

// toolMoment is a step in which a tool failed, like deepagents @22.
func toolMoment(t testing.TB) (*graph.Moment, StepFacts, Env) {
	h := testHistory(30)
	h.Kids = nil
	at := 23
	before := channels(t, "messages", "["+strings.Join([]string{msgHuman, msgAsks, msgRes2, msgRes1, msgAsks3}, ",")+"]", "files", fileMap, "todos", todosHalf)
	after := channels(t, "messages", "["+strings.Join([]string{msgHuman, msgAsks, msgRes2, msgRes1, msgAsks3, msgError}, ",")+"]", "files", fileMap, "todos", todosHalf)
	after.Rebuilt = []graph.Rebuilt{{Channel: "messages", Seed: -1, Writes: 15, Reducer: "add_messages", Proof: graph.DeltaInferred}, {Channel: "files", Seed: -1, Writes: 3, Reducer: "merge", Proof: graph.DeltaProved, Snapshots: 2}}
	call := graph.Call{ID: "c3", Name: "read_file", Input: parse(t, `{"file_path":"/missing.txt"}`), Result: parse(t, `"Error: File '/missing.txt' not found"`), Error: true, Done: true}
	wrote := graph.Write{TaskID: "29a06c62-0625-8d52-4748-742cacb91a52", Channel: "messages", Value: parse(t, "["+msgError+"]"), Node: "tools", Proof: graph.ProofHash}
	version := func(n int) value.Value {
		return value.NewString(fmt.Sprintf("%032d.0.2262", n))
	}
	m := &graph.Moment{
		Checkpoint: &graph.Checkpoint{Index: at, ID: h.ID(at), Thread: "deep-1", ParentID: h.ID(at - 1), V: 4, TS: "2026-12-01T00:36:14.753000+00:00", Source: "loop", Step: 22,
			Channels:  append(append([]graph.Channel(nil), after.Channels...), graph.Channel{Name: "branch:to:model", Value: value.NewNull()}),
			Versions:  []graph.Version{{Channel: "messages", Value: version(24)}, {Channel: "branch:to:model", Value: version(24)}},
			Seen:      []graph.Seen{{Node: "model", Versions: []graph.Version{{Channel: "branch:to:model", Value: version(21)}}}, {Node: "tools"}},
			NoUpdated: true, Metadata: parse(t, `{"source":"loop","step":22,"parents":{}}`), Encoding: "msgpack", Size: 3210},
		State: after, Before: before, Parent: &graph.Checkpoint{Index: at - 1, ID: h.ID(at - 1)},
		Brief:   graph.Brief{Index: at, Kind: graph.StepRan, Nodes: []string{"tools"}, Results: []graph.Call{call}, Took: 20 * time.Millisecond},
		Ran:     []graph.Task{{ID: "29a06c62-0625-8d52-4748-742cacb91a52", Name: "tools", Status: graph.TaskDone, Writes: []graph.Write{wrote}, Proof: graph.ProofHash, Ran: true, RanKnown: true}},
		Due:     graph.Due{Known: true, Next: []string{"model"}, Tasks: []graph.Task{{ID: "f3fb3565-b205", Name: "model", Status: graph.TaskDone, Proof: graph.ProofHash, Writes: []graph.Write{{Channel: "messages", Value: parse(t, "["+msgAsks+"]")}}}}},
		Changes: []graph.Change{{Channel: "messages", Op: graph.Changed, Before: before.Channels[0].Value, After: after.Channels[0].Value, Writers: []string{"tools"}}},
		Same:    []string{"files", "todos"},
		DidRun:  []int{24},
	}
	facts := StepFacts{Loaded: true,
		Why:      []graph.Reason{{Node: "tools", Verdict: "sent", By: []string{"TodoListMiddleware.after_model"}, Count: 1, LastRan: -1}},
		Next:     []graph.Reason{{Node: "model", Verdict: "due", Trigger: "branch:to:model", Now: version(24), Seen: version(21), By: []string{"tools"}, LastRan: 21}},
		Earlier:  []Earlier{{"tools", 20, 2}, {"tools", 17, 1}, {"tools", 14, 1}},
		Asked:    map[string]Put{"c1": {18, time.Millisecond}, "c2": {18, time.Millisecond}, "c3": {21, 29 * time.Millisecond}},
		Answered: map[string]Put{"c1": {20, 25 * time.Millisecond}, "c2": {20, 25 * time.Millisecond}, "c3": {23, 20 * time.Millisecond}},
		Put:      map[string]Put{"h0": {0, 0}, "a1": {18, 0}, "a2": {21, 0}},
	}
	return m, facts, Env{Hist: h, Source: "sessions.db"}
}

// waitMoment is a head with one question answered and one open, like interrupt-parallel.
func waitMoment(t testing.TB) (*graph.Moment, StepFacts, Env) {
	h := testHistory(2)
	state := channels(t, "topic", `"one-answered"`)
	ask := func(q, id string) value.Value {
		return parse(t, `{"$type":"langgraph.types.Interrupt","value":"`+q+`","id":"`+id+`"}`)
	}
	m := &graph.Moment{
		Checkpoint: &graph.Checkpoint{Index: 1, ID: h.ID(1), Thread: "one answered", ParentID: h.ID(0), V: 4, Source: "loop", Step: 0,
			Channels: append(append([]graph.Channel(nil), state.Channels...), graph.Channel{Name: "branch:to:left", Value: value.NewNull()})},
		State: state, Parent: &graph.Checkpoint{Index: 0, ID: h.ID(0)},
		Brief: graph.Brief{Index: 1, Kind: graph.StepRan, Nodes: []string{"__start__"}, Problem: "ask right", ProblemKind: "question"},
		Ran:   []graph.Task{{ID: "907dffff-1", Name: "__start__", Status: graph.TaskDone, Proof: graph.ProofHash, Writes: []graph.Write{{Channel: "topic", Value: value.NewString("one-answered")}, {Channel: "branch:to:left", Value: value.NewNull()}}}},
		Due: graph.Due{Known: true, Next: []string{"left", "right"}, Tasks: []graph.Task{
			{ID: "c23a0000-1", Name: "left", Status: graph.TaskDone, Proof: graph.ProofHash, Interrupts: []value.Value{ask("ask left", "0f")}, Answers: []value.Value{value.NewString("ok")},
				Writes: []graph.Write{{Channel: "log", Value: value.NewString("left=ok")}, {Channel: "join:left+right:join", Value: value.NewString("left")}}},
			{ID: "f3810000-1", Name: "right", Status: graph.TaskWaits, Proof: graph.ProofHash, Interrupts: []value.Value{ask("ask right", "8f088693c1a14ad006e4039ec1d5b059")}},
		}, Waits: []graph.Join{{Channel: "join:left+right:join", Node: "join", Needs: []string{"left", "right"}, Has: []string{"left"}}}},
		Changes: []graph.Change{{Channel: "topic", Op: graph.Added, After: state.Channels[0].Value}},
		IsHead:  true, Live: &graph.Live{Next: []string{"right"}, Left: []string{"right"}, Known: true},
	}
	then, still := graph.Follows(m.Due.Tasks, m.Due.Waits)
	m.Ahead = &graph.Forecast{Known: true, Runs: []graph.Resume{{Task: m.Due.Tasks[1]}}, Keeps: m.Due.Tasks[:1], Then: then, Waits: still}
	facts := StepFacts{Loaded: true, Why: []graph.Reason{{Node: "__start__", Trigger: "__start__", Verdict: "due", LastRan: -1}}, Next: []graph.Reason{
		{Node: "left", Verdict: "due", Trigger: "branch:to:left", Now: value.NewInt(2), LastRan: -1}, {Node: "right", Verdict: "due", Trigger: "branch:to:right", Now: value.NewInt(2), LastRan: -1}}}
	return m, facts, Env{Hist: h, Source: "my db.sqlite"}
}

func seenTable() []graph.Reason {
	n := value.NewInt
	return []graph.Reason{
		{Node: "writer", Trigger: "branch:to:writer", Now: n(41), Seen: n(31), Verdict: "due", By: []string{"planner"}, ByTasks: []string{"77ab0000"}, LastRan: 20, NotDueTo: []string{"messages 41", "plan 40"}},
		{Node: "fact_check", Verdict: "sent", Count: 3, Now: n(41), By: []string{"planner"}, LastRan: -1},
		{Node: "merge", Trigger: "join:writer+fact_check:merge", Verdict: "waits", Missing: []string{"writer", "fact_check"}, LastRan: -1},
		{Node: "ResearchSubagentMiddleware.after_model", Trigger: "branch:to:ResearchSubagentMiddleware.after_model", Now: n(29), Seen: n(29), Verdict: "ran", LastRan: 12},
		{Node: "publish", Trigger: "branch:to:publish", Guessed: true, Verdict: "never", LastRan: -1},
	}
}

// paneCases are the panes that the golden screens and the properties look at.
func paneCases(t testing.TB) map[string]func() Pane {
	m, f, env := toolMoment(t)
	w, wf, wenv := waitMoment(t)
	ascii := env
	ascii.ASCII = true
	return map[string]func() Pane{
		"step-tool":      func() Pane { return NewStep(m, f, env) },
		"step-loading":   func() Pane { return NewStep(m, StepFacts{}, env) },
		"step-waits":     func() Pane { return NewStep(w, wf, wenv) },
		"state-tool":     func() Pane { return NewState(m, env) },
		"state-ascii":    func() Pane { return NewState(m, ascii) },
		"changes-tool":   func() Pane { return NewChanges(m, env) },
		"messages-tool":  func() Pane { return NewMessages(m, f, env) },
		"tasks-tool":     func() Pane { return NewTasks(m, env) },
		"tasks-waits":    func() Pane { return NewTasks(w, wenv) },
		"seen":           func() Pane { return NewSeen(m, seenTable(), env) },
		"seen-table":     func() Pane { return NewSeenTable(m, env) },
		"meta":           func() Pane { return NewMeta(m, env) },
		"state-typed":    func() Pane { return NewState(typedMoment(t), env) },
		"messages-stray": func() Pane { return NewMessages(strayMoment(t), StepFacts{}, env) },
		"forkplan":       func() Pane { return forkPane(t, nil) },
		"forkplan-no":    func() Pane { return forkPane(t, errors.New("refused: the database is locked by another process")) },
		"compare":        func() Pane { return NewCompare(compareFacts(t, env), env) },
	}
}

// typedMoment holds one value of each kind that plain data lacks.
func typedMoment(t testing.TB) *graph.Moment {
	m := &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 1}, State: channels(t,
		"when", `{"$type":"datetime.datetime","$value":"2026-03-07T09:00:00-05:00"}`,
		"id", `{"$type":"uuid.UUID","$value":"01234567-89ab-cdef-0123-456789abcdef"}`,
		"price", `{"$type":"decimal.Decimal","$value":"12.50"}`,
		"tags", `{"$type":"builtins.set","$value":[1,2]}`,
		"key", `{"$type":"pydantic.types.SecretStr","$value":"not-a-real-secret"}`,
		"api_key", `"abcdefgh12345678"`,
		"color", `{"$type":"app.Color","$value":"red"}`,
		"row", `{"$type":"app.Row","a":1,"b":"x"}`,
		"send", `{"$type":"langgraph.types.Send","node":"work","arg":{"i":0}}`,
		"nan", `{"$type":"float","$value":"NaN"}`,
		"big", `9007199254740993`,
		"none", `null`,
		"escape", `"a\u001b[31mb\u202ec\td"`,
		"lines", `"one\ntwo\nthree"`,
		"picture", `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`+strings.Repeat("iVBORw0KGgoAAAAN", 600)+`"}}`,
		"keys", `{"$type":"builtins.dict","$items":[[1,"int"],[null,"nil"],["s","str"]]}`,
		"long", "["+strings.Repeat("1,", 299)+"1]",
	)}
	array := value.NewObject("numpy.ndarray", []value.Entry{value.NamedEntry("dtype", value.NewString("<f8")),
		value.NamedEntry("shape", parse(t, "[2]")), value.NamedEntry("$value", parse(t, "[1.0, 2.0]"))})
	m.State.Channels = append(m.State.Channels, graph.Channel{Name: "array", Value: array})
	return m
}

// strayMoment has a call without a result, a result without a call, and a call answered twice.
func strayMoment(t testing.TB) *graph.Moment {
	return &graph.Moment{Checkpoint: &graph.Checkpoint{Index: 1}, State: channels(t, "messages", `[
		{"role":"user","content":"hi"},
		{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"xx"},{"type":"text","text":"I look."},{"type":"tool_use","id":"u1","name":"Bash","input":{"command":"ls -la","description":"list"}},{"type":"tool_use","id":"u2","name":"Read","input":{"file_path":"/a"}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"u1","content":"out"}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"u1","content":"again"}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"u9","content":"lost","is_error":true}]},
		{"role":"assistant","content":"Done.\nIt has two lines."}]`)}
}

// forkPane is the plan of an edit, worked out or refused.
func forkPane(t testing.TB, err error) Pane {
	m, _, env := toolMoment(t)
	path, perr := value.ParsePath(".messages[4].tool_calls[0].args.file_path")
	if perr != nil {
		t.Fatal(perr)
	}
	gone, perr := value.ParsePath(`.files["/src/main.py"]`)
	if perr != nil {
		t.Fatal(perr)
	}
	req := fork.Request{Thread: "deep-1", Kind: "update", Edits: []fork.Edit{{Op: fork.Set, Path: path, Value: value.NewString("/notes.md")}, {Op: fork.Delete, Path: gone}}}
	if err != nil {
		return NewForkPlan(req, nil, err, m, env)
	}
	return NewForkPlan(req, &fork.Plan{Request: req, Thread: "deep-1", Head: true, HeadBefore: env.Hist.ID(29), Next: []string{"model"},
		Before: []value.Value{value.NewString("/missing.txt"), parse(t, `{"content":"print('hello')"}`)}, Rows: []fork.Row{{Table: "checkpoints", Bytes: 1204}},
		Keeps: 30, Loses: []string{"1 open question"}, After: []string{"write_todos @25", "write_file /second.txt @34"}}, nil, m, env)
}

func compareFacts(t testing.TB, env Env) CompareFacts {
	moment := func(i int, s graph.State, nodes ...string) *graph.Moment {
		return &graph.Moment{Checkpoint: &graph.Checkpoint{Index: i, ID: env.Hist.ID(i)}, State: s, Brief: graph.Brief{Index: i, Nodes: nodes}}
	}
	base := channels(t, "topic", `"root"`, "log", `["plan"]`, "total", `0`, "kept", `[1,2]`)
	a := channels(t, "topic", `"root"`, "log", `["plan","work","join"]`, "total", `3`, "kept", `[1,2]`)
	b := channels(t, "topic", `"third level"`, "log", `["plan","branch 0","fork of fork 0","join"]`, "total", `9`, "kept", `[1,2]`)
	return CompareFacts{Base: moment(2, base, "plan"), A: moment(4, a, "join"), B: moment(6, b, "join"),
		ThenA: &graph.Brief{Index: 3, Nodes: []string{"work"}}, ThenB: &graph.Brief{Index: 5, Kind: graph.StepUpdate}}
}
