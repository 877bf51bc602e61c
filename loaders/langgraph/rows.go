package langgraph

import (
	"sort"

	"cptui/graph"
)

// sortRows puts rows into the order of the key: namespace, then id.
func sortRows(rows []graph.Row) {
	sort.SliceStable(rows, func(i, j int) bool {
		if rows[i].NS != rows[j].NS {
			return rows[i].NS < rows[j].NS
		}
		return rows[i].ID < rows[j].ID
	})
}
