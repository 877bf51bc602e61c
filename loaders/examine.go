package loaders

import (
	"context"
	"errors"

	"cptui/graph"
)

// Examined is what an examination of a source has looked at.
type Examined struct {
	Threads int
	Exam    graph.Exam
}

// Examination opens everything that a source holds and reports what is wrong with it, a thread after the other. Of a transcript
// it tells what reading it met. Memory does not grow with the source.
type Examination struct {
	Source Source
	// Rows picks the rows of a thread to open; ok is false to pass it over. Nil: all.
	Rows func(h *graph.History) (rows []int, ok bool, err error)
	// Whole: beside the rows, also what belongs to none of them (orphans), and the file's own structure.
	Whole bool
	// Begin is called before each thread, Report with each problem and the row where it lies (nil and -1 where it lies in none),
	// Step after each row. Errors of Report end the examination.
	Begin  func(thread string)
	Report func(h *graph.History, i int, p graph.Problem) error
	Step   func(thread string, done, all int)
	// Resumes, where it is set, is told what the program of each session goes on from.
	Resumes func(h *graph.History, r OnResume)

	Sofar Examined
}

// page is how many threads are listed at once.
const page = 1024

// Threads examines all threads, in the source's order. One that is too damaged to be opened does not keep the others from it.
func (x *Examination) Threads(ctx context.Context) error {
	after := ""
	for {
		list, err := x.Source.Threads(ctx, after, page)
		if err != nil {
			return err
		}
		for _, t := range list {
			if err := x.Thread(ctx, t.ID); err != nil {
				if errors.Is(err, ErrNoThread) { // it went meanwhile
					continue
				}
				if ctx.Err() != nil || !Corrupt(err) {
					return err
				}
				if err := x.Report(nil, -1, graph.Problem{Code: "db-corrupt", Severity: graph.Error, Thread: t.ID, Offset: -1,
					Message: "the thread cannot be opened: " + err.Error()}); err != nil {
					return err
				}
			}
			after = t.ID
		}
		if len(list) < page {
			return nil
		}
	}
}

// Thread examines one thread.
func (x *Examination) Thread(ctx context.Context, id string) error {
	if x.Source.Info().Transcript {
		return x.transcript(ctx, id)
	}
	h, err := x.Source.Thread(ctx, id)
	if err != nil {
		x.Begin(id)
		return err
	}
	var rows []int
	if x.Rows != nil {
		var ok bool
		if rows, ok, err = x.Rows(h); err != nil || !ok {
			return err
		}
	} else {
		rows = make([]int, h.Len())
		for i := range rows {
			rows[i] = i
		}
	}
	x.Begin(id)
	x.Sofar.Threads++
	before := x.Sofar.Exam
	exam, err := h.Examine(ctx, rows, func(i int, p graph.Problem) error { return x.Report(h, i, p) }, func(e graph.Exam) {
		if x.Step != nil {
			x.Step(id, e.Checkpoints, len(rows))
		}
	})
	before.Add(exam)
	x.Sofar.Exam = before
	own, ok := x.Source.(Examiner)
	if err != nil || !ok || !x.Whole {
		return err
	}
	found, err := own.Faults(ctx, h)
	return x.all(found, err)
}

func (x *Examination) transcript(ctx context.Context, id string) error {
	f, err := x.Source.Facts(ctx, id)
	if err != nil {
		return err
	}
	x.Begin(id)
	x.Sofar.Threads++
	if err := x.all(f.Problems, nil); err != nil || x.Resumes == nil {
		return err
	}
	h, err := x.Source.Thread(ctx, id)
	if err != nil {
		return err
	}
	r, ok, err := Resuming(ctx, x.Source.Info().Format, h)
	if ok {
		x.Resumes(h, r)
	}
	return err
}

// File examines what holds the threads.
func (x *Examination) File(ctx context.Context) error {
	own, ok := x.Source.(Examiner)
	if !ok || !x.Whole {
		return nil
	}
	found, err := own.Pages(ctx)
	return x.all(found, err)
}

func (x *Examination) all(list []graph.Problem, err error) error {
	for _, p := range list {
		if err := x.Report(nil, -1, p); err != nil {
			return err
		}
	}
	return err
}
