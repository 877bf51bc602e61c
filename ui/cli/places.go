package cli

// lsPlaces lists what is found in the usual places.
func (a *app) lsPlaces() error { return nil }
