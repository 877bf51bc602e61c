package cli

import (
	"fmt"

	"cptui/loaders"
	"cptui/ui/view"
)

// memory examines the long-term memory of the source: every value is read.
func (d *doctor) memory() error {
	store := loaders.StoreOf(d.src)
	if store == nil {
		return nil
	}
	sum, err := store.Summary(d.ctx, d.now())
	if err != nil {
		return err
	}
	for _, p := range sum.Problems {
		if err := d.tell(nil, -1, p); err != nil {
			return err
		}
	}
	seen := 0
	return d.eachItem(store, "", 0, nil, func(page []loaders.StoreItem) {
		for i := range page {
			for _, p := range page[i].Problems {
				p.Message = fmt.Sprintf("store item %s › %s: %s", view.StoreName(page[i].Namespace), view.StoreName(page[i].Key), p.Message)
				d.tell(nil, -1, p)
			}
		}
		seen += len(page)
		d.progress(fmt.Sprintf("the store, %s of %s items", view.Count(seen), view.Count(sum.Items)))
	})
}
