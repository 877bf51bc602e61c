package msgpack

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"testing"

	"cptui/graph/value"
)

// table holds every form of LangGraph's bytes with its right value as typed JSON.
var table = []struct{ name, hex, want string }{
	{"decimal", "c7170093a7646563696d616ca7446563696d616ca531322e3530", `{"$type":"decimal.Decimal","$value":"12.50"}`},
	{"uuid", "c72d0093a475756964a455554944d9203031323334353637383961626364656630313233343536373839616263646566", `{"$type":"uuid.UUID","$value":"01234567-89ab-cdef-0123-456789abcdef"}`},
	{"set", "c7110093a86275696c74696e73a3736574920102", `{"$type":"builtins.set","$value":[1,2]}`},
	{"enum int", "c70c0093a3617070a5436f6c6f7201", `{"$type":"app.Color","$value":1}`},
	{"enum str", "c70f0093a3617070a5436f6c6f72a3726564", `{"$type":"app.Color","$value":"red"}`},
	{"secret", "c72c0093ae707964616e7469632e7479706573a9536563726574537472b16e6f742d612d7265616c2d736563726574", `{"$type":"pydantic.types.SecretStr","$value":"**********"}`},
	{"path", "c71a0193a7706174686c6962a9506f7369785061746892a12fa3746d70", `{"$type":"pathlib.PosixPath","$value":"/tmp"}`},
	{"regex", "c7120193a27265a7636f6d70696c6592a3612e6220", `{"$type":"re.Pattern","$value":"a.b","flags":32}`},
	{"send", "c71d0193af6c616e6767726170682e7479706573a453656e6492a17781a16900", `{"$type":"langgraph.types.Send","node":"w","arg":{"i":0}}`},
	{"dataclass", "c70d0293a3617070a3526f7781a16101", `{"$type":"app.Row","a":1}`},
	{"interrupt old", "c7470293af6c616e6767726170682e7479706573a9496e7465727275707484a576616c7565a36f6b3fa9726573756d61626c65c3a26e7391a561736b3a31a47768656ea6647572696e67", `{"$type":"langgraph.types.Interrupt","value":"ok?","resumable":true,"ns":["ask:1"],"when":"during"}`},
	{"interrupt new", "c74b0293af6c616e6767726170682e7479706573a9496e7465727275707482a576616c7565a36f6b3fa26964d9203031323334353637383961626364656630313233343536373839616263646566", `{"$type":"langgraph.types.Interrupt","value":"ok?","id":"0123456789abcdef0123456789abcdef"}`},
	{"datetime", "c73b0394a86461746574696d65a86461746574696d65b9323032362d30332d30375430393a30303a30302d30353a3030ad66726f6d69736f666f726d6174", `{"$type":"datetime.datetime","$value":"2026-03-07T09:00:00-05:00"}`},
	{"pydantic", "c71f0594a3617070a14d81a16101b36d6f64656c5f76616c69646174655f6a736f6e", `{"$type":"app.M","a":1}`},
	{"message", "c75b0594bd6c616e67636861696e5f636f72652e6d657373616765732e68756d616eac48756d616e4d65737361676583a7636f6e74656e74a26869a474797065a568756d616ea26964c0b36d6f64656c5f76616c69646174655f6a736f6e", `{"$type":"langchain_core.messages.human.HumanMessage","content":"hi","type":"human","id":null}`},
	{"numpy f8", "c71b0694a33c66389102a143c410000000000000f03f0000000000000040", `{"$type":"numpy.ndarray","dtype":"<f8","shape":[2],"$value":[1.0,2.0]}`},
	{"numpy F order", "c71c0694a33c6934920202a146c41001000000020000000300000004000000", `{"$type":"numpy.ndarray","dtype":"<i4","shape":[2,2],"$value":[[1,3],[2,4]]}`},
	{"numpy record", "c7180694a47c5631329101a143c40c000000000000000000000000", `{"$type":"numpy.ndarray","dtype":"|V12","shape":[1],"$value":[{"$type":"bytes","$value":"AAAAAAAAAAAAAAAA"}]}`},
	{"numpy object", "c7120694a27c4f9101a143c40840123456787f0000", `{"$type":"numpy.ndarray","dtype":"|O","shape":[1],"bytes":8}`},
	{"delta", "c7050792a161a162", `{"$type":"langgraph.checkpoint.serde.types._DeltaSnapshot","value":["a","b"]}`},
	{"unknown ext", "c70f0892a33c6638c4080000000000000000", `{"$type":"ext","code":8,"$value":"kqM8ZjjECAAAAAAAAAAA"}`},
	{"ext -1", "d6ff00000000", `{"$type":"ext","code":-1,"$value":"AAAAAA=="}`},
	{"ext 5 of two parts", "c70a0592a46f6e6c79a374776f", `{"$type":"ext","code":5,"$value":"kqRvbmx5o3R3bw=="}`},
	{"int keys", "8201a16102a162", `{"$type":"builtins.dict","$items":[[1,"a"],[2,"b"]]}`},
	{"tuple key", "81920102a176", `{"$type":"builtins.dict","$items":[[[1,2],"v"]]}`},
	{"nil key", "81c0a176", `{"$type":"builtins.dict","$items":[[null,"v"]]}`},
	{"float key", "81cb3ff8000000000000a176", `{"$type":"builtins.dict","$items":[[1.5,"v"]]}`},
	{"key twice", "82a16b01a16b02", `{"k":1,"k":2}`},
	{"key $type", "81a52474797065a162", `{"$type":"builtins.dict","$items":[["$type","b"]]}`},
	{"u64 max", "cfffffffffffffffff", `{"$type":"int","$value":"18446744073709551615"}`},
	{"i64 min", "d38000000000000000", `{"$type":"int","$value":"-9223372036854775808"}`},
	{"i8", "d0df", `-33`},
	{"2^53", "cf0020000000000000", `9007199254740992`},
	{"2^53+1", "cf0020000000000001", `{"$type":"int","$value":"9007199254740993"}`},
	{"nan", "cb7ff8000000000000", `{"$type":"float","$value":"NaN"}`},
	{"inf", "cb7ff0000000000000", `{"$type":"float","$value":"Infinity"}`},
	{"-0.0", "cb8000000000000000", `-0.0`},
	{"float32", "ca3dcccccd", `0.10000000149011612`},
	{"half a surrogate", "a3eda0bd", `"\ud83d"`},
	{"nested", "c73e0594a3617070a54f7574657281a47768656ec7160093a7646563696d616ca7446563696d616ca4312e3130b36d6f64656c5f76616c69646174655f6a736f6e", `{"$type":"app.Outer","when":{"$type":"decimal.Decimal","$value":"1.10"}}`},
	{"hostile", "c7200093a26f73a673797374656db4746f7563682070776e6564202020202020202020", `{"$type":"os.system","$value":"touch pwned         "}`},
	{"trailing", "c0ff", `null`},
	{"bomb", "dd7fffffff", `[{"$type":"damaged","offset":5,"error":"truncated: the value ends too early","$value":""}]`},
	{"cut bytes", "c5ffff00", `{"$type":"damaged","offset":0,"error":"truncated: 65534 bytes are missing","$value":"xf//AA=="}`},
	{"cut map", "82a16101a162", `{"a":1,"b":{"$type":"damaged","offset":6,"error":"truncated: the value ends too early","$value":""}}`},
	{"c1 in place", "9301c103", `[1,{"$type":"damaged","offset":2,"error":"the byte 0xc1 is no msgpack","$value":"wQM="}]`},
	{"inner cut", "92019202a361", `[1,[2,{"$type":"damaged","offset":4,"error":"truncated: 2 bytes are missing","$value":"o2E="}]]`},
}

