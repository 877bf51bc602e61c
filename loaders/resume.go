package loaders

import "strings"

// ResumeCommand is the command with which a session's own program goes on from its head; "" where there is none.
func ResumeCommand(format, thread string) string {
	switch format {
	case "claude-code", "claude-stream":
		return "claude --resume " + ShellQuote(thread)
	case "codex", "codex-stream":
		return "codex resume " + ShellQuote(thread)
	case "opencode":
		return "opencode -s " + ShellQuote(thread)
	case "pi":
		return "pi --session " + ShellQuote(thread)
	case "gemini":
		return "gemini --resume " + ShellQuote(thread)
	case "qwen-code":
		return "qwen --resume " + ShellQuote(thread)
	}
	return ""
}

// ShellQuote quotes for a POSIX shell, only where needed.
func ShellQuote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+=,") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
