package cli

import (
	"os"

	"cptui/loaders"
	"cptui/ui/plain"
)

// lsPlaces lists what is found in the usual places, each looked into.
func (a *app) lsPlaces() error {
	home, _ := os.UserHomeDir()
	dir, _ := os.Getwd()
	key, err := a.key()
	if err != nil {
		return err
	}
	var found []loaders.Place
	for _, p := range loaders.FindPlaces(a.ctx, home, dir) {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if p.Look(a.ctx, loaders.Options{Key: key}); !p.Foreign {
			found = append(found, p)
		}
	}
	if n := a.flags.limit; n > 0 && len(found) > n {
		found = found[:n]
	}
	if a.flags.json {
		return a.write(plain.PlacesJSON(found))
	}
	out := a.text()
	out.Places(found, a.now())
	return out.Flush()
}