func stored(t testing.TB, s string) value.Value {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return value.Stored(Codec, b)
}

func TestTable(t *testing.T) {
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			if got := string(value.AppendJSON(nil, stored(t, c.hex), value.JSONOptions{})); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestReveal(t *testing.T) {
	v := stored(t, "c72c0093ae707964616e7469632e7479706573a9536563726574537472b16e6f742d612d7265616c2d736563726574")
	want := `{"$type":"pydantic.types.SecretStr","$value":"not-a-real-secret"}`
	if got := string(value.AppendJSON(nil, v, value.JSONOptions{Reveal: true})); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzExt reads any payload under each code.
func FuzzExt(f *testing.F) {
	for _, r := range recorded(f, "msgpack.tsv") {
		raw := unbase64(f, r[1])
		if h := read(raw); h.form == extension {
			f.Add(h.code, raw[h.size:])
		}
	}
	f.Fuzz(func(t *testing.T, code int8, payload []byte) {
		raw := appendExt(nil, code, payload)
		v := value.Stored(Codec, raw)
		js := value.AppendJSON(nil, v, value.JSONOptions{})
		if !json.Valid(js) {
			t.Fatalf("no JSON: %q", js)
		}
		if n, ok := Codec.Span(raw); !ok || n != len(raw) {
			t.Fatalf("%d of %d bytes", n, len(raw))
		}
		value.Inspect(v, 10)
		if out, err := Codec.Append(nil, v); err != nil || !bytes.Equal(out, raw) {
			t.Fatalf("untouched it is written as %x, %v", out, err)
		}
	})
}
