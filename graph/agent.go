package graph

import (
	"context"
	"strings"

	"cptui/graph/value"
)

// Agent is what the command line of Deep Agents notes in the metadata of its threads.
type Agent struct {
	Name   string // "" where the thread is not one of its
	Dir    string // working folder
	Branch string // of git
	Prompt string // the first one of the thread
}

// smallFirst is up to which size (bytes) a first checkpoint is opened to name a thread: it holds the input alone, unless what
// came before it was pruned.
const smallFirst = 256 << 10

// Agent reads it from the thread's first checkpoint.
func (h *History) Agent(ctx context.Context) (Agent, error) {
	root := h.InNS("")
	if len(root) == 0 || h.Row(root[0]).Size > smallFirst {
		return Agent{}, nil
	}
	cp, err := h.Cached(ctx, root[0])
	if err != nil || cp.Metadata.Kind() != value.Map {
		return Agent{}, err
	}
	a := Agent{Name: text(cp.Metadata, "agent_name"), Dir: text(cp.Metadata, "cwd"), Branch: text(cp.Metadata, "git_branch")}
	if a.Name == "" {
		return Agent{}, nil
	}
	b, err := h.Brief(ctx, root[0])
	if err != nil {
		return Agent{}, err
	}
	a.Prompt = b.Says
	return a, nil
}

// CalledAgent is the subagent that a task was sent to call, by the argument it was sent: a call of Deep Agents' task tool. ""
// where it is something else. Metadata names subagents since 0.3; before, only this tells.
func CalledAgent(arg value.Value) string {
	if arg.Kind() == value.List && arg.Len() == 1 {
		arg = arg.At(0)
	}
	if call := field(arg, "tool_call"); call.Kind() != value.Invalid {
		arg = call
	}
	if text(arg, "name") != "task" {
		return ""
	}
	return text(field(arg, "args"), "subagent_type")
}

// titlePrompt is how much of the prompt a title takes, in bytes.
const titlePrompt = 200

// Title names a thread by its agent and what it was asked, "" where there is no agent.
func (a Agent) Title() string {
	if a.Name == "" {
		return ""
	}
	prompt, _, _ := strings.Cut(strings.TrimSpace(a.Prompt), "\n")
	if len(prompt) > titlePrompt {
		prompt = strings.ToValidUTF8(prompt[:titlePrompt], "") + "…"
	}
	if prompt == "" {
		return a.Name
	}
	return a.Name + ": " + prompt
}
