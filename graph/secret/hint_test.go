package secret

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Whatever pieces a text is made of, what a shape matches is not passed over.
func TestNoSecretIsPassedOver(t *testing.T) {
	pieces := []string{"sk-", "ant-", "proj-", "ghp_", "github_pat_", "glpat-", "hf_", "npm_", "xoxb-", "AKIA", "ASIA", "AIza", "sk_live_", "pypi-AgE", "ya29.", "GOCSPX-", "SG.", "gsk_", "xai-", "pplx-", "r8_", "lsv2_pt_", "tvly-", "eyJ", ".eyJ", ".", "Bearer ", "BASIC ", "basic ", "://", "user:", "@",
		"-----BEGIN RSA PRIVATE KEY-----", "password", "passwd", "PASSWORD", "my_secret", "token", "TOKEN", "api_key", "api-key", "apiKey", "private_key", "authorization", "Authorization",
		`\`, `"`, "'", " ", ":", "=", "\n", "abcdefgh1234", "ABCDEFGH1234567890", "0123456789abcdefghijABCDEFGHIJ", "-_", "x", "é", "/"}
	r := rand.New(rand.NewPCG(1, 2))
	masked := 0
	for range 30000 {
		var b strings.Builder
		for range 1 + r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := b.String()
		if all.MatchString(s) {
			masked++
			if !maybe(s) {
				t.Fatalf("%q is passed over, but %q is a secret", s, all.FindString(s))
			}
		}
	}
	if masked < 1000 {
		t.Errorf("only %d texts held a secret", masked)
	}
	for _, s := range []string{"the token of the task-force is not a secret", "see https://example.com/a?b=c and max_tokens 12", "sk-1 eyJ hf_x"} {
		if maybe(s) {
			t.Errorf("%q needs no closer look", s)
		}
	}
}

func BenchmarkMask(b *testing.B) {
	s := strings.Repeat("a task asks for the token of https://example.com/x and a secret word. ", 3)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Mask(s)
	}
}
