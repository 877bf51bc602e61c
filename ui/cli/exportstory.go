package cli

import (
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"cptui/graph"
	"cptui/graph/secret"
	"cptui/loaders"
	"cptui/ui/plain"
	"cptui/ui/view"
)

// exportStory writes a thread for people to read: Markdown, or one page of HTML.
func (a *app) exportStory(c *cobra.Command, path, format string) error {
	src, h, err := a.storyOf(c, path)
	if err != nil {
		return err
	}
	facts, err := src.Facts(a.ctx, h.Thread())
	if err != nil {
		return err
	}
	rows, err := a.rows(c, h)
	if err != nil {
		return err
	}
	var want func(i int) bool
	if c.Flags().Changed("ns") || a.flags.limit > 0 {
		picked := make([]bool, h.Len())
		for _, i := range lastN(rows, a.flags.limit) {
			picked[i] = true
		}
		want = func(i int) bool { return picked[i] }
	}
	s := &view.Story{Env: view.Env{Hist: h, Source: path, Reveal: a.flags.reveal, Quiet: true, Print: true}}
	out, flush := plain.NewStoryWriter(a.out, format)
	file := filepath.Base(src.Info().Path)
	if err := plain.WriteStory(a.ctx, out, s, plain.HeadOf(src.Info(), facts, file), want); err != nil {
		return err
	}
	if err := flush(); err != nil {
		return err
	}
	a.maskedNote(s.Secrets)
	return nil
}

// exportCast records a replay of the branch of the head.
func (a *app) exportCast(c *cobra.Command, path string, speed float64, maxGap time.Duration) error {
	src, h, err := a.storyOf(c, path)
	if err != nil {
		return err
	}
	ns, err := a.namespace(h)
	if err != nil {
		return err
	}
	head := h.HeadOf(ns)
	if all := h.Namespaces(); head < 0 && len(all) > 0 && !c.Flags().Changed("ns") {
		head = h.HeadOf(all[0]) // a file that holds a subagent alone
	}
	if head < 0 {
		return &loaders.Error{Op: "record", Path: path, Err: errNoThreads, Hint: emptyHint(src)}
	}
	title := h.Title
	if title == "" {
		title = h.Thread()
	}
	title, _ = secret.Mask(title)
	line := lastN(h.Line(head), a.flags.limit)
	const height = 30
	width := a.width()
	cast := plain.NewCast(a.out, width, height, h.Time(line[0]), view.CleanLine(title))
	r := &plain.Replay{T: plain.NewText(cast, plain.Look{Color: true, Width: width, ASCII: a.flags.ascii}), H: h, Speed: speed, MaxGap: maxGap, Sleep: cast.Sleep,
		Env: view.Env{Hist: h, Source: path, ASCII: a.flags.ascii, Reveal: a.flags.reveal, Quiet: true, Print: true}}
	if err := r.Run(a.ctx, line); err != nil {
		return err
	}
	if err := cast.Flush(); err != nil {
		return err
	}
	a.maskedNote(r.Secrets)
	return nil
}

// storyOf opens the one thread that is told: the one that -t names, else the newest.
func (a *app) storyOf(c *cobra.Command, path string) (loaders.Source, *graph.History, error) {
	src, err := a.open(path)
	if err != nil {
		return nil, nil, err
	}
	h, err := a.history(c, src)
	return src, h, err
}

// maskedNote says on stderr how many secrets are not in what was made.
func (a *app) maskedNote(n int) {
	if n > 0 {
		a.note("%s; --reveal shows what is under it", counted(n, "secret masked", "secrets masked"))
	}
}

// exportDocument writes all checkpoints as one JSON document.
func (a *app) exportDocument(c *cobra.Command, src loaders.Source, values plain.Values) error {
	out := plain.NewDocument(a.out, src.Info(), values, a.flags.reveal)
	if err := a.exportRows(c, src, out); err != nil {
		return err
	}
	return out.End(src.Info())
}
