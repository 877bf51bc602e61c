package langgraph

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"cptui/graph"
)

// examine opens all of a thread and gives the problems with the count of writes.
func examine(t *testing.T, s *Source, id string) (list []string, e graph.Exam) {
	t.Helper()
	h := openThread(t, s, id)
	rows := make([]int, h.Len())
	for i := range rows {
		rows[i] = i
	}
	add := func(p graph.Problem) { list = append(list, p.Code+" "+p.Checkpoint) }
	e, err := h.Examine(context.Background(), rows, func(_ int, p graph.Problem) error { add(p); return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Faults(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		add(p)
	}
	return list, e
}

func TestOrphansAreOpened(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites)
	m.row("t", "", uuid6(0, -1), "", "msgpack", []byte{0x80}, "{}")
	m.write("t", "", uuid6(0, -1), "a", 0, "x", "msgpack", []byte{0x01}, "")
	m.write("t", "", "gone", "a", 0, "x", "msgpack", []byte{0xc1}, "")
	m.write("t", "ns:1", uuid6(0, -1), "a", 0, "x", "msgpack", []byte{0xa3, 0xed, 0xa0, 0xbd}, "")
	m.write("only", "", "gone", "a", 0, "x", "nobody", []byte{0x01}, "")
	s := m.open()
	for _, c := range []struct {
		thread string
		want   []string
		writes int
	}{
		{"t", []string{"orphan-writes gone", "orphan-writes " + uuid6(0, -1), "blob-garbage gone", "bad-utf8 " + uuid6(0, -1)}, 1},
		{"only", []string{"orphan-writes gone", "unknown-type gone"}, 0},
	} {
		got, e := examine(t, s, c.thread)
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || e.Writes != c.writes {
			t.Errorf("%s: %q and %d writes, want %q and %d", c.thread, got, e.Writes, c.want, c.writes)
		}
	}
}

// TestDamagedWrites zeroes one page after the other of a file whose writes have many: only those on a page that is gone may be
// missing; where it is a page of the index, none.
func TestDamagedWrites(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites, "BEGIN")
	const rows, each, size = 12, 16, 200
	for i := range rows {
		m.row("t", "", uuid6(i, i-1), "", "msgpack", []byte{0x80}, "{}")
		for k := range each {
			m.write("t", "", uuid6(i, i-1), fmt.Sprintf("task-%02d", k), 0, "x", "bytes", make([]byte, size), "")
		}
	}
	m.exec("COMMIT")
	m.c.Close()
	whole, err := os.ReadFile(m.path)
	if err != nil {
		t.Fatal(err)
	}
	index := map[int]bool{}
	m.c = nil
	s := openSource(t, m.path)
	if _, e := examine(t, s, "t"); e.Writes != rows*each {
		t.Fatalf("%d writes in the healthy file", e.Writes)
	}
	s.Close()
	for page := 2; page <= len(whole)/4096; page++ { // a page of an index begins with 2 or 10
		b := whole[(page-1)*4096]
		index[page] = b == 2 || b == 10
	}
	full, partial := 0, 0
	for page := range index {
		broken := slices.Clone(whole)
		clear(broken[(page-1)*4096 : page*4096])
		if err := os.WriteFile(m.path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		s := openSource(t, m.path)
		got, e := examine(t, s, "t")
		pages, err := s.Pages(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(pages, func(p graph.Problem) bool { return p.Code == "db-corrupt" }) {
			t.Errorf("page %d: nothing is said of it: %v", page, pages)
		}
		switch inner := whole[(page-1)*4096] == 5; {
		case index[page]:
			if full++; e.Writes != rows*each {
				t.Errorf("page %d of an index: %d writes of %d", page, e.Writes, rows*each)
			}
		case !inner && e.Checkpoints == rows && e.Writes < rows*each:
			if partial++; e.Writes < rows*each-4096/size {
				t.Errorf("page %d: %d writes of %d, more are missing than lie on it", page, e.Writes, rows*each)
			}
			if !strings.Contains(strings.Join(got, " "), "db-corrupt") {
				t.Errorf("page %d: no word at the rows", page)
			}
		}
		s.Close()
	}
	if full == 0 || partial == 0 {
		t.Errorf("%d pages of indexes and %d of tables made a difference", full, partial)
	}
}

// TestNoKeys: tables without constraints may hold rows whose namespace, id or thread is NULL.
func TestNoKeys(t *testing.T) {
	m := newMaker(t, "CREATE TABLE checkpoints(thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)",
		"CREATE TABLE writes(thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value, task_path)")
	m.exec("INSERT INTO checkpoints VALUES('t', NULL, ?, NULL, 'msgpack', x'80', '{}')", uuid6(0, -1))
	m.exec("INSERT INTO writes VALUES('t', NULL, ?, 'a', 0, 'x', 'msgpack', x'01', '')", uuid6(0, -1))
	m.exec("INSERT INTO writes VALUES('t', '', ?, 'a', 1, 'x', 'msgpack', x'01', '')", uuid6(0, -1))
	m.exec("INSERT INTO checkpoints VALUES(NULL, '', 'x', NULL, 'msgpack', x'80', '{}')")
	s := m.open()
	if got, e := examine(t, s, "t"); e.Writes != 2 || len(got) != 0 {
		t.Errorf("%d writes, %q", e.Writes, got)
	}
	pages, err := s.Pages(context.Background())
	if err != nil || len(pages) != 1 || pages[0].Code != "bad-id" || !strings.Contains(pages[0].Message, "1 row") {
		t.Errorf("%v, %v", pages, err)
	}
}
