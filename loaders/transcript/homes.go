package transcript

import (
	"os"
	"path/filepath"
)

// HomesNear lists where a program's home may be, seen from a file that lies outside of it: what holds the folder inner above the
// file or right below a folder above it, then the home that the variable env names, then the user's own, called name.
func HomesNear(path, inner, name, env string) []string {
	var out []string
	add := func(dir string) {
		if st, err := os.Stat(filepath.Join(dir, inner)); err == nil && st.IsDir() {
			out = append(out, dir)
		}
	}
	dir := filepath.Dir(path)
	for range 3 {
		add(dir)
		add(filepath.Join(dir, name))
		if list, err := os.ReadDir(dir); err == nil && len(list) < 200 {
			for _, d := range list {
				if d.IsDir() && d.Name() != name {
					add(filepath.Join(dir, d.Name()))
				}
			}
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	if home := os.Getenv(env); home != "" {
		add(home)
	}
	if home, err := os.UserHomeDir(); err == nil {
		add(filepath.Join(home, name))
	}
	return out
}
