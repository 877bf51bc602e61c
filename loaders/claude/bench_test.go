package claude

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cptui/loaders/transcript"
)

// BenchmarkIndex is the pass over a file that every view begins with: lines, fields, tree and steps.
func BenchmarkIndex(b *testing.B) {
	var text strings.Builder
	words := strings.Repeat(`word and \"quote\"\n 東京 `, 60)
	parent := "-"
	for i := range 4000 {
		turn := fmt.Sprintf("u u%d %s ask\nc c%d u%d m%d Bash t%d\nr r%d c%d t%d\na a%d r%d %%s", i, parent, i, i, i, i, i, i, i, i, i)
		text.WriteString(strings.ReplaceAll(lines(turn), "%s", words))
		parent = fmt.Sprintf("a%d", i)
	}
	path := write(b, "s.jsonl", text.String())
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		s := newSession(path, &transcript.Counters{})
		if err := s.Load(context.Background()); err != nil || s.hist.Len() != 16000 {
			b.Fatal(err)
		}
		s.Close()
	}
}
