package plain

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/ui/view"
)

// Keys come in the order of the calls, commas where they belong, strings as valid JSON whatever is in them.
func TestEncoder(t *testing.T) {
	e := &enc{}
	e.top()
	e.key("empty")
	e.strs(nil)
	e.key("list")
	e.strs([]string{"a", "b,[{"})
	e.key("nested")
	e.open('{')
	e.key("\"k\n\xff")
	e.null()
	e.key("n")
	e.num(-3)
	e.close('}')
	e.key("path")
	e.path([]any{"__pregel_push", 1, []any{"x", true}, int64(2)})
	e.key("time")
	e.time(time.Date(2026, 3, 7, 9, 0, 0, 1000, time.FixedZone("", 3600)))
	e.key("none")
	e.time(time.Time{})
	e.key("big")
	e.val(value.NewNumber(value.Int, "12345678901234567890"))
	e.end()
	want := `{"schema_version":1,"empty":[],"list":["a","b,[{"],"nested":{"\"k\n` + "\uFFFD" + `":null,"n":-3},` +
		`"path":["__pregel_push",1,["x",true],2],"time":"2026-03-07T08:00:00.000001Z","none":null,"big":{"$type":"int","$value":"12345678901234567890"}}` + "\n"
	if got := string(e.b); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if _, err := value.ParseJSON(bytes.TrimSpace(e.b)); err != nil {
		t.Error(err)
	}
}

func TestLifecycle(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		status string
		ago    time.Duration
		want   string
	}{
		{"pending", time.Minute, "active"},
		{"interrupted", 29 * time.Minute, "active"},
		{"idle", time.Minute, "idle"},
		{"error", time.Minute, "idle"},
		{"pending", time.Hour, "suspended"},
		{"idle", 6 * 24 * time.Hour, "suspended"},
		{"idle", 7 * 24 * time.Hour, "archived"},
		{"pending", -time.Hour, "active"}, // a clock that runs ahead
	} {
		if got := Lifecycle(test.status, now.Add(-test.ago), now); got != test.want {
			t.Errorf("%s %s ago: %s, want %s", test.status, test.ago, got, test.want)
		}
	}
	if got := Lifecycle("empty", time.Time{}, now); got != "archived" {
		t.Errorf("no time: %s", got)
	}
}

// Nothing that a source says is taken for a command of the terminal, and only our own colours are written.
func TestTextIsClean(t *testing.T) {
	evil := "a\x1b]52;c;aGk=\x07\u202e\u009bz"
	var b bytes.Buffer
	out := NewText(&b, Look{Width: 80, Color: true})
	out.Info(loaders.Info{Path: evil, Format: "x", Records: 1, Problems: []graph.Problem{{Code: evil, Severity: graph.Error, Message: evil, Offset: -1}}}, nil,
		[]*loaders.ThreadFacts{{ID: evil, Title: evil, Status: evil, Prompts: []string{evil}, Files: []string{evil},
			Tools: []loaders.ToolCount{{Name: evil, Calls: 1}}, Todos: []loaders.Todo{{Content: evil}}, PlanAll: 1, Models: []string{evil}}}, time.Now())
	out.Threads([]ThreadList{{Path: evil, Threads: []loaders.ThreadHead{{ID: evil, Title: evil, Count: -1}}, Status: map[string]string{evil: evil}}}, time.Now())
	out.Places([]loaders.Place{{Shown: evil, State: evil}}, time.Now())
	item := loaders.StoreItem{Namespace: evil, Key: evil, Value: value.NewMap([]value.Entry{value.NamedEntry(evil, value.NewString(evil))}),
		Problems: []graph.Problem{{Code: evil, Message: evil}}}
	out.StoreHead(evil, loaders.StoreSummary{Problems: item.Problems})
	out.StoreNamespace(loaders.StoreNamespace{Name: evil})
	out.StoreItems([]loaders.StoreItem{item}, time.Now(), false)
	out.StoreItem(&item, time.Now(), true)
	out.StorePart(value.NewString(evil), false)
	out.Value(value.NewString(evil), false)
	out.Say(evil)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, code := range sgr {
		text = strings.ReplaceAll(text, "\x1b["+code+"m", "")
	}
	text = strings.ReplaceAll(text, "\x1b[0m", "")
	for _, r := range text {
		if r != '\n' && (r < 0x20 || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069) {
			t.Fatalf("%U in %q", r, text)
		}
	}
	if n := strings.Count(text, "␛]52"); n < 15 {
		t.Errorf("the text came out %d times only: %s", n, text)
	}
}

type failing struct{ wrote int }

var errDown = errors.New("down")

func (f *failing) Write(p []byte) (int, error) { f.wrote++; return 0, errDown }

// The first error stays, and nothing is written after it.
func TestTextKeepsTheError(t *testing.T) {
	w := &failing{}
	out := NewText(w, Look{Width: 80})
	for range 20000 {
		out.Say("a line of some length to fill the buffer with")
	}
	if !out.Failed() || out.Flush() != errDown || w.wrote != 1 {
		t.Errorf("failed %v, error %v, %d writes", out.Failed(), out.Flush(), w.wrote)
	}
}

func TestTable(t *testing.T) {
	var b bytes.Buffer
	out := NewText(&b, Look{Width: 40, ASCII: true})
	out.Table([][]string{{"thread", "n", "state", "title"}, {"漢字", "1", "", "short"}, {"a-rather-long-name", "1,204", "", strings.Repeat("x", 80)}}, "lrll")
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "thread                  n  title\n" +
		"漢字                    1  short\n" +
		"a-rather-long-name  1,204  xxxxxxxxxxxxxxxxxxx…\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// Spaces that only fill a screen are left out, colours and all.
func TestLineTrims(t *testing.T) {
	var b bytes.Buffer
	out := NewText(&b, Look{Color: true})
	out.Line(view.Line{{Text: "a ", Style: view.ErrStyle}, {Text: "b  "}, {Text: "   ", Style: view.Dim}})
	out.Line(view.Line{{Text: "  "}})
	out.Line(nil)
	out.Flush()
	if got, want := b.String(), "\x1b[31;1ma \x1b[0mb\n\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFind(t *testing.T) {
	state := graph.State{Channels: []graph.Channel{{Name: "a", Value: value.NewList([]value.Value{value.NewInt(1), value.NewInt(2)})}}}
	cp := &graph.Checkpoint{Channels: []graph.Channel{{Name: "branch:to:x", Value: value.NewNull()}}}
	for path, want := range map[string]string{".a[1]": "2", ".a[-1]": "2", `.["branch:to:x"]`: "null", ".a[7]": "", ".b": "", ".": `{"a":[1,2]}`} {
		p, err := value.ParsePath(path)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if v, ok := Find(cp, state, p); ok {
			got = string(value.AppendJSON(nil, v, value.JSONOptions{}))
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
