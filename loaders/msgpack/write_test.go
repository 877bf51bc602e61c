package msgpack

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"cptui/graph/value"
)

// What LangGraph itself writes for a class is what typed JSON becomes.
func TestTypedJSONBecomesLangGraphsBytes(t *testing.T) {
	for _, c := range table {
		switch c.name {
		case "decimal", "uuid", "set", "enum int", "enum str", "path", "regex", "send", "interrupt old", "interrupt new", "datetime", "message", "delta", "unknown ext", "ext -1",
			"int keys", "tuple key", "nil key", "float key", "key twice", "key $type", "u64 max", "i64 min", "i8", "2^53", "2^53+1", "nan", "inf", "-0.0":
		default:
			continue
		}
		v, err := value.ParseTyped([]byte(c.want), Codec)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		b, err := Codec.Append(nil, v)
		if got := hex.EncodeToString(b); err != nil || got != c.hex {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", c.name, got, err, c.hex)
		}
	}
}

func TestUnknownFormsAreRefused(t *testing.T) {
	for in, want := range map[string]string{
		`{"$type":"app.M","a":1}`:                                    "encode msgpack: how an instance of app.M is stored is not known",
		`{"$type":"numpy.ndarray","dtype":"<f8","shape":[0]}`:        "encode msgpack: how an instance of numpy.ndarray",
		`{"$type":"pydantic.types.SecretStr","$value":"**********"}`: "encode msgpack: how an instance of pydantic.types.SecretStr",
		`123456789012345678901234567890`:                             "encode msgpack: 123456789012345678901234567890 is beyond a 64-bit integer",
		`1e400`:                                                      "encode msgpack: 1e400 is beyond a 64-bit float",
	} {
		v, err := value.ParseTyped([]byte(in), Codec)
		if err != nil {
			t.Fatalf("%s: %v", in, err)
		}
		if b, err := Codec.Append(nil, v); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %x, %v", in, b, err)
		}
	}
}

// An edit inside an extension keeps its code, module, class and method.
func TestEditKeepsTheOuterForm(t *testing.T) {
	for _, c := range []struct{ name, hex, path, now, want string }{
		{"model", "c71f0594a3617070a14d81a16101b36d6f64656c5f76616c69646174655f6a736f6e", ".a", "2", "c71f0594a3617070a14d81a16102b36d6f64656c5f76616c69646174655f6a736f6e"},
		{"dataclass", "c70d0293a3617070a3526f7781a16101", ".a", `"xy"`, "c70f0293a3617070a3526f7781a161a27879"},
		{"enum", "c70c0093a3617070a5436f6c6f7201", `.["$value"]`, "2", "c70c0093a3617070a5436f6c6f7202"},
		{"decimal", "c7170093a7646563696d616ca7446563696d616ca531322e3530", `.["$value"]`, `"12.51"`, "c7170093a7646563696d616ca7446563696d616ca531322e3531"},
		{"set", "c7110093a86275696c74696e73a3736574920102", `.["$value"]`, `[3]`, "d80093a86275696c74696e73a37365749103"},
		{"whole set", "c7110093a86275696c74696e73a3736574920102", `.`, `{"$type":"builtins.set","$value":[3]}`, "d80093a86275696c74696e73a37365749103"},
		{"send", "c71d0193af6c616e6767726170682e7479706573a453656e6492a17781a16900", ".arg.i", "7", "c71d0193af6c616e6767726170682e7479706573a453656e6492a17781a16907"},
		{"regex", "c7120193a27265a7636f6d70696c6592a3612e6220", ".flags", "0", "c7120193a27265a7636f6d70696c6592a3612e6200"},
		{"path", "c71a0193a7706174686c6962a9506f7369785061746892a12fa3746d70", `.["$value"]`, `"/etc"`, "c71a0193a7706174686c6962a9506f7369785061746892a12fa3657463"},
		{"delta", "c7050792a161a162", ".value[2]", `"c"`, "c7070793a161a162a163"},
		{"nested", "c73e0594a3617070a54f7574657281a47768656ec7160093a7646563696d616ca7446563696d616ca4312e3130b36d6f64656c5f76616c69646174655f6a736f6e",
			`.when["$value"]`, `"1.11"`, "c73e0594a3617070a54f7574657281a47768656ec7160093a7646563696d616ca7446563696d616ca4312e3131b36d6f64656c5f76616c69646174655f6a736f6e"},
		{"whole model", "c71f0594a3617070a14d81a16101b36d6f64656c5f76616c69646174655f6a736f6e", ".", `{"$type":"app.M","a":2}`, "c71f0594a3617070a14d81a16102b36d6f64656c5f76616c69646174655f6a736f6e"},
		{"map keeps what is beside", "83a161cd0001a162d90178a163c0", ".c", "true", "83a161cd0001a162d90178a163c3"},
	} {
		p, err := value.ParsePath(c.path)
		if err != nil {
			t.Fatal(err)
		}
		now, err := value.ParseTyped([]byte(c.now), Codec)
		if err != nil {
			t.Fatal(err)
		}
		v, err := value.Set(stored(t, c.hex), p, now)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		b, err := Codec.Append(nil, v)
		if got := hex.EncodeToString(b); err != nil || got != c.want {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", c.name, got, err, c.want)
		}
	}
}

func TestLengths(t *testing.T) {
	for _, n := range []int{0, 15, 16, 31, 32, 255, 256, 65535, 65536} {
		for _, v := range []value.Value{value.NewString(strings.Repeat("x", n)), value.NewBytes(make([]byte, n)), value.NewList(make([]value.Value, 0, n)),
			value.NewObject(value.TypeExt, []value.Entry{value.NamedEntry("code", value.NewInt(9)), value.NamedEntry("$value", value.NewBytes(make([]byte, n)))})} {
			if v.Kind() == value.List {
				items := make([]value.Value, n)
				for i := range items {
					items[i] = value.NewNull()
				}
				v = value.NewList(items)
			}
			b, err := Codec.Append(nil, v)
			if w := value.Stored(Codec, b); err != nil || !value.Equal(w, v) {
				t.Errorf("%d: %v", n, err)
			}
		}
	}
	for _, s := range []string{"0", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296", "-1", "-32", "-33", "-128", "-129", "-32768", "-32769", "-2147483648", "-2147483649"} {
		b, err := Codec.Append(nil, value.NewNumber(value.Int, s))
		if got := fmt.Sprint(value.Stored(Codec, b).Num()); err != nil || got != s {
			t.Errorf("%s is written as %x, which is %s, %v", s, b, got, err)
		}
	}
}
