package term

import "cptui/ui/view"

func cellWidth(runes []rune) int { return view.Width(string(runes)) }
