package term

import (
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"cptui/ui/view"
)

// maxHistory is how many lines of the `:` line are kept for the next time.
const maxHistory = 200

func (a *app) openLine() { a.openLineWith("") }

// openLineWith opens the command line with text already typed.
func (a *app) openLineWith(text string) {
	p := a.ask(":", text, func(text string, ok bool) {
		if ok {
			a.runLine(text)
		}
	})
	p.complete = a.completeLine
	if a.history == nil {
		a.history = loadHistory()
	}
	p.past = a.history
}

// runLine carries out what was typed after the colon: a step, or a command by its name with what follows it.
func (a *app) runLine(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	a.remember(text)
	name, arg, _ := strings.Cut(text, " ")
	arg = strings.TrimSpace(arg)
	if rest, ok := strings.CutPrefix(text, "@"); ok {
		a.runID("goto", "@"+rest)
		return
	}
	if _, err := strconv.Atoi(name); err == nil && arg == "" {
		a.runID("goto", "@"+name)
		return
	}
	c, ok, alike := lookupCommand(name)
	switch {
	case !ok && len(alike) > 0:
		a.warn(name + " may be " + strings.Join(alike, ", "))
	case !ok:
		a.warn("no command " + name + "; Tab shows what there is")
	case c.Args == "" && arg != "" && c.ID != "help":
		a.warn(c.ID + " takes nothing after it")
	default:
		a.command(c, arg)
	}
}

// lineWords are other names of commands, as people type them.
var lineWords = map[string]string{"q": "quit", "h": "help", "keys": "help", "sources": "welcome", "grep": "find-all", "unmark": "mark"}

// lookupCommand finds a command by its name or the beginning of one that only it has.
func lookupCommand(name string) (c view.Command, ok bool, alike []string) {
	if id, ok := lineWords[name]; ok {
		name = id
	}
	if c, ok = view.CommandByID(name); ok {
		return c, true, nil
	}
	for _, one := range view.Commands() {
		if strings.HasPrefix(one.ID, name) {
			c = one
			alike = append(alike, one.ID)
		}
	}
	return c, len(alike) == 1, alike
}

// withArguments is a page that knows what may follow a command.
type withArguments interface{ arguments(id string) []string }

// completeLine gives the whole lines that text may become.
func (a *app) completeLine(text string) (lines []string) {
	name, arg, isArg := strings.Cut(text, " ")
	if !isArg {
		on := a.page().kind()
		for _, c := range view.Commands() {
			if c.Screens&on != 0 && strings.HasPrefix(c.ID, name) {
				lines = append(lines, c.ID)
			}
		}
		sort.Strings(lines)
		return lines
	}
	c, ok, _ := lookupCommand(name)
	if !ok {
		return nil
	}
	var words []string
	switch c.ID {
	case "theme":
		words = themeNames
	case "help":
		for _, c := range view.Commands() {
			words = append(words, c.ID)
		}
	case "source":
		words = completePath(arg)
	default:
		if w, ok := a.page().(withArguments); ok {
			words = w.arguments(c.ID)
		}
	}
	for _, w := range words {
		if strings.HasPrefix(w, arg) {
			lines = append(lines, name+" "+w)
		}
	}
	return lines
}

// completePath lists the files and folders that begin with what is typed; hidden ones only after a dot.
func completePath(typed string) (paths []string) {
	dir, base := filepath.Split(typed)
	list, _ := os.ReadDir(expandHome(dir + "."))
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), base) || strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(base, ".") {
			continue
		}
		name := dir + e.Name()
		if e.IsDir() {
			name += "/"
		}
		if paths = append(paths, name); len(paths) == 200 {
			break
		}
	}
	return paths
}

// expandHome puts the home folder in the place of a leading ~.
func expandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != '/' {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return home + rest
}

func (a *app) remember(line string) {
	if n := len(a.history); n > 0 && a.history[n-1] == line {
		return
	}
	a.history = append(a.history, line)
	if extra := len(a.history) - maxHistory; extra > 0 {
		a.history = a.history[extra:]
	}
	dir, err := stateDir()
	if err != nil {
		return
	}
	text := strings.Join(a.history, "\n") + "\n"
	a.jobs.start("history", "", writeJob(filepath.Join(dir, "history"), text))
}

func loadHistory() []string {
	dir, err := stateDir()
	if err != nil {
		return []string{}
	}
	b, err := os.ReadFile(filepath.Join(dir, "history"))
	if err != nil || len(b) > 1<<20 {
		return []string{}
	}
	return strings.FieldsFunc(string(b), func(r rune) bool { return r == '\n' })
}
