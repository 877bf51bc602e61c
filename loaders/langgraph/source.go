package langgraph

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// Source is one checkpoint database. It is safe for concurrent use.
type Source struct {
	path   string
	db     *loaders.DB
	schema *Schema
	store  *store // nil where the file has none
	size   int64
	format string // as asked for, "" to let the rows tell
	seal   *seal
	stats  struct{ rows, bodies, bytes atomic.Int64 }

	mu       sync.Mutex
	js       bool // LangGraph.js wrote it
	decided  bool // there was a row to tell
	newestV  int  // the newest checkpoint format opened so far
	records  int64
	problems []graph.Problem
	byTable  map[writesAt][]int64 // writes found without the damaged index; nil until needed
	names    []string             // node names of the whole file, nil until asked for

	packed      value.Codec // what the messages of the file tell of LangChain, where packedKnown
	packedKnown bool

	othersMu sync.Mutex
	others   []*graph.History // some threads of the file, to explain others with; nil until asked for
}

// DB gives access to the database, for a fork that has to read rows as they are.
func (s *Source) DB() *loaders.DB { return s.db }

// Schema tells the columns.
func (s *Source) Schema() *Schema { return s.schema }

// JS reports whether LangGraph.js wrote the file.
func (s *Source) JS() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.js }

// Info says what the file is.
func (s *Source) Info() loaders.Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := loaders.Info{Format: formatPython, Path: s.path, Records: s.records, Bytes: s.size,
		Problems: s.problems, CanFork: s.schema.cannotFork()}
	if s.js {
		i.Format = formatJS
	}
	if s.newestV > 0 {
		i.Detail = fmt.Sprintf("checkpoint v%d", s.newestV)
	}
	if info, err := os.Stat(s.path); err == nil {
		i.Bytes, i.ModTime = info.Size(), info.ModTime()
		if i.CanFork == "" {
			i.CanFork = cannotWrite(s.path, info)
		}
	}
	return i
}

// cannotWrite says why the file itself takes no rows. Opening for writing changes nothing.
func cannotWrite(path string, info os.FileInfo) string {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return "the file cannot be written by this user"
	}
	f.Close()
	if info.Mode().Perm()&0o222 == 0 {
		return "the file is read-only"
	}
	return ""
}

func (s *Source) Poll(ctx context.Context) (bool, error) {
	changed, err := s.db.Poll(ctx)
	if !changed || err != nil {
		return changed, err
	}
	s.mu.Lock()
	s.byTable = nil
	decided := s.decided
	s.mu.Unlock()
	if !decided {
		if err := s.recognize(ctx); err != nil {
			return true, err
		}
	}
	return true, s.count(ctx)
}

// countLimit is up to which size a file's rows are counted at once; Counts counts those of a larger one.
const countLimit = 32 << 20

// count counts the checkpoints of a small file.
func (s *Source) count(ctx context.Context) error {
	n := int64(-1)
	if info, err := os.Stat(s.path); err == nil && info.Size() <= countLimit {
		err := s.with(ctx, func(c *sqlite.Conn) error {
			_, err := first(c, "SELECT count(*) FROM checkpoints", nil, func(q *sqlite.Stmt) { n = q.ColumnInt64(0) })
			return err
		})
		if err != nil && !loaders.Corrupt(err) {
			return err
		}
	}
	s.mu.Lock()
	s.records = n
	s.mu.Unlock()
	return nil
}

func (s *Source) Stats() loaders.Stats {
	return loaders.Stats{Rows: s.stats.rows.Load(), Bodies: s.stats.bodies.Load(), Bytes: s.stats.bytes.Load()}
}

func (s *Source) Close() error { return s.db.Close() }

// sampleLimit is how large a body may be to be read only to see who wrote the file.
const sampleLimit = 256 << 10

// recognize tells Python's rows from JavaScript's by content: JavaScript stores every body as JSON with whole numbers as channel versions, where Python (in its JSON days too) has text.
func (s *Source) recognize(ctx context.Context) error {
	if s.schema.id != "checkpoint_id" {
		return nil // only Python had these tables
	}
	var js, decided bool
	err := s.with(ctx, func(c *sqlite.Conn) error {
		for _, order := range []string{"DESC", "ASC"} { // the newest rows, and should they be large, the first
			query := "SELECT " + s.schema.typ + ", octet_length(checkpoint), " + s.schema.row + " FROM checkpoints LIMIT 3"
			if s.schema.hasRowID {
				query = "SELECT " + s.schema.typ + ", octet_length(checkpoint), rowid FROM checkpoints ORDER BY rowid " + order + " LIMIT 3"
			}
			type sample struct {
				typ  string
				size int64
				row  int64
			}
			var samples []sample
			err := each(c, query, nil, func(q *sqlite.Stmt) error {
				samples = append(samples, sample{q.ColumnText(0), q.ColumnInt64(1), q.ColumnInt64(2)})
				return nil
			})
			if err != nil && !loaders.Corrupt(err) {
				return err
			}
			for _, x := range samples {
				decided = true
				if x.typ != "" && x.typ != "json" {
					return nil
				}
				if x.size > sampleLimit || !s.schema.hasRowID {
					continue
				}
				var body []byte
				if _, err := first(c, "SELECT checkpoint FROM checkpoints WHERE rowid = ?", []key{{class: sqlite.TypeInteger, num: x.row}}, func(q *sqlite.Stmt) {
					body = columnBytes(q, 0)
				}); err != nil {
					continue
				}
				var sure bool
				if js, sure = writtenByJS(body); sure {
					return nil
				}
			}
		}
		return nil
	})
	if loaders.Corrupt(err) {
		s.addProblem(s.corrupt("", err))
		err = nil
	}
	if s.format == formatJS {
		js = true
	}
	s.mu.Lock()
	s.js, s.decided = js, decided
	s.mu.Unlock()
	return err
}

func (s *Source) addProblem(p graph.Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, have := range s.problems {
		if have == p {
			return
		}
	}
	s.problems = append(s.problems, p)
}

// corrupt is the problem of damaged pages; what can be read beside them is shown.
func (s *Source) corrupt(thread string, err error) graph.Problem {
	where := "some rows"
	if thread != "" {
		where = "some rows of this thread"
	}
	return graph.Problem{Code: "db-corrupt", Severity: graph.Error, Thread: thread, Offset: -1,
		Message: fmt.Sprintf("damaged pages hide %s; nothing was repaired: try .recover of the sqlite3 shell on a copy", where)}
}
