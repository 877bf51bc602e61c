package view

import (
	"regexp"
	"strings"
)

// secretMask stands for a secret of any length, so that the length does not leak.
const secretMask = "**********"

// secretShapes are keys and tokens that are known by their form. The first group stays readable and says what it is.
var secretShapes = regexp.MustCompile(`\b(sk-(?:ant-|proj-|or-)?)[A-Za-z0-9_-]{16,}` +
	`|\b(gh[pousr]_)[A-Za-z0-9]{20,}` +
	`|\b(github_pat_)[A-Za-z0-9_]{20,}` +
	`|\b(glpat-)[A-Za-z0-9_-]{16,}` +
	`|\b(hf_)[A-Za-z0-9]{20,}` +
	`|\b(npm_)[A-Za-z0-9]{20,}` +
	`|\b(xox[abeoprs]-)[A-Za-z0-9-]{10,}` +
	`|\b(A(?:KI|SI)A)[0-9A-Z]{16}\b` +
	`|\b(AIza)[0-9A-Za-z_-]{30,}` +
	`|\b(eyJ)[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}` +
	`|\b((?i:bearer|basic) )[A-Za-z0-9._~+/-]{16,}=*` +
	`|(://[^\s:/@"']{1,64}:)[^\s/@"']{1,256}@` +
	`|(-----BEGIN [A-Z ]*PRIVATE KEY-----)[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]*PRIVATE KEY-----)?` +
	`|\b((?i:[a-z0-9_-]*(?:api[_-]?key|passw(?:or)?d|secret|token|private_key|access_key|authorization))\\?["']?\s?[:=]\s?\\?["']?)[^\s"'\\,;{}]{8,}`)

// namedShape is the group of the last shape, a name with a value: its value counts only where a digit is in it, words do not.
const namedShape = 14

// MaskSecrets replaces what has the form of a key, token or password in an address, and counts what it replaced.
func MaskSecrets(s string) (masked string, found int) {
	if !maybeSecret(s) {
		return s, 0
	}
	var b strings.Builder
	at := 0
	for _, m := range secretShapes.FindAllStringSubmatchIndex(s, -1) {
		if m[2*namedShape] >= 0 && !strings.ContainsAny(s[m[2*namedShape+1]:m[1]], "0123456789") {
			continue
		}
		b.WriteString(s[at:m[0]])
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				b.WriteString(s[m[g]:m[g+1]])
			}
		}
		b.WriteString(secretMask)
		if s[m[1]-1] == '@' {
			b.WriteByte('@')
		}
		at = m[1]
		found++
	}
	if found == 0 {
		return s, 0
	}
	b.WriteString(s[at:])
	return b.String(), found
}

var secretNames = []string{"api_key", "apikey", "api-key", "authorization", "password", "passwd", "secret", "token", "private_key", "access_key", "credential"}

// secretName tells names under which a text is a secret whatever its form.
func secretName(name string) bool {
	name = strings.ToLower(name)
	for _, n := range secretNames {
		if strings.HasSuffix(name, n) {
			return true
		}
	}
	return false
}

// secretText reports whether a text stored under a secret's name can be one: long enough, and one word.
func secretText(s string) bool {
	if len(s) < 8 || len(s) > 4096 {
		return false
	}
	for _, p := range []string{"Bearer ", "bearer ", "Basic ", "basic ", "token "} {
		s = strings.TrimPrefix(s, p)
	}
	return !strings.ContainsAny(s, " \t\n")
}
