package view

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"cptui/graph"
	"cptui/graph/value"
)

var update = flag.Bool("update", false, "write the screens as they are now")

func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}

// TestHistoryScreens draws the hand-made threads of testdata/history. Each file tells its rows, what was done, and the
// screens that must come out, "screen WIDTH" or "screen WIDTH ascii".
//
// A row is `id parent @step +ms [ns=NAMESPACE] | kind nodes | fact | fact …`; "-" is no parent. Facts: says TEXT,
// asks NAME {json}, result NAME json [error], + NAME json, ~ NAME json => json, - NAME json, quiet, end, problem KIND TEXT,
// task NAME ID STATUS [ns=…] [ask=json] [answer=json] [error=text] [arg=json] [write=CHANNEL:json], step unknown.
func TestHistoryScreens(t *testing.T) {
	files, err := filepath.Glob("testdata/history/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var fx fixture
			for k, f := range ar.Files {
				body := string(f.Data)
				switch name := f.Name; {
				case name == "rows":
					fx.read(t, body)
				case name == "do":
					fx.do(t, body)
				case strings.HasPrefix(name, "screen "):
					got := fx.screen(t, name)
					if got != body {
						if !*update {
							t.Errorf("%s: got\n%s\nwant\n%s", name, got, body)
						}
						ar.Files[k].Data = []byte(got)
					}
				default:
					t.Fatalf("section %q", name)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

type fixture struct {
	hist   *graph.History
	briefs []graph.Brief
	h      *History
	ids    map[string]int
}

func (fx *fixture) read(t *testing.T, text string) {
	t.Helper()
	var rows []graph.Row
	fx.ids = map[string]int{}
	hist := &graph.History{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		parts := strings.Split(line, " | ")
		f := strings.Fields(parts[0])
		switch f[0] {
		case "kid": // kid NS NODE TASK PARENT [subagent TITLE]
			kid := graph.Child{NS: f[1], Node: f[2], TaskID: f[3], Parent: -1, Near: -1, Kind: "subgraph"}
			if i, ok := fx.ids[f[4]]; ok {
				kid.Parent = i
			}
			if len(f) > 5 {
				kid.Kind, kid.Title = f[5], strings.Join(f[6:], " ")
			}
			hist.Kids = append(hist.Kids, kid)
			continue
		case "transcript":
			hist.Transcript = true
			hist.Title = strings.Join(f[1:], " ")
			continue
		}
		ms, err := strconv.Atoi(strings.TrimPrefix(f[3], "+"))
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		row := graph.Row{ID: f[0], Time: day.Add(time.Duration(ms) * time.Millisecond)}
		row.Step, row.NoStep = atoi(t, strings.TrimPrefix(f[2], "@")), f[2] == "@?"
		if f[1] != "-" {
			row.Parent = f[1]
		}
		for _, x := range f[4:] {
			if ns, ok := strings.CutPrefix(x, "ns="); ok {
				row.NS = ns
			}
		}
		i := len(rows)
		rows = append(rows, row)
		fx.ids[row.ID] = i
		b := graph.Brief{Index: i}
		kind, nodes, _ := strings.Cut(parts[1], " ")
		b.Kind = map[string]graph.StepKind{"input": graph.StepInput, "ran": graph.StepRan, "fork": graph.StepFork, "update": graph.StepUpdate, "compact": graph.StepCompact, "damaged": graph.StepDamaged}[kind]
		if nodes != "" {
			b.Nodes = strings.Split(nodes, ",")
		}
		for _, fact := range parts[2:] {
			addFact(t, &b, fact)
		}
		if !strings.Contains(line, "| unknown") {
			fx.briefs = append(fx.briefs, b)
		}
	}
	hist.DAG = graph.NewDAG("83af83ea-ff35-4406-bde8-1273ef96c369", rows)
	if hist.Transcript {
		hist.Resume = "claude --resume " + hist.Thread()
	}
	hist.Current = hist.DAG.Head("")
	fx.hist = hist
	fx.h = NewHistoryOf(Env{Hist: hist, Source: "cases/sessions.db"}, "")
	fx.h.SetBriefs(fx.briefs...)
}

func atoi(t *testing.T, s string) int {
	if s == "?" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func parsed(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.ParseJSON([]byte(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

func addFact(t *testing.T, b *graph.Brief, fact string) {
	t.Helper()
	word, rest, _ := strings.Cut(fact, " ")
	name, arg, _ := strings.Cut(rest, " ")
	switch word {
	case "says":
		b.Says = rest
	case "asks":
		b.Asks = append(b.Asks, graph.Call{Name: name, Input: parsed(t, arg)})
	case "result":
		arg, bad := strings.CutSuffix(arg, " error")
		b.Results = append(b.Results, graph.Call{Name: name, Result: parsed(t, arg), Done: true, Error: bad})
	case "+":
		b.Changes = append(b.Changes, graph.Change{Channel: name, Op: graph.Added, After: parsed(t, arg)})
	case "-":
		b.Changes = append(b.Changes, graph.Change{Channel: name, Op: graph.Removed, Before: parsed(t, arg)})
	case "~":
		was, is, _ := strings.Cut(arg, " => ")
		b.Changes = append(b.Changes, graph.Change{Channel: name, Op: graph.Changed, Before: parsed(t, was), After: parsed(t, is)})
	case "quiet":
		b.Quiet = true
	case "end":
		b.End = true
	case "unknown":
	case "problem":
		b.ProblemKind, b.Problem = name, arg
	case "task":
		b.Due = append(b.Due, taskFact(t, rest))
	default:
		t.Fatalf("fact %q", fact)
	}
}

func taskFact(t *testing.T, text string) graph.Task {
	f := strings.Split(text, "; ")
	head := strings.Fields(f[0])
	task := graph.Task{Name: head[0], ID: head[1], Status: graph.TaskStatus(head[2])}
	for _, x := range f[1:] {
		key, arg, _ := strings.Cut(x, "=")
		switch key {
		case "ns":
			task.NS = arg
		case "ask":
			task.Interrupts = append(task.Interrupts, value.NewMap([]value.Entry{value.NamedEntry("value", parsed(t, arg)), value.NamedEntry("id", value.NewString("8f08"))}))
		case "answer":
			task.Answers = append(task.Answers, parsed(t, arg))
		case "error":
			task.Error = value.NewString(arg)
		case "arg":
			task.Arg = parsed(t, arg)
		case "write":
			ch, v, _ := strings.Cut(arg, ":")
			task.Writes = append(task.Writes, graph.Write{TaskID: task.ID, Channel: ch, Value: parsed(t, v)})
		default:
			t.Fatalf("task fact %q", x)
		}
	}
	return task
}

// do runs lines such as `only ID`, `all`, `quiet`, `open ID TASK`, `fold ID TASK`, `filter TEXT`, `cursor ID`, `mark ID`,
// `bookmark ID NAME`, `times clock`, `verdict STATUS next…`, `reveal ID`.
func (fx *fixture) do(t *testing.T, text string) {
	t.Helper()
	h := fx.h
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		at := -1
		if len(f) > 1 {
			if i, ok := fx.ids[f[1]]; ok {
				at = i
			}
		}
		switch f[0] {
		case "only":
			h.Only(at >= 0, max(at, h.Head()))
		case "all":
			h.Only(false, h.Head())
		case "openall":
			h.OpenAll()
		case "quiet":
			h.Quiet(!h.QuietShown())
		case "open", "fold":
			row := -1
			for i := range h.Len() {
				s := h.SpotOf(i)
				if s.Index == at && (len(f) < 3 && s.Kind == rowBranches || len(f) > 2 && s.Name == f[2] && (len(f) < 4 || strings.HasPrefix(s.Task, f[3]))) {
					row = i
					break
				}
			}
			if row < 0 {
				t.Fatalf("%s: no such row", line)
			}
			h.Fold(row, f[0] == "open")
		case "filter":
			h.Filter(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "filter")))
		case "cursor", "reveal":
			h.Reveal(at)
		case "mark":
			h.Mark(at)
		case "bookmark":
			h.Bookmarks(map[int][]string{at: f[2:]})
		case "times":
			h.Times(h.TimesMode().Next())
		case "verdict":
			h.SetVerdict(graph.Verdict{Status: f[1], Next: f[2:]})
		default:
			t.Fatalf("do %q", line)
		}
	}
}

func (fx *fixture) screen(t *testing.T, name string) string {
	t.Helper()
	f := strings.Fields(name)
	width := atoi(t, f[1])
	h := *fx.h
	h.env.ASCII = len(f) > 2 && f[2] == "ascii"
	var out strings.Builder
	for i := range h.Len() {
		line := h.Row(i, width)
		if line.Width() > width {
			t.Errorf("%s: row %d is %d cells wide", name, i, line.Width())
		}
		fmt.Fprintln(&out, strings.TrimRight(line.Text(), " "))
	}
	return out.String()
}
