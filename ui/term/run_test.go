package term

import "testing"

func TestLikeTerm(t *testing.T) {
	for name, want := range map[string]string{"xterm-16color": "xterm", "xterm-kitty": "xterm", "tmux-direct": "screen", "screen.xterm-new": "", "xterm": "", "dumb": "", "": ""} {
		if got := likeTerm(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
