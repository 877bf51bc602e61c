package view

import (
	"strconv"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
)

// summary says, where messages of the state were summarized, what the model is given in their place and where they are.
func (s *stepCard) summary() {
	sum, ok := graph.ReadSummary(s.m.State)
	if !ok {
		return
	}
	s.add("summary", NoPlace, Line{{sum.Says(), Plain}}, nil, 2)
	line := s.env.archiveLine(sum, s.f)
	if s.f.Archive != nil && s.env.Print {
		line = append(line, Span{"; --archive prints it", Dim})
	}
	s.add("", NoPlace, line, nil, 3)
}

// archiveLine says where the evicted messages are.
func (e Env) archiveLine(sum graph.Summary, f StepFacts) Line {
	switch {
	case sum.Path == "":
		return Line{{"not archived: writing them away failed", WaitStyle}}
	case f.Archive != nil:
		where := "archived " + e.clean(f.Archive.Where)
		if !strings.HasSuffix(f.Archive.Where, sum.Path) {
			where += " as " + e.clean(sum.Path)
		}
		return Line{{where, Plain}}
	case !f.Loaded:
		return Line{{"archived as " + e.clean(sum.Path), Plain}}
	}
	return Line{{"archived as " + e.clean(sum.Path) + ", which is not found: looked in " + e.clean(strings.Join(f.Looked, ", ")), WaitStyle}}
}

// summarized are the rows above a conversation of which the model is given only a part: what it is given, and the archive,
// which opens. Evicted messages follow, folded; then the summary stands in their place.
func (t *talk) summarized(sum graph.Summary) []*item {
	list := []*item{plainItem(Line{{" " + sum.Says(), Plain}})}
	line := append(Line{{" ", Plain}}, t.env.archiveLine(sum, t.f)...)
	if t.f.Archive == nil {
		return append(list, plainItem(line))
	}
	a := t.f.Archive
	it := &item{place: NoPlace, loose: true}
	it.place.Text = t.env.clean(sum.Path)
	it.draw = func(int) Line {
		return append(Line{{" " + t.env.foldCell(it.open), Dim}}, append(line[1:len(line):len(line)], Span{"  " + byteCount(a.Size), Dim})...)
	}
	it.kids = func() []*item {
		rows := t.textRows(a.Text, nil, value.NewString(a.Text), 4, Plain, 400)
		if int64(len(a.Text)) < a.Size {
			rows = append(rows, t.note("only its beginning is shown"))
		}
		return rows
	}
	it.holds = func(m matcher) bool { return m.in(a.Text) }
	return append(list, it)
}

// inPlace is the summary that stands where the evicted messages stood.
func (t *talk) inPlace(sum graph.Summary) *item {
	it := &item{place: placeOf(value.Path{{Name: "_summarization_event"}, {Name: "summary_message"}, {Name: "content"}}, value.NewString(sum.Text)), open: true, loose: true}
	it.draw = func(int) Line {
		return Line{{" " + t.env.foldCell(it.open), Dim}, {"the summary, in their place", Strong}, {"  " + byteCount(int64(len(sum.Text))), Dim}}
	}
	it.kids = func() []*item { return t.textRows(sum.Text, it.place.Path, it.place.Value, 4, StrStyle, 20) }
	it.holds = func(m matcher) bool { return m.in(sum.Text) }
	return it
}

// summary is what the state says of messages of this channel that were replaced.
func (t *talk) summary() (graph.Summary, bool) {
	if t.channel != "messages" {
		return graph.Summary{}, false
	}
	return graph.ReadSummary(t.m.State)
}

// withSummary are the rows of a conversation of which a part was replaced.
func (t *talk) withSummary(sum graph.Summary) []*item {
	list := t.summarized(sum)
	if n := sum.Evicted(); n > 0 {
		gone := t.run(0, n)
		text := gone.place.Text
		gone.place.Text = strings.Replace(text, " above", " evicted", 1)
		gone.draw = func(int) Line { return Line{{" " + t.env.foldCell(gone.open), Dim}, {gone.place.Text, Dim}} }
		list = append(list, gone)
	}
	list = append(list, t.inPlace(sum))
	for i := sum.Cutoff; i < min(sum.Created, len(t.msgs)); i++ {
		if t.msgs[i].Thinking != "" || hiddenThinking(t.vals[i]) != "" {
			list = append(list, plainItem(Line{{" thinking up to [" + strconv.Itoa(sum.Created-1) + "] may be left out: Claude's is bound to the messages before it", Dim}}))
			break
		}
	}
	return append(list, t.latest(sum.Evicted())...)
}
