// Package secret knows keys, tokens and passwords by their form. Mask takes them out of a text for people; Filter goes over a
// stream of JSON, counts them and masks them on request.
//
// A form counts only where chance does not make it: what follows a prefix has to hold a digit and a long run of letters and
// digits, what stands behind a name ("api_key") must not be words or code. UUIDs, hashes, ids of calls and base64 are no
// secrets by themselves: random characters alone prove nothing, so that without a prefix or a name none is looked for.
package secret

import (
	"encoding/base64"
	"math"
	"regexp"
	"strings"
)

// Masked stands for a secret of any length, so that the length does not leak.
const Masked = "**********"

// shape is one form. The first group of its pattern stays readable and says what it is.
type shape struct {
	pattern string
	real    func(secret string) bool // nil: the pattern is enough
}

var shapes = []shape{
	{`\b(sk-(?:ant-|proj-|or-|svcacct-)?)[A-Za-z0-9_-]{16,}`, random},
	{`\b((?:sk|rk)_(?:live|test)_)[A-Za-z0-9]{16,}`, digit},
	{`\b(gh[pousr]_)[A-Za-z0-9]{20,}`, digit},
	{`\b(github_pat_)[A-Za-z0-9_]{20,}`, digit},
	{`\b(glpat-)[A-Za-z0-9_-]{16,}`, digit},
	{`\b(hf_)[A-Za-z0-9]{20,}`, nil},
	{`\b(npm_)[A-Za-z0-9]{20,}`, digit},
	{`\b(pypi-AgE)[A-Za-z0-9_-]{30,}`, nil},
	{`\b(xox[abeoprs]-)[A-Za-z0-9-]{10,}`, digit},
	{`\b(A(?:KI|SI)A)[0-9A-Z]{16}\b`, nil},
	{`\b(AIza)[0-9A-Za-z_-]{30,}`, nil},
	{`\b(ya29\.)[0-9A-Za-z_-]{30,}`, nil},
	{`\b(GOCSPX-)[0-9A-Za-z_-]{20,}`, nil},
	{`\b(SG\.)[0-9A-Za-z_-]{20,24}\.[0-9A-Za-z_-]{40,}`, nil},
	{`\b(gsk_)[0-9A-Za-z]{40,}`, digit},
	{`\b(xai-)[0-9A-Za-z]{40,}`, digit},
	{`\b(pplx-)[0-9A-Za-z]{40,}`, digit},
	{`\b(r8_)[0-9A-Za-z]{36,}`, digit},
	{`\b(lsv2_(?:pt|sk)_)[0-9a-f]{32}(?:_[0-9a-f]{8,})?`, nil},
	{`\b(tvly-)[0-9A-Za-z_-]{20,}`, random},
	{`\b(eyJ)[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`, nil},
	{`\b((?i:bearer) )[A-Za-z0-9._~+/-]{16,}=*`, digit},
	{`\b((?i:basic) )[A-Za-z0-9+/]{8,}=*`, credentials},
	{`(://[^\s:/@"']{1,64}:)[^\s/@"']{1,256}@`, nil},
	{`(-----BEGIN [A-Z ]*PRIVATE KEY-----)[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]*PRIVATE KEY-----)?`, nil},
	{`\b((?i:[a-z0-9_-]*(?:api[_-]?key|passw(?:or)?d|secret|token|private_key|access_key|authorization))\\?["']?\s?[:=]\s?\\?["']?)[^\s"'\\,;{}]{8,}`, assignedValue},
}

var all = func() *regexp.Regexp {
	patterns := make([]string, len(shapes))
	for i, s := range shapes {
		patterns[i] = s.pattern
	}
	return regexp.MustCompile(strings.Join(patterns, "|"))
}()

// Mask replaces what has the form of a key, token or password in an address, and counts what it replaced.
func Mask(s string) (masked string, found int) {
	if !maybe(s) {
		return s, 0
	}
	var b strings.Builder
	at := 0
	for _, m := range all.FindAllStringSubmatchIndex(s, -1) {
		k, keep := 0, m[0] // which shape, and where what stays ends
		for g := range shapes {
			if m[2*g+2] >= 0 {
				k, keep = g, m[2*g+3]
			}
		}
		if real := shapes[k].real; real != nil && !real(s[keep:m[1]]) {
			continue
		}
		b.WriteString(s[at:keep])
		b.WriteString(Masked)
		at = m[1]
		if s[at-1] == '@' {
			at--
		}
		found++
	}
	if found == 0 {
		return s, 0
	}
	b.WriteString(s[at:])
	return b.String(), found
}

func digit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// random: a key holds a long run without "-" and "_" and with a digit; names that are put together of words do not.
func random(s string) bool {
	for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '-' || r == '_' }) {
		if len(run) >= 12 && digit(run) {
			return true
		}
	}
	return len(s) >= 40 && digit(s) && entropy(s) > 4
}

// credentials: what follows "Basic " is a name, a colon and a password in base64; in prose it is a word.
func credentials(s string) bool {
	text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	return err == nil && strings.IndexByte(string(text), ':') > 0
}

// assignedValue: behind a name stands a secret, not words, a variable, or code that gets it.
func assignedValue(s string) bool {
	if strings.ContainsAny(s[:1], "$<%*") || strings.ContainsAny(s, "([") {
		return false
	}
	return digit(s) || entropy(s) >= 3.75 && strings.ToLower(s) != s && strings.ToUpper(s) != s && !strings.ContainsAny(s, ".-_/")
}

// entropy is Shannon's, in bits a character: about 2.5 to 3.5 for words, above 4 for long random text.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	bits := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

var names = []string{"api_key", "apikey", "api-key", "authorization", "password", "passwd", "secret", "token", "private_key", "access_key", "credential"}

// Named tells names under which a text is a secret whatever its form; Under has to be true of the text.
func Named(name string) bool {
	name = strings.ToLower(name)
	for _, n := range names {
		if strings.HasSuffix(name, n) {
			return true
		}
	}
	return false
}

// Under reports whether a text stored under a secret's name can be one: long enough, and one word.
func Under(s string) bool {
	if len(s) < 8 || len(s) > 4096 || s == Masked {
		return false
	}
	for _, p := range []string{"Bearer ", "bearer ", "Basic ", "basic ", "token "} {
		s = strings.TrimPrefix(s, p)
	}
	return !strings.ContainsAny(s, " \t\n")
}
