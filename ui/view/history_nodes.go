package view

import "strings"

// Nodes names what ran to make checkpoint i, each once; nil where its brief is not there.
func (h *History) Nodes(i int) []string {
	d := h.digests[int32(i)]
	if d == nil || d.node == "" {
		return nil
	}
	names := strings.Split(d.node, " + ")
	for k, n := range names {
		if at := strings.LastIndex(n, " "+h.env.Glyph(GTimes)); at > 0 {
			names[k] = n[:at]
		}
	}
	return names
}
