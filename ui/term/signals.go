package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// lastWord is how long the event loop has to end by itself after a signal.
const lastWord = time.Second

// watchSignals ends the program on SIGTERM, SIGHUP and SIGINT with the terminal restored, even where the event loop hangs,
// and suspends it on SIGTSTP. The function it gives ends the watching.
func (a *app) watchSignals() (stop func()) {
	ch := make(chan os.Signal, 4)
	signal.Notify(ch, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	notifySuspend(ch)
	done := make(chan struct{})
	go a.safe(func() {
		for {
			select {
			case <-done:
				return
			case s := <-ch:
				if isSuspend(s) {
					a.post.post(a.suspend)
					continue
				}
				time.AfterFunc(lastWord, func() {
					if !a.ended.Load() {
						a.scr.Fini()
						os.Exit(exitCode(s))
					}
				})
				if a.away.Load() { // suspended or in an editor: the terminal is not ours, there is nothing to restore
					os.Exit(exitCode(s))
				}
				a.end(errSignal)
			}
		}
	})
	return func() {
		signal.Stop(ch)
		close(done)
	}
}

func exitCode(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 130
}
