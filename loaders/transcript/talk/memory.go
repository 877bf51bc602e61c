package talk

import (
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"
)

// InMemory makes a session of records that a loader has put together, one JSON object a line: what lies in the rows of a database
// or in a file for each message. path is said where something is wrong; faults are what the loader met. Nothing is read yet, and
// the session does not change: a loader that follows its source makes a new one.
func InMemory(f *Format, path string, lines []byte, faults []jsonl.Fault, count *transcript.Counters) transcript.Session {
	b := newBook(f, path, transcript.InMemory(lines), count)
	b.met = faults
	return &session{format: f, path: path, count: count, books: []*Book{b}}
}
