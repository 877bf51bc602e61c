package secret

import (
	"strings"
	"testing"
)

// What looks random or names a secret and is none stays.
func TestNoFalseAlarm(t *testing.T) {
	for _, s := range []string{
		"550e8400-e29b-41d4-a716-446655440000",
		"commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		`"integrity": "sha512-iFJkIuT5zAfxlh0sNHQzOGNgaj0CJYBJQzYHCX0pZ+OoYh1h4Nl3Qp8xg2N9ZzGpSk2GJ0o9XbJ6kVfK5Q5yNA=="`,
		"github.com/spf13/cobra v1.9.1 h1:CXSaggrXdbHK9CF+8ywj8Amf7PBRmPCOJugH954Nnlo=",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
		"toolu_01A09q90qw90lq917835lq9", "call_kX8J3bVbQfHnTq2z1LmYw0Rd", "msg_01XFDUDYJgAACzvnptvVoYEL", "req_011CSHoEeqs5C35K2UUqR7Fy",
		"<div class=\"sk-estimator-label-arrow sk-container-id-1-estimator\">",
		"basic internationalization of the page", "bearer authentication/authorization", "Basic understanding2",
		"token = getToken(config1)", "password = os.environ[\"DB_PASSWORD_2\"]", "API_KEY=$OPENAI_API_KEY2", "password: <your-password-1>",
		"the secret: patience", "max_tokens: 12345678", "the token: authenticated", "secret: same-as-before", "token=refreshed_after_login",
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0aUfX8i9Q2kQzF0C5YB8d0mJt5r8YdO6h8R1wqf1Yk me@host",
		"signature: ErUBCkYIBxgCIkCz1nXxYb1Vq9GfJqJ2x0v5S6t3m1kZrL8bQe4yUoWnH7cD2aRgPf9sTjXiKlMvNwBq",
		"task-force-2024-readiness-review", "risk-assessment-of-2024-planning", "http://example.com/a:b", "https://host:8080/path@v1.2",
		"xoxo-hugs-and-kisses", "eyJ is how JSON begins in base64",
	} {
		if got, n := Mask(s); n > 0 {
			t.Errorf("%q became %q", s, got)
		}
	}
}

// What is a secret goes, also within code, JSON in a text and addresses.
func TestEveryForm(t *testing.T) {
	long := strings.Repeat("a1B2c3D4", 8)
	for _, s := range []string{
		"sk-" + long[:20], "sk-" + "ant-api03-" + long + "-" + long[:10], "sk_" + "live_" + long[:24], "gho_" + long[:36], "github_pat_" + long, "glpat-" + long[:20],
		"hf_" + long[:34], "npm_" + long[:36], "pypi-" + "AgEIcHlwaS5vcmc" + long, "xoxb-" + "1234567890-abcdefghij", "AKIA" + "IOSFODNN7EXAMPLE", "AIza" + long[:35],
		"ya29." + long[:40], "GOCSPX-" + long[:28], "SG." + long[:22] + "." + long[:43], "gsk_" + long[:52], "xai-" + long, "pplx-" + long[:48], "r8_" + long[:37],
		"lsv2_" + "pt_0123456789abcdef0123456789abcdef_0123456789", "tvly-" + "dev-" + long[:24],
		"eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0." + long[:43],
		"Authorization: Basic dXNlcjpodW50ZXIy", "postgres://u:hunter2@db/x", "-----BEGIN " + "OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", `{"client_secret":"qLmXwTzYpRkVbNcD"}`, "DB_PASSWORD=hunter2222",
	} {
		got, n := Mask("before " + s + " behind")
		if n != 1 || !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " behind") || !strings.Contains(got, Masked) {
			t.Errorf("%q became %q (%d)", s, got, n)
		}
	}
}

// FuzzMask: a text is masked once; what is left of it holds no more, and nothing else is lost.
func FuzzMask(f *testing.F) {
	f.Add("a sk-" + strings.Repeat("a1", 12) + " b")
	f.Add("postgres://u:p@h token=abcdefgh1 token=abcdefgh1")
	f.Fuzz(func(t *testing.T, s string) {
		got, n := Mask(s)
		if n == 0 && got != s {
			t.Fatalf("%q became %q, and nothing was found", s, got)
		}
		if n != strings.Count(got, Masked)-strings.Count(s, Masked) && !strings.Contains(s, "*") {
			t.Fatalf("%q became %q with %d", s, got, n)
		}
	})
}
