package term

import "testing"

func TestX(t *testing.T) {
	hs := start(t, "/tmp/lgcases/deepagents/sessions.db", 140, 40, Options{})
	t.Log(hs.wait().text())
	hs.press("e")
	t.Log(hs.wait().text())
}
