//go:build !unix

package term

import "os"

func notifySuspend(chan os.Signal) {}
func isSuspend(os.Signal) bool     { return false }

// suspend does nothing where there is no job control.
func (a *app) suspend() { a.say("there is no shell to go back to on this system") }
