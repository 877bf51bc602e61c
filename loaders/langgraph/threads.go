package langgraph

import (
	"context"
	"sort"
	"strings"
	"time"

	"cptui/loaders"

	"zombiezen.com/go/sqlite"
)

// sortable is up to how many threads are listed by their newest activity; more are listed by name, page by page.
const sortable = 1024

// newestAmong is up to how many threads are asked for their head to find the newest; beyond, the rows written last tell.
const newestAmong = 4096

// threadKeys calls f for every thread that has a row in checkpoints or writes, in the order of their ids, after the given one.
// A loose index scan: one seek a thread and table, however many rows it has. f may return errStop.
func (s *Source) threadKeys(c *sqlite.Conn, after key, f func(k key) error) error {
	tables := []string{"checkpoints"}
	if s.schema.Writes != nil {
		tables = append(tables, "writes")
	}
	ahead := make([]key, len(tables)) // the next thread of each table; NULL at its end
	seek := func(i int, from key) error {
		query, bind := "SELECT thread_id FROM "+tables[i]+" WHERE thread_id > ?1 ORDER BY thread_id LIMIT 1", []key{from}
		if from.class == 0 {
			query, bind = "SELECT thread_id FROM "+tables[i]+" WHERE thread_id IS NOT NULL ORDER BY thread_id LIMIT 1", nil
		}
		ahead[i] = key{class: sqlite.TypeNull}
		_, err := first(c, query, bind, func(q *sqlite.Stmt) { ahead[i] = columnKey(q, 0) })
		return err
	}
	for i := range tables {
		if err := seek(i, after); err != nil {
			return err
		}
	}
	for {
		next := key{class: sqlite.TypeNull}
		for _, k := range ahead {
			if k.class != sqlite.TypeNull && (next.class == sqlite.TypeNull || k.compare(next) < 0) {
				next = k
			}
		}
		if next.class == sqlite.TypeNull {
			return nil
		}
		s.stats.rows.Add(1)
		if err := f(next); err != nil {
			if err == errStop {
				return nil
			}
			return err
		}
		for i, k := range ahead {
			if k == next {
				if err := seek(i, next); err != nil {
					return err
				}
			}
		}
	}
}

