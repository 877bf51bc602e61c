package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/ui/plain"
)

func (a *app) storeCommand() *cobra.Command {
	var path, key string
	c := &cobra.Command{
		Use:   "store SOURCE [NAMESPACE [KEY]]",
		Short: "The long-term memory (LangGraph Store) in a database: items by namespace and key",
		Long: `Lists what an agent remembers beyond its threads: the items of a LangGraph Store, by namespace and key, with their values, their age
and how long they live. An item whose time is over stays in the file until its program sweeps it, and is shown as such.

A NAMESPACE is its labels, joined by dots or as several words; it stands for all that lies below it as well. With a KEY, one item
is shown whole. Where the last word could be both, the namespace is meant; --key names the key.`,
		Example: `  cptui store sessions.db
  cptui store sessions.db users.u1
  cptui store sessions.db users.u1.memories likes
  cptui store sessions.db users.u1.memories likes --path .text
  cptui store sessions.db --json | jq '.items[].value'`,
		Args:              sourceArgs(1, -1, "a SOURCE, a NAMESPACE and a KEY"),
		ValidArgsFunction: a.completeStore,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := a.open(args[0])
		if err != nil {
			return err
		}
		store := loaders.StoreOf(src)
		if store == nil {
			return &loaders.Error{Op: "look into", Path: src.Info().Path, Err: errNoStore, Hint: "a LangGraph Store is a table named store, which SqliteStore makes"}
		}
		if path != "" && !c.Flags().Changed("key") && len(args) < 3 {
			return usagef("--path takes a part of one item: name its NAMESPACE and KEY")
		}
		w := storeWords{within: strings.Join(args[1:], "."), namespace: strings.Join(args[1:max(len(args)-1, 1)], "."), key: args[len(args)-1]}
		if c.Flags().Changed("key") {
			w.namespace, w.key, w.exact = w.within, key, true
		} else if path != "" {
			w.exact = true
		}
		return a.store(args[0], store, w, path)
	}
	c.Flags().StringVar(&key, "key", "", "the item with that `KEY` of the NAMESPACE, whole")
	c.Flags().StringVar(&path, "path", "", "only what stands at a jq `PATH` in the value of one item")
	a.withLimit(c, "at most that many items")
	a.withJSON(c)
	a.withLook(c)
	a.withReveal(c)
	return c
}

// storeSummary is what the store of a source holds, nil where it has none.
func (a *app) storeSummary(src loaders.Source) (*loaders.StoreSummary, error) {
	store := loaders.StoreOf(src)
	if store == nil {
		return nil, nil
	}
	sum, err := store.Summary(a.ctx, a.now())
	return &sum, err
}

var errNoStore = errors.New("it holds no LangGraph Store")

// storeWords is what follows the source: all of it a namespace, or the last of it a key.
type storeWords struct {
	within         string
	namespace, key string
	exact          bool // a key is meant
}

func (a *app) store(path string, store loaders.Store, w storeWords, part string) error {
	if !w.exact && w.within != "" {
		some, err := store.Namespaces(a.ctx, w.within, loaders.StoreNamespace{}, 1)
		if err != nil {
			return err
		}
		w.exact = len(some) == 0
	}
	if !w.exact {
		return a.storeList(path, store, w.within)
	}
	item, found, err := store.Item(a.ctx, w.namespace, w.key)
	if err != nil {
		return err
	}
	if !found {
		return a.noItem(store, w)
	}
	return a.storeItem(&item, part)
}

// noItem says what there is in place of what was asked for.
func (a *app) noItem(store loaders.Store, w storeWords) error {
	names, err := store.Namespaces(a.ctx, "", loaders.StoreNamespace{}, 5)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return usagef("the store is empty")
	}
	for _, n := range names {
		if n.Name != w.namespace {
			continue
		}
		items, err := store.Items(a.ctx, n, nil, 5, 1)
		if err != nil {
			return err
		}
		keys := make([]string, len(items))
		for i := range items {
			keys[i] = shown(items[i].Key)
		}
		also := ""
		if w.within != w.namespace {
			also = ", and no namespace " + shown(w.within)
		}
		return usagef("no key %s in namespace %s%s; it has %s", shown(w.key), shown(w.namespace), also, listed(keys))
	}
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = shown(n.Name)
	}
	if w.within == w.namespace || w.namespace == "" {
		return usagef("no namespace %s in the store; it has %s", shown(w.within), listed(list))
	}
	return usagef("neither a namespace %s nor a key %s in namespace %s; there are %s", shown(w.within), shown(w.key), shown(w.namespace), listed(list))
}

