package loaders

import (
	"bytes"
	"os"
	"strings"
	"unicode/utf8"
)

// supported is what a refusal says can be opened instead.
const supported = "cptui opens LangGraph checkpoint databases (SQLite), and sessions: of Claude Code, Codex, OpenCode, Gemini CLI, Qwen Code, pi, Mini-Codex, streams and plain files of messages"

// refuseURL answers the address of a server, which is no path. The password in it is not repeated.
func refuseURL(path string) error {
	scheme, rest, ok := strings.Cut(path, "://")
	if !ok || scheme == "" || strings.ContainsAny(scheme, "/\\ ") {
		return nil
	}
	if _, err := os.Lstat(path); err == nil {
		return nil // a file of that name after all
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = "…" + rest[at:]
	}
	e := &Error{"open", scheme + "://" + rest, ErrFormat, "addresses are not read yet; name a file or a folder"}
	if strings.HasPrefix(scheme, "postgres") {
		e.Hint = "PostgreSQL is not read yet"
	}
	return e
}

// refuse says in one sentence what a source is that no format took.
func refuse(p *Probe) error {
	e := &Error{"open", p.Path, ErrFormat, ""}
	switch {
	case p.IsDir:
		e.Err, e.Hint = ErrFormat, "a folder without sessions that cptui knows; name a file in it"
	case p.DB != nil:
		e.Op, e.Hint = "open database", refuseTables(p)
	default:
		e.Hint = refuseBytes(p.Head)
	}
	return e
}

// refuseTables names the stores that are known but not read (yet), by their tables.
func refuseTables(p *Probe) string {
	if t, ok := p.Table("checkpoints"); ok {
		if t.Columns == nil {
			return "its checkpoints table cannot be read"
		}
		return "its checkpoints table has other columns (" + some(t.Columns) + "): not LangGraph's"
	}
	has := func(table string, columns ...string) bool {
		t, ok := p.Table(table)
		return ok && t.Has(columns...)
	}
	switch {
	case has("store", "prefix", "key", "value"):
		return "it holds only a LangGraph store (long-term memory), no sessions"
	case has("writes", "thread_id", "checkpoint_id"), has("checkpoint_writes", "thread_id", "checkpoint_id"):
		return "it holds LangGraph writes, but no checkpoints table"
	case has("session") && has("message") && has("part"), has("session") && has("session_message"):
		return "its tables are named as OpenCode's, and its session table has other columns: not OpenCode's"
	case has("cursorDiskKV"):
		return "a Cursor state database, which is not read"
	case has("blobs") && has("meta"):
		return "a Cursor chat store (blobs, meta), which is not read"
	case has("threads", "rollout_path"):
		return "a Codex state database, which holds no transcripts: they lie in ~/.codex/sessions"
	case has("checkpoint_blobs"), has("checkpoint_migrations"):
		return "a copy of LangGraph's Postgres tables, which is not read from SQLite"
	}
	names := make([]string, len(p.Tables))
	for i, t := range p.Tables {
		names[i] = t.Name
	}
	return "a SQLite database of another program (tables " + some(names) + "); " + supported
}

// some lists the first few names.
func some(names []string) string {
	if len(names) > 6 {
		return strings.Join(names[:6], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// magics are the first bytes of files that people point at by mistake.
var magics = []struct{ magic, is string }{
	{"\x89PNG\r\n\x1a\n", "a PNG picture"},
	{"\xff\xd8\xff", "a JPEG picture"},
	{"GIF8", "a GIF picture"},
	{"%PDF-", "a PDF document"},
	{"PK\x03\x04", "a ZIP archive"},
	{"\x1f\x8b", "a gzip file; unpack it first"},
	{"\x28\xb5\x2f\xfd", "a zstd file; unpack it first"},
	{"BZh", "a bzip2 file; unpack it first"},
	{"\xfd7zXZ\x00", "an xz file; unpack it first"},
	{"REDIS", "a Redis dump, which is not read"},
	{"PGDMP", "a PostgreSQL dump, which is not read"},
	{"\x7fELF", "a program"},
	{"PAR1", "a Parquet file"},
	{"\x37\x7f\x06\x82", "the -wal file of a database; name the database itself"},
	{"\x37\x7f\x06\x83", "the -wal file of a database; name the database itself"},
	{"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "the -journal file of a database; name the database itself"},
	{"\x18\xe2\x2d\x00", "the -shm file of a database; name the database itself"},
	{"\xff\xfe", "text in UTF-16"},
	{"\xfe\xff", "text in UTF-16"},
}

// refuseBytes says what the head looks like.
func refuseBytes(head []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.is + "; " + supported
		}
	}
	if len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5 {
		return "a Python pickle (perhaps a dev server's snapshot), not a database; nothing in it is run; " + supported
	}
	body := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	switch {
	case len(body) == 0:
		return "nothing but white space"
	case body[0] == '{' || body[0] == '[':
		return "JSON, but no session that is known; " + supported
	case bytes.IndexByte(head, 0) < 0 && utf8.Valid(trimCut(head)):
		return "plain text; " + supported
	}
	return "unknown binary data; " + supported
}

// trimCut drops a character that the end of the head may have cut.
func trimCut(b []byte) []byte {
	for i := 1; i <= utf8.UTFMax && i <= len(b); i++ {
		if r := b[len(b)-i]; utf8.RuneStart(r) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}
