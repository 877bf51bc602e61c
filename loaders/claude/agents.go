package claude

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// aside is what agent-<id>.meta.json says of a subagent.
type aside struct{ kind, description, toolUse string }

// loadAgents finds the files of the session's subagents: in its own folder however deep, or, as older versions wrote them,
// beside it. Files of subagents known already are only read on.
func (s *session) loadAgents(ctx context.Context) error {
	paths := s.agentFiles()
	known := map[string]*unit{}
	for _, u := range s.agents {
		known[u.path] = u
	}
	var list []*unit
	for _, p := range paths {
		u := known[p]
		if u == nil {
			var err error
			if u, err = openUnit(p, s.count); err != nil {
				continue // gone meanwhile or not readable: missing-subagent tells where a call names it
			}
			u.agent = strings.TrimPrefix(stem(p), "agent-")
			u.about = readAside(strings.TrimSuffix(p, ".jsonl") + ".meta.json")
		}
		delete(known, p)
		if err := u.read(ctx); err != nil {
			u.file.Close()
			return err
		}
		list = append(list, u)
	}
	for _, u := range known {
		u.file.Close()
	}
	s.agents = list
	return nil
}

// agentFiles lists the files of subagents, in the order of their paths.
func (s *session) agentFiles() []string {
	var out []string
	walk := func(session string, mine func(name string) bool) {
		_ = filepath.WalkDir(filepath.Join(filepath.Dir(s.path), session, "subagents"), func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && agentName(d.Name()) && mine(d.Name()) {
				out = append(out, p)
			}
			return nil
		})
	}
	walk(stem(s.path), func(string) bool { return true })
	if s.main.origin != 0 { // a fork names its subagents, but they stay with the session that it was forked from
		walk(filepath.Base(s.main.Text(s.main.origin)), s.called)
	}
	flat, _ := os.ReadDir(filepath.Dir(s.path))
	for _, d := range flat {
		if p := filepath.Join(filepath.Dir(s.path), d.Name()); d.Type().IsRegular() && agentName(d.Name()) && p != s.path && headSession(p) == s.name {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// called tells whether a result names the subagent with this file.
func (s *session) called(name string) bool {
	id := s.main.Find(strings.TrimSuffix(strings.TrimPrefix(name, "agent-"), ".jsonl"))
	return id != 0 && slices.ContainsFunc(s.main.results, func(r result) bool { return r.agent == id })
}

// agentName tells the files of subagents by their names: they are never sessions of their own.
func agentName(name string) bool {
	return strings.HasPrefix(name, "agent-") && strings.HasSuffix(name, ".jsonl")
}

// headSession is the session that a subagent's file names in its first lines.
func headSession(path string) string {
	t := headTable(path, 64<<10)
	for i := range t.recs {
		if r := t.recs[i].session; r != 0 {
			return t.Text(r)
		}
	}
	return ""
}

// readAside reads a sidecar; what is odd in it is left out.
func readAside(path string) (a aside) {
	f, err := loaders.OpenFile(path)
	if err != nil {
		return a
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, 1<<20))
	w := jsonl.Walk(b)
	if !w.Enter() {
		return a
	}
	for w.Key() {
		var to *string
		switch string(w.Name) {
		case "agentType":
			to = &a.kind
		case "description":
			to = &a.description
		case "toolUseId":
			to = &a.toolUse
		default:
			w.Skip()
			continue
		}
		t, _ := w.Text()
		*to = jsonl.Unquote(t)
	}
	return a
}

// hang finds the step at which each subagent was called: by the sidecar's toolUseId, else by the agentId that a result names,
// else, for sidechains inside the session's file, by the words it was given. What none of these finds is not attached.
func (s *session) hang() {
	named := map[string]int{} // agent → kid
	for _, u := range s.units() {
		for i := range u.steps {
			ns := s.spaces[u.base+i]
			if _, seen := named[ns]; seen || ns == "" || u.steps[i].parent >= 0 {
				continue
			}
			named[ns] = len(s.kids)
			k := graph.Child{NS: ns, Parent: -1, Near: -1, Kind: "subagent", Title: u.about.description}
			if k.Title == "" {
				k.Title = u.about.kind
			}
			s.kids = append(s.kids, k)
		}
	}
	if len(s.kids) == 0 {
		return
	}
	for _, u := range s.agents {
		if n, ok := named["agent:"+u.agent]; ok && u.about.toolUse != "" {
			s.attach(&s.kids[n], u.about.toolUse)
		}
	}
	for _, u := range s.units() {
		for i := range u.results {
			r := &u.results[i]
			if n, ok := named["agent:"+u.Text(r.agent)]; ok && r.agent != 0 && s.kids[n].Parent < 0 {
				s.attach(&s.kids[n], u.Text(r.id))
			}
		}
	}
	s.hangInline(named)
}

// attach hangs a kid at the step that asked for call id; never at a step of its own.
func (s *session) attach(k *graph.Child, id string) {
	for _, u := range s.units() {
		want := u.Find(id)
		if want == 0 || u.callOf[want] < 0 {
			continue
		}
		c := &u.calls[u.callOf[want]]
		step := u.recs[c.rec].step
		if step < 0 || s.spaces[u.base+int(step)] == k.NS {
			continue
		}
		k.Parent, k.TaskID, k.Node = u.base+int(step), id, "tool:"+u.Text(c.name)
		if k.Title == "" {
			k.Title = u.Text(c.name)
		}
		return
	}
}

// hangInline pairs sidechains of the session's own file with the calls whose prompt they begin with, in the order of the file.
func (s *session) hangInline(named map[string]int) {
	u := s.main
	var calls map[string][]asked
	for i := range u.steps {
		st := &u.steps[i]
		if !st.side || st.parent >= 0 {
			continue
		}
		k := &s.kids[named[s.spaces[u.base+i]]]
		body, err := u.body(st.first)
		if err != nil || k.Parent >= 0 {
			continue
		}
		if calls == nil {
			calls = s.taskCalls()
		}
		words := transcript.TextOf(content(body))
		list := calls[words]
		if len(list) == 0 {
			continue
		}
		calls[words] = list[1:]
		if s.attach(k, list[0].id); list[0].description != "" {
			k.Title = list[0].description
		}
	}
}

// taskCalls lists the calls of the session that start a subagent and that none hangs on yet, by the words they give it.
func (s *session) taskCalls() map[string][]asked {
	u := s.main
	taken := map[string]bool{}
	for _, k := range s.kids {
		taken[k.TaskID] = true
	}
	out := map[string][]asked{}
	task, agent := u.Find("Task"), u.Find("Agent")
	for i := range u.calls {
		c := &u.calls[i]
		if c.name == 0 || c.name != task && c.name != agent || u.recs[c.rec].is(copied) || taken[u.Text(c.id)] {
			continue
		}
		if b, err := u.block(c); err == nil {
			a := asked{u.Text(c.id), transcript.Word(transcript.Spot(b, "input", "description"))}
			words := transcript.Word(transcript.Spot(b, "input", "prompt"))
			out[words] = append(out[words], a)
		}
	}
	return out
}

// asked is a call that starts a subagent.
type asked struct{ id, description string }