func (a *app) storeItem(i *loaders.StoreItem, part string) error {
	v := i.Value
	if part != "" {
		p, err := value.ParsePath(part)
		if err != nil {
			return usagef("--path: %v", err)
		}
		found := false
		if v, found = p.In(v); !found {
			return usagef("nothing at %s in the value of %s", p, shown(i.Key))
		}
		if a.flags.json {
			return a.write(plain.StorePartJSON(i, p, v, a.flags.reveal))
		}
		out := a.text()
		out.StorePart(v, a.flags.reveal)
		return out.Flush()
	}
	if a.flags.json {
		return a.write(plain.StoreItemJSON(i, a.now(), a.flags.reveal))
	}
	out := a.text()
	out.StoreItem(i, a.now(), a.flags.reveal)
	return out.Flush()
}

// Pages of a store: what is held at a time.
const (
	storeNamespaces = 200
	storeItems      = 100
	storeShort      = 4 << 10 // a longer value is told by its size in the list
)

// storeList prints the items within a namespace, page by page.
func (a *app) storeList(path string, store loaders.Store, within string) error {
	sum, err := store.Summary(a.ctx, a.now())
	if err != nil {
		return err
	}
	out := a.text()
	if a.flags.json {
		w := plain.NewStoreWriter(out, sum, a.flags.reveal)
		err := a.eachItem(store, within, 0, nil, func(page []loaders.StoreItem) {
			for i := range page {
				w.Item(&page[i], a.now())
			}
		})
		if err != nil {
			return err
		}
		return w.End(sum)
	}
	out.StoreHead(path, sum)
	if sum.Items == 0 {
		out.Say("nothing is stored here yet")
	}
	left := 0
	err = a.eachItem(store, within, storeShort, func(n loaders.StoreNamespace, hidden int) {
		if left += hidden; hidden < n.Items {
			out.StoreNamespace(n)
		}
	}, func(page []loaders.StoreItem) { out.StoreItems(page, a.now(), a.flags.reveal) })
	if err != nil {
		return err
	}
	out.StoreMore(left)
	return out.Flush()
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// eachItem walks the items within a namespace in their order, at most --limit of them. Heading is told, before the items of a
// namespace, how many of them the limit leaves out.
func (a *app) eachItem(store loaders.Store, within string, most int64, heading func(n loaders.StoreNamespace, hidden int), items func([]loaders.StoreItem)) error {
	room := a.flags.limit
	if room == 0 {
		room = int(^uint(0) >> 1)
	}
	var at loaders.StoreNamespace
	for {
		names, err := store.Namespaces(a.ctx, within, at, storeNamespaces)
		if err != nil {
			return err
		}
		for _, n := range names {
			if heading != nil {
				heading(n, max(0, n.Items-room))
			}
			var after *loaders.StoreItem
			for room > 0 {
				page, err := store.Items(a.ctx, n, after, min(storeItems, room), most)
				if err != nil {
					return err
				}
				if len(page) == 0 {
					break
				}
				items(page)
				room -= len(page)
				after = &page[len(page)-1]
			}
			if room == 0 && heading == nil {
				return nil
			}
		}
		if len(names) < storeNamespaces {
			return nil
		}
		at = names[len(names)-1]
	}
}

// completeStore completes SOURCE with files, then namespaces, then the keys of one.
func (a *app) completeStore(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var words []string
	a.withSource(args[0], func(ctx context.Context, src loaders.Source) {
		store := loaders.StoreOf(src)
		if store == nil {
			return
		}
		within := strings.Join(args[1:], ".")
		names, err := store.Namespaces(ctx, within, loaders.StoreNamespace{}, completionRows)
		if err != nil {
			return
		}
		for _, n := range names {
			if len(args) == 1 {
				words = append(words, n.Name+"\t"+counted(n.Items, "item", "items"))
				continue
			}
			if n.Name != within {
				continue
			}
			items, err := store.Items(ctx, n, nil, completionRows, 1)
			if err != nil {
				return
			}
			for i := range items {
				words = append(words, items[i].Key)
			}
		}
	})
	return words, cobra.ShellCompDirectiveNoFileComp
}