// scanKeys finds threads in a file whose index is damaged: by the table, from both ends.
func (s *Source) scanKeys(c *sqlite.Conn) []key {
	seen := map[key]bool{}
	var keys []key
	take := func(q *sqlite.Stmt) error {
		k := columnKey(q, 0)
		if k.class != sqlite.TypeNull && !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
		return nil
	}
	order := " ORDER BY rowid"
	if !s.schema.hasRowID {
		order = " ORDER BY thread_id"
	}
	for _, from := range []string{"checkpoints NOT INDEXED" + order, "checkpoints ORDER BY thread_id", "writes ORDER BY thread_id"} {
		if strings.HasPrefix(from, "writes") && s.schema.Writes == nil || s.schema.IsView && strings.Contains(from, "NOT INDEXED") {
			continue
		}
		bothWays(c, "SELECT thread_id FROM "+from, "SELECT thread_id FROM "+from+" DESC", nil, take)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	return keys
}

// rootHead is the greatest id of the root namespace of a thread, "" where it has none.
func (s *Source) rootHead(c *sqlite.Conn, thread key) (id string, err error) {
	query := "SELECT " + s.schema.id + " FROM checkpoints WHERE thread_id = +?1 AND " + s.schema.ns + " = '' ORDER BY " + s.schema.id + " DESC LIMIT 1"
	if s.schema.ns == "''" {
		query = "SELECT " + s.schema.id + " FROM checkpoints WHERE thread_id = +?1 ORDER BY 1 DESC LIMIT 1"
	}
	_, err = first(c, query, []key{thread}, func(q *sqlite.Stmt) { id = columnString(q, 0) })
	return id, err
}

// Threads lists threads: up to 1024 of them with the newest activity first, more by name. Counts are left open (-1); Counts
// makes them for all threads in one pass.
func (s *Source) Threads(ctx context.Context, after string, limit int) ([]loaders.ThreadHead, error) {
	var heads []loaders.ThreadHead
	err := s.with(ctx, func(c *sqlite.Conn) error {
		var keys []key
		err := s.threadKeys(c, key{}, func(k key) error {
			if keys = append(keys, k); len(keys) > sortable {
				return errStop
			}
			return nil
		})
		if loaders.Corrupt(err) {
			s.addProblem(s.corrupt("", err))
			keys, err = s.scanKeys(c), nil
		}
		if err != nil {
			return err
		}
		byName := len(keys) > sortable
		if byName {
			if keys, err = s.page(c, after, limit); err != nil {
				return err
			}
		}
		heads = make([]loaders.ThreadHead, 0, len(keys))
		for _, k := range keys {
			h := loaders.ThreadHead{ID: k.String(), Count: -1}
			if h.Head, err = s.rootHead(c, k); err != nil && !loaders.Corrupt(err) {
				return err
			}
			h.Last = idTime(h.Head)
			heads = append(heads, h)
		}
		if !byName {
			sort.SliceStable(heads, func(i, j int) bool { return newer(heads[i], heads[j]) })
			heads = cutPage(heads, after, limit)
		}
		return nil
	})
	return heads, err
}

// page lists the keys of one page by name.
func (s *Source) page(c *sqlite.Conn, after string, limit int) (keys []key, err error) {
	from := key{}
	if after != "" {
		if from, err = s.threadKey(c, after); err != nil {
			from = textKey(after) // it has gone; the place where it was goes on
		}
	}
	err = s.threadKeys(c, from, func(k key) error {
		if keys = append(keys, k); limit > 0 && len(keys) == limit {
			return errStop
		}
		return nil
	})
	return keys, err
}

// cutPage gives the part of a sorted list that follows after.
func cutPage(heads []loaders.ThreadHead, after string, limit int) []loaders.ThreadHead {
	if after != "" {
		for i, h := range heads {
			if h.ID == after {
				heads = heads[i+1:]
				break
			}
		}
	}
	if limit > 0 && len(heads) > limit {
		heads = heads[:limit]
	}
	return heads
}

// newer orders by time where the ids tell one, else by id, else by name.
func newer(a, b loaders.ThreadHead) bool {
	if !a.Last.Equal(b.Last) {
		return a.Last.After(b.Last)
	}
	if a.Head != b.Head {
		return a.Head > b.Head
	}
	return a.ID < b.ID
}

// idTime is the time in an id: a UUID of version 6, or the ISO time that early versions used. Zero where it tells none.
func idTime(id string) time.Time {
	if t, _, ok := readUUID6(id); ok {
		return t
	}
	if t, err := time.Parse(time.RFC3339Nano, id); err == nil {
		return t.UTC()
	}
	return time.Time{}
}

// Newest is the thread whose root head is the newest. With very many threads, those of the rows that were written last are
// asked beside the first ones.
func (s *Source) Newest(ctx context.Context) (string, bool, error) {
	best, found := loaders.ThreadHead{}, false
	err := s.with(ctx, func(c *sqlite.Conn) error {
		consider := func(k key) error {
			h := loaders.ThreadHead{ID: k.String()}
			var err error
			if h.Head, err = s.rootHead(c, k); err != nil {
				return err
			}
			h.Last = idTime(h.Head)
			if !found || newer(h, best) {
				best, found = h, true
			}
			return nil
		}
		n := 0
		err := s.threadKeys(c, key{}, func(k key) error {
			if n++; n > newestAmong {
				return errStop
			}
			return consider(k)
		})
		if loaders.Corrupt(err) {
			s.addProblem(s.corrupt("", err))
			for _, k := range s.scanKeys(c) {
				consider(k)
			}
			return nil
		}
		if err != nil || n <= newestAmong || !s.schema.hasRowID {
			return err
		}
		var last []key
		if err := each(c, "SELECT thread_id FROM checkpoints ORDER BY rowid DESC LIMIT 256", nil, func(q *sqlite.Stmt) error {
			last = append(last, columnKey(q, 0))
			return nil
		}); err != nil {
			return err
		}
		for _, k := range last {
			if err := consider(k); err != nil {
				return err
			}
		}
		return nil
	})
	return best.ID, found, err
}

// Counts gives every thread with its head and the number of its checkpoints, by name, in one pass over the key index.
func (s *Source) Counts(ctx context.Context) ([]loaders.ThreadHead, error) {
	var heads []loaders.ThreadHead
	err := s.with(ctx, func(c *sqlite.Conn) error {
		heads = heads[:0]
		query := "SELECT thread_id, count(*), max(CASE WHEN " + s.schema.ns + " = '' THEN " + s.schema.id + " END) FROM checkpoints GROUP BY thread_id"
		return each(c, query, nil, func(q *sqlite.Stmt) error {
			h := loaders.ThreadHead{ID: columnKey(q, 0).String(), Count: q.ColumnInt(1), Head: columnString(q, 2)}
			h.Last = idTime(h.Head)
			s.stats.rows.Add(int64(h.Count))
			heads = append(heads, h)
			return nil
		})
	})
	if err == nil {
		n := int64(0)
		for _, h := range heads {
			n += int64(h.Count)
		}
		s.mu.Lock()
		s.records = n
		s.mu.Unlock()
	}
	return heads, err
}

// threadKey finds the stored key of a thread; ErrNoThread where no row has it.
func (s *Source) threadKey(c *sqlite.Conn, id string) (key, error) {
	tables := []string{"checkpoints"}
	if s.schema.Writes != nil {
		tables = append(tables, "writes")
	}
	var damage error
	for _, k := range readings(id) {
		for _, table := range tables {
			found, err := first(c, "SELECT 1 FROM "+table+" WHERE thread_id = +?1 LIMIT 1", []key{k}, nil)
			if err != nil && !loaders.Corrupt(err) {
				return key{}, err
			}
			if err != nil {
				damage = err
			}
			if found {
				return k, nil
			}
		}
	}
	if damage != nil {
		for _, k := range s.scanKeys(c) {
			if k.String() == id {
				return k, nil
			}
		}
	}
	return key{}, &loaders.Error{Op: "open thread", Path: id, Err: loaders.ErrNoThread, Hint: "cptui ls lists them"}
}
