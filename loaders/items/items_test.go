package items

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cptui/graph"
	"cptui/loaders"
	"cptui/loaders/transcript/talk/talktest"
)

const (
	ask    = `{"id":"m1","type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`
	think  = `{"id":"r1","type":"reasoning","summary":[]}`
	shell  = `{"id":"c1","type":"shell_call","call_id":"k1","action":{"commands":["false"]},"status":"completed"}`
	failed = `{"id":"o1","type":"shell_call_output","call_id":"k1","output":[{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":1}}]}`
	patch  = `{"id":"c2","type":"apply_patch_call","call_id":"k2","operation":{"type":"create_file","path":"a.txt","diff":"+a"},"status":"completed"}`
	done   = `{"id":"o2","type":"apply_patch_call_output","call_id":"k2","status":"completed","output":"ok"}`
	say    = `{"id":"m2","type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}`
)

// The same items make the same talk as a list, as an object, on lines and as stored responses; what cannot be read is told.
func TestShapes(t *testing.T) {
	all := []string{"m1<", "r1<m1", "o1<r1", "c2<o1", "o2<c2", "m2<o2"}
	items := []string{ask, think, shell, failed, patch, done, say}
	join := func(sep string) string {
		out := ""
		for i, it := range items {
			if i > 0 {
				out += sep
			}
			out += it
		}
		return out
	}
	for _, c := range []struct {
		name, text   string
		steps, codes []string
	}{
		{"a list", "[" + join(",") + "]", all, nil},
		{"a list over lines", "[\n " + join(",\n ") + "\n]\n", all, nil},
		{"an object", "{\n\"object\": \"list\",\n\"data\": [" + join(",\n") + "]\n}", all, nil},
		{"an object on one line", `{"object":"list","data":[` + join(",") + `]}`, all, nil},
		{"lines", join("\n") + "\n", all, nil},
		{"stored responses", `{"object":"response","input":[` + ask + `],"output":[` + think + "," + shell + "]}\n" + `{"object":"response","output":[` + failed + "," + patch + "," + done + "," + say + "]}\n", all, nil},
		{"a cut list", "[" + join(",")[:len(join(","))-9], all[:5], []string{"incomplete-tail"}},
		{"a cut line", join("\n")[:len(join("\n"))-9], all[:5], []string{"incomplete-tail"}},
		{"a broken item in a list", "[\n" + ask + ",\n{\"id\": oh},\n" + say + "\n]", []string{"m1<", "m2<m1"}, []string{"bad-json"}},
		{"a broken line", ask + "\n{\"id\": oh}\n" + say + "\n", []string{"m1<", "m2<m1"}, []string{"bad-json"}},
		{"no object", "[" + ask + ",7," + say + "]", []string{"m1<", "m2<m1"}, []string{"unknown-record"}},
		{"one id for two items", "[" + ask + "," + ask + "," + say + "]", []string{"m1<", "L1.1<m1", "m2<L1.1"}, []string{"duplicate-id"}},
		{"a result of nothing", "[" + ask + "," + failed + "]", []string{"m1<", "o1<m1"}, []string{"dangling-tool"}},
	} {
		_, steps, codes := talktest.Read(t, &format, "items.json", c.text)
		if !slices.Equal(steps, c.steps) || !slices.Equal(codes, c.codes) {
			t.Errorf("%s: steps %q, problems %q; want %q, %q", c.name, steps, codes, c.steps, c.codes)
		}
	}
}

// A stored response tells what it cost; what came from the cache is not counted as input.
func TestResponse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "response.json")
	text := `{"id":"resp_1","object":"response","created_at":1767225600,"model":"gpt-5","instructions":"Be short.","input":"go","conversation":{"id":"conv_1"},
"output":[` + think + "," + patch + "," + done + "," + say + `],"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":60},"output_tokens":9,"total_tokens":109}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	src, err := loaders.Open(ctx, path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	f, err := src.Facts(ctx, "conv_1")
	if err != nil {
		t.Fatal(err)
	}
	if want := (loaders.Usage{Input: 40, Output: 9, CacheRead: 60}); f.Usage != want {
		t.Errorf("usage %+v, want %+v", f.Usage, want)
	}
	if !slices.Equal(f.Files, []string{"a.txt"}) || len(f.Problems) != 0 {
		t.Errorf("files %q, problems %v", f.Files, f.Problems)
	}
	h, err := src.Thread(ctx, "conv_1")
	if err != nil {
		t.Fatal(err)
	}
	cp, err := h.Opener.Open(ctx, h.Current)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := graph.Messages(cp.Channels[0].Value)
	if len(list) < 4 || list[0].Text != "Be short." || list[1].Text != "go" {
		t.Errorf("messages %v", list)
	}
}
