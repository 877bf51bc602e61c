package view

import "strings"

// Screen is one of the program's screens, as a bit, so that a command can belong to several.
type Screen uint16

const (
	MainScreen Screen = 1 << iota
	ThreadsScreen
	WelcomeScreen
	CompareScreen
	ReplayScreen
	StoreScreen
	DoctorScreen
	ListScreen
	Everywhere = MainScreen | ThreadsScreen | WelcomeScreen | CompareScreen | ReplayScreen | StoreScreen | DoctorScreen | ListScreen
	onSource   = MainScreen | ThreadsScreen | CompareScreen | ReplayScreen | StoreScreen | DoctorScreen | ListScreen
	onHistory  = MainScreen | ReplayScreen
)

// Command is one row of the command table: the one place from which dispatch, footer, help, palette, the `:` line, the key
// table of README and the manual come. What it does is the terminal's.
type Command struct {
	ID        string
	Keys      []string // "j", "Ctrl-D", "Down": see KeyLabel for how they are shown
	Group     string   // heading in the help
	Title     string   // in the palette
	Help      string   // one sentence
	Args      string   // what may follow its name on the `:` line, "" nothing
	Screens   Screen
	Dangerous bool // changes a file once its dialog is confirmed
	// Why tells why it cannot be done now, "" where it can. Nil: always possible.
	Why func(f Facts) string
}

// Facts is what the commands need to know of the moment to say why they are disabled.
type Facts struct {
	Screen     Screen
	Source     bool   // something is open
	Rows       int    // rows of the list that has the keys
	Step       string // the checkpoint under the cursor, "@22", "" where there is none
	Root       bool   // it has no parent
	CanFork    string // loaders.Info.CanFork
	Forks      int    // entries of the fork journal for this file
	Problems   int    // -1: not known yet
	Threads    int    // -1: not counted yet
	Branches   int
	Quiet      int    // quiet steps folded
	Marked     string // "@12 of t-1", "" none
	Bookmarks  int
	Found      int  // hits of the last search
	Jumps      bool // there is a jump to undo
	Value      bool // a value of the state is under the cursor
	Live       bool // the source can grow (it is no built-in demo)
	Transcript bool
	Copied     bool // something was copied
	Foldable   bool
	Store      bool // the source has a long-term memory
}

func needStore(f Facts) string {
	if !f.Store {
		return "this source has no LangGraph Store"
	}
	return ""
}

func needSource(f Facts) string {
	if !f.Source {
		return "nothing is open"
	}
	return ""
}

// needOtherPane: below the threads there is a second list where the source has a store.
func needOtherPane(f Facts) string {
	if f.Screen == ThreadsScreen {
		return needStore(f)
	}
	return ""
}

func needStep(f Facts) string {
	if f.Step == "" {
		return "no step under the cursor"
	}
	return ""
}

