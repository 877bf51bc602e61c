package codex

import (
	"bytes"
	"strings"

	"cptui/loaders/jsonl"
)

var patchHeads = []struct {
	prefix string
	change change
}{{"*** Add File: ", created}, {"*** Update File: ", updated}, {"*** Delete File: ", deleted}}

// patchFiles lists the files that a patch names, as the tool was told. raw is the call's input as it stands between quotes:
// the patch may be quoted in a text that is quoted itself.
func patchFiles(raw []byte, each func(path string, c change)) {
	const begin = "*** Begin Patch"
	at := bytes.Index(raw, []byte(begin))
	if at < 0 {
		return
	}
	text := string(raw[at:])
	for range 3 {
		if rest := text[len(begin):]; !strings.HasPrefix(rest, `\`) {
			break
		}
		if text = jsonl.Unquote([]byte(text)); !strings.HasPrefix(text, begin) {
			return
		}
	}
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "*** End Patch") {
			return
		}
		if to, ok := strings.CutPrefix(line, "*** Move to: "); ok && last != "" {
			each(last, deleted)
			each(strings.TrimSpace(to), created)
		}
		for _, h := range patchHeads {
			if path, ok := strings.CutPrefix(line, h.prefix); ok {
				last = strings.TrimSpace(path)
				each(last, h.change)
			}
		}
	}
}
