package graph

import (
	"slices"
	"strconv"
	"strings"
)

// Tasks that no trigger and no Send started: error handlers, and the task functions that a running task calls.

// handlers finds the tasks that LangGraph starts at once when a node fails that has an error handler.
func (o *owners) handlers() {
	for _, w := range o.cp.Writes {
		if w.Channel != chanError {
			continue
		}
		for _, name := range o.facts.candidates() {
			if len(o.open) == 0 {
				return
			}
			o.claim(o.p.hasher.Handler(o.place, name, w.TaskID), owner{name: name, kind: handlerTask, caller: w.TaskID})
		}
	}
}

// calls finds the task functions that an entrypoint, or another task function, called. Their paths hold the caller's and a
// number; the name is not stored, so the names known to the file are tried.
func (o *owners) calls() {
	type call struct {
		id, caller string
		n          int
	}
	var all []call
	for id, path := range o.open {
		if caller, n, ok := callPath(path); ok {
			all = append(all, call{id, caller, n})
		}
	}
	slices.SortFunc(all, func(a, b call) int { // callers before those they call
		if d := len(a.caller) - len(b.caller); d != 0 {
			return d
		}
		if d := compareText(a.caller, b.caller); d != 0 {
			return d
		}
		return a.n - b.n
	})
	byPath := map[string]string{}
	for _, w := range o.cp.Writes {
		byPath[w.Path] = w.TaskID
	}
	for id, own := range o.by { // a caller that has written nothing yet
		if own.kind == pullTask {
			byPath["~__pregel_pull, "+own.name] = id
		}
	}
	for _, c := range all {
		callerID := byPath[c.caller]
		if callerID == "" {
			callerID = byPath[c.caller+", 0000000001"] // paths of calls end so in the rows, but not where they are hashed
		}
		by, ok := o.by[callerID]
		if !ok {
			continue
		}
		in := o.place
		in.NS = o.namespaceOf(callerID, by)
		w := owner{kind: callTask, index: c.n, caller: callerID, path: c.caller}
		for _, name := range o.facts.candidates() {
			w.name = name
			if o.claim(o.p.hasher.Call(in, name, c.caller, c.n), w) {
				break
			}
		}
		if _, still := o.open[c.id]; still {
			w.name, w.proof = "call "+strconv.Itoa(c.n+1)+" of "+by.name, ProofInferred
			o.unnamed[c.id] = w
		}
	}
}

// namespaceOf is the namespace in which a task's own calls and subgraphs run.
func (o *owners) namespaceOf(id string, w owner) string {
	at := o.place
	if w.kind == callTask {
		at.NS = o.namespaceOf(w.caller, o.by[w.caller])
	}
	return at.path(w.name) + ":" + id
}

// callPath reads "~__pregel_push, CALLER, 0000000002, 0000000001": a call, not a Send, which has no caller.
func callPath(path string) (caller string, n int, ok bool) {
	rest, ok := strings.CutPrefix(path, "~__pregel_push, ~")
	if !ok {
		return "", 0, false
	}
	rest, ok = strings.CutSuffix("~"+rest, ", 0000000001")
	if !ok {
		return "", 0, false
	}
	k := strings.LastIndex(rest, ", ")
	if k < 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(rest[k+2:])
	return rest[:k], n, err == nil
}
