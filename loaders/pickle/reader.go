package pickle

import (
	"bytes"
	"encoding/binary"
)

// reader takes bytes off the front of a pickle.
type reader struct {
	all []byte
	at  int
}

func (r *reader) take(n int) ([]byte, error) {
	if n < 0 || n > len(r.all)-r.at {
		return nil, errShort
	}
	b := r.all[r.at : r.at+n : r.at+n]
	r.at += n
	return b, nil
}

// uint reads a little-endian number of n bytes.
func (r *reader) uint(n int) (uint64, error) {
	b, err := r.take(n)
	if err != nil {
		return 0, err
	}
	var eight [8]byte
	copy(eight[:], b)
	return binary.LittleEndian.Uint64(eight[:]), nil
}

// sized reads bytes whose length comes before them, in width bytes.
func (r *reader) sized(width int) ([]byte, error) {
	n, err := r.uint(width)
	if err != nil {
		return nil, err
	}
	if n > uint64(len(r.all)-r.at) {
		return nil, errShort
	}
	return r.take(int(n))
}

// line reads up to the end of the line, which is taken too.
func (r *reader) line() ([]byte, error) {
	k := bytes.IndexByte(r.all[r.at:], '\n')
	if k < 0 {
		return nil, errShort
	}
	b, _ := r.take(k + 1)
	return b[:k:k], nil
}
