package codex

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// headBytes is how much of a result is looked at for what it says of itself.
const headBytes = 600

// exitCode is how a shell's result tells its exit code, above what the command printed.
var exitCode = regexp.MustCompile(`(?m)^(?:Exit code:|Process exited with code|Process exited with signal) (-?\d+)`)

// metaCode is how a result in the older form tells it, behind what the command printed.
var metaCode = regexp.MustCompile(`"exit_code"\s*:\s*(-?\d+)`)

// complaints are how the program begins a result that is its own refusal.
var complaints = []string{
	"apply_patch verification failed", "failed to parse function arguments", "failed to parse exec", "unsupported call", "unsupported custom tool call",
	"exec_command failed", "write_stdin failed", "execution error", "tool call error", "patch rejected", "exec command rejected",
	"aborted by user", "command timed out", "unable to locate image", "failed in sandbox", "sandbox error",
	"rejected by user", "spawn_agent failed",
}

// outcome reads from a result (as stored) whether the call failed, and whether the result tells that for sure.
func outcome(raw []byte) (failed, sure bool) {
	if len(raw) == 0 {
		return false, false
	}
	switch raw[0] {
	case '{':
		if ok := transcript.Spot(raw, "success"); ok != nil {
			return string(ok) == "false", true
		}
		return outcome(transcript.Spot(raw, "content"))
	case '[':
		for _, b := range transcript.Blocks(raw) {
			if t := transcript.Spot(b, "text"); t != nil {
				return outcome(t)
			}
		}
		return false, false
	case '"':
	default:
		return false, false
	}
	body := raw[1 : len(raw)-1]
	head := jsonl.Unquote(body[:min(len(body), headBytes)])
	if strings.HasPrefix(head, "{") && bytes.Contains(body, []byte(`\"metadata\"`)) {
		tail := jsonl.Unquote(body[max(0, len(body)-headBytes):])
		if m := metaCode.FindAllStringSubmatch(tail, -1); m != nil {
			return m[len(m)-1][1] != "0", true
		}
	}
	above, _, _ := strings.Cut(head, "\nOutput:")
	if m := exitCode.FindStringSubmatch(above); m != nil {
		n, err := strconv.Atoi(m[1])
		return err != nil || n != 0, true
	}
	for _, c := range complaints {
		if strings.HasPrefix(head, c) {
			return true, true
		}
	}
	return false, false
}
