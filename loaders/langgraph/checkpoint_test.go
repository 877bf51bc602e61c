package langgraph

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cptui/graph"
	"cptui/graph/value"
)

// A small checkpoint in both encodings: {"v": 4, "id": "x", "channel_values": {"n": 5}}.
var (
	bodyMsgpack = []byte("\x83\xa1v\x04\xa2id\xa1x\xaechannel_values\x81\xa1n\x05")
	bodyJSON    = []byte(`{"v": 4, "id": "x", "channel_values": {"n": 5}}`)
	bodyPickle  = []byte("\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02ls\x94\x85\x94R\x94.")
)

func openOnly(t *testing.T, h *graph.History) *graph.Checkpoint {
	t.Helper()
	cp, err := h.Opener.Open(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return cp
}

func problemCodes(cp *graph.Checkpoint) string { return strings.Join(codes(cp.Problems), " ") }

// Every kind of cell is read for itself, and what is wrong with it is told.
func TestBodies(t *testing.T) {
	for _, test := range []struct {
		name, typ string // "NULL" for no type
		body      []byte // nil for NULL
		n         string // the channel n, "" where there is none
		whole     string // type of the Body, "" where it has been taken apart
		codes     string
	}{
		{"msgpack", "msgpack", bodyMsgpack, "5", "", ""},
		{"json", "json", bodyJSON, "5", "", ""},
		{"JSON under msgpack", "msgpack", bodyJSON, "5", "", "unknown-type"},
		{"msgpack under json", "json", bodyMsgpack, "5", "", "unknown-type"},
		{"no type", "NULL", bodyMsgpack, "5", "", "unknown-type"},
		{"a type of nobody's", "cbor9", bodyMsgpack, "5", "", "unknown-type"},
		{"bytes left over", "msgpack", append(bodyMsgpack[:len(bodyMsgpack):len(bodyMsgpack)], 0xff), "5", "", "blob-trailing"},
		{"cut", "msgpack", bodyMsgpack[:len(bodyMsgpack)-6], "", "", "blob-truncated"},
		{"a number", "msgpack", []byte{0x07}, "", "damaged", "blob-garbage"},
		{"empty", "msgpack", []byte{}, "", "damaged", "blob-truncated"},
		{"NULL", "msgpack", nil, "", "damaged", "blob-garbage"},
		{"a promise of billions", "msgpack", []byte{0xdd, 0x7f, 0xff, 0xff, 0xff}, "", "damaged", ""},
		{"encrypted", "msgpack+aes", make([]byte, 64), "", "encrypted", "encrypted"},
		{"another cipher", "json+x", make([]byte, 64), "", "encrypted", "encrypted"},
		{"pickle", "pickle", bodyPickle, "", "pickle", "pickle"},
		{"what JavaScript stores for a BigInt", "json", []byte(`"[unable to serialize]"`), "", "null", "blob-garbage"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMaker(t, tableCheckpoints, tableWrites)
			var typ, body any = test.typ, test.body
			if test.typ == "NULL" {
				typ = nil
			}
			if test.body == nil {
				body = nil
			}
			m.exec("INSERT INTO checkpoints VALUES('t', '', ?, NULL, ?, ?, ?)", uuid6(0, 7), typ, body, []byte(`{"source":"loop","step":7,"parents":{}}`))
			cp := openOnly(t, openThread(t, m.open(), "t"))
			got := ""
			for _, c := range cp.Channels {
				if c.Name == "n" && c.Value.Kind() == value.Int {
					got = c.Value.Num()
				}
			}
			whole := cp.Body.Type()
			if cp.Body.Kind() == value.Null {
				whole = "null"
			}
			if got != test.n || whole != test.whole && !(test.name == "a promise of billions" && cp.Body.Kind() != value.Invalid) {
				t.Errorf("n is %q, body %q; want %q, %q", got, whole, test.n, test.whole)
			}
			if codes := problemCodes(cp); codes != test.codes && !(test.codes == "" && test.whole == "damaged" && codes != "") {
				t.Errorf("problems %q, want %q", codes, test.codes)
			}
			if cp.Step != 7 || cp.NoStep || cp.Source != "loop" {
				t.Errorf("step %d, source %q: metadata was not read", cp.Step, cp.Source)
			}
		})
	}
}

