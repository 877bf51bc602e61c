package view

import "strings"

// FootKey is one entry of the footer: keys and one word.
type FootKey struct {
	IDs  []string // commands whose first keys it shows
	Word string
}

// footers are what matters most on a screen, in falling order: the footer shows as many as fit.
var footers = map[Screen][]FootKey{
	MainScreen: {
		{[]string{"later", "earlier"}, "step"}, {[]string{"problem-later", "problem-earlier"}, "problem"},
		{[]string{"diff"}, "diff"}, {[]string{"fork"}, "fork"}, {[]string{"copy"}, "copy"}, {[]string{"find"}, "find"},
		{[]string{"palette"}, "all"}, {[]string{"help"}, "keys"},
		{[]string{"branch-earlier", "branch-later"}, "branch"}, {[]string{"turn-later", "turn-earlier"}, "turn"},
		{[]string{"quiet"}, "quiet"}, {[]string{"replay"}, "replay"}, {[]string{"threads"}, "threads"}, {[]string{"quit"}, "quit"},
	},
	ThreadsScreen: {
		{[]string{"open"}, "open"}, {[]string{"pane"}, "store"}, {[]string{"find"}, "find"}, {[]string{"filter"}, "filter"}, {[]string{"sort"}, "sort"},
		{[]string{"leave"}, "back"}, {[]string{"palette"}, "all"}, {[]string{"help"}, "keys"}, {[]string{"quit"}, "quit"},
	},
	StoreScreen: {
		{[]string{"unfold", "fold"}, "fold"}, {[]string{"copy"}, "copy"}, {[]string{"find"}, "find"}, {[]string{"pane"}, "threads"},
		{[]string{"filter"}, "filter"}, {[]string{"leave"}, "back"}, {[]string{"palette"}, "all"}, {[]string{"help"}, "keys"}, {[]string{"quit"}, "quit"},
	},
	DoctorScreen: {
		{[]string{"later", "earlier"}, "finding"}, {[]string{"open"}, "go there"}, {[]string{"copy"}, "copy"}, {[]string{"find"}, "find"},
		{[]string{"leave"}, "stop, back"}, {[]string{"palette"}, "all"}, {[]string{"help"}, "keys"}, {[]string{"quit"}, "quit"},
	},
	ListScreen: {
		{[]string{"open"}, "go there"}, {[]string{"copy"}, "copy"}, {[]string{"find"}, "find"},
		{[]string{"leave"}, "back"}, {[]string{"palette"}, "all"}, {[]string{"help"}, "keys"}, {[]string{"quit"}, "quit"},
	},
	WelcomeScreen: {
		{[]string{"open"}, "open"}, {[]string{"source"}, "another file or folder"}, {[]string{"find"}, "find"},
		{[]string{"palette"}, "all"}, {[]string{"help"}, "keys"}, {[]string{"quit"}, "quit"},
	},
	CompareScreen: {
		{[]string{"later", "earlier"}, "difference"}, {[]string{"equal"}, "equal ones"}, {[]string{"open"}, "open"},
		{[]string{"copy"}, "copy"}, {[]string{"leave"}, "back"}, {[]string{"help"}, "keys"}, {[]string{"quit"}, "quit"},
	},
	ReplayScreen: {
		{[]string{"play"}, "stop and go"}, {[]string{"slower", "faster"}, "speed"}, {[]string{"turn-later", "turn-earlier"}, "turn"},
		{[]string{"problem-later", "problem-earlier"}, "problem"}, {[]string{"leave"}, "leave"}, {[]string{"help"}, "keys"},
	},
}

// Footer is the line of keys for a screen: as many entries as fit in width, the first ones first; disabled ones are left out.
// Help is always among them where there is room for anything.
func Footer(f Facts, width int, ascii bool) Line {
	var items []FootKey
	for _, k := range footers[f.Screen] {
		c, ok := CommandByID(k.IDs[0])
		if ok && c.Disabled(f) == "" {
			items = append(items, k)
		}
	}
	widthOf := func(items []FootKey) int {
		n := 1
		for _, k := range items {
			n += Width(footKeys(k, ascii)) + 1 + Width(k.Word) + 3
		}
		return n - 3
	}
	for len(items) > 1 && widthOf(items) > width {
		drop := len(items) - 1
		for drop > 0 && (items[drop].IDs[0] == "help" || items[drop].IDs[0] == "leave" && f.Screen == ReplayScreen) {
			drop--
		}
		items = append(items[:drop:drop], items[drop+1:]...)
	}
	line := Line{{" ", Plain}}
	for i, k := range items {
		if i > 0 {
			line = append(line, Span{"   ", Plain})
		}
		line = append(line, Span{footKeys(k, ascii), Strong}, Span{" " + k.Word, Dim})
	}
	return line.Fit(width)
}

// footKeys are the first keys of an entry's commands: j/k, ^P, [ ].
func footKeys(k FootKey, ascii bool) string {
	var keys []string
	for _, id := range k.IDs {
		c, _ := CommandByID(id)
		key := "?"
		if len(c.Keys) > 0 {
			key = KeyLabel(c.Keys[0], ascii)
		}
		if rest, ok := strings.CutPrefix(key, "Ctrl-"); ok {
			key = "^" + rest
		}
		keys = append(keys, key)
	}
	sep := "/"
	if len(keys) > 1 && !isLetter(keys[0]) {
		sep = " "
	}
	return strings.Join(keys, sep)
}

func isLetter(s string) bool {
	return len(s) == 1 && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
}
