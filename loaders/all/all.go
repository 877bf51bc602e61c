// Package all registers every format: importing it for its effect is what makes loaders.Open know them.
//
// It is apart from loaders because the formats import loaders. A new format is a folder beside this one and a line here.
package all

import (
	_ "cptui/loaders/claude"
	_ "cptui/loaders/codex"
	_ "cptui/loaders/gemini"
	_ "cptui/loaders/items"
	_ "cptui/loaders/langgraph"
	_ "cptui/loaders/messages"
	_ "cptui/loaders/minicodex"
	_ "cptui/loaders/opencode"
	_ "cptui/loaders/pi"
	_ "cptui/loaders/qwen"
	_ "cptui/loaders/streamjson"
)
