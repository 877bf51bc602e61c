package transcript

import "testing"

func TestComplaint(t *testing.T) {
	for text, want := range map[string]string{
		"<tool_use_error>no such file</tool_use_error>":                               "no such file",
		"Exit code: 3\nWall time: 0 seconds\nOutput:\noops\n":                         "exit 3: oops",
		"Chunk ID: a\nProcess exited with code 1\nOriginal token count: 0\nOutput:\n": "exit 1",
		`{"output":"bad\n","metadata":{"exit_code":2,"duration_seconds":0.1}}`:        "exit 2: bad",
		"Output:\nExit code: 9\n":                                                     "Output:\nExit code: 9\n", // printed by the command itself
		`{"error":"x"}`:                                                               `{"error":"x"}`,
		"command: a\n\nb\nworkdir: /p\nsuccess: false\n\nno such file\n":              "no such file",
		"path: b.txt\nsuccess: false\nerror: denied":                                  "error: denied",
		"": "failed without a word",
	} {
		if got := complaint(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestBranches: only what leads to a prompt is a branch.
func TestBranches(t *testing.T) {
	for _, c := range []struct {
		parents  []int
		prompted string
		want     int
	}{
		{nil, "", 0},
		{[]int{-1, 0, 1}, "x..", 1},
		{[]int{-1, 0, 0}, "x..", 1},     // two answers to one prompt
		{[]int{-1, 0, 1, 1}, "x.xx", 2}, // two prompts behind one answer
		{[]int{-1, -1}, "xx", 2},        // back to the very start
		{[]int{-1, 0}, "..", 1},         // nobody typed anything
	} {
		all := func(int) bool { return true }
		none := func(int) bool { return false }
		got := Branches(len(c.parents), func(i int) int { return c.parents[i] }, all, func(i int) bool { return c.prompted[i] == 'x' }, none)
		if got != c.want {
			t.Errorf("%v %s: %d, want %d", c.parents, c.prompted, got, c.want)
		}
	}
}
