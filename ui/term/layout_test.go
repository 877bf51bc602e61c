package term

import "testing"

// TestLayoutFits: at any size every pane lies on the screen, and none over another.
func TestLayoutFits(t *testing.T) {
	for w := 0; w < 220; w += 3 {
		for h := 0; h < 70; h += 2 {
			for _, zoom := range []bool{false, true} {
				for _, focus := range []paneID{paneHistory, paneDetail, paneThreads} {
					l := layoutOf(shape{w: w, h: h, threads: true, zoom: zoom, focus: focus, side: 54, stack: 58})
					used := make([]bool, w*h)
					for _, r := range []rect{l.title, l.verdict, l.history, l.detail, l.threads, l.bar, l.card, l.line, l.foot, l.split, l.split2} {
						if r.w < 0 || r.h < 0 {
							t.Fatalf("%dx%d: %+v", w, h, l)
						}
						for y := r.y; y < r.y+r.h; y++ {
							for x := r.x; x < r.x+r.w; x++ {
								if x >= w || y >= h || used[y*w+x] {
									t.Fatalf("%dx%d zoom %v: %+v reaches out or over another of %+v", w, h, zoom, r, l)
								}
								used[y*w+x] = true
							}
						}
					}
					if w > 0 && h > 0 && l.history.empty() && l.detail.empty() && l.threads.empty() {
						t.Fatalf("%dx%d shows nothing", w, h)
					}
				}
			}
		}
	}
}

func TestLayoutForms(t *testing.T) {
	of := func(w, h int) frameLayout {
		return layoutOf(shape{w: w, h: h, threads: true, side: 54, stack: 58})
	}
	if l := of(80, 24); l.history.h != 11 || l.detail.w != 80 || !l.card.empty() || l.header {
		t.Errorf("80x24: %+v", l)
	}
	if l := of(110, 24); l.history.x+l.history.w >= l.detail.x || !l.card.empty() || !l.threads.empty() {
		t.Errorf("110x24: %+v", l)
	}
	if l := of(140, 40); l.card.empty() || l.card.x != l.detail.x || !l.threads.empty() {
		t.Errorf("140x40: %+v", l)
	}
	if l := of(160, 50); l.threads.w != threadsWide {
		t.Errorf("160x50: %+v", l)
	}
	if l := of(39, 24); !l.foot.empty() || l.history.h != 23 {
		t.Errorf("39x24: %+v", l)
	}
}
