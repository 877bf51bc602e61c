package langgraph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cptui/loaders"
)

func ids(heads []loaders.ThreadHead) (out []string) {
	for _, h := range heads {
		out = append(out, h.ID)
	}
	return out
}

// Whatever a thread is called, it is listed as it is and found by it alone.
func TestOddThreadIDs(t *testing.T) {
	m := newMaker(t, "CREATE TABLE checkpoints(thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)", tableWrites)
	odd := []string{"", " ", "a\nb", "a/b?c#d", "' OR 1=1--", "1", "1.0", "01", "Case", "case", "%", "_", "\x1b[2J", "nul\x00in", strings.Repeat("x", 10240)}
	for i, id := range odd {
		m.row(id, "", uuid6(i, 0), "", "msgpack", []byte{0x80}, "{}")
	}
	m.exec("INSERT INTO checkpoints VALUES(42, '', ?, NULL, 'msgpack', x'80', '{}')", uuid6(100, 0))
	m.exec("INSERT INTO checkpoints VALUES(x'ff00', '', ?, NULL, 'msgpack', x'80', '{}')", uuid6(101, 0))
	m.write("only writes", "", "gone", "t", 0, "c", "null", nil, "")
	s := m.open()
	want := append(slices.Clone(odd), "42", "\xff\x00", "only writes")
	heads, err := s.Threads(context.Background(), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	got := ids(heads)
	if first := heads[0].ID; first != "\xff\x00" {
		t.Errorf("the first is %q, want the newest", first)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("threads %q\nwant %q", got, want)
	}
	for _, id := range want {
		h, err := s.Thread(context.Background(), id)
		if err != nil {
			t.Errorf("%q: %v", id, err)
			continue
		}
		if n := h.Len(); n != 1 && id != "only writes" {
			t.Errorf("%q has %d rows", id, n)
		}
	}
	for _, id := range []string{"CASE", "1.", "x", "  ", "ff00", "nul"} {
		if _, err := s.Thread(context.Background(), id); !errors.Is(err, loaders.ErrNoThread) {
			t.Errorf("%q: error %v", id, err)
		}
	}
}

// Few threads come by their newest activity, many by name and by page; both ways every thread comes once.
func TestThreadPages(t *testing.T) {
	for _, n := range []int{30, sortable + 100} {
		m := newMaker(t, tableCheckpoints, "BEGIN")
		for i := range n {
			m.row(fmt.Sprintf("t%05d", i), "", uuid6(i, 0), "", "msgpack", []byte{0x80}, "{}")
		}
		m.exec("COMMIT")
		s := m.open()
		var all []string
		for after := ""; ; {
			page, err := s.Threads(context.Background(), after, 20)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			if page[0].Head == "" || page[0].Last.IsZero() {
				t.Errorf("no head: %+v", page[0])
			}
			all = append(all, ids(page)...)
			after = all[len(all)-1]
		}
		byName := n > sortable
		if !byName {
			slices.Reverse(all)
		}
		if len(all) != n || !slices.IsSorted(all) {
			t.Errorf("%d threads of %d, sorted: %v", len(all), n, slices.IsSorted(all))
		}
		newest, ok, err := s.Newest(context.Background())
		if want := fmt.Sprintf("t%05d", n-1); newest != want || !ok || err != nil {
			t.Errorf("the newest is %q, %v, %v", newest, ok, err)
		}
	}
}

// Listing costs seeks in the number of threads, not in their rows, and no body.
func TestListsReadNoBody(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites, "BEGIN")
	body := make([]byte, 20000)
	for i := range 50 {
		for j := range 20 {
			parent := ""
			if j > 0 {
				parent = uuid6(i*100+j-1, j-2)
			}
			m.row(fmt.Sprint(i), "", uuid6(i*100+j, j-1), parent, "msgpack", body, "{}")
		}
	}
	m.exec("COMMIT")
	s := m.open()
	before := s.Stats()
	ctx := context.Background()
	if _, _, err := s.Newest(ctx); err != nil {
		t.Fatal(err)
	}
	if rows := s.Stats().Rows - before.Rows; rows != 50 {
		t.Errorf("Newest listed %d rows, want 50", rows)
	}
	if _, err := s.Threads(ctx, "", 0); err != nil {
		t.Fatal(err)
	}
	h := openThread(t, s, "49")
	if h.Len() != 20 || h.Current != 19 || h.Row(19).Size != 20000 {
		t.Errorf("%d rows, head %d of %d bytes", h.Len(), h.Current, h.Row(19).Size)
	}
	if _, err := s.FindID(ctx, h.ID(3)); err != nil {
		t.Fatal(err)
	}
	counts, err := s.Counts(ctx)
	if err != nil || len(counts) != 50 || counts[7].Count != 20 || counts[7].Head == "" {
		t.Errorf("counts %v, %v", counts, err)
	}
	if st := s.Stats(); st.Bodies != 0 || st.Bytes != 0 {
		t.Errorf("bodies were read: %+v", st)
	}
}

func TestFindID(t *testing.T) {
	m := newMaker(t, tableCheckpoints)
	child := "child:6f0e0000-0000-4000-8000-000000000001"
	m.row("a", "", uuid6(1, -1), "", "msgpack", []byte{0x80}, "{}")
	m.row("a", child, uuid6(2, -1), "", "msgpack", []byte{0x80}, "{}")
	m.row("b", "", uuid6(3, -1), "", "msgpack", []byte{0x80}, "{}")
	m.row("c", "", uuid6(3, -1), "", "msgpack", []byte{0x80}, "{}")
	m.row("c", "", "odd-ending-xyz9", "", "msgpack", []byte{0x80}, "{}")
	s := m.open()
	for _, test := range []struct {
		text string
		want string
	}{
		{uuid6(1, -1), "a//"},
		{uuid6(2, -1), "a/" + child + "/"},
		{uuid6(3, -1), "b// c//"},
		{uuid6(1, -1)[:18], "a//"},
		{uuid6(1, -1)[:6], "a// a/" + child + "/ b// c//"},
		{"xyz9", "c//"},
		{"yz9", ""}, // too short for an ending
		{"nothing", ""},
		{"%", ""},
		{"", ""},
	} {
		hits, err := s.FindID(context.Background(), test.text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, h.Thread+"/"+h.NS+"/")
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%q: %q, want %q", test.text, s, test.want)
		}
	}
}
