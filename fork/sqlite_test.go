package fork

import (
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestReadBack: a row that is not, to the byte, what was meant does not pass, whichever column is off.
func TestReadBack(t *testing.T) {
	row := checkpointRow{Thread: "t", NS: "", ID: "c2", Parent: "c1", Type: "msgpack", Body: []byte{0x81, 0xa1, 'v', 4}, Metadata: []byte(`{"step":1}`)}
	for _, c := range []struct{ what, tamper string }{
		{"as it was written", ""},
		{"body", "UPDATE checkpoints SET checkpoint = x'81a17605'"},
		{"body one byte short", "UPDATE checkpoints SET checkpoint = x'81a176'"},
		{"metadata", `UPDATE checkpoints SET metadata = '{"step":2}'`},
		{"type", "UPDATE checkpoints SET type = 'json'"},
		{"parent", "UPDATE checkpoints SET parent_checkpoint_id = NULL"},
		{"another thread", "UPDATE checkpoints SET thread_id = 'u'"},
		{"gone", "DELETE FROM checkpoints"},
	} {
		conn, err := sqlite.OpenConn(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		err = sqlitex.ExecuteTransient(conn, `CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
			parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id))`, nil)
		if err == nil {
			err = row.insert(conn)
		}
		if err == nil && c.tamper != "" {
			err = sqlitex.ExecuteTransient(conn, c.tamper, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if err := row.readBack(conn); (err != nil) != (c.tamper != "") {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
