package term

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cptui/loaders"
)

// runForTmux is what the test binary does instead of testing when it is started inside tmux.
func runForTmux(path string) int {
	src, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err == nil {
		err = Run(context.Background(), src, Options{Path: path, Theme: "mono"})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// tmux is a real terminal of its own server.
type tmux struct {
	t      *testing.T
	socket string
}

func (m *tmux) run(args ...string) string {
	m.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", m.socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %v: %v %s", args, err, out)
	}
	return string(out)
}

// until waits until the screen is as wanted: tmux tells nobody when it has drawn, so it is looked at again and again.
func (m *tmux) until(what string, ok func(screen string) bool) string {
	m.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		s := m.run("capture-pane", "-p", "-t", "t")
		if ok(s) {
			return s
		}
		if time.Now().After(deadline) {
			m.t.Fatalf("never saw %s; the screen is\n%s", what, s)
		}
		time.Sleep(30 * time.Millisecond)
	}
}

func has(words ...string) func(string) bool {
	return func(s string) bool {
		for _, w := range words {
			if !strings.Contains(s, w) {
				return false
			}
		}
		return true
	}
}

// startTmux starts a shell in tmux and the program in it; prompt is what the shell shows when it is back.
func startTmux(t *testing.T, w, h int) *tmux {
	t.Helper()
	if testing.Short() {
		t.Skip("short")
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("no tmux")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "cptui-tmux-") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	source, err := filepath.Abs("../../testdata/langgraph/fork-tree/sessions.db")
	if err != nil {
		t.Fatal(err)
	}
	m := &tmux{t, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", m.socket, "kill-server").Run()
		os.RemoveAll(dir)
	})
	m.run("new-session", "-d", "-s", "t", "-x", fmt.Sprint(w), "-y", fmt.Sprint(h),
		"env", "PS1=PROMPT$ ", "LC_ALL=C.UTF-8", "TZ=UTC", "XDG_STATE_HOME="+dir, "CPTUI_TEST_RUN=", "sh", "-i")
	m.until("a prompt", has("PROMPT$"))
	m.run("send-keys", "-t", "t", "stty -g > "+filepath.Join(dir, "before")+"; CPTUI_TEST_RUN="+source+" "+exe, "Enter")
	m.until("the program", has("tree-1", "1 Step", "? keys"))
	return m
}

// restored checks that the shell has its terminal back as it was.
func (m *tmux) restored() {
	m.t.Helper()
	m.until("the shell", func(s string) bool {
		return strings.HasSuffix(strings.TrimRight(s, "\n "), "PROMPT$") && !strings.Contains(s, "? keys")
	})
	if on := strings.TrimSpace(m.run("display-message", "-p", "-t", "t", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}")); on != "0 0 1" {
		m.t.Errorf("alternate screen, mouse, cursor: %s, want 0 0 1", on)
	}
	dir := filepath.Dir(m.socket)
	m.run("send-keys", "-t", "t", "stty -g > "+filepath.Join(dir, "after")+"; echo SAME=$(cmp "+filepath.Join(dir, "before")+" "+filepath.Join(dir, "after")+" && echo yes)", "Enter")
	m.until("the same modes", has("SAME=yes"))
}

func TestTmuxQuit(t *testing.T) {
	m := startTmux(t, 80, 24)
	m.run("send-keys", "-t", "t", "k", "k", "2")
	m.until("tab 2", has("[2 State]"))
	m.run("send-keys", "-t", "t", "q")
	m.restored()
}

func TestTmuxResize(t *testing.T) {
	m := startTmux(t, 80, 24)
	for _, size := range [][2]string{{"120", "40"}, {"5", "3"}, {"1", "1"}, {"200", "60"}, {"80", "24"}} {
		m.run("resize-window", "-t", "t", "-x", size[0], "-y", size[1])
	}
	m.until("80x24 again", has("tree-1", "─[1 Step] 2 State", "? keys"))
	m.run("resize-window", "-t", "t", "-x", "140", "-y", "40")
	m.until("side by side", has("STEP @5", "HISTORY"))
	m.run("send-keys", "-t", "t", "q")
	m.restored()
}

func TestTmuxSuspend(t *testing.T) {
	m := startTmux(t, 80, 24)
	m.run("send-keys", "-t", "t", "C-z")
	m.until("the shell", func(s string) bool { return strings.Contains(s, "Stopped") && !strings.Contains(s, "? keys") })
	m.run("send-keys", "-t", "t", "fg", "Enter")
	m.until("the program again", has("tree-1", "? keys"))
	m.run("send-keys", "-t", "t", "k", "4")
	m.until("that keys arrive", has("[4 Messages]"))
	m.run("send-keys", "-t", "t", "q")
	m.restored()
}

func TestTmuxSignal(t *testing.T) {
	for _, sig := range []string{"TERM", "HUP", "INT"} {
		t.Run(sig, func(t *testing.T) {
			m := startTmux(t, 80, 24)
			out, err := exec.Command("sh", "-c", "ps -o pid= --ppid "+strings.TrimSpace(m.run("display-message", "-p", "-t", "t", "#{pane_pid}"))).Output()
			pid := strings.TrimSpace(string(out))
			if err != nil || pid == "" || strings.ContainsAny(pid, " \n") {
				t.Fatalf("pid %q: %v", pid, err)
			}
			if err := exec.Command("kill", "-"+sig, pid).Run(); err != nil {
				t.Fatal(err)
			}
			m.restored()
		})
	}
}
