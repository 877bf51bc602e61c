package view

import (
	"strconv"
	"strings"

	"cptui/graph"
)

func (e Env) foldGlyph(open bool) string {
	if open {
		return e.Glyph(GOpen)
	}
	return e.Glyph(GClosed)
}

// foldCell is foldGlyph with a blank after it; noFold takes the same room.
func (e Env) foldCell(open bool) string { return e.foldGlyph(open) + " " }

func (e Env) noFold() string {
	if e.ASCII {
		return "    "
	}
	return "  "
}

func (e Env) deltaGlyph() string {
	if e.ASCII {
		return "delta"
	}
	return "Δ"
}

// Spread puts right at the end of a row of width cells; left is cut where both do not fit.
func Spread(left, right Line, width int) Line {
	w := right.Width()
	if w >= width {
		return right.Fit(width)
	}
	left = left.Fit(width - w - 1)
	gap := width - w - left.Width()
	if left.Width() == 0 {
		gap = width - w
	}
	line := append(Line(nil), left...)
	line = append(line, Span{strings.Repeat(" ", gap), Plain})
	return append(line, right...)
}

// deltaMark is the mark of a rebuilt channel: "Δ 17", with what of it is not certain.
func (e Env) deltaMark(r *graph.Rebuilt) string {
	text := e.deltaGlyph() + " " + strconv.Itoa(r.Writes)
	switch {
	case r.Lost != "" || r.Proof == graph.DeltaUnknown:
		text += " not stored here"
	case len(r.Leaks) > 0:
		text += " leaked"
	case r.Proof == graph.DeltaInferred:
		text += " inferred"
	}
	return text
}
