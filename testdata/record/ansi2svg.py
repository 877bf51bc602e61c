#!/usr/bin/env python3
"""ansi2svg.py COLS ROWS <capture >picture.svg: a tmux capture (capture-pane -e -p) as an SVG picture, one text element a run."""
import html, re, sys, unicodedata

COLS, ROWS = int(sys.argv[1]), int(sys.argv[2])
LIGHT = len(sys.argv) > 3 and sys.argv[3] == "light"
FG, BG = ("#1f2328", "#ffffff") if LIGHT else ("#d6deeb", "#0f1620")
BASE = ["#1d2530", "#e5534b", "#57ab5a", "#c69026", "#539bf5", "#b083f0", "#39c5cf", "#adbac7"]
BRIGHT = ["#768390", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff"]
W, H, PAD = 8.4, 18, 12


def colour(n):
    if n < 8:
        return BASE[n]
    if n < 16:
        return BRIGHT[n - 8]
    if n < 232:
        n -= 16
        level = lambda x: 0 if x == 0 else 55 + 40 * x
        return "#%02x%02x%02x" % (level(n // 36), level(n // 6 % 6), level(n % 6))
    return "#" + "%02x" % (8 + 10 * (n - 232)) * 3


def wide(c):
    return 0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1


def runs(line):
    """(column, text, style) of one line; the style dict goes on over escapes."""
    st, col, text, start = runs.state, 0, "", 0
    for m in re.finditer(r"\x1b\[([0-9;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|([^\x1b])", line):
        if m.group(2) is not None:
            if not text:
                start = col
            text += m.group(2)
            col += wide(m.group(2))
            continue
        if text:
            yield start, col, text, dict(st)
            text = ""
        if m.group(1) is None:
            continue
        codes = [int(x or 0) for x in re.split("[;:]", m.group(1))]
        while codes:
            c = codes.pop(0)
            if c == 0: st.clear()
            elif c == 1: st["bold"] = True
            elif c == 2: st["dim"] = True
            elif c == 3: st["italic"] = True
            elif c == 4: st["under"] = True
            elif c == 7: st["rev"] = True
            elif c == 22: st.pop("bold", 0), st.pop("dim", 0)
            elif c == 23: st.pop("italic", 0)
            elif c == 24: st.pop("under", 0)
            elif c == 27: st.pop("rev", 0)
            elif 30 <= c <= 37: st["fg"] = colour(c - 30)
            elif 40 <= c <= 47: st["bg"] = colour(c - 40)
            elif 90 <= c <= 97: st["fg"] = colour(c - 82)
            elif 100 <= c <= 107: st["bg"] = colour(c - 92)
            elif c == 39: st.pop("fg", 0)
            elif c == 49: st.pop("bg", 0)
            elif c in (38, 48):
                kind = codes.pop(0) if codes else 0
                if kind == 5 and codes:
                    st["fg" if c == 38 else "bg"] = colour(codes.pop(0))
                elif kind == 2 and len(codes) >= 3:
                    st["fg" if c == 38 else "bg"] = "#%02x%02x%02x" % tuple(codes[:3])
                    del codes[:3]
    if text:
        yield start, col, text, dict(st)


runs.state = {}
width, height = COLS * W + 2 * PAD, ROWS * H + 2 * PAD
out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.1f} {height:.1f}">',
       f'<rect width="100%" height="100%" rx="6" fill="{BG}"/>',
       '<g font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14" xml:space="preserve">']
for y, line in enumerate(sys.stdin.read().split("\n")[:ROWS]):
    for start, end, text, st in runs(line):
        fg, bg = st.get("fg", FG), st.get("bg")
        if st.get("rev"):
            fg, bg = bg or BG, st.get("fg", FG)
        x, top = PAD + start * W, PAD + y * H
        if bg:
            out.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{(end - start) * W:.1f}" height="{H}" fill="{bg}"/>')
        if text.strip():
            extra = (' font-weight="bold"' if st.get("bold") else "") + (' font-style="italic"' if st.get("italic") else "") + \
                    (' opacity="0.6"' if st.get("dim") else "") + (' text-decoration="underline"' if st.get("under") else "")
            out.append(f'<text x="{x:.1f}" y="{top + 14:.1f}" fill="{fg}" textLength="{(end - start) * W:.1f}" lengthAdjust="spacingAndGlyphs"{extra}>{html.escape(text)}</text>')
out.append("</g></svg>")
print("\n".join(out))
