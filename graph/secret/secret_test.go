package secret

import (
	"strings"
	"testing"
)

func TestMask(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"nothing here", "nothing here"},
		{"key sk-" + "ant-" + strings.Repeat("a1", 12) + " end", "key sk-ant-********** end"},
		{"ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_**********"},
		{"AKIAABCDEFGHIJKLMNOP", "AKIA**********"},
		{"Authorization: Bearer abcdefghijklmnop1234", "Authorization: Bearer **********"},
		{"postgres://user:hunter2@db.example/x", "postgres://user:**********@db.example/x"},
		{"http://example.com/a:b", "http://example.com/a:b"},
		{`{"api_key": "abcdefgh1234", "max_tokens": 12345678}`, `{"api_key": "**********", "max_tokens": 12345678}`},
		{"the secret: patience", "the secret: patience"},
		{"DB_PASSWORD=hunter2222 x", "DB_PASSWORD=********** x"},
		{"task-force-ask-nothing sk-1", "task-force-ask-nothing sk-1"},
	} {
		got, n := Mask(c.in)
		if got != c.want || (n > 0) != (c.in != c.want) {
			t.Errorf("Mask(%q) = %q, %d; want %q", c.in, got, n, c.want)
		}
	}
}

func TestSecretNames(t *testing.T) {
	for name, want := range map[string]bool{"api_key": true, "OPENAI_API_KEY": true, "password": true, "tokens": false, "key": false, "access_token": true} {
		if Named(name) != want {
			t.Errorf("Named(%q) = %v", name, !want)
		}
	}
	if Under("what is the secret of it?") || Under("short") || !Under("Bearer abcdefgh") || Under(strings.Repeat("x", 5000)) {
		t.Error("secretText")
	}
}
