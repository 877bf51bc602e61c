package view

// hints say of each problem code, in one sentence, what it means for a person and what can be done.
var hints = map[string]string{
	"blob-truncated":        "what lies before the cut is shown; the rest is nowhere in this file, so look for a backup of it",
	"blob-garbage":          "the bytes are kept and shown as they are; the rows around it are not touched by it",
	"blob-trailing":         "the value before them is whole; another program may have written over a longer one",
	"parent-cycle":          "the circle is cut at this row, and all rows are listed; LangGraph itself may never end here",
	"broken-parent":         "it was pruned, or the file was copied without it; history begins anew at this row",
	"orphan-writes":         "a run ended before it stored the checkpoint, or the checkpoint was pruned; LangGraph does not read them",
	"db-corrupt":            "what lies on the other pages is shown; a backup has the rest",
	"wal-missing":           "copy the -wal along with the file, or run PRAGMA wal_checkpoint where it was written",
	"wal-unread":            "SQLite itself reads no more of it; what was written last may be missing here",
	"hot-journal":           "the next writer rolls it back; the file was left as it is",
	"unknown-type":          "its bytes are kept, and shown as far as they can be read",
	"unknown-ext":           "its bytes are kept and shown; a newer library may know it",
	"bad-metadata":          "what it would tell (source, step, parents) is not known; the rest of the row is not touched by it",
	"bad-id":                "order and parents still hold; time and step come from the body",
	"delta-unknown-reducer": "the stored value and the writes since are shown one by one",
	"delta-no-seed":         "the writes that are here are shown; what they stood on was pruned",
	"delta-leak":            "LangGraph takes them in when it loads this branch; both readings are shown",
	"error-and-writes":      "a resume keeps its writes and does not run it again",
	"ambiguous-head":        "LangGraph takes the greater id; name the other one by its id",
	"prediction-miss":       "do not trust `next` here: a row was changed by hand, or this version schedules in a way that cptui does not know",
	"bad-utf8":              "bad bytes are shown as U+FFFD and kept as they are",
	"encrypted":             "everything but this value can be read",
	"pickle":                "it is read as data and never run",
	"duplicate-id":          "it is shown once",
	"incomplete-tail":       "its writer may still be at work; the record appears when it is whole",
	"long-line":             "it is shown cut, with its size",
	"unknown-record":        "its JSON is shown as it is",
	"db-foreign":            "it is left alone",
	"bad-json":              "the line is shown as it is; the lines around it are whole",
	"nul-run":               "a crash left zeros in the file; the records around them are whole",
	"joined-records":        "both are shown; two writers may have been at work",
	"mixed-sessions":        "the file's name tells the session; copied records are marked",
	"missing-subagent":      "copy the session's folder along with it",
	"missing-backup":        "the file as it was then cannot be shown",
	"dangling-tool":         "the run ended before the call did, or its result is in no record",
	"secret":                "it is masked on the screen; take it out before you pass the file on",
}

// Hint is a sentence on a problem code: what it means, and what can be done. "" for a code that nobody knows.
func Hint(code string) string { return hints[code] }
