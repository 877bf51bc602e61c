package codex

import (
	"context"
	"path/filepath"

	"cptui/loaders/transcript"
)

// borrow finds the rollout of the thread that a stream was printed from: it holds what the stream leaves out, the prompt
// and the model. The stream's own lines stay the history. The rollout is looked for in the program's home, and in a copy of
// one beside the stream.
func (s *session) borrow(ctx context.Context) error {
	u := s.main
	for _, home := range transcript.HomesNear(s.path, "sessions", ".codex", "CODEX_HOME") {
		sh := &shelf{home: home}
		sh.add(filepath.Join(home, "sessions"), 3)
		sh.settle()
		segments := sh.of(s.thread)
		for i := len(segments) - 1; i >= 0; i-- {
			b, err := openUnit(segments[i].path, s.count)
			if err != nil {
				continue
			}
			if err := b.read(ctx); err != nil {
				b.file.Close()
				return err
			}
			b.group(len(b.recs), tokens{})
			prompt, lent, ok := b.turnOf(u)
			if !ok {
				b.file.Close()
				continue
			}
			u.borrowed, u.prompt, u.lent = b, prompt, lent
			for i := range u.recs {
				if r := &u.recs[i]; r.kind == opening {
					u.promptAt, r.voice = int32(i), person
				}
			}
			s.shelf = sh
			u.group(len(u.recs), tokens{})
			return nil
		}
	}
	return nil
}

// turnOf finds the turn of a rollout that a stream tells: the one with its last words, or the only one.
func (u *unit) turnOf(stream *unit) (prompt int32, lent setting, ok bool) {
	last := uint64(0)
	for i := range stream.recs {
		if r := &stream.recs[i]; r.kind == said && r.voice == agent {
			last = r.hash
		}
	}
	at, prompts := int32(-1), 0
	var set setting
	for i := range u.recs {
		r := &u.recs[i]
		if s, has := u.settings[int32(i)]; has {
			set = over(set, s)
		}
		if r.step >= 0 && u.steps[r.step].first == int32(i) && u.prompted(r.step) {
			at = int32(i)
			prompts++
		}
		if r.kind == said && r.voice == agent && r.hash == last && last != 0 && at >= 0 {
			prompt, lent, ok = at, set, true // of equal ones the last
		}
	}
	if !ok && prompts == 1 {
		return at, set, true
	}
	return prompt, lent, ok
}

// over is a setting with what a later one tells.
func over(a, b setting) setting {
	put := func(to *ref, r ref) {
		if r != 0 {
			*to = r
		}
	}
	put(&a.model, b.model)
	put(&a.cwd, b.cwd)
	put(&a.branch, b.branch)
	put(&a.approval, b.approval)
	put(&a.sandbox, b.sandbox)
	put(&a.mode, b.mode)
	return a
}
