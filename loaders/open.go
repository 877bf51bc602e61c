package loaders

import (
	"context"
	"errors"
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
}

// Probe is what a sniffer may look at: no more than the head of the file is read for all sniffers together.
type Probe struct {
	Path   string
	IsDir  bool
	Size   int64
	Head   []byte  // the first bytes, at most 1 MiB
	Tables []Table // of a SQLite file, nil otherwise
}

// Table is a table or view of a SQLite file.
type Table struct {
	Name    string
	Columns []string
	View    bool
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

// Open opens path; "-" is not handled here. Errors are *Error.
func Open(ctx context.Context, path string, o Options) (Source, error) { panic("not built") }
