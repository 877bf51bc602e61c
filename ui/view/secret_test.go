package view

import (
	"strings"
	"testing"
)

func TestMaskSecrets(t *testing.T) {
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
		got, n := MaskSecrets(c.in)
		if got != c.want || (n > 0) != (c.in != c.want) {
			t.Errorf("MaskSecrets(%q) = %q, %d; want %q", c.in, got, n, c.want)
		}
	}
}

func TestSecretNames(t *testing.T) {
	for name, want := range map[string]bool{"api_key": true, "OPENAI_API_KEY": true, "password": true, "tokens": false, "key": false, "access_token": true} {
		if secretName(name) != want {
			t.Errorf("secretName(%q) = %v", name, !want)
		}
	}
	if secretText("what is the secret of it?") || secretText("short") || !secretText("Bearer abcdefgh") || secretText(strings.Repeat("x", 5000)) {
		t.Error("secretText")
	}
}
