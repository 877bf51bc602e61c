package codex

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"cptui/loaders"
	"cptui/loaders/jsonl"
	"cptui/loaders/transcript"

	"github.com/klauspost/compress/zstd"
)

// zstdMagic begins every frame of zstd: Codex packs rollouts that have been cold for a week.
const zstdMagic = "\x28\xb5\x2f\xfd"

// maxUnpacked is how much of a compressed rollout is held in memory.
const maxUnpacked = 1 << 30

// openFile opens a rollout; a compressed one is read into memory, as far as it goes.
func openFile(path string) (*transcript.File, *jsonl.Fault, error) {
	f, err := transcript.OpenFile(path)
	if err != nil {
		return nil, nil, err
	}
	var mark [4]byte
	if n, _ := f.ReadAt(mark[:], 0); n < len(mark) || string(mark[:]) != zstdMagic {
		return f, nil, nil
	}
	text, err := unpack(io.NewSectionReader(f, 0, f.Size), maxUnpacked)
	if errors.Is(err, errTooLong) {
		f.Close()
		return nil, nil, &loaders.Error{Op: "open transcript", Path: path, Err: err, Hint: "unpack it with zstd -d and open that"}
	}
	out := transcript.InMemory(text)
	out.Close, out.Stat = f.Close, f.Stat
	if err != nil {
		return out, &jsonl.Fault{Code: "incomplete-tail", Offset: -1,
			Message: fmt.Sprintf("the compressed file is damaged or cut (%v); read up to there, %d bytes", err, len(text))}, nil
	}
	return out, nil, nil
}

var errTooLong = fmt.Errorf("more than %d MB when unpacked", maxUnpacked>>20)

// unpack gives what a compressed text holds, up to where it is damaged.
func unpack(r io.Reader, limit int64) ([]byte, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(d, limit+1))
	if n > limit {
		return out.Bytes()[:limit], errTooLong
	}
	return out.Bytes(), err
}

// unpacked is the beginning of a text that may be compressed: what a look at a file's head is given.
func unpacked(head []byte, most int64) []byte {
	if !bytes.HasPrefix(head, []byte(zstdMagic)) {
		return head
	}
	text, _ := unpack(bytes.NewReader(head), most)
	return text
}
