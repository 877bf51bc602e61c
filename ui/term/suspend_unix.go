//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// awake is how long a stop signal may take to stop us; in a process group without a shell it never does.
const awake = 200 * time.Millisecond

func notifySuspend(ch chan os.Signal) { signal.Notify(ch, syscall.SIGTSTP) }
func isSuspend(s os.Signal) bool      { return s == syscall.SIGTSTP }

// suspend gives the terminal back to the shell and stops the whole process group, as the terminal would: `go run` and
// wrappers have to stop too, or the shell goes on waiting for them. It comes back with SIGCONT.
func (a *app) suspend() {
	a.leaveTerminal(func() {
		cont := make(chan os.Signal, 1)
		signal.Notify(cont, syscall.SIGCONT)
		defer signal.Stop(cont)
		signal.Reset(syscall.SIGTSTP)
		defer notifySuspend(a.signals)
		_ = syscall.Kill(0, syscall.SIGTSTP)
		select {
		case <-cont:
		case <-time.After(awake):
		}
	})
}