var commands = []Command{
	{ID: "later", Keys: []string{"j", "Down"}, Group: "move", Title: "next row", Help: "one row down: later in time", Screens: Everywhere},
	{ID: "earlier", Keys: []string{"k", "Up"}, Group: "move", Title: "row before", Help: "one row up: earlier in time", Screens: Everywhere},
	{ID: "page-later", Keys: []string{"Ctrl-D", "PgDn"}, Group: "move", Title: "half a page down", Help: "half a page later", Screens: Everywhere},
	{ID: "page-earlier", Keys: []string{"Ctrl-U", "PgUp"}, Group: "move", Title: "half a page up", Help: "half a page earlier", Screens: Everywhere},
	{ID: "first", Keys: []string{"g", "Home"}, Group: "move", Title: "first row", Help: "to the first row", Screens: Everywhere},
	{ID: "last", Keys: []string{"G", "End"}, Group: "move", Title: "last row", Help: "to the last row; while following, new rows are shown as they come", Screens: Everywhere},
	{ID: "fold", Keys: []string{"h", "Left"}, Group: "move", Title: "fold", Help: "close what the row holds; once more: to its parent", Screens: MainScreen | CompareScreen | StoreScreen},
	{ID: "unfold", Keys: []string{"l", "Right"}, Group: "move", Title: "unfold", Help: "open what the row holds; once more: to its first child", Screens: MainScreen | CompareScreen | StoreScreen},
	{ID: "branch-earlier", Keys: []string{"["}, Group: "move", Title: "step before on this branch", Help: "to the parent of the step", Screens: onHistory, Why: needStep},
	{ID: "branch-later", Keys: []string{"]"}, Group: "move", Title: "next step on this branch", Help: "to the child that leads to the head, else to the newest", Screens: onHistory, Why: needStep},
	{ID: "turn-earlier", Keys: []string{"K"}, Group: "move", Title: "turn before", Help: "to the input or prompt before", Screens: onHistory, Why: needStep},
	{ID: "turn-later", Keys: []string{"J"}, Group: "move", Title: "next turn", Help: "to the next input or prompt", Screens: onHistory, Why: needStep},
	{ID: "problem-later", Keys: []string{"e"}, Group: "move", Title: "next problem", Help: "to the next error, failed tool, open question or damaged row", Screens: onHistory, Why: needProblem},
	{ID: "problem-earlier", Keys: []string{"E"}, Group: "move", Title: "problem before", Help: "to the problem before", Screens: onHistory, Why: needProblem},
	{ID: "change-earlier", Keys: []string{"{"}, Group: "move", Title: "change of this value before", Help: "to the step before that changed the value under the cursor", Screens: MainScreen, Why: needValue},
	{ID: "change-later", Keys: []string{"}"}, Group: "move", Title: "next change of this value", Help: "to the next step that changed the value under the cursor", Screens: MainScreen, Why: needValue},

	{ID: "pane", Keys: []string{"Tab"}, Group: "look", Title: "next pane", Help: "to the next pane; from the threads to the store and back", Screens: MainScreen | ThreadsScreen | StoreScreen, Why: needOtherPane},
	{ID: "pane-back", Keys: []string{"Shift-Tab"}, Group: "look", Title: "pane before", Help: "the keys go to the pane before", Screens: MainScreen},
	{ID: "tab", Keys: []string{"1", "2", "3", "4", "5", "6", "7", "8"}, Group: "look", Title: "tab", Help: "Step, State, Changes, Messages, Tasks, Seen, Meta, Graph", Args: "NAME", Screens: MainScreen, Why: needSource},
	{ID: "zoom", Keys: []string{"z"}, Group: "look", Title: "zoom", Help: "give the pane that has the keys the whole screen, and back", Screens: MainScreen},
	{ID: "grow", Keys: []string{"+"}, Group: "look", Title: "more room", Help: "move the border: more room for the history", Screens: MainScreen},
	{ID: "shrink", Keys: []string{"-"}, Group: "look", Title: "less room", Help: "move the border: less room for the history", Screens: MainScreen},
	{ID: "quiet", Keys: []string{"."}, Group: "look", Title: "quiet steps", Help: "show or fold the steps in which only control channels changed; in the detail: control channels and small fields", Screens: MainScreen | ReplayScreen},
	{ID: "times", Keys: []string{"T"}, Group: "look", Title: "format of times", Help: "since the row above, clock, date", Screens: onHistory, Why: needSource},
	{ID: "only", Keys: []string{"H"}, Group: "look", Title: "only this branch", Help: "fold all branches but the cursor's", Screens: onHistory, Why: func(f Facts) string {
		if f.Branches == 1 {
			return "there is only one branch"
		}
		return needStep(f)
	}},
	{ID: "filter", Keys: []string{"&"}, Group: "look", Title: "filter", Help: "show only the rows that hold a text; an empty one shows all", Args: "TEXT", Screens: MainScreen | ThreadsScreen | StoreScreen},
	{ID: "table", Keys: []string{"x"}, Group: "look", Title: "table of versions", Help: "in Seen: the whole table of nodes and channels", Screens: MainScreen, Why: needSource},
	{ID: "equal", Keys: []string{"="}, Group: "look", Title: "equal ones", Help: "show what is equal on both sides too", Screens: CompareScreen},
	{ID: "sort", Keys: []string{"s"}, Group: "look", Title: "sort", Help: "sort by what needs a person, by time, by name, by size", Screens: ThreadsScreen},
	{ID: "reveal", Group: "look", Title: "reveal secrets", Help: "show values that their class or their form hides", Screens: MainScreen | ThreadsScreen | ReplayScreen | StoreScreen, Why: needSource},
	{ID: "theme", Group: "look", Title: "theme", Help: "colours for a dark or light background, or none", Args: "dark|light|mono", Screens: Everywhere},
	{ID: "mouse", Group: "look", Title: "mouse", Help: "give the mouse to the program, or leave it to the terminal's own selection", Screens: Everywhere},
	{ID: "redraw", Keys: []string{"Ctrl-L"}, Group: "look", Title: "redraw", Help: "draw the whole screen again", Screens: Everywhere},

	{ID: "open", Keys: []string{"Enter"}, Group: "go", Title: "open", Help: "open the row, follow its link, go to the step it names", Screens: Everywhere},
	{ID: "leave", Keys: []string{"Esc"}, Group: "go", Title: "leave", Help: "leave what is open; end long work, a filter, a search", Screens: Everywhere},
	{ID: "back", Keys: []string{"u"}, Group: "go", Title: "undo the last jump", Help: "back to where the last jump began", Screens: onHistory, Why: func(f Facts) string {
		if !f.Jumps {
			return "no jump to undo"
		}
		return ""
	}},
	{ID: "goto", Keys: []string{"@"}, Group: "go", Title: "go to a step", Help: "a step of this branch (12), head, head~3, an id or its beginning or ending", Args: "STEP", Screens: onHistory, Why: needSource},
	{ID: "bookmark", Keys: []string{"'"}, Group: "go", Title: "go to a bookmark", Help: "by its letter", Args: "LETTER", Screens: MainScreen, Why: func(f Facts) string {
		if f.Bookmarks == 0 {
			return "no bookmark in this thread yet: m sets one"
		}
		return ""
	}},
	{ID: "set-bookmark", Keys: []string{"m"}, Group: "go", Title: "set a bookmark", Help: "a letter for this step, kept for the next time", Args: "LETTER", Screens: MainScreen, Why: needStep},
	{ID: "threads", Keys: []string{"t"}, Group: "go", Title: "threads", Help: "all threads of the source", Screens: MainScreen | CompareScreen | StoreScreen, Why: needSource},
	{ID: "store", Group: "go", Title: "store", Help: "the long-term memory (LangGraph Store) in this file, by namespace and key", Screens: MainScreen | ThreadsScreen, Why: needStore},
	{ID: "doctor", Group: "go", Title: "doctor", Help: "open every row of the source, list what is damaged, missing or odd, and check what was foretold; Enter goes there", Screens: MainScreen | ThreadsScreen, Why: needSource},
	{ID: "tools", Group: "go", Title: "tools", Help: "every call of this thread with what came of it and how long it took; Enter goes to its step", Screens: MainScreen, Why: needSource},
	{ID: "todos", Group: "go", Title: "todos", Help: "the plan over time on this branch; Enter goes to the step that changed it", Screens: MainScreen, Why: needStep},
	{ID: "files", Group: "go", Title: "files", Help: "the files that this branch has written, as they were at this step; cptui files --restore writes them out", Screens: MainScreen, Why: needStep},
	{ID: "thread", Group: "go", Title: "open a thread", Help: "open a thread by its id", Args: "ID", Screens: MainScreen | ThreadsScreen, Why: needSource},
	{ID: "source", Keys: []string{"o"}, Group: "go", Title: "another file or folder", Help: "open another source", Args: "PATH", Screens: WelcomeScreen},
	{ID: "welcome", Group: "go", Title: "sources", Help: "what was found in the usual places", Screens: onSource},

	{ID: "find", Keys: []string{"/"}, Group: "ask", Title: "find here", Help: "find a text in the pane that has the keys; small letters find capitals too", Args: "TEXT", Screens: Everywhere &^ ReplayScreen},
	{ID: "find-all", Keys: []string{"Ctrl-F"}, Group: "ask", Title: "find in all steps", Help: "find a text in the states of all steps of this thread; Esc ends it", Args: "TEXT", Screens: MainScreen, Why: needSource},
	{ID: "next", Keys: []string{"n"}, Group: "ask", Title: "next hit", Help: "to the next place found", Screens: Everywhere &^ ReplayScreen, Why: needFound},
	{ID: "previous", Keys: []string{"N"}, Group: "ask", Title: "hit before", Help: "to the place found before", Screens: Everywhere &^ ReplayScreen, Why: needFound},
	{ID: "diff", Keys: []string{"d"}, Group: "ask", Title: "what changed", Help: "the changes against the parent", Screens: MainScreen, Why: func(f Facts) string {
		if f.Root {
			return "the first step has no parent"
		}
		return needStep(f)
	}},
	{ID: "mark", Keys: []string{"Space"}, Group: "ask", Title: "mark for compare", Help: "mark this step; D compares another with it", Screens: MainScreen, Why: needStep},
	{ID: "compare", Keys: []string{"D"}, Group: "ask", Title: "compare with the mark", Help: "three ways: where both came from, the marked step, this one", Screens: MainScreen, Why: func(f Facts) string {
		if f.Marked == "" {
			return "no step is marked: space marks one"
		}
		return needStep(f)
	}},

	{ID: "fork", Keys: []string{"f"}, Group: "do", Title: "fork from here", Help: "branch off at this step, with edited values or as a copy; only Ctrl-S in its dialog writes", Screens: MainScreen, Dangerous: true, Why: func(f Facts) string {
		if f.CanFork != "" {
			return f.CanFork
		}
		return needStep(f)
	}},
	{ID: "unfork", Group: "do", Title: "unfork", Help: "take a fork of yours back: removes exactly the rows it added", Args: "ID", Screens: MainScreen, Dangerous: true, Why: func(f Facts) string {
		if f.Forks == 0 {
			return "no fork of yours in this file"
		}
		return ""
	}},
	{ID: "copy", Keys: []string{"y"}, Group: "do", Title: "copy", Help: "value, path, id, command, resume code or a report of this step", Screens: Everywhere},
	{ID: "copy-file", Keys: []string{"Y"}, Group: "do", Title: "copied text to a file", Help: "where the terminal did not take it: the last copied text in a file", Screens: Everywhere, Why: func(f Facts) string {
		if !f.Copied {
			return "nothing was copied yet"
		}
		return ""
	}},
	{ID: "replay", Keys: []string{"r"}, Group: "do", Title: "replay", Help: "play the session from here at its own pace, gaps capped", Screens: MainScreen, Why: needStep},
	{ID: "follow", Keys: []string{"F"}, Group: "do", Title: "follow", Help: "watch the source and show new steps as they come", Screens: MainScreen, Why: needSource},

	{ID: "play", Keys: []string{"Space"}, Group: "replay", Title: "stop and go", Help: "stop the replay, or let it go on", Screens: ReplayScreen},
	{ID: "slower", Keys: []string{"<"}, Group: "replay", Title: "slower", Help: "half the speed", Screens: ReplayScreen},
	{ID: "faster", Keys: []string{">"}, Group: "replay", Title: "faster", Help: "twice the speed", Screens: ReplayScreen},

	{ID: "palette", Keys: []string{"Ctrl-P"}, Group: "program", Title: "all commands", Help: "commands, steps, nodes, threads and bookmarks in one list", Screens: Everywhere},
	{ID: "line", Keys: []string{":"}, Group: "program", Title: "command line", Help: "the same commands by name, with arguments; a number goes to that step", Screens: Everywhere},
	{ID: "help", Keys: []string{"?", "F1"}, Group: "program", Title: "keys", Help: "all keys of this screen", Screens: Everywhere},
	{ID: "suspend", Keys: []string{"Ctrl-Z"}, Group: "program", Title: "suspend", Help: "back to the shell; fg comes back", Screens: Everywhere},
	{ID: "quit", Keys: []string{"q", "Ctrl-C"}, Group: "program", Title: "quit", Help: "leave the program; Ctrl-C ends long work first", Screens: Everywhere},
}

