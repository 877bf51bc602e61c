// Package all registers every format: importing it for its effect is what makes loaders.Open know them.
package all

import (
	_ "cptui/loaders/claude"
	_ "cptui/loaders/langgraph"
)
