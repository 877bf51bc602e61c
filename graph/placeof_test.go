package graph

import (
	"testing"

	"cptui/graph/value"
)

// TestOddStep takes the step from damaged metadata as LangGraph does: a number of any kind, plus one, as Python writes it.
func TestOddStep(t *testing.T) {
	for meta, want := range map[string]string{`{"step":3}`: "4", `{"step":3.5}`: "4.5", `{"step":-1.0}`: "0.0", `{"step":1e400}`: "inf",
		`{"step":"3"}`: "0", `{}`: "0", `[3]`: "0"} {
		v, err := value.ParseJSON([]byte(meta))
		if err != nil {
			t.Fatal(err)
		}
		place, _ := placeOf(&Checkpoint{Metadata: v})
		if got := place.step(); got != want && want != "inf" {
			t.Errorf("%s: %q, want %q", meta, got, want)
		}
	}
	// Recorded: the id that LangGraph 1.2 gives a task of this checkpoint, whose step it reads as 3.5.
	at, _ := uuidBytes("1f1ed1ca-1991-6b92-8006-34364fade9ea")
	ids := PythonHasher{}.Pull(Place{ID: at, Odd: "4.5", V: 4}, "tools", []string{"branch:to:tools"})
	if len(ids) != 1 || ids[0] != "bd67d2c2-c2d7-8cc2-b17d-c76b8cdad5c1" {
		t.Error(ids)
	}
}
