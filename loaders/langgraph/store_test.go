package langgraph

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cptui/graph/value"
	"cptui/loaders"
)

func openStoreFile(t *testing.T, path string) loaders.Source {
	t.Helper()
	src, err := loaders.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

// TestStoreIsWhatTheLibrarySays compares every item with what LangGraph's own search gave of the same file; what was put beside
// them by hand, and the one item that was deleted, are the rest.
func TestStoreIsWhatTheLibrarySays(t *testing.T) {
	var want []struct {
		Namespace []string
		Key       string
		Value     json.RawMessage
	}
	raw, err := os.ReadFile("../../testdata/store/store.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	ctx, store := context.Background(), loaders.StoreOf(openStoreFile(t, "../../testdata/store/store.db"))
	for _, w := range want {
		got, found, err := store.Item(ctx, strings.Join(w.Namespace, "."), w.Key)
		switch {
		case err != nil:
			t.Fatal(err)
		case w.Key == "m4" && found:
			t.Error("the deleted item is shown")
		case w.Key == "m4":
		case !found:
			t.Errorf("%v %q is not found", w.Namespace, w.Key)
		default:
			if v, err := value.ParseJSON(w.Value); err != nil || !value.Equal(v, got.Value) {
				t.Errorf("%v %q is %s, want %s", w.Namespace, w.Key, value.AppendJSON(nil, got.Value, value.JSONOptions{}), w.Value)
			}
			if len(got.Problems) > 0 || got.Created.IsZero() || !reflect.DeepEqual(loaders.StoreLabels(got.Namespace), w.Namespace) {
				t.Errorf("%v %q has %+v", w.Namespace, w.Key, got)
			}
		}
	}
}

// TestStoreLists walks the store page by page, whatever the size of a page.
func TestStoreLists(t *testing.T) {
	ctx, src := context.Background(), openStoreFile(t, "../../testdata/store/store.db")
	store := loaders.StoreOf(src)
	list := func(within string, page int, most int64) (out []string) {
		var at loaders.StoreNamespace
		for {
			names, err := store.Namespaces(ctx, within, at, page)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range names {
				seen := 0
				var after *loaders.StoreItem
				for {
					items, err := store.Items(ctx, n, after, page, most)
					if err != nil {
						t.Fatal(err)
					}
					for _, it := range items {
						out = append(out, it.Namespace+"/"+it.Key)
						seen++
					}
					if len(items) < page {
						break
					}
					after = &items[len(items)-1]
				}
				if seen != n.Items {
					t.Errorf("%q has %d items, its namespace says %d", n.Name, seen, n.Items)
				}
			}
			if len(names) < page {
				return out
			}
			at = names[len(names)-1]
		}
	}
	whole := list("", 1000, 0)
	if len(whole) != 18 || whole[0] != "docs/ spaced key " || whole[17] != "odd/blob prefix" {
		t.Fatalf("%d items: %q", len(whole), whole)
	}
	for _, page := range []int{1, 2, 3} {
		if got := list("", page, 0); !reflect.DeepEqual(got, whole) {
			t.Errorf("pages of %d: %q", page, got)
		}
	}
	// "users-archive" stands between "users" and what lies below it, and is no part of it.
	want := []string{"users/count", "users.ada/profile", "users.ada.memories/m0", "users.ada.memories/m1", "users.ada.memories/m2", "users.ada.memories/m3"}
	for _, page := range []int{1, 2, 100} {
		if got := list("users", page, 0); !reflect.DeepEqual(got, want) {
			t.Errorf("users, pages of %d: %q", page, got)
		}
	}
	if got := list("USERS", 10, 0); got != nil {
		t.Errorf("labels are told apart by their letters' case: %q", got)
	}
	before := src.Stats()
	list("", 100, 100)
	after := src.Stats()
	if n := after.Bytes - before.Bytes; n > 1000 {
		t.Errorf("a list that shows values up to 100 bytes has read %d bytes", n)
	}
}

func TestStoreSummary(t *testing.T) {
	ctx, src := context.Background(), openStoreFile(t, "../../testdata/store/store.db")
	if f := src.Info().Format; f != "langgraph-store" {
		t.Errorf("format %s", f)
	}
	sum, err := loaders.StoreOf(src).Summary(ctx, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if sum.Items != 18 || sum.Namespaces != 8 || sum.Expired != 1 || sum.Expiring != 1 || sum.Vectors != 5 || !reflect.DeepEqual(sum.Dims, []int{3}) || sum.Version != 4 {
		t.Errorf("%+v", sum)
	}
	if len(sum.Problems) != 1 || sum.Problems[0].Code != "orphan-vectors" {
		t.Errorf("%+v", sum.Problems)
	}
	if _, ok, err := src.Newest(ctx); ok || err != nil {
		t.Error("a store has no thread", err)
	}
	beside := openStoreFile(t, "../../testdata/store/sessions.db")
	if beside.Info().Format != formatPython || loaders.StoreOf(beside) == nil {
		t.Errorf("a store beside checkpoints: %+v", beside.Info())
	}
	if loaders.StoreOf(openStoreFile(t, "../../testdata/langgraph/send/sessions.db")) != nil {
		t.Error("a store where there is none")
	}
}

// TestStoreDamage: what cannot be read is told in its place, and the others are shown.
func TestStoreDamage(t *testing.T) {
	ctx, store := context.Background(), loaders.StoreOf(openStoreFile(t, "../../testdata/store/store.db"))
	for key, want := range map[string]string{
		"cut":    "blob-truncated bad-metadata",
		"empty":  "blob-garbage bad-metadata",
		"pickle": "blob-garbage bad-metadata",
		"list":   "unknown-type bad-metadata",
		"nan":    "bad-metadata",
	} {
		it, found, err := store.Item(ctx, "zz.damaged", key)
		if err != nil || !found {
			t.Fatal(key, found, err)
		}
		var codes []string
		for _, p := range it.Problems {
			codes = append(codes, p.Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
		if it.Value.Kind() == value.Invalid {
			t.Errorf("%s: nothing is shown", key)
		}
	}
	if it, found, err := store.Item(ctx, "odd", "blob prefix"); err != nil || !found || it.Problems[0].Code != "unknown-type" {
		t.Errorf("a namespace of bytes: %+v %v %v", it, found, err)
	}
}

// TestLooseStore reads tables of other programs, with fewer columns, rows without a namespace or a key, and odd classes.
func TestLooseStore(t *testing.T) {
	path := newMaker(t, "CREATE TABLE store(prefix, key, value)",
		"INSERT INTO store VALUES (NULL, 'k', '{}'), ('a', NULL, '{}'), ('a', 1, NULL), ('a', '1', 2.5), (7, 'n', '\"text\"'), ('a.b', x'00', '{}')").path
	ctx, store := context.Background(), loaders.StoreOf(openStoreFile(t, path))
	names, err := store.Namespaces(ctx, "", loaders.StoreNamespace{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, n := range names {
		for after := (*loaders.StoreItem)(nil); ; {
			items, err := store.Items(ctx, n, after, 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(items) == 0 {
				break
			}
			got[n.Name] += len(items)
			if after != nil && after.Key == items[0].Key && after.Pos == items[0].Pos {
				t.Fatal("the page does not move on")
			}
			after = &items[0]
		}
	}
	if want := map[string]int{"": 1, "a": 3, "7": 1, "a.b": 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestStoreDamagedPages spoils one page of the file after the other: what can still be read is shown, and never a wrong value or an
// error in place of the rest.
func TestStoreDamagedPages(t *testing.T) {
	whole, err := os.ReadFile("../../testdata/store/store.db")
	if err != nil {
		t.Fatal(err)
	}
	ctx, good := context.Background(), loaders.StoreOf(openStoreFile(t, "../../testdata/store/store.db"))
	lost := 0
	for page := 1; page < len(whole)/4096; page++ {
		bad := append([]byte(nil), whole...)
		for i := range 4096 {
			bad[page*4096+i] = 0xa5
		}
		path := filepath.Join(t.TempDir(), "bad.db")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		store := loaders.StoreOf(openStoreFile(t, path))
		sum, err := store.Summary(ctx, time.Now())
		if err != nil {
			t.Errorf("page %d: %v", page+1, err)
			continue
		}
		names, err := store.Namespaces(ctx, "", loaders.StoreNamespace{}, 0)
		if err != nil {
			t.Errorf("page %d: %v", page+1, err)
			continue
		}
		n := 0
		for _, ns := range names {
			items, err := store.Items(ctx, ns, nil, 0, 0)
			if err != nil {
				t.Errorf("page %d, %s: %v", page+1, ns.Name, err)
			}
			for _, it := range items {
				n++
				want, found, _ := good.Item(ctx, it.Namespace, it.Key)
				if !found || !value.Equal(want.Value, it.Value) && it.Value.Kind() != value.Object {
					t.Errorf("page %d: %s › %s is not what it was", page+1, it.Namespace, it.Key)
				}
			}
		}
		if n < 18 {
			if lost++; len(sum.Problems) == 0 {
				t.Errorf("page %d: %d of 18 items, and no problem is told", page+1, n)
			}
		}
	}
	if lost > 6 {
		t.Errorf("%d pages of %d take items away", lost, len(whole)/4096)
	}
}

// TestStoreView reads a store that is a view.
func TestStoreView(t *testing.T) {
	path := newMaker(t, "CREATE TABLE s(prefix, key, value)", "INSERT INTO s VALUES ('a', 'k', '{}')", "CREATE VIEW store AS SELECT *, NULL AS expires_at FROM s").path
	store := loaders.StoreOf(openStoreFile(t, path))
	if sum, err := store.Summary(context.Background(), time.Now()); err != nil || sum.Items != 1 {
		t.Errorf("%+v %v", sum, err)
	}
	if _, found, err := store.Item(context.Background(), "a", "k"); !found || err != nil {
		t.Error(found, err)
	}
}
