package transcript

import (
	"regexp"
	"strings"

	"cptui/graph/value"
)

// exited is how a shell's result begins that tells its exit code above what the command printed.
var exited = regexp.MustCompile(`(?m)^(?:Exit code:|Process exited with code) (-?\d+)\n`)

// complaint is what a failed result says in a row: without the tags or the head that a program puts around it.
func complaint(text string) string {
	if in := Inner(text, "tool_use_error"); in != "" {
		return in
	}
	if strings.HasPrefix(text, "{") { // {"output": …, "metadata": {"exit_code": …}}
		if v, err := value.ParseJSON([]byte(text)); err == nil {
			code := ""
			if meta, ok := v.Get("metadata"); ok {
				if n, ok := meta.Get("exit_code"); ok {
					code = string(n.Raw())
				}
			}
			if out := named(v, "output"); code != "" {
				return exit(code, out)
			}
		}
	}
	above, below, ok := strings.Cut(text, "\nOutput:\n")
	if m := exited.FindStringSubmatch(above + "\n"); ok && m != nil {
		return exit(m[1], below)
	}
	if text == "" {
		return "failed without a word"
	}
	return text
}

func exit(code, printed string) string {
	if printed = strings.TrimSpace(printed); printed == "" {
		return "exit " + code
	}
	return "exit " + code + ": " + printed
}
