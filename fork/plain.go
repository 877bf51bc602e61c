package fork

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"
	"cptui/loaders/messages"
	"cptui/loaders/transcript/talk"
)

// plainFork is a fork of a file of messages: the old one's own bytes up to the step, in its own shape, so that the application that
// wrote it reads it. Nothing is added that tells where it came from: the forms have no place for that.
type plainFork struct{ *talkFork }

func copyPlain(ctx context.Context, src loaders.Source, req Request) (session, error) {
	t, err := copyTalk(ctx, src, req)
	if err != nil {
		return nil, err
	}
	t.put = putPlain
	return &plainFork{t}, nil
}

// newID is the name of a file beside the old one's that no file has.
func (f *plainFork) newID() string {
	stem := strings.TrimSuffix(filepath.Base(f.Path), filepath.Ext(f.Path))
	for n := 1; ; n++ {
		id := stem + "-fork" + strconv.Itoa(n)
		if _, err := os.Lstat(f.file(id, time.Time{})); errors.Is(err, os.ErrNotExist) || n == 10000 {
			return id
		}
	}
}

func (f *plainFork) file(id string, _ time.Time) string {
	return filepath.Join(filepath.Dir(f.Path), id+filepath.Ext(f.Path))
}

// putPlain gives a message other words. One that tells calls or several results cannot take them: they are not all of it.
func putPlain(rec talk.CopyRecord, content value.Value, where string) ([]byte, error) {
	raw, err := stored(content, where)
	if err != nil {
		return nil, err
	}
	if said := messages.Format.Read(rec.Body); len(said) == 1 && said[0].Blocks == nil && said[0].Content != nil && len(said[0].Calls) == 0 {
		if body, ok := messages.WithContent(rec.Body, raw); ok {
			return body, nil
		}
	}
	return nil, usagef("%s tells calls or results beside its words; only messages of words, and results with a message of their own, can be edited", where)
}

func (f *plainFork) text(string, time.Time) ([]byte, int, error) {
	kept := f.kept()
	if n := len(kept); n > 0 && n < len(f.Records) && f.Records[n-1].Shares(f.Records[n]) {
		return nil, 0, usagef("the last message that would be left stands in one record with the one behind it; remove both, or none")
	}
	var added [][]byte
	for _, content := range f.added {
		body, err := f.prompt(content)
		if err != nil {
			return nil, 0, err
		}
		added = append(added, body)
	}
	text, err := f.CutOff(kept, added)
	if errors.Is(err, talk.ErrNoCopy) {
		err = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return text, len(kept) + len(added), err
}

// prompt makes a prompt in the form of the last one that the file has.
func (f *plainFork) prompt(content []byte) ([]byte, error) {
	kept := f.kept()
	for k := len(kept) - 1; k >= 0; k-- {
		if kept[k].Kind != talk.Prompt || len(messages.Format.Read(kept[k].Body)) != 1 {
			continue
		}
		if body, ok := messages.WithContent(kept[k].Body, content); ok {
			return messages.WithoutID(body), nil
		}
	}
	return nil, fmt.Errorf("%w: there is no prompt in this file to model the new one on", ErrRefused)
}

func (f *plainFork) read(ctx context.Context, id string, text []byte) (*graph.History, error) {
	return talk.Read(ctx, &messages.Format, id+filepath.Ext(f.Path), text)
}

// odd tells a problem that no fork may have.
func (f *plainFork) odd(p graph.Problem) bool { return p.Severity != graph.Info }

func (f *plainFork) resume(string, string, bool) string { return "" }
