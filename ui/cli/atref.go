package cli

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/loaders"
	"cptui/ui/term"
)

// relative are the references that need a thread first; everything else names a checkpoint by its id.
var relative = regexp.MustCompile(`^(head(~\d*)*|@-?\d+(~\d*)*)$`)

// openAt opens SOURCE and finds REF in it, for the commands that take these two.
func (a *app) openAt(c *cobra.Command, args []string) (*target, error) {
	src, err := a.open(args[0])
	if err != nil {
		return nil, err
	}
	return a.at(c, src, arg(args, 1))
}

// at finds the checkpoint that ref names ("" is head).
func (a *app) at(c *cobra.Command, src loaders.Source, ref string) (*target, error) {
	if ref == "" {
		ref = "head"
	}
	if name, ok := strings.CutPrefix(ref, "'"); ok {
		id, err := a.bookmark(c, src, name)
		if err != nil {
			return nil, err
		}
		ref = id
	}
	parsed, err := graph.ParseRef(ref)
	if err != nil {
		return nil, usagef("%v", err)
	}
	t := &target{src: src}
	if !relative.MatchString(ref) {
		return a.atID(c, t, ref)
	}
	if t.hist, err = a.history(c, src); err != nil {
		return nil, err
	}
	if c.Flags().Changed("ns") {
		if t.ns, err = a.namespace(t.hist); err != nil {
			return nil, err
		}
	}
	t.index, err = t.hist.Resolve(parsed, t.ns, -1)
	return t, err
}

// bookmark is the id of the checkpoint that a person gave this name on the screen.
func (a *app) bookmark(c *cobra.Command, src loaders.Source, name string) (string, error) {
	ids := map[string]bool{}
	var names []string
	for _, b := range term.Bookmarks(src.Info().Path) {
		if c.Flags().Changed("thread") && b.Thread != a.flags.thread {
			continue
		}
		if names = append(names, "'"+b.Name); b.Name == name {
			ids[b.ID] = true
		}
	}
	switch {
	case len(ids) > 1:
		return "", usagef("several threads have a bookmark '%s; -t names one", name)
	case len(ids) == 0 && len(names) == 0:
		return "", usagef("no bookmark '%s: %s has none (m sets one on the screen)", name, src.Info().Path)
	case len(ids) == 0:
		return "", usagef("no bookmark '%s; there are %s", name, listed(names))
	}
	for id := range ids {
		return id, nil
	}
	return "", nil
}

// atID finds a checkpoint by its id, a unique prefix or a unique ending, in whatever thread and namespace it lies.
func (a *app) atID(c *cobra.Command, t *target, ref string) (*target, error) {
	id, back := splitBack(ref)
	hits, err := t.src.FindID(a.ctx, id)
	if err != nil {
		return nil, err
	}
	if c.Flags().Changed("thread") {
		elsewhere := hits
		hits = slices.DeleteFunc(slices.Clone(hits), func(h loaders.Hit) bool { return h.Thread != a.flags.thread })
		if _, err := a.named(t.src, a.flags.thread); err != nil {
			return nil, err
		}
		if len(hits) == 0 && len(elsewhere) > 0 {
			return nil, usagef("no checkpoint %s in thread %s; thread %s has it", shown(id), shown(a.flags.thread), shown(elsewhere[0].Thread))
		}
	}
	if c.Flags().Changed("ns") {
		hits = slices.DeleteFunc(slices.Clone(hits), func(h loaders.Hit) bool { return h.NS != a.flags.ns && !strings.HasSuffix(h.NS, a.flags.ns) })
	}
	exact := slices.DeleteFunc(slices.Clone(hits), func(h loaders.Hit) bool { return h.ID != id })
	if len(exact) > 0 {
		hits = exact
	}
	switch {
	case len(hits) == 0:
		return nil, usagef("no checkpoint %s in %s; a reference is head, head~2, @12, an id, or a unique beginning or ending of one", shown(ref), t.src.Info().Path)
	case len(hits) > 1:
		return nil, usagef("%s is ambiguous: %s", shown(ref), several(hits))
	}
	if t.hist, err = t.src.Thread(a.ctx, hits[0].Thread); err != nil {
		return nil, err
	}
	t.ns = hits[0].NS
	parsed, err := graph.ParseRef(hits[0].ID)
	if err != nil {
		return nil, usagef("%v", err)
	}
	if t.index, err = t.hist.Resolve(parsed, t.ns, -1); err != nil {
		return nil, err
	}
	for range back {
		if t.index = t.hist.Parent(t.index); t.index < 0 {
			return nil, usagef("%s has no %d steps before it", shown(id), back)
		}
	}
	return t, nil
}

// splitBack takes a trailing ~N off an id: N steps before it.
func splitBack(ref string) (id string, back int) {
	i := strings.LastIndexByte(ref, '~')
	if i <= 0 {
		return ref, 0
	}
	n, err := strconv.Atoi(ref[i+1:])
	if err != nil || n < 0 {
		return ref, 0
	}
	return ref[:i], n
}

func several(hits []loaders.Hit) string {
	names := make([]string, 0, len(hits))
	for _, h := range hits {
		where := "thread " + shown(h.Thread)
		if h.NS != "" {
			where += " namespace " + h.NS
		}
		names = append(names, h.ID+" in "+where)
	}
	return listed(names)
}
