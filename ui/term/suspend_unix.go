//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// awake is how long we wait for the word that we go on; it comes at once or never.
const awake = 200 * time.Millisecond

func notifySuspend(ch chan os.Signal) { signal.Notify(ch, syscall.SIGTSTP) }
func isSuspend(s os.Signal) bool      { return s == syscall.SIGTSTP }

// suspend gives the terminal back to the shell and stops the whole process group, as the terminal would: `go run` and
// wrappers have to stop too, or the shell goes on waiting for them. It comes back with SIGCONT.
//
// SIGSTOP it has to be: Go keeps its own handler for SIGTSTP once it was asked for. Since nothing can refuse it, the group is
// only stopped where a shell with job control can continue it.
func (a *app) suspend() {
	if sid, err := unix.Getsid(0); err != nil || sid == syscall.Getpgrp() {
		a.say("there is no shell to go back to")
		return
	}
	a.leaveTerminal(func() {
		cont := make(chan os.Signal, 1)
		signal.Notify(cont, syscall.SIGCONT)
		defer signal.Stop(cont)
		_ = syscall.Kill(0, syscall.SIGSTOP)
		select {
		case <-cont:
		case <-time.After(awake):
		}
	})
}
