package graph

import (
	"fmt"
	"testing"

	"cptui/graph/value"
)

// BenchmarkReadMessage reads a message as LangChain stores it in JSON.
func BenchmarkReadMessage(b *testing.B) {
	v, err := value.ParseJSON([]byte(fmt.Sprintf(`{"type": "ai", "content": %q, "id": "run-1", "additional_kwargs": {}, "tool_calls":
		[{"name": "search", "args": {"q": "x"}, "id": "c1", "type": "tool_call"}], "response_metadata": {"model_name": "m"},
		"usage_metadata": {"input_tokens": 10, "output_tokens": 2}}`, "some words said")))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if m, ok := ReadMessage(v); !ok || m.In != 10 || len(m.Calls) != 1 {
			b.Fatal(m)
		}
	}
}
