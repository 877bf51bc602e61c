package loaders

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hotWAL is a database whose writer died: three rows lie in the -wal, one commit each.
func hotWAL(t *testing.T) (path string, wal []byte) {
	t.Helper()
	dir := t.TempDir()
	live := filepath.Join(dir, "a.db")
	w := writer(t, live)
	exec(t, w, "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", makeTable,
		"INSERT INTO checkpoints VALUES(1,2,3)", "INSERT INTO checkpoints VALUES(1,2,4)", "INSERT INTO checkpoints VALUES(1,2,5)")
	to := copyOut(t, dir)
	w.Close()
	path = filepath.Join(to, "a.db")
	wal, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return path, wal
}

func TestWALUnread(t *testing.T) {
	path, wal := hotWAL(t)
	page := int(binary.BigEndian.Uint32(wal[8:]))
	frame := walFrameHeader + page
	change := func(at int) []byte {
		b := append([]byte(nil), wal...)
		b[at] ^= 0xff
		return b
	}
	stale := append(append([]byte(nil), wal...), make([]byte, 2*frame)...) // of an earlier round: other salts
	open := append([]byte(nil), wal...)
	last := len(open) - frame // ends no transaction now, and adds up all the same
	copy(open[last+4:], []byte{0, 0, 0, 0})
	order := binary.ByteOrder(binary.LittleEndian)
	if wal[3]&1 == 1 {
		order = binary.BigEndian
	}
	x, y := binary.BigEndian.Uint32(wal[last-frame+16:]), binary.BigEndian.Uint32(wal[last-frame+20:])
	x, y = walSum(order, x, y, open[last:last+8])
	x, y = walSum(order, x, y, open[last+walFrameHeader:last+frame])
	binary.BigEndian.PutUint32(open[last+16:], x)
	binary.BigEndian.PutUint32(open[last+20:], y)
	for _, c := range []struct {
		what string
		wal  []byte
		want string
	}{
		{"whole", wal, ""},
		{"frames of an earlier round behind it", stale, ""},
		{"empty", []byte{}, ""},
		{"cut within the header", wal[:20], "ends within its header (20 bytes)"},
		{"cut within a frame", wal[:len(wal)-100], "was cut: it ends"},
		{"cut within the header of a frame", wal[:len(wal)-frame+5], "was cut: it ends 5 bytes into its frame"},
		{"a header that is none", change(0), "no header that SQLite would take"},
		{"a byte of the header", change(17), "no header that SQLite would take"},
		{"a byte of a page", change(len(wal) - 7), "does not add up"},
		{"an open transaction", open, "within a transaction (after 1 of its frames)"},
	} {
		if err := os.WriteFile(path+"-wal", c.wal, 0o600); err != nil {
			t.Fatal(err)
		}
		d := &DB{real: path}
		got, err := d.WALUnread(context.Background())
		if err != nil || c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, %v; want %q", c.what, got, err, c.want)
		}
	}
	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	if got, err := (&DB{real: path}).WALUnread(context.Background()); got != "" || err != nil {
		t.Errorf("without a -wal: %q, %v", got, err)
	}
}

// TestWALCutAnywhere: whatever is left of a -wal, the rows of its whole transactions show, at once, and nothing changes.
func TestWALCutAnywhere(t *testing.T) {
	path, wal := hotWAL(t)
	frame := walFrameHeader + int(binary.BigEndian.Uint32(wal[8:]))
	for _, shm := range []bool{true, false} {
		for _, cut := range []int{0, 1, 31, 32, 33, 56, 32 + frame - 1, 32 + frame, 32 + 3*frame, len(wal) - frame, len(wal) - 1, len(wal)} {
			dir := copyOut(t, filepath.Dir(path))
			at := filepath.Join(dir, "a.db")
			if err := os.WriteFile(at+"-wal", wal[:cut], 0o600); err != nil {
				t.Fatal(err)
			}
			if !shm {
				os.Remove(at + "-shm")
			}
			before := snapshot(t, dir)
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			d, err := OpenDB(ctx, at)
			if err != nil {
				t.Errorf("cut to %d bytes, shm %v: %v", cut, shm, err)
				cancel()
				continue
			}
			tables, err := d.Tables(ctx)
			switch {
			case err != nil:
				t.Errorf("cut to %d bytes, shm %v: %v", cut, shm, err)
			case cut == len(wal) && count(t, d) != 3:
				t.Errorf("the whole -wal, shm %v: %d rows", shm, count(t, d))
			case cut == len(wal)-frame && count(t, d) != 2:
				t.Errorf("a -wal without its last frame, shm %v: %d rows", shm, count(t, d))
			case cut < 32+frame && len(tables) != 0:
				t.Errorf("cut to %d bytes, shm %v: tables %v", cut, shm, tables)
			}
			d.Close()
			cancel()
			sameFiles(t, before, snapshot(t, dir))
		}
	}
}
