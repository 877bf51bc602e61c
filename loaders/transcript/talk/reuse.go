package talk

import "slices"

// separate tells calls apart that have the same id: some APIs, and those that serve a model at home, number the calls of each
// answer anew. A call's result is the next one in the file that names its id. The first call keeps the id as it stands; a later
// one has its record's line behind it.
func (b *Book) separate() {
	if !b.format.Reuses {
		return
	}
	asked := map[string]string{} // as told → of the last call that has it
	for i := range b.recs {
		r := &b.recs[i]
		if r.is(begins) {
			clear(asked)
		}
		if r.of >= 0 {
			first := &b.recs[r.of]
			r.calls, r.results = slices.Clone(r.calls), slices.Clone(r.results)
			for k := range r.calls {
				r.calls[k].id = sameCall(first, r.calls[k].told)
			}
			for k := range r.results {
				r.results[k].id = sameResult(first, r.results[k].told)
			}
			continue
		}
		if b.kindOf(ref(i)) == Reply {
			r.calls = slices.Clone(r.calls) // an older reading of the file still looks at the list
			for k := range r.calls {
				c := &r.calls[k]
				if c.id = c.told; c.told == "" {
					continue
				}
				if _, again := asked[c.told]; again {
					c.id = c.told + "@" + b.lineName(ref(i))
				}
				asked[c.told] = c.id
			}
		}
		r.results = slices.Clone(r.results)
		for k := range r.results {
			o := &r.results[k]
			if o.id = o.told; asked[o.told] != "" {
				o.id = asked[o.told]
			}
		}
	}
}

// toldID is the id of the call as the record has it; where it has none, the one that the call was given.
func (o *outcome) toldID() string {
	if o.told == "" {
		return o.id
	}
	return o.told
}

func sameCall(r *record, told string) string {
	for _, c := range r.calls {
		if c.told == told {
			return c.id
		}
	}
	return told
}

func sameResult(r *record, told string) string {
	for _, o := range r.results {
		if o.told == told {
			return o.id
		}
	}
	return told
}
