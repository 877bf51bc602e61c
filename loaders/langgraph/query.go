package langgraph

import (
	"context"
	"errors"

	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// errStop ends a query early without an error.
var errStop = errors.New("stop")

// Queries write "= +?1" where "= ?1" would do: the plus keeps SQLite from compiling the statement anew at every binding, which
// costs four times the seek itself.

// each runs a query and calls row for each of its rows; row may return errStop. Nothing is left open.
func each(c *sqlite.Conn, query string, bind []key, row func(s *sqlite.Stmt) error) error {
	s, err := c.Prepare(query)
	if err != nil {
		return err
	}
	defer s.Reset()
	for i, k := range bind {
		k.bind(s, i+1)
	}
	for {
		more, err := s.Step()
		if err != nil || !more {
			return err
		}
		if err := row(s); err != nil {
			if err == errStop {
				return nil
			}
			return err
		}
	}
}

// first runs a query and reads its first row; false where there is none.
func first(c *sqlite.Conn, query string, bind []key, row func(s *sqlite.Stmt)) (found bool, err error) {
	err = each(c, query, bind, func(s *sqlite.Stmt) error {
		found = true
		if row != nil {
			row(s)
		}
		return errStop
	})
	return found, err
}

// bothWays runs a query forwards, and where a damaged page ends it, backwards too, so that only what lies between the
// damaged pages is missing. Rows may come twice. The damage is returned
// aside from an error that is none.
func bothWays(c *sqlite.Conn, forwards, backwards string, bind []key, row func(s *sqlite.Stmt) error) (damage, err error) {
	err = each(c, forwards, bind, row)
	if err == nil || !loaders.Corrupt(err) {
		return nil, err
	}
	damage = err
	if err := each(c, backwards, bind, row); err != nil && !loaders.Corrupt(err) {
		return damage, err
	}
	return damage, nil
}

// with runs f in a read transaction of the source's database.
func (s *Source) with(ctx context.Context, f func(c *sqlite.Conn) error) error {
	return s.db.With(ctx, f)
}
