package langgraph

import (
	"cmp"
	"strconv"

	"zombiezen.com/go/sqlite"
)

// key is a value of a key column with its storage class: 1, '1' and x'31' are three different keys.
type key struct {
	class sqlite.ColumnType
	text  string // TEXT and BLOB
	num   int64
	real  float64
}

func textKey(s string) key { return key{class: sqlite.TypeText, text: s} }

// columnKey reads a key column.
func columnKey(s *sqlite.Stmt, col int) key {
	k := key{class: s.ColumnType(col)}
	switch k.class {
	case sqlite.TypeInteger:
		k.num = s.ColumnInt64(col)
	case sqlite.TypeFloat:
		k.real = s.ColumnFloat(col)
	case sqlite.TypeText, sqlite.TypeBlob:
		k.text = columnString(s, col)
	}
	return k
}

// columnString reads text or a blob, NULs included.
func columnString(s *sqlite.Stmt, col int) string {
	return string(columnBytes(s, col))
}

// columnBytes copies a column; nil where it is NULL.
func columnBytes(s *sqlite.Stmt, col int) []byte {
	if s.ColumnIsNull(col) {
		return nil
	}
	b := make([]byte, s.ColumnLen(col))
	s.ColumnBytes(col, b)
	return b
}

func (k key) bind(s *sqlite.Stmt, param int) {
	switch k.class {
	case sqlite.TypeInteger:
		s.BindInt64(param, k.num)
	case sqlite.TypeFloat:
		s.BindFloat(param, k.real)
	case sqlite.TypeBlob:
		s.BindBytes(param, []byte(k.text))
	case sqlite.TypeNull:
		s.BindNull(param)
	default:
		s.BindText(param, k.text)
	}
}

// String is the key as it is shown and named on the command line.
func (k key) String() string {
	switch k.class {
	case sqlite.TypeInteger:
		return strconv.FormatInt(k.num, 10)
	case sqlite.TypeFloat:
		return strconv.FormatFloat(k.real, 'g', -1, 64)
	}
	return k.text
}

// compare orders keys as SQLite does: numbers, then text, then blobs, bytewise.
func (k key) compare(other key) int {
	if a, b := k.rank(), other.rank(); a != b || a != 0 {
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(k.text, other.text))
	}
	return cmp.Or(cmp.Compare(k.number(), other.number()), cmp.Compare(k.num, other.num))
}

func (k key) rank() int {
	switch k.class {
	case sqlite.TypeText:
		return 1
	case sqlite.TypeBlob:
		return 2
	}
	return 0
}

func (k key) number() float64 {
	if k.class == sqlite.TypeInteger {
		return float64(k.num)
	}
	return k.real
}

// readings are the keys that may be meant by a text, the likeliest first.
func readings(s string) []key {
	keys := []key{textKey(s)}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		keys = append(keys, key{class: sqlite.TypeInteger, num: n})
	} else if f, err := strconv.ParseFloat(s, 64); err == nil && strconv.FormatFloat(f, 'g', -1, 64) == s {
		keys = append(keys, key{class: sqlite.TypeFloat, real: f})
	}
	return append(keys, key{class: sqlite.TypeBlob, text: s})
}
