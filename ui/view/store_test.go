package view

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"cptui/graph/value"
	"cptui/loaders"
)

func storeOf(t *testing.T, items int) *Store {
	t.Helper()
	m := NewStore(Env{Source: "x.db"}, func() time.Time { return time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC) })
	if n := m.Need(0, 10); !n.Namespaces {
		t.Fatal("an empty list needs its namespaces first")
	}
	m.AddNamespaces([]loaders.StoreNamespace{{Name: "a", Items: items}, {Name: "b", Items: 1}}, true)
	return m
}

func itemsOf(ns string, from, n int) (list []loaders.StoreItem) {
	for i := from; i < from+n; i++ {
		v, _ := value.ParseJSON([]byte(`{"text": "number ` + strconv.Itoa(i) + `"}`))
		list = append(list, loaders.StoreItem{Namespace: ns, Key: "k" + strconv.Itoa(i), Value: v})
	}
	return list
}

// TestStoreIsReadAsItIsLookedAt: nothing is asked for that is not in sight, and a page goes on where the one before ended.
func TestStoreIsReadAsItIsLookedAt(t *testing.T) {
	m := storeOf(t, 1000)
	m.Count(loaders.StoreSummary{Items: 1001, Namespaces: 2})
	if m.Len() != 2 || !m.Need(0, 10).None() {
		t.Fatalf("%d rows, and folded namespaces need nothing", m.Len())
	}
	m.Fold(0, true)
	n := m.Need(0, 10)
	if n.Items == nil || n.Items.Name != "a" || n.Behind != nil {
		t.Fatalf("%+v", n)
	}
	m.AddItems(n.Items, itemsOf("a", 0, 20), false)
	if !m.Need(0, 10).None() {
		t.Error("the end of the page is not in sight yet")
	}
	n = m.Need(15, 25)
	if n.Items == nil || n.Behind == nil || n.Behind.Key != "k19" {
		t.Fatalf("%+v", n)
	}
	m.AddItems(n.Items, nil, true)
	if !m.Need(0, 100).None() || m.Len() != 22 {
		t.Errorf("%d rows", m.Len())
	}
	if n := m.NeedAll(); n.Items == nil || n.Items.Name != "b" {
		t.Errorf("to be searched, b has to be read: %+v", n)
	}
}

func TestStoreReadsLargeValuesWhenOpened(t *testing.T) {
	m := storeOf(t, 1)
	m.Count(loaders.StoreSummary{Items: 2})
	list := itemsOf("a", 0, 1)
	list[0].Value, list[0].Left, list[0].Bytes = value.Value{}, true, 1<<20
	m.AddItems(m.Need(0, 10).Items, list, true)
	if s := m.Row(1, 80).Text(); !strings.Contains(s, "a value of 1.0 MB") && !strings.Contains(s, "a value of 1") {
		t.Error(s)
	}
	m.Toggle(1)
	n := m.Need(0, 4)
	if n.Item == nil || n.Item.Key != "k0" {
		t.Fatalf("%+v", n)
	}
	m.SetItem(n.Item, itemsOf("a", 0, 1)[0], true)
	if s := m.Row(3, 80).Text(); !strings.Contains(s, `"number 0"`) {
		t.Error(s)
	}
}

// TestStoreFind opens what it finds, and closes it again when the search goes on.
func TestStoreFind(t *testing.T) {
	m := storeOf(t, 3)
	m.AddItems(&m.spaces[0].ns, itemsOf("a", 0, 3), true)
	m.AddItems(&m.spaces[1].ns, itemsOf("b", 7, 1), true)
	if hits := m.Find("number"); len(hits) != 4 || m.Len() != 2+4+4+4 {
		t.Fatalf("%v in %d rows", hits, m.Len())
	}
	hits := m.Find("number 7")
	if len(hits) != 1 || m.Len() != 2+1+1+1 || !strings.Contains(m.Row(hits[0], 60).Text(), "number 7") {
		t.Errorf("%v in %d rows", hits, m.Len())
	}
	if hits := m.Find("nothing"); hits != nil || m.Len() != 2 {
		t.Errorf("%v in %d rows", hits, m.Len())
	}
}

func TestStoreLife(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		item loaders.StoreItem
		want string
	}{
		{loaders.StoreItem{}, ""},
		{loaders.StoreItem{TTL: 90}, "ttl 90 min, no end stored"},
		{loaders.StoreItem{Expires: now.Add(-3 * time.Hour)}, "expired 3 h ago, still in the file"},
		{loaders.StoreItem{Expires: now.Add(-time.Second)}, "expired just now, still in the file"},
		{loaders.StoreItem{Expires: now.Add(90 * time.Minute)}, "expires in 1 h"},
	} {
		if got := StoreLife(&c.item, now); got != c.want {
			t.Errorf("%+v: %q, want %q", c.item, got, c.want)
		}
	}
}
