package opencode

import (
	"context"
	"errors"
	"slices"

	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// both is the program's own folder where it has a database and, from the time before, files: a session that is in both is read from
// the database, into which the program took it over.
type both struct {
	db    *rows
	files *storage
}

func (b both) begin(ctx context.Context) error {
	return errors.Join(b.db.begin(ctx), b.files.begin(ctx))
}

func (b both) close() error { return errors.Join(b.db.close(), b.files.close()) }

func (b both) heads(ctx context.Context) ([]listed, error) {
	list, err := b.db.heads(ctx)
	if err != nil {
		return nil, err
	}
	more, err := b.files.heads(ctx)
	for _, l := range more {
		if !hasID(list, l.id) {
			list = append(list, l)
		}
	}
	return newestFirst(list), err
}

func hasID(list []listed, id string) bool {
	return slices.ContainsFunc(list, func(l listed) bool { return l.id == id })
}

func (b both) lines(ctx context.Context, id string) (written, error) {
	list, err := b.db.heads(ctx)
	if err != nil {
		return written{}, err
	}
	if hasID(list, id) {
		return b.db.lines(ctx, id)
	}
	return b.files.lines(ctx, id)
}

func (b both) holding(ctx context.Context, text string) ([]string, error) {
	list, err := b.db.holding(ctx, text)
	if err != nil {
		return nil, err
	}
	more, err := b.files.holding(ctx, text)
	list = append(list, more...)
	slices.Sort(list)
	return slices.Compact(list), err
}

func (b both) facts(ctx context.Context) (loaders.Info, error) {
	in, err := b.db.facts(ctx)
	if err != nil {
		return in, err
	}
	list, err := b.files.all(ctx)
	if err != nil {
		return in, err
	}
	return in, b.db.db.With(ctx, func(c *sqlite.Conn) error {
		for _, f := range list {
			known := false
			if err := each(c, "SELECT 1 FROM session WHERE id = ?", func(*sqlite.Stmt) error { known = true; return nil }, f.id); err != nil {
				return err
			}
			if !known {
				in.Records += int64(len(b.files.messagesOf(f.id)))
			}
		}
		return nil
	})
}

func (b both) changed(ctx context.Context) (bool, error) {
	one, err := b.db.changed(ctx)
	two, err2 := b.files.changed(ctx)
	return one || two, errors.Join(err, err2)
}
