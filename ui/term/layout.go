package term

// rect is a rectangle of cells.
type rect struct{ x, y, w, h int }

func (r rect) empty() bool { return r.w <= 0 || r.h <= 0 }

// paneID names what can have the keys on the main screen.
type paneID uint8

const (
	paneHistory paneID = iota
	paneDetail
	paneThreads
)

// Sizes at which the form of the main screen changes, in cells.
const (
	sideBySide  = 110 // history beside detail
	threadsFrom = 160 // the list of threads is a pane
	cardFrom    = 30  // rows of the screen from which the step card stays above the tabs
	threadsWide = 30
	tinyWide    = 40 // below: only rows and verdict
	tinyHigh    = 10
)

// shape is what the layout of the main screen depends on.
type shape struct {
	w, h    int
	threads bool // there is more than one
	zoom    bool
	focus   paneID
	side    int // hundredths of the width for the history, side by side
	stack   int // hundredths of the height for the history, stacked
}

// frameLayout says where everything of the main screen goes; what has no room is empty.
type frameLayout struct {
	title, verdict           rect
	history, detail, threads rect
	bar                      rect // tab line above the detail
	card                     rect // the step card, where it stays above the other tabs
	line, foot               rect // the command of this place, the keys
	split, split2            rect // columns between panes
	header                   bool // panes have a line of their own with their names
}

// layoutOf is the one place that decides about room.
func layoutOf(s shape) (l frameLayout) {
	if s.w <= 0 || s.h <= 0 {
		return l
	}
	if s.w < tinyWide || s.h < tinyHigh {
		rows := s.h
		if rows > 1 {
			l.verdict = rect{0, 0, s.w, 1}
			rows--
		}
		main := rect{0, s.h - rows, s.w, rows}
		if s.focus == paneDetail && s.zoom {
			l.detail = main
		} else {
			l.history = main
		}
		return l
	}
	l.title = rect{0, 0, s.w, 1}
	l.verdict = rect{0, 1, s.w, 1}
	l.line = rect{0, s.h - 2, s.w, 1}
	l.foot = rect{0, s.h - 1, s.w, 1}
	top, high := 2, s.h-4
	if s.zoom {
		switch s.focus {
		case paneHistory:
			l.history = rect{0, top, s.w, high}
		case paneThreads:
			l.threads = rect{0, top, s.w, high}
		default:
			l.bar = rect{0, top, s.w, 1}
			l.detail = rect{0, top + 1, s.w, high - 1}
		}
		return l
	}
	if s.w < sideBySide {
		rows := (high - 1) * s.stack / 100
		rows = max(3, min(rows, high-4))
		l.history = rect{0, top, s.w, rows}
		l.bar = rect{0, top + rows, s.w, 1}
		l.detail = rect{0, top + rows + 1, s.w, high - rows - 1}
		return l
	}
	l.header = true
	left := 0
	if s.threads && s.w >= threadsFrom {
		l.threads = rect{0, top, threadsWide, high}
		l.split2 = rect{threadsWide, top, 1, high}
		left = threadsWide + 1
	}
	room := s.w - left
	hist := max(30, min(room*s.side/100, room-30))
	l.history = rect{left, top, hist, high}
	l.split = rect{left + hist, top, 1, high}
	x, w := left+hist+1, room-hist-1
	if s.h < cardFrom {
		l.bar = rect{x, top, w, 1}
		l.detail = rect{x, top + 1, w, high - 1}
		return l
	}
	card := max(6, high*2/5)
	l.card = rect{x, top, w, card}
	l.bar = rect{x, top + card, w, 1}
	l.detail = rect{x, top + card + 1, w, high - card - 1}
	return l
}
