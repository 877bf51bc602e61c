package secret

import "strings"

// hint is what shapes hold in common, and what must follow it for one of them to match. The shapes are slow to look
// for, and a text about tokens and addresses is no secret.
type hint struct {
	text    string
	follows func(rest string) bool // rest begins behind the hint
}

var hints = []hint{
	{"sk-", longWord}, {"sk_", longWord}, {"rk_", longWord}, {"ghp_", longWord}, {"gho_", longWord}, {"ghu_", longWord}, {"ghs_", longWord}, {"ghr_", longWord},
	{"github_pat_", longWord}, {"glpat-", longWord}, {"hf_", longWord}, {"npm_", longWord}, {"xox", longWord}, {"KIA", longWord},
	{"SIA", longWord}, {"AIza", longWord}, {"pypi-AgE", longWord}, {"ya29.", longWord}, {"GOCSPX-", longWord}, {"SG.", longWord}, {"gsk_", longWord},
	{"xai-", longWord}, {"pplx-", longWord}, {"r8_", longWord}, {"lsv2_", longWord}, {"tvly-", longWord}, {"eyJ", longWord}, {"earer ", anything}, {"EARER ", anything}, {"asic ", anything},
	{"ASIC ", anything}, {"://", hasAt}, {"PRIVATE KEY", anything},
	{"assw", assigned}, {"ASSW", assigned}, {"ecret", assigned}, {"ECRET", assigned}, {"oken", assigned}, {"OKEN", assigned},
	{"_key", assigned}, {"_KEY", assigned}, {"-key", assigned}, {"piKey", assigned}, {"pikey", assigned}, {"uthorization", assigned},
}

// maybe reports whether s needs a closer look.
func maybe(s string) bool {
	for _, h := range hints {
		for rest := s; ; {
			i := strings.Index(rest, h.text)
			if i < 0 {
				break
			}
			rest = rest[i+len(h.text):]
			if h.follows(rest) {
				return true
			}
		}
	}
	return false
}

func anything(string) bool { return true }

// longWord: every key has at least eight letters, digits, "_" or "-" behind its prefix.
func longWord(rest string) bool {
	if len(rest) < 8 {
		return false
	}
	for i := range 8 {
		c := rest[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-') {
			return false
		}
	}
	return true
}

// hasAt: a password in an address ends in "@".
func hasAt(rest string) bool { return strings.IndexByte(rest, '@') >= 0 }

// assigned: behind the rest of the name ("ord"), a backslash, a quote and a space there is ":" or "=".
func assigned(rest string) bool { return strings.ContainsAny(rest[:min(len(rest), 8)], ":=") }
