package langgraph

import (
	"context"
	"slices"
	"sort"
	"strings"

	"cptui/graph"

	"zombiezen.com/go/sqlite"
)

// namedWrites is how many writes are looked at from either end of the table to learn the names of nodes: all of them in most
// files, and a few milliseconds in the others.
const namedWrites = 2000

// namedHeads is how many heads of threads are opened for the nodes in their versions_seen, and namedBody up to which size.
const (
	namedHeads = 16
	namedBody  = 64 << 10
)

// nodeNames lists node and task function names from the task paths of the file's first and last writes and from what the
// heads of the first threads have seen: candidates for task ids that no name of their own thread explains. Read once.
func (s *Source) nodeNames(ctx context.Context) []string {
	s.mu.Lock()
	have := s.names
	s.mu.Unlock()
	if have != nil {
		return have
	}
	found := []string{}
	add := func(n string) {
		if !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	err := s.with(ctx, func(c *sqlite.Conn) error {
		if err := s.seenNames(c, add); err != nil {
			return err
		}
		if s.schema.wPath == "" || s.schema.wPath == "''" {
			return nil
		}
		for _, order := range []string{" ORDER BY rowid", " ORDER BY rowid DESC"} {
			query := "SELECT DISTINCT p FROM (SELECT " + s.schema.wPath + " AS p FROM writes" + order + " LIMIT ?)"
			err := each(c, query, []key{{class: sqlite.TypeInteger, num: namedWrites}}, func(q *sqlite.Stmt) error {
				for _, n := range pulled(columnString(q, 0)) {
					add(n)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && ctx.Err() != nil {
		return nil // asked again next time
	}
	sort.Strings(found)
	s.mu.Lock()
	s.names = found
	s.mu.Unlock()
	return found
}

// shownThreads is how many other threads a thread is explained with.
const shownThreads = 4

// otherThreads opens the first few threads of the file, for what one thread alone does not show. Read once.
func (s *Source) otherThreads(ctx context.Context) []*graph.History {
	s.othersMu.Lock()
	defer s.othersMu.Unlock()
	if s.others != nil {
		return s.others
	}
	heads, err := s.Threads(ctx, "", shownThreads+1)
	if err != nil {
		return nil // asked again next time
	}
	out := []*graph.History{}
	for _, t := range heads {
		h, err := s.Thread(ctx, t.ID)
		if err != nil {
			continue
		}
		if p, ok := h.Runtime.(*graph.Pregel); ok {
			p.Others = nil
		}
		out = append(out, h)
	}
	s.others = out
	return out
}

// seenNames adds the nodes in the versions_seen of the first threads' heads.
func (s *Source) seenNames(c *sqlite.Conn, add func(string)) error {
	var keys []key
	err := s.threadKeys(c, key{}, func(k key) error {
		if keys = append(keys, k); len(keys) == namedHeads {
			return errStop
		}
		return nil
	})
	if err != nil {
		return err
	}
	x := s.schema
	query := "SELECT " + x.typ + ", checkpoint FROM checkpoints WHERE thread_id = +?1 AND " + x.ns + " = '' AND octet_length(checkpoint) <= ?2 ORDER BY " + x.id + " DESC LIMIT 1"
	for _, k := range keys {
		err := each(c, query, []key{k, {class: sqlite.TypeInteger, num: namedBody}}, func(q *sqlite.Stmt) error {
			seen, _ := s.peek(columnString(q, 0), columnBytes(q, 1)).Get("versions_seen")
			for _, e := range seen.Entries() {
				add(name(e))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pulled finds the nodes named in a task path: "~__pregel_pull, NODE", also nested in the path of a call.
func pulled(path string) (names []string) {
	const mark = "~__pregel_pull, "
	for {
		k := strings.Index(path, mark)
		if k < 0 {
			return names
		}
		path = path[k+len(mark):]
		end := len(path)
		if k := strings.Index(path, ", "); k >= 0 {
			end = k
		}
		names = append(names, path[:end])
		path = path[end:]
	}
}
