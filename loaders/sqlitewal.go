package loaders

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// walFrameHeader is the size of what stands before each page in a -wal.
const walFrameHeader = 24

// WALUnread says, in a sentence, what of the -wal beside the database no reader takes in: a frame that was cut or does not add
// up, with all that follows it, or a transaction that never came to its end. "" where all is read, and for frames of an
// earlier round, which a writer leaves behind and overwrites. It reads the whole -wal.
func (d *DB) WALUnread(ctx context.Context) (string, error) {
	f, err := OpenFile(d.real + "-wal") // SQLite keeps no locks on it that closing it could give up
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return "", err
	}
	return walUnread(ctx, bufio.NewReaderSize(f, 1<<20), info.Size())
}

func walUnread(ctx context.Context, r io.Reader, size int64) (string, error) {
	var head [walFileHeader]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return fmt.Sprintf("the -wal ends within its header (%d bytes); nothing of it is read", size), nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	magic := binary.BigEndian.Uint32(head[:])
	if magic&1 == 1 {
		order = binary.BigEndian
	}
	page := int64(binary.BigEndian.Uint32(head[8:]))
	a, b := walSum(order, 0, 0, head[:24])
	if magic&^1 != 0x377f0682 || page < 512 || page > 65536 || page&(page-1) != 0 || !walSumIs(head[24:], a, b) {
		return fmt.Sprintf("the -wal has no header that SQLite would take; nothing of its %d bytes is read", size), nil
	}
	frame := make([]byte, walFrameHeader+page)
	n, committed := int64(0), int64(0)
	for left := size - walFileHeader; left > 0; left -= int64(len(frame)) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		got, err := io.ReadFull(r, frame)
		if err != nil && err != io.ErrUnexpectedEOF {
			break // it became shorter meanwhile
		}
		if got < 16 || string(frame[8:16]) != string(head[16:24]) {
			if got < len(frame) && got > 0 && got < 16 {
				return fmt.Sprintf("the -wal was cut: it ends %d bytes into its frame %d; %s", got, n+1, uncommitted(n, committed)), nil
			}
			break // of an earlier round
		}
		if got < len(frame) {
			return fmt.Sprintf("the -wal was cut: it ends %d bytes into its frame %d; %s", got, n+1, uncommitted(n, committed)), nil
		}
		a, b = walSum(order, a, b, frame[:8])
		a, b = walSum(order, a, b, frame[walFrameHeader:])
		if !walSumIs(frame[16:], a, b) {
			return fmt.Sprintf("frame %d of the -wal does not add up: it and the %d bytes from there on are not read; %s", n+1, left, uncommitted(n, committed)), nil
		}
		n++
		if binary.BigEndian.Uint32(frame[4:]) != 0 {
			committed = n
		}
	}
	if committed < n {
		return fmt.Sprintf("the -wal ends within a transaction (after %d of its frames): it was never committed, or a writer is at work on it", n-committed), nil
	}
	return "", nil
}

// uncommitted says what a broken end costs.
func uncommitted(n, committed int64) string {
	if n == committed {
		return "the transactions before it are read"
	}
	if n == committed+1 {
		return "the frame before it belongs to a transaction that did not come to its end"
	}
	return fmt.Sprintf("the %d frames before it belong to a transaction that did not come to its end", n-committed)
}

// walSum goes on with SQLite's checksum of a -wal over b, a multiple of eight bytes.
func walSum(order binary.ByteOrder, x, y uint32, b []byte) (uint32, uint32) {
	for ; len(b) >= 8; b = b[8:] {
		x += order.Uint32(b) + y
		y += order.Uint32(b[4:]) + x
	}
	return x, y
}

func walSumIs(b []byte, x, y uint32) bool {
	return binary.BigEndian.Uint32(b) == x && binary.BigEndian.Uint32(b[4:]) == y
}
