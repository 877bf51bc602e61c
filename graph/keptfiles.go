package graph

import (
	"context"
	"strings"
)

// KeptFile is a file as the program that wrote the history kept it aside, before it let its tools change it.
type KeptFile struct {
	Path string // whole
	Gone bool   // there was no such file
	// Read gives the content; an error says why it is not to be had. Nil for a file that was not there.
	Read func() (string, error)
}

// FileKeeper is a Runtime whose program keeps copies of the files that its tools change.
type FileKeeper interface {
	// KeptFiles are the files as they were when the turn that step i begins was asked for, those that it was the first to change as
	// they were just before; nil where i begins none.
	KeptFiles(ctx context.Context, i int) ([]KeptFile, error)
}

const fromBackup = "from the program's backup"

// recall notes what the program kept when a turn began. It is read only where it matters: every turn names all files anew.
func (w *writtenFiles) recall(ctx context.Context, k int) error {
	keeper, ok := w.h.Runtime.(FileKeeper)
	if !ok {
		return nil
	}
	kept, err := keeper.KeptFiles(ctx, k)
	for i := range kept {
		w.kept[kept[i].Path] = &kept[i]
	}
	return err
}

// settle gives a file the content that the program kept of it, where no call has changed it since. A copy that is not to be
// had leaves what the calls tell.
func (w *writtenFiles) settle(f *FileAt) {
	k := w.kept[f.Path]
	if k == nil {
		return
	}
	delete(w.kept, f.Path)
	if k.Gone {
		if f.Known == FileWhole {
			f.Why = "the program found it gone when the next turn began"
		}
		f.Known, f.Text = FileGone, ""
		return
	}
	text, err := k.Read()
	switch {
	case err != nil:
		if f.Known == FileUnknown {
			f.Why = err.Error()
		}
	case f.Known == FileWhole && f.Text == text:
	case f.Index < 0 || f.Known == FileUnknown:
		f.Known, f.Text, f.Why = FileWhole, text, fromBackup
	default:
		f.Known, f.Text, f.Why = FileWhole, text, fromBackup+"; none of these calls made it so"
	}
}

// untouched adds the files that no call of the branch has changed yet, of which a copy was kept, in the order of their paths.
func (w *writtenFiles) untouched() []string {
	var out []string
	for path, k := range w.kept {
		if _, written := w.at[path]; !written && !k.Gone {
			out = append(out, path)
		}
	}
	return out
}

// below names a path as it is seen from a folder.
func below(path, folder string) string {
	if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, "/")+"/"); ok && folder != "" && rest != "" {
		return rest
	}
	return path
}
