package cli

import (
	"github.com/spf13/cobra"

	"cptui/graph/secret"
)

// withRedact gives a command that prints JSON --redact.
func (a *app) withRedact(c *cobra.Command) {
	c.Flags().BoolVar(&a.flags.redact, "redact", false, "mask what looks like a secret in JSON too")
}

// counting runs a command that prints JSON. JSON keeps the secrets that are only found by their form, and stderr says how many;
// --redact masks them, --reveal wants them and is told nothing.
func (a *app) counting(run func() error) error {
	if a.flags.redact && a.flags.reveal {
		return usagef("--redact masks secrets and --reveal shows them: one of the two")
	}
	if a.flags.reveal {
		return run()
	}
	out := a.out
	f := &secret.Filter{W: out, Hide: a.flags.redact}
	a.out = f
	err := run()
	a.out = out
	if e := f.Flush(); e != nil && (err == nil || err == errNo) {
		return e
	}
	if f.Found > 0 {
		what := counted(f.Found, "text looks like a secret", "texts look like secrets")
		if a.flags.redact {
			a.note("%s, masked", what)
		} else {
			a.note("%s; JSON keeps them, --redact masks them", what)
		}
	}
	return err
}
