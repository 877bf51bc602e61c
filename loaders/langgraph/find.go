package langgraph

import (
	"context"
	"strings"

	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// hitLimit bounds how many matches are told; two are ambiguous already.
const hitLimit = 32

// FindID looks for a checkpoint by its whole id, else by how it begins, else by how it ends (four characters or more). The
// first two ask the key's index once a namespace of each thread; endings need a pass over it.
func (s *Source) FindID(ctx context.Context, text string) (hits []loaders.Hit, err error) {
	if text == "" {
		return nil, nil
	}
	err = s.with(ctx, func(c *sqlite.Conn) error {
		var exact, begins []loaders.Hit
		err := s.spaces(c, func(thread, ns key) error {
			id := textKey(text)
			query := "SELECT " + s.schema.id + " FROM checkpoints WHERE thread_id = +?1 AND " + s.schema.ns + " = +?2 AND " + s.schema.id + " >= ?3 ORDER BY 1 LIMIT ?4"
			return each(c, query, []key{thread, ns, id, {class: sqlite.TypeInteger, num: hitLimit}}, func(q *sqlite.Stmt) error {
				found := columnString(q, 0)
				if len(found) < len(text) || found[:len(text)] != text {
					return errStop
				}
				hit := loaders.Hit{Thread: thread.String(), NS: ns.String(), ID: found}
				if found == text {
					exact = append(exact, hit)
				} else if len(begins) < hitLimit {
					begins = append(begins, hit)
				}
				return nil
			})
		})
		if err != nil {
			return err
		}
		if hits = exact; len(hits) > 0 {
			return nil
		}
		if hits = begins; len(hits) > 0 || len(text) < 4 {
			return nil
		}
		query := "SELECT thread_id, " + s.schema.ns + ", " + s.schema.id + " FROM checkpoints WHERE substr(" + s.schema.id + ", -length(?1)) = ?1 LIMIT ?2"
		return each(c, query, []key{textKey(text), {class: sqlite.TypeInteger, num: hitLimit}}, func(q *sqlite.Stmt) error {
			hits = append(hits, loaders.Hit{Thread: columnKey(q, 0).String(), NS: columnString(q, 1), ID: columnString(q, 2)})
			return nil
		})
	})
	if loaders.Corrupt(err) {
		return s.findAround(ctx, text, err)
	}
	return hits, err
}

// findAround looks through the skeletons of all threads, which bear damaged pages; where nothing is found either, what hides
// it may be damage, and that is the answer.
func (s *Source) findAround(ctx context.Context, text string, damage error) ([]loaders.Hit, error) {
	threads, err := s.Threads(ctx, "", 0)
	if err != nil {
		return nil, err
	}
	var exact, begins, ends []loaders.Hit
	for _, t := range threads {
		h, err := s.Thread(ctx, t.ID)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		for i := range h.Len() {
			id := h.ID(i)
			hit := loaders.Hit{Thread: t.ID, NS: h.NS(i), ID: id}
			switch {
			case id == text:
				exact = append(exact, hit)
			case strings.HasPrefix(id, text) && len(begins) < hitLimit:
				begins = append(begins, hit)
			case strings.HasSuffix(id, text) && len(text) >= 4 && len(ends) < hitLimit:
				ends = append(ends, hit)
			}
		}
	}
	for _, hits := range [][]loaders.Hit{exact, begins, ends} {
		if len(hits) > 0 {
			return hits, nil
		}
	}
	return nil, damage
}

// spaces calls f for each namespace of each thread that has checkpoints.
func (s *Source) spaces(c *sqlite.Conn, f func(thread, ns key) error) error {
	if s.schema.ns == "''" {
		return s.threadKeys(c, key{}, func(thread key) error { return f(thread, textKey("")) })
	}
	var threads []key
	if err := s.threadKeys(c, key{}, func(k key) error { threads = append(threads, k); return nil }); err != nil {
		return err
	}
	for _, thread := range threads {
		if err := s.spacesOf(c, thread, func(ns key) error { return f(thread, ns) }); err != nil {
			return err
		}
	}
	return nil
}

// spacesOf calls f for each namespace of one thread, one seek each.
func (s *Source) spacesOf(c *sqlite.Conn, thread key, f func(ns key) error) error {
	if s.schema.ns == "''" {
		return f(textKey(""))
	}
	query := func(cond string) string {
		return "SELECT " + s.schema.ns + " FROM checkpoints WHERE thread_id = +?1 AND " + s.schema.ns + cond + " ORDER BY 1 LIMIT 1"
	}
	q, bind := query(" IS NOT NULL"), []key{thread}
	for {
		var ns key
		found, err := first(c, q, bind, func(r *sqlite.Stmt) { ns = columnKey(r, 0) })
		if err != nil || !found {
			return err
		}
		if err := f(ns); err != nil {
			return err
		}
		q, bind = query(" > ?2"), []key{thread, ns}
	}
}
