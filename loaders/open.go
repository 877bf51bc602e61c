package loaders

import (
	"context"
	"errors"
	"slices"
)

// Errors that callers tell apart; Error wraps one of them.
var (
	ErrNotFound  = errors.New("no such file")
	ErrFormat    = errors.New("not a known format")
	ErrEmpty     = errors.New("the file is empty (0 bytes)")
	ErrNoThread  = errors.New("no such thread")
	ErrLocked    = errors.New("locked by another process")
	ErrDamaged   = errors.New("damaged")
	ErrPermitted = errors.New("permission denied")
)

// Error says what failed, where, and what a person can do.
type Error struct {
	Op   string // verb and noun, lower case: "open database"
	Path string
	Err  error
	Hint string
}

func (e *Error) Error() string {
	s := e.Op + " " + e.Path + ": " + e.Err.Error()
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Options steer Open.
type Options struct {
	Format string // overrides sniffing; "" sniffs
	Key    *Key   // opens encrypted rows; nil leaves them closed
}

// Probe is what a sniffer may look at: no more than the head of the file is read for all sniffers together.
type Probe struct {
	Path   string
	IsDir  bool
	Size   int64
	Head   []byte  // the first bytes, at most 1 MiB
	Tables []Table // of a SQLite file, nil otherwise
	DB     *DB     // of a SQLite file: opened by Open, taken over by the format that opens the source; nil otherwise
}

// Table is a table or view of a SQLite file.
type Table struct {
	Name    string
	Columns []string
	View    bool
}

// Has reports whether the table has all the named columns.
func (t Table) Has(columns ...string) bool {
next:
	for _, want := range columns {
		for _, c := range t.Columns {
			if c == want {
				continue next
			}
		}
		return false
	}
	return true
}

// Table finds a table or view by name; false where there is none.
func (p *Probe) Table(name string) (Table, bool) {
	for _, t := range p.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return Table{}, false
}

// Format is one kind of source.
type Format struct {
	Name  string
	Sniff func(p *Probe) int // 0: not mine; the greatest score wins
	Open  func(ctx context.Context, p *Probe, o Options) (Source, error)
}

var formats []Format

// Register adds a format; called from the init of a loader's package.
func Register(f Format) { formats = append(formats, f) }

// Names lists the registered formats, sorted.
func Names() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.Name)
	}
	slices.Sort(out)
	return slices.Compact(out) // a database and a file may be of one format
}

// Open opens path; "-" is not handled here. Errors are *Error, but for the context's own.
//
// What the file is, is decided by its content, never by its name; a file that cannot be read gets one sentence that says
// what it is instead. Nothing is created, changed or left beside it.
func Open(ctx context.Context, path string, o Options) (Source, error) {
	if err := refuseURL(path); err != nil {
		return nil, err
	}
	p, err := probe(ctx, path)
	if err != nil {
		return nil, err
	}
	f, err := pick(p, o)
	if err != nil {
		p.close()
		return nil, err
	}
	src, err := f.Open(ctx, p, o)
	if err != nil {
		p.close()
		return nil, err
	}
	return src, nil
}

// pick chooses the format: the one that the options name, else the one that is surest of the content.
func pick(p *Probe, o Options) (Format, error) {
	best, score := Format{}, 0
	for _, f := range formats {
		if o.Format != "" {
			if f.Name == o.Format {
				return f, nil
			}
			continue
		}
		if s := f.Sniff(p); s > score {
			best, score = f, s
		}
	}
	if score > 0 {
		return best, nil
	}
	if o.Format != "" {
		return Format{}, &Error{"open", p.Path, ErrFormat, "there is no format named " + o.Format}
	}
	return Format{}, refuse(p)
}

func (p *Probe) close() {
	if p.DB != nil {
		p.DB.Close()
		p.DB = nil
	}
}
