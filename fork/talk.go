package fork

import (
	"context"
	"errors"
	"fmt"

	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/transcript/talk"
)

// talkFork is what the forks of formats have in common whose records each tell one message.
type talkFork struct {
	*talk.Copy
	bodies map[int][]byte // records with another content
	end    int            // records that are left
	added  [][]byte       // contents of prompts that were not there
	// put gives a record another content.
	put func(rec talk.CopyRecord, content value.Value, where string) ([]byte, error)
}

func copyTalk(ctx context.Context, src loaders.Source, req Request) (*talkFork, error) {
	c, err := talk.CopyAt(ctx, src, req.Thread, req.Checkpoint)
	if errors.Is(err, talk.ErrNoCopy) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err
	}
	return &talkFork{Copy: c, bodies: map[int][]byte{}, end: len(c.Records)}, nil
}

func (f *talkFork) source() (id, path string) { return f.Session, f.Path }
func (f *talkFork) notes() []string           { return f.Notes }

func (f *talkFork) edit(edits []Edit) ([]value.Value, error) {
	old := make([]value.Value, len(f.Messages))
	for i, m := range f.Messages {
		old[i] = m.Value
	}
	return editMessages(old, edits, f)
}

func (f *talkFork) change(i int, content value.Value, where string) error {
	k := f.Messages[i].Record
	if k < 0 {
		return fmt.Errorf("%w: %s is not told by a record of its own", ErrRefused, where)
	}
	body, err := f.put(f.Copy.Records[k], content, where)
	f.bodies[k] = body
	return err
}

func (f *talkFork) add(content []byte) error {
	f.added = append(f.added, content)
	return nil
}

// remove takes out a message's record and what stands behind it.
func (f *talkFork) remove(i int) error {
	k := f.Messages[i].Record
	if k < 0 {
		return fmt.Errorf("%w: .messages[%d] is not told by a record of its own", ErrRefused, i)
	}
	f.end = min(f.end, k)
	return nil
}

// kept are the records that are left, with what edits made of them.
func (f *talkFork) kept() []talk.CopyRecord {
	out := make([]talk.CopyRecord, f.end)
	for k := range out {
		out[k] = f.Copy.Records[k]
		if body, ok := f.bodies[k]; ok {
			out[k].Body = body
		}
	}
	return out
}

// whole tells that the fork is the session as it is.
func (f *talkFork) whole() bool {
	return f.Whole && f.end == len(f.Copy.Records) && len(f.bodies) == 0 && len(f.added) == 0
}

// stored is a content as it will be in the file.
func stored(content value.Value, where string) ([]byte, error) {
	raw, err := value.JSON.Append(nil, content)
	if err != nil {
		return nil, usagef("%s: %w", where, err)
	}
	return raw, nil
}
