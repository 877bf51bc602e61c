package transcript

import (
	"io"
	"os"

	"cptui/loaders"
	"cptui/loaders/jsonl"
)

// File is an open session file, or what was unpacked from one.
type File struct {
	io.ReaderAt
	Close func() error
	Stat  os.FileInfo // of the file itself, as it was when opened
	Size  int64       // of what ReadAt gives
	Plain bool        // ReadAt reads the file itself, which may grow
}

// OpenFile opens a file for reading; one in UTF-16 (as PowerShell's > writes) is read as UTF-8 from memory.
func OpenFile(path string) (*File, error) {
	f, err := loaders.OpenFile(path)
	if err != nil {
		return nil, err
	}
	out, err := newFile(f)
	if err != nil {
		f.Close()
	}
	return out, err
}

func newFile(f *os.File) (*File, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	out := &File{ReaderAt: f, Close: f.Close, Stat: st, Size: st.Size(), Plain: true}
	var mark [2]byte
	if n, _ := f.ReadAt(mark[:], 0); n < 2 {
		return out, nil
	}
	if _, wide := jsonl.Decode(mark[:]); !wide {
		return out, nil
	}
	all, err := io.ReadAll(io.NewSectionReader(f, 0, st.Size()))
	if err != nil {
		return nil, err
	}
	text, _ := jsonl.Decode(all)
	out.ReaderAt, out.Size, out.Plain = Bytes(text), int64(len(text)), false
	return out, nil
}

// Same tells whether the file is as it was when opened.
func (f *File) Same(st os.FileInfo) bool {
	return os.SameFile(f.Stat, st) && st.Size() == f.Stat.Size() && st.ModTime().Equal(f.Stat.ModTime())
}

// As is the file with what it was seen to be now: it has grown.
func (f *File) As(st os.FileInfo) *File {
	next := *f
	if next.Stat = st; f.Plain {
		next.Size = st.Size()
	}
	return &next
}

// InMemory is a file that was never on disk.
func InMemory(text []byte) *File {
	return &File{ReaderAt: Bytes(text), Close: func() error { return nil }, Size: int64(len(text))}
}

// Bytes is a file in memory.
type Bytes []byte

func (b Bytes) ReadAt(p []byte, off int64) (int, error) {
	if off >= int64(len(b)) {
		return 0, io.EOF
	}
	n := copy(p, b[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Head reads the first bytes of a file; nothing where it cannot be read.
func Head(path string, n int) []byte {
	f, err := loaders.OpenFile(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, n)
	n, _ = f.ReadAt(b, 0)
	return b[:n]
}
