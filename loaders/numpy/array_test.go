package numpy

import (
	"encoding/json"
	"strings"
	"testing"

	"cptui/graph/value"
)

func shape(lengths ...int64) value.Value {
	list := make([]value.Value, len(lengths))
	for i, n := range lengths {
		list[i] = value.NewInt(n)
	}
	return value.NewList(list)
}

func TestEntries(t *testing.T) {
	eight := "\x01\x00\x00\x00\x00\x00\x00\x00"
	const misfit = `{"$type":"damaged","offset":0,"error":"shape, type and bytes of the array do not fit together"`
	for _, c := range []struct {
		dtype string
		dims  value.Value
		order string
		buf   string
		want  string
	}{
		{"<i8", shape(1), "C", eight, `{"$type":"numpy.ndarray","dtype":"<i8","shape":[1],"$value":[1]}`},
		{"<i8", shape(), "C", eight, `{"$type":"numpy.ndarray","dtype":"<i8","shape":[],"$value":1}`},
		{">i4", shape(2), "C", "\x00\x00\x00\x01\xff\xff\xff\xff", `{"$type":"numpy.ndarray","dtype":">i4","shape":[2],"$value":[1,-1]}`},
		{"|i1", shape(2, 2), "F", "\x01\x02\x03\x04", `{"$type":"numpy.ndarray","dtype":"|i1","shape":[2,2],"$value":[[1,3],[2,4]]}`},
		{"<M8[D]", shape(1), "C", eight, `{"$type":"numpy.ndarray","dtype":"<M8[D]","shape":[1],"$value":[{"$type":"datetime.date","$value":"1970-01-02"}]}`},
		{"<M8", shape(1), "C", eight, `{"$type":"numpy.ndarray","dtype":"<M8","shape":[1],"$value":[1]}`},
		{"<M8[s]", shape(1), "C", "\x00\x00\x00\x00\x00\x00\x00\x80", `{"$type":"numpy.ndarray","dtype":"<M8[s]","shape":[1],"$value":[null]}`},
		{"<m8[99999999W]", shape(1), "C", "\xff\xff\xff\xff\xff\xff\xff\x7f", `{"$type":"numpy.ndarray","dtype":"<m8[99999999W]","shape":[1],"$value":[{"$type":"int","$value":"9223372036854775807"}]}`},
		{"|O", shape(1), "C", eight, `{"$type":"numpy.ndarray","dtype":"|O","shape":[1],"bytes":8}`},
		{"<f16", shape(1), "C", eight + eight, `{"$type":"numpy.ndarray","dtype":"<f16","shape":[1],"bytes":16}`},
		{"<U1", shape(1), "C", "\xff\xff\xff\xff", `{"$type":"numpy.ndarray","dtype":"<U1","shape":[1],"$value":["` + "\ufffd" + `"]}`},
		{"<i8", shape(2), "C", eight, misfit},
		{"<i8", shape(-1), "C", eight, misfit},
		{"<i8", shape(1<<40, 0), "C", "", misfit},
		{"<i8", shape(0, 3), "C", "", `{"$type":"numpy.ndarray","dtype":"<i8","shape":[0,3],"$value":[]}`},
		{"", shape(1), "", "", `{"$type":"numpy.ndarray","dtype":"","shape":[1],"bytes":0}`},
	} {
		got := string(value.AppendJSON(nil, value.NewObject(value.TypeArray, Entries(c.dtype, c.dims, c.order, []byte(c.buf))), value.JSONOptions{}))
		if got != c.want && !(c.want == misfit && strings.Contains(got, misfit)) {
			t.Errorf("%s of %d bytes:\ngot  %s\nwant %s", c.dtype, len(c.buf), got, c.want)
		}
	}
	if v, ok := Scalar("<f8", []byte("\x00\x00\x00\x00\x00\x00\xf8?")); !ok || v.Num() != "1.5" {
		t.Errorf("%v, %v", v, ok)
	}
	if _, ok := Scalar("<f8", []byte("short")); ok {
		t.Error("five bytes are read as a float64")
	}
}

func FuzzEntries(f *testing.F) {
	f.Add("<f8", int64(1), int64(2), "C", []byte("0123456789abcdef"))
	f.Add(">M8[ns]", int64(2), int64(-1), "F", []byte("0123456789abcdef"))
	f.Add("<U2", int64(2), int64(1), "C", []byte("a\x00\x00\x00b\x00\x00\x00\xff\xff\xff\xff\x00\xd8\x00\x00"))
	f.Add("|V3", int64(0), int64(1<<40), "C", []byte{})
	f.Add("<m8[25s]", int64(1), int64(1), "C", []byte("01234567"))
	f.Fuzz(func(t *testing.T, dtype string, a, b int64, order string, buf []byte) {
		dims := shape(a, b)
		if b == -1 {
			dims = shape(a)
		}
		v := value.NewObject(value.TypeArray, Entries(dtype, dims, order, buf))
		js := value.AppendJSON(nil, v, value.JSONOptions{})
		if !json.Valid(js) {
			t.Fatalf("no JSON: %q", js)
		}
		if limit := 400*len(buf) + 16<<12 + 8*len(dtype) + 1000; len(js) > limit {
			t.Fatalf("%d bytes of an array become %d of JSON", len(buf), len(js))
		}
		value.Inspect(v, 10)
		v.Hash()
		Scalar(dtype, buf)
	})
}
