package plain

import (
	"strconv"
	"time"

	"cptui/graph"
	"cptui/loaders"
)

// Lifecycle says how recently a thread was at work: active or idle below 30 minutes, suspended below 7 days, else archived.
func Lifecycle(status string, last, now time.Time) string {
	switch age := now.Sub(last); {
	case last.IsZero():
		return "archived"
	case age < 30*time.Minute && (status == "pending" || status == "interrupted"):
		return "active"
	case age < 30*time.Minute:
		return "idle"
	case age < 7*24*time.Hour:
		return "suspended"
	}
	return "archived"
}

// InfoJSON is the answer of `info --json`: the source, its threads, and what its store holds (nil: it has none).
func InfoJSON(info loaders.Info, store *loaders.StoreSummary, threads []*loaders.ThreadFacts, now time.Time) []byte {
	e := &enc{}
	e.top()
	e.key("format")
	e.str(info.Format)
	e.key("producer")
	e.strOrNull(info.Producer)
	e.key("records")
	if info.Records < 0 {
		e.null()
	} else {
		e.num(info.Records)
	}
	e.key("bytes")
	e.num(info.Bytes)
	e.key("threads")
	e.open('[')
	for _, t := range threads {
		e.facts(t, now)
	}
	e.close(']')
	e.key("store")
	if store == nil {
		e.null()
	} else {
		e.summary(*store)
	}
	e.key("problems")
	e.open('[')
	for _, p := range info.Problems {
		e.problem(p)
	}
	for _, t := range threads {
		for _, p := range t.Problems {
			e.problem(p)
		}
	}
	e.close(']')
	e.end()
	return e.b
}

func (e *enc) facts(t *loaders.ThreadFacts, now time.Time) {
	e.open('{')
	e.key("thread_id")
	e.str(t.ID)
	e.key("title")
	e.strOrNull(t.Title)
	e.key("status")
	e.str(t.Status)
	e.key("phase")
	e.strOrNull(t.Phase)
	e.key("namespaces")
	e.strs(t.Namespaces)
	e.key("checkpoints")
	e.num(int64(t.Checkpoints))
	e.key("branches")
	e.num(int64(t.Branches))
	e.key("head")
	e.hits(t.Head)
	e.key("leaf")
	e.hits(t.Leaf)
	e.key("first_ts")
	e.stamp(t.FirstTS, t.First)
	e.key("last_ts")
	e.stamp(t.LastTS, t.Last)
	e.key("lifecycle")
	e.str(Lifecycle(t.Status, t.Last, now))
	e.key("current_task")
	e.strOrNull(t.CurrentTask)
	e.key("plan_progress")
	e.strOrNull(planProgress(t))
	e.key("prompts")
	e.strs(t.Prompts)
	e.key("tools")
	e.open('{')
	for _, c := range t.Tools {
		e.key(c.Name)
		e.open('{')
		e.key("calls")
		e.num(int64(c.Calls))
		e.key("errors")
		e.num(int64(c.Errors))
		e.close('}')
	}
	e.close('}')
	e.key("usage")
	e.usage(t.Usage)
	e.key("usage_agents")
	e.usage(t.UsageAgents)
	e.key("models")
	e.strs(t.Models)
	e.key("files")
	e.strs(t.Files)
	e.key("todos")
	e.open('[')
	for _, d := range t.Todos {
		e.open('{')
		e.key("content")
		e.str(d.Content)
		e.key("status")
		e.str(d.Status)
		e.close('}')
	}
	e.close(']')
	e.key("subagents")
	e.num(int64(t.Subagents))
	e.close('}')
}

func planProgress(t *loaders.ThreadFacts) string {
	if t.PlanAll == 0 {
		return ""
	}
	return strconv.Itoa(t.PlanDone) + "/" + strconv.Itoa(t.PlanAll)
}

// stamp writes a time as the source has it, or as RFC 3339 where only the moment is known.
func (e *enc) stamp(text string, t time.Time) {
	if text != "" {
		e.str(text)
		return
	}
	e.time(t)
}

func (e *enc) hits(list []loaders.Hit) {
	e.open('{')
	for _, h := range list {
		e.key(h.NS)
		e.str(h.ID)
	}
	e.close('}')
}

func (e *enc) usage(u loaders.Usage) {
	e.open('{')
	e.key("input")
	e.num(u.Input)
	e.key("output")
	e.num(u.Output)
	e.key("cache_read")
	e.num(u.CacheRead)
	e.key("cache_creation")
	e.num(u.CacheCreation)
	e.close('}')
}

// problem leaves out what a problem does not have: a row of a database has no line.
func (e *enc) problem(p graph.Problem) {
	e.open('{')
	e.key("code")
	e.str(p.Code)
	e.key("severity")
	e.str(string(p.Severity))
	if p.Thread != "" || p.Checkpoint != "" {
		e.key("thread_id")
		e.str(p.Thread)
	}
	if p.NS != "" {
		e.key("checkpoint_ns")
		e.str(p.NS)
	}
	if p.Checkpoint != "" {
		e.key("checkpoint_id")
		e.str(p.Checkpoint)
	}
	if p.File != "" {
		e.key("file")
		e.str(p.File)
	}
	if p.Line > 0 {
		e.key("line")
		e.num(int64(p.Line))
	}
	if p.Offset >= 0 {
		e.key("offset")
		e.num(p.Offset)
	}
	e.key("message")
	e.str(p.Message)
	e.close('}')
}
