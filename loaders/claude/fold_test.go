package claude

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders/transcript"
)

func recorded(t testing.TB, name string) *session {
	t.Helper()
	list, _ := filepath.Glob(filepath.Join(cases, name, "claude-home/projects/*/*.jsonl"))
	if len(list) == 0 {
		t.Fatalf("no case %s", name)
	}
	s, _ := only(t, openPath(t, list[len(list)-1]))
	return s
}

// channel gives a channel of the state at step i as JSON, "" where it is not there.
func channel(t testing.TB, s *session, i int, name string) string {
	t.Helper()
	cp, err := s.hist.Open(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cp.Channels {
		if c.Name == name {
			return string(value.AppendJSON(nil, c.Value, value.JSONOptions{}))
		}
	}
	return ""
}

// words are the texts of the messages at step i, as graph reads them.
func words(t testing.TB, s *session, i int, name string) string {
	t.Helper()
	cp, err := s.hist.Open(context.Background(), i)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range cp.Channels {
		if c.Name != name {
			continue
		}
		list, ok := graph.Messages(c.Value)
		if !ok {
			t.Fatalf("%s at %d is no list of messages", name, i)
		}
		for _, m := range list {
			w := m.Role
			if m.Text != "" {
				w += " " + strings.SplitN(m.Text, "\n", 2)[0][:min(len(m.Text), 20, len(strings.SplitN(m.Text, "\n", 2)[0]))]
			}
			for _, c := range m.Calls {
				w += " asks " + c.Name
			}
			for _, c := range m.Results {
				w += " result of " + c.ID[len(c.ID)-3:]
			}
			out = append(out, w)
		}
	}
	return strings.Join(out, ", ")
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func TestStateFollowsItsBranch(t *testing.T) {
	s := recorded(t, "rewind")
	same(t, "before the rewind", words(t, s, 7, "messages"), "human Write v1 into a.txt, ai asks Write, human result of 200, ai Wrote v1., human Make it v2 and add b, "+
		"ai asks Edit asks Write, human result of 500, human result of 501, ai Now v2.")
	same(t, "after it", words(t, s, 8, "messages"), "human Write v1 into a.txt, ai asks Write, human result of 200, ai Wrote v1., human Make it v3 instead")
	at := `"at":"` + s.hist.ID(6) + `"}`
	same(t, "files of the old branch", channel(t, s, 7, "files"),
		`{"/home/dev/project/a.txt":{"change":"update","by":"tool:Edit",`+at+`,"/home/dev/project/b.txt":{"change":"create","by":"tool:Write",`+at+`}`)
	same(t, "files of the new one", channel(t, s, 11, "files"), `{"/home/dev/project/a.txt":{"change":"update","by":"tool:Write","at":"`+s.hist.ID(10)+`"}}`)
	same(t, "usage", channel(t, s, 11, "usage"), `{"input":62,"output":146,"cache_read":2200,"cache_creation":28}`)
	same(t, "history", channel(t, s, 11, "history"), "")
}

func TestStateIsTheSameHoweverItIsReached(t *testing.T) {
	s := recorded(t, "tasks")
	forward := make([]string, s.hist.Len())
	for i := range forward {
		forward[i] = channel(t, s, i, "todos") + channel(t, s, i, "usage") + channel(t, s, i, "files")
	}
	s.rt.Folds = transcript.NewFold(script{s})
	for i := len(forward) - 1; i >= 0; i-- {
		same(t, "backwards", channel(t, s, i, "todos")+channel(t, s, i, "usage")+channel(t, s, i, "files"), forward[i])
	}
}

func TestTaskToolsMakeThePlan(t *testing.T) {
	s := recorded(t, "tasks")
	same(t, "at the end", channel(t, s, s.hist.Current, "todos"),
		`[{"content":"Sketch the schema","status":"completed","id":"1","description":"Tables and keys"},{"content":"Write migration","status":"in_progress","id":"2","description":"SQL"}]`)
}

func TestCompactionLeavesWhatTheModelSees(t *testing.T) {
	s := recorded(t, "compact-manual")
	same(t, "before", words(t, s, 5, "messages"), "human Write one.txt, ai asks Write, human result of 100, ai one.txt is written., human What is in it?, ai It holds a 1.")
	got := words(t, s, 6, "messages")
	if !strings.HasPrefix(got, "human This session is bein, ai It holds a 1., human ") {
		t.Errorf("after: %s", got)
	}
	if h := words(t, s, 6, "history"); !strings.HasPrefix(h, words(t, s, 5, "messages")+", human This session") {
		t.Errorf("history: %s", h)
	}
	s = recorded(t, "summarize-from-here")
	got = words(t, s, s.hist.Current, "messages")
	if !strings.HasPrefix(got, "human First planet?, ai Mercury., human This session is bein, human Fourth planet?") {
		t.Errorf("summarized from here: %s", got)
	}
}

func TestWritesSayWhoAddedWhat(t *testing.T) {
	s := recorded(t, "rewind")
	var got []string
	for i := range 4 {
		cp, err := s.hist.Open(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range cp.Writes {
			got = append(got, w.Node+" "+w.Channel)
		}
	}
	same(t, "writes", strings.Join(got, ", "), "human messages, model messages, model usage, model model, tool:Write messages, tool:Write files, model messages, model usage")
}

func TestDueAndRan(t *testing.T) {
	s, _ := only(t, openPath(t, write(t, "s.jsonl", lines("u u1 - one\nc a1 u1 m Read t1\nc a2 a1 m Bash t2\nr r1 a1 t1"))))
	ctx := context.Background()
	for i, want := range []string{"model: model=due", "tools: tool:Read=done tool:Bash=due", "tools: tool:Bash=due"} {
		d, err := s.hist.Runtime.Due(ctx, s.hist, i)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(d.Next, " ") + ":"
		for _, task := range d.Tasks {
			got += " " + task.Name + "=" + string(task.Status)
		}
		same(t, "due", got, want)
	}
	ran, err := s.hist.Runtime.Ran(ctx, s.hist, 2)
	if err != nil || len(ran) != 1 || ran[0].ID != "t1" || ran[0].Name != "tool:Read" || fieldText(ran[0].Arg, "file_path") != "/w/f" {
		t.Errorf("ran %+v, %v", ran, err)
	}
}

func TestNothingIsDueAfterAStop(t *testing.T) {
	s := recorded(t, "interrupted-esc")
	ctx := context.Background()
	for i := range s.hist.Len() {
		d, err := s.hist.Runtime.Due(ctx, s.hist, i)
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.hist.Brief(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.Says, "interrupted") && len(d.Next) > 0 {
			t.Errorf("step %d was stopped, yet %v is due", i, d.Next)
		}
	}
}

func TestSubagentsHangAtTheirCalls(t *testing.T) {
	for name, want := range map[string]string{"subagents": "Count files@1 tool:Agent, Read readme@1 tool:Agent", "handmade-old-sidechain": "Look@1 tool:Task"} {
		s := recorded(t, name)
		var got []string
		for _, k := range s.kids {
			got = append(got, k.Title+"@"+string(rune('0'+k.Parent))+" "+k.Node)
		}
		same(t, name, strings.Join(got, ", "), want)
	}
}

func TestBriefsAreWhatTheScreenNeeds(t *testing.T) {
	s := recorded(t, "tool-error")
	b, err := s.hist.Brief(context.Background(), 8)
	if err != nil {
		t.Fatal(err)
	}
	if b.ProblemKind != "tool" || !strings.HasPrefix(b.Problem, "String to replace not found") || len(b.Results) != 1 || b.Results[0].Name != "Edit" {
		t.Errorf("%+v", b)
	}
	bodies := s.count.Bodies.Load()
	if b, err = s.hist.Brief(context.Background(), 3); err != nil || b.Nodes[0] != "model" || len(b.Asks) != 1 {
		t.Errorf("%+v, %v", b, err)
	}
	if n := s.count.Bodies.Load() - bodies; n > 3 {
		t.Errorf("a row read %d bodies", n)
	}
}

// fieldText is a member that is a text, "" for all others.
func fieldText(v value.Value, name string) string {
	if m, ok := v.Get(name); ok && m.Kind() == value.String {
		return m.Str()
	}
	return ""
}
