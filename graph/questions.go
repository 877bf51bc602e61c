package graph

import "cptui/graph/value"

// Question is one interrupt() of a task, as far as its rows still tell.
type Question struct {
	Asked  value.Value // the stored interrupt; Invalid where a later question of the task took its row
	Answer value.Value // Invalid where none is stored
	Open   bool        // the task waits for its answer
}

// Questions are what the task asked, in the order in which it did. A task has one row for its questions and one for its
// answers, and each question replaces the one before: so while a task waits, the stored questions are the open ones and every
// stored answer belongs to a question whose text is gone; once it went on, the last answer belongs to the last question.
func (t *Task) Questions() []Question {
	if t.Status == TaskWaits {
		list := make([]Question, 0, len(t.Answers)+len(t.Interrupts))
		for _, a := range t.Answers {
			list = append(list, Question{Answer: a})
		}
		for _, q := range t.Interrupts {
			list = append(list, Question{Asked: q, Open: true})
		}
		return list
	}
	list := make([]Question, max(len(t.Interrupts), len(t.Answers)))
	for i := range list {
		if k := i + len(t.Interrupts) - len(list); k >= 0 {
			list[i].Asked = t.Interrupts[k]
		}
		if k := i + len(t.Answers) - len(list); k >= 0 {
			list[i].Answer = t.Answers[k]
		}
	}
	return list
}

// failedLast reports whether a task that is not finished and has rows of both kinds asked first and failed later, after its
// answer came, so that it is the error that stands; else it failed first, was run again and asks now. The order of the rows
// tells; where the store keeps none, an answer of the task's own does.
func (t *Task) failedLast(failed, asked int64) bool {
	if failed > 0 && asked > 0 {
		return failed > asked
	}
	return len(t.Answers) > 0
}