func needProblem(f Facts) string {
	if f.Problems == 0 {
		return "no problem in this thread"
	}
	return needSource(f)
}

func needValue(f Facts) string {
	if !f.Value {
		return "no value of the state under the cursor: choose one in tab 2 or 3"
	}
	return ""
}

func needFound(f Facts) string {
	if f.Found == 0 {
		return "nothing was searched for, or found"
	}
	return ""
}

// Commands is the command table, in the order of the help.
func Commands() []Command { return commands }

// CommandByID finds a command.
func CommandByID(id string) (Command, bool) {
	for _, c := range commands {
		if c.ID == id {
			return c, true
		}
	}
	return Command{}, false
}

// CommandForKey finds what a key does on a screen.
func CommandForKey(key string, on Screen) (Command, bool) {
	for _, c := range commands {
		if c.Screens&on == 0 {
			continue
		}
		for _, k := range c.Keys {
			if k == key {
				return c, true
			}
		}
	}
	return Command{}, false
}

// Disabled tells why a command cannot be done now, "" where it can.
func (c Command) Disabled(f Facts) string {
	if c.Screens&f.Screen == 0 {
		return "not on this screen"
	}
	if c.Why == nil {
		return ""
	}
	return c.Why(f)
}

// KeyLabel is how a key is written for a person.
func KeyLabel(key string, ascii bool) string {
	if !ascii {
		switch key {
		case "Down":
			return "↓"
		case "Up":
			return "↑"
		case "Left":
			return "←"
		case "Right":
			return "→"
		}
	}
	switch key {
	case "Space":
		return "space"
	}
	return key
}

// KeyLabels joins all keys of a command: "j ↓"; digits that follow each other become a range.
func (c Command) KeyLabels(ascii bool) string {
	if len(c.Keys) > 3 {
		return c.Keys[0] + "…" + c.Keys[len(c.Keys)-1]
	}
	var out []string
	for _, k := range c.Keys {
		out = append(out, KeyLabel(k, ascii))
	}
	return strings.Join(out, " ")
}
