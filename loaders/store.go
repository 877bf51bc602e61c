package loaders

import (
	"context"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
)

// Keeper is what a Source may be as well: one with a long-term memory beside its threads.
type Keeper interface {
	// Store is the memory, nil where the source has none.
	Store() Store
}

// StoreOf is the long-term memory of a source, nil where it has none.
func StoreOf(src Source) Store {
	if k, ok := src.(Keeper); ok {
		return k.Store()
	}
	return nil
}

// Store is a long-term memory: items by namespace and key. Lists are read page by page in the order of (namespace, key) as
// they are stored; no list reads a value larger than it was asked to.
type Store interface {
	// Summary counts. Bounds: it reads the keys of all items, and no value.
	Summary(ctx context.Context, now time.Time) (StoreSummary, error)
	// Namespaces lists at most limit (0: all) of the namespaces that are within or below one ("" all), with the count of
	// their items, behind the one named by after (the zero value: from the start).
	Namespaces(ctx context.Context, within string, after StoreNamespace, limit int) ([]StoreNamespace, error)
	// Items lists at most limit (0: all) items of one namespace behind the key of after (nil: from the start). A value of
	// more than most bytes is left out (Item.Left); 0 leaves out none, and a page then ends early where its values are large: only an
	// empty one is the end.
	Items(ctx context.Context, ns StoreNamespace, after *StoreItem, limit int, most int64) ([]StoreItem, error)
	// Item is one item whole; false where there is none.
	Item(ctx context.Context, namespace, key string) (StoreItem, bool, error)
}

// StoreNamespace is one namespace of a store.
type StoreNamespace struct {
	Name  string // as stored: the labels joined by dots
	Items int
	// Pos is where it stands, for the store itself.
	Pos any
}

// StoreItem is one memory.
type StoreItem struct {
	Namespace string // as stored: the labels joined by dots
	Key       string
	Value     value.Value // Invalid where it was left out
	Left      bool        // the value is larger than was asked for
	Bytes     int64       // of the value
	Created   time.Time   // UTC; zero where the file has none
	Updated   time.Time
	Expires   time.Time // zero: never
	TTL       float64   // minutes; 0 where it has none
	Vectors   int       // embeddings stored for it
	Problems  []graph.Problem
	// Pos is where it stands, for the store itself.
	Pos any
}

// Expired reports whether its time to live is over: it is gone at the next sweep of its writer.
func (i *StoreItem) Expired(now time.Time) bool { return !i.Expires.IsZero() && i.Expires.Before(now) }

// StoreSummary is what a store holds.
type StoreSummary struct {
	Items, Namespaces int
	Expiring          int // items with a time to live that is not over
	Expired           int // items whose time to live is over and that are still in the file
	Bytes             int64
	Vectors           int
	Dims              []int // lengths of the vectors met, in order (of a sample where there are many)
	Version           int   // of its tables, the number of the last migration; -1 where the file does not say
	Last              time.Time
	Problems          []graph.Problem
}

// StoreLabels splits a stored namespace into its labels, as LangGraph does.
func StoreLabels(namespace string) []string { return strings.Split(namespace, ".") }
