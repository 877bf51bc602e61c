package transcript

import (
	"regexp"
	"strings"

	"cptui/graph/value"
)

// exited is how a shell's result begins that tells its exit code above what the command printed.
var exited = regexp.MustCompile(`(?m)^(?:Exit code:|Process exited with code) (-?\d+)\n`)

// ran is what Mini-Codex puts between a command, which may have any lines, and what it printed.
var ran = regexp.MustCompile(`\nworkdir: [^\n]*\nsuccess: (true|false)(?:\n|$)`)

// Headed reads a result as Mini-Codex writes it: lines of names and values, of which one says whether the
// tool went well, and behind that what else there is to say.
func Headed(text string) (failed bool, printed string) {
	if m := ran.FindStringSubmatchIndex(text); m != nil && strings.HasPrefix(text, "command: ") {
		return text[m[2]:m[3]] == "false", strings.TrimSpace(text[m[1]:])
	}
	for rest, more := strings.ReplaceAll(text, "\r\n", "\n"), true; more; {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		name, v, ok := strings.Cut(line, ": ")
		if !ok || strings.ContainsAny(name, " \t") {
			break // no such head
		}
		if name == "success" {
			return v == "false", strings.TrimSpace(rest)
		}
	}
	return false, text
}

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
	if bad, printed := Headed(text); bad {
		text = printed
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