// Odd metadata costs its own fields and no row.
func TestMetadata(t *testing.T) {
	for _, test := range []struct {
		metadata any // string: TEXT, []byte: BLOB
		source   string
		step     string
		parents  int
		codes    string
	}{
		{[]byte(`{"source":"input","step":-1,"parents":{"":"a","x:1":"b"}}`), "input", "-1", 2, ""},
		{`{"source":"loop","step":8,"parents":{}}`, "loop", "8", 0, ""},
		{[]byte(`{}`), "", "-", 0, ""},
		{[]byte(`{"source":null,"step":null,"parents":null}`), "", "-", 0, ""},
		{[]byte(`{"step":"1","source":5,"parents":[]}`), "", "-", 0, "bad-metadata bad-metadata bad-metadata"},
		{[]byte(`{"step":3.5}`), "", "-", 0, "bad-metadata"},
		{[]byte(`[1]`), "", "-", 0, "bad-metadata"},
		{[]byte(`null`), "", "-", 0, "bad-metadata"},
		{[]byte(`not json`), "", "3", 0, "bad-metadata"}, // the id still tells the step
		{[]byte{}, "", "3", 0, "bad-metadata"},
		{nil, "", "-", 0, "bad-metadata"},
		{[]byte("\x82\xa6source\xa4loop\xa4step\x02"), "loop", "2", 0, ""},
	} {
		m := newMaker(t, tableCheckpoints)
		m.exec("INSERT INTO checkpoints VALUES('t', '', ?, NULL, 'msgpack', ?, ?)", uuid6(0, 3), bodyMsgpack, test.metadata)
		cp := openOnly(t, openThread(t, m.open(), "t"))
		step := fmt.Sprint(cp.Step)
		if cp.NoStep {
			step = "-"
		}
		if cp.Source != test.source || step != test.step || len(cp.Parents) != test.parents || problemCodes(cp) != test.codes || len(cp.Channels) != 1 {
			t.Errorf("%q: source %q, step %s, %d parents, problems %q, %d channels", test.metadata, cp.Source, step, len(cp.Parents), problemCodes(cp), len(cp.Channels))
		}
	}
}

// Writes come in the order in which LangGraph applies them, each read by its own type.
func TestWrites(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites)
	id := uuid6(0, 0)
	m.row("t", "", id, "", "msgpack", bodyMsgpack, `{"step":0}`)
	m.write("t", "", id, "b", 1, "c", "msgpack", []byte{0x01}, "~__pregel_push, 0000000002")
	m.write("t", "", id, "b", 0, "c", "json", []byte(`"two"`), "~__pregel_push, 0000000002")
	m.write("t", "", id, "z", 0, "c", "bytes", []byte{0, 0xff}, "~__pregel_push, 0000000001")
	m.write("t", "", id, "a", -1, "__error__", "weird", []byte{0x2a, 0xff, 0xfe}, "~__pregel_push, 0000000003")
	m.write("t", "", id, "a", 0, "branch:to:x", "null", nil, "~__pregel_push, 0000000003")
	m.write("other", "", id, "a", 0, "c", "null", nil, "")
	m.write("t", "ns", id, "a", 0, "c", "null", nil, "")
	cp := openOnly(t, openThread(t, m.open(), "t"))
	var got []string
	for _, w := range cp.Writes {
		got = append(got, fmt.Sprintf("%s%d %s", w.TaskID, w.Idx, value.AppendJSON(nil, w.Value, value.JSONOptions{})))
	}
	want := `z0 {"$type":"bytes","$value":"AP8="}|b0 "two"|b1 1|a-1 {"$type":"bytes","$value":"Kv/+"}|a0 null`
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("writes\n%s\nwant\n%s", s, want)
	}
	if problemCodes(cp) != "unknown-type" {
		t.Errorf("problems %q", problemCodes(cp))
	}
}

