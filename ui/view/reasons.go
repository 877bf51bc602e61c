package view

import "cptui/graph"

// NewWhy is the part of the step card that says what made a step and why: `cptui why`.
func NewWhy(m *graph.Moment, facts StepFacts, env Env) *Step {
	return &Step{newWrapped(env, func(width int) []*item {
		s := stepCard{card: newCard(env, width, stepLabel), m: m, f: facts}
		s.ran()
		s.because()
		return s.items
	})}
}

// NewNext is the part of the step card that says what is due after a step, and why: `cptui next`.
func NewNext(m *graph.Moment, facts StepFacts, env Env) *Step {
	return &Step{newWrapped(env, func(width int) []*item {
		s := stepCard{card: newCard(env, width, stepLabel), m: m, f: facts}
		s.next()
		return s.items
	})}
}

// NewDue is the part of Tasks that says what is due, task by task, which joins wait for whom, and how questions are answered.
func NewDue(m *graph.Moment, env Env) *Tasks {
	b := &taskRows{env: env, m: m, tree: &State{env: env, outline: &outline{width: defaultWidth, ascii: env.ASCII}}}
	b.due()
	b.waits()
	b.answers()
	b.tree.roots = b.list
	b.tree.flatten()
	return &Tasks{b.tree.outline}
}
