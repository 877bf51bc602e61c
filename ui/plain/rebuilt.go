package plain

import (
	"cptui/graph"
	"cptui/graph/value"
)

// rebuilt says of each delta channel how its value came about: where the value it begins from is stored, how many writes stand
// on it, by which reducer they were taken in and how that is known. Where LangGraph loads writes of other branches too, `own`
// is what this branch itself wrote.
func (e *enc) rebuilt(h *graph.History, s graph.State) {
	if len(s.Rebuilt) == 0 {
		return
	}
	e.key("rebuilt")
	e.open('{')
	for k := range s.Rebuilt {
		r := &s.Rebuilt[k]
		e.key(r.Channel)
		e.open('{')
		e.key("seed")
		if r.Seed < 0 {
			e.null()
		} else {
			e.str(h.ID(r.Seed))
		}
		e.key("step")
		if n, ok := stepOf(h, r.Seed); ok {
			e.num(int64(n))
		} else {
			e.null()
		}
		e.key("writes")
		e.num(int64(r.Writes))
		e.key("reducer")
		e.strOrNull(r.Reducer)
		e.key("proof")
		e.str(r.Proof)
		e.key("snapshots")
		e.num(int64(r.Snapshots))
		if len(r.Rivals) > 0 {
			e.key("rivals")
			e.strs(r.Rivals)
		}
		if r.Lost != "" {
			e.key("lost")
			e.str(r.Lost)
		}
		if r.Own.Kind() != value.Invalid {
			e.key("own")
			e.val(r.Own)
		}
		if len(r.Leaks) > 0 {
			e.key("leaks")
			e.open('[')
			for _, l := range r.Leaks {
				e.open('{')
				e.key("checkpoint_id")
				e.str(h.ID(l.Row))
				e.key("writes")
				e.num(int64(l.Writes))
				e.key("nodes")
				e.strs(l.Nodes)
				e.key("replaced")
				e.bool(l.Replaced)
				e.close('}')
			}
			e.close(']')
		}
		e.close('}')
	}
	e.close('}')
}

func stepOf(h *graph.History, i int) (int, bool) {
	if i < 0 {
		return 0, false
	}
	return h.Step(i)
}