// The tables of earlier versions, of other shapes, and parts that are missing.
func TestLayouts(t *testing.T) {
	const iso = "2024-06-01T10:00:00+00:00"
	for _, test := range []struct {
		name       string
		statements []string
		rows       int
		id, n      string
		writes     int
		fork       bool
	}{
		{"today's", []string{tableCheckpoints, tableWrites,
			"INSERT INTO checkpoints VALUES('t', '', 'x', NULL, 'msgpack', x'83a17604a26964a178ae6368616e6e656c5f76616c75657381a16e05', '{}')",
			"INSERT INTO writes VALUES('t', '', 'x', 'a', 0, 'c', 'msgpack', x'01', '')"}, 1, "x", "5", 1, true},
		{"2024-02", []string{"CREATE TABLE checkpoints(thread_id TEXT PRIMARY KEY, checkpoint BLOB)",
			"INSERT INTO checkpoints VALUES('t', x'80049506000000000000007d942e')"}, 1, "", "", 0, false},
		{"2024-03", []string{"CREATE TABLE checkpoints(thread_id TEXT, thread_ts TEXT, parent_ts TEXT, checkpoint BLOB, PRIMARY KEY(thread_id, thread_ts))",
			"INSERT INTO checkpoints VALUES('t', '" + iso + "', NULL, '" + string(bodyJSON) + "')"}, 1, iso, "5", 0, false},
		{"2024-05", []string{"CREATE TABLE checkpoints(thread_id TEXT, thread_ts TEXT, parent_ts TEXT, checkpoint BLOB, metadata BLOB, PRIMARY KEY(thread_id, thread_ts))",
			"CREATE TABLE writes(thread_id TEXT, thread_ts TEXT, task_id TEXT, idx INTEGER, channel TEXT, value BLOB)",
			"INSERT INTO checkpoints VALUES('t', '" + iso + "', NULL, '" + string(bodyJSON) + "', '{\"step\":1}')",
			"INSERT INTO writes VALUES('t', '" + iso + "', 'a', 0, 'n', '99')"}, 1, iso, "5", 1, false},
		{"a view", []string{strings.Replace(tableCheckpoints, "checkpoints", "hidden", 1), "CREATE VIEW checkpoints AS SELECT * FROM hidden", tableWrites,
			"INSERT INTO hidden VALUES('t', '', 'x', NULL, 'json', '" + string(bodyJSON) + "', '{}')",
			"INSERT INTO writes VALUES('t', '', 'x', 'a', 0, 'c', 'msgpack', x'01', '')"}, 1, "x", "5", 1, false},
		{"without rowid", []string{tableCheckpoints + " WITHOUT ROWID", tableWrites,
			"INSERT INTO checkpoints VALUES('t', '', 'x', NULL, 'json', '" + string(bodyJSON) + "', '{}')"}, 1, "x", "5", 0, true},
		{"no writes table", []string{tableCheckpoints, "INSERT INTO checkpoints VALUES('t', '', 'x', NULL, 'json', '" + string(bodyJSON) + "', '{}')"}, 1, "x", "5", 0, false},
		{"another column", []string{strings.Replace(tableCheckpoints, "type TEXT", "mine TEXT, type TEXT", 1), tableWrites,
			"INSERT INTO checkpoints VALUES('t', '', 'x', NULL, 'mine', 'json', '" + string(bodyJSON) + "', '{}')"}, 1, "x", "5", 0, false},
		{"a number as id", []string{"CREATE TABLE checkpoints(thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)", tableWrites,
			"INSERT INTO checkpoints VALUES('t', '', 7, NULL, 'json', '" + string(bodyJSON) + "', '{}')"}, 1, "7", "5", 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newMaker(t, test.statements...).open()
			h := openThread(t, s, "t")
			if h.Len() != test.rows || h.ID(0) != test.id || h.Current != 0 {
				t.Fatalf("%d rows, id %q, head %d", h.Len(), h.ID(0), h.Current)
			}
			cp := openOnly(t, h)
			n := ""
			if len(cp.Channels) > 0 {
				n = cp.Channels[0].Value.Num()
			}
			if n != test.n || len(cp.Writes) != test.writes {
				t.Errorf("n is %q, %d writes; problems %v", n, len(cp.Writes), cp.Problems)
			}
			if test.name == "2024-05" && (cp.Step != 1 || cp.Writes[0].Value.Num() != "99" || cp.Time.IsZero()) {
				t.Errorf("step %d, write %s, time %v", cp.Step, cp.Writes[0].Value.Num(), cp.Time)
			}
			if can := s.Info().CanFork; (can == "") != test.fork {
				t.Errorf("fork: %q", can)
			}
		})
	}
}

// The row is found again where it has moved to another rowid, and its going is told.
func TestRowsMove(t *testing.T) {
	m := newMaker(t, tableCheckpoints, tableWrites)
	a, b := uuid6(0, 0), uuid6(1, 1)
	m.row("t", "", a, "", "msgpack", bodyMsgpack, `{"step":0}`)
	m.row("t", "", b, a, "msgpack", bodyMsgpack, `{"step":1}`)
	s := openSource(t, m.path)
	h := openThread(t, s, "t")
	m.exec("UPDATE checkpoints SET rowid = 50 WHERE checkpoint_id = ?", a)
	m.exec("UPDATE checkpoints SET rowid = 1 WHERE checkpoint_id = ?", b)
	if cp := openOnly(t, h); cp.ID != a || cp.Step != 0 {
		t.Errorf("got %s, step %d", cp.ID, cp.Step)
	}
	m.exec("DELETE FROM checkpoints WHERE checkpoint_id = ?", a)
	if _, err := h.Opener.Open(context.Background(), 0); err == nil || !strings.Contains(err.Error(), a) {
		t.Errorf("error %v", err)
	}
	m.c.Close()
}
