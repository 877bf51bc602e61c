package graph

// layout is what the rows of a checkpoint's format hold, and where: the one place that knows format numbers (beside the hasher,
// which makes the ids of each program). The model asks for a fact by its name.
type layout struct {
	// nodeChannels: up to format 2 (LangGraph 0.2) a plain edge is a channel that is called as the node that writes it. No row
	// tells which nodes listen to it, and task ids are hashed over the triggers that fired, not over all of a node's.
	nodeChannels bool
	// shortSendPath: before format 3 a Send's task path has two parts, then three.
	shortSendPath bool
	// sendsInside: from format 4 on pending Sends are channel_values.__pregel_tasks, and there is none where that is absent.
	sendsInside bool
	// tellsTaken: from format 4 on updated_channels names what the loop looked at when it chose the nodes to run. Before, and
	// in a row without it, nothing tells.
	tellsTaken bool
}

// layoutOf is the layout of a row; one without a format number is of the first.
func layoutOf(cp *Checkpoint) layout {
	v := formatOf(cp)
	return layout{nodeChannels: v <= 2, shortSendPath: v < 3, sendsInside: v >= 4, tellsTaken: cp.V >= 4}
}

// formatOf is the checkpoint format, 1 where none is stored.
func formatOf(cp *Checkpoint) int { return max(cp.V, 1) }

// TellsTaken reports whether rows of this format have updated_channels.
func TellsTaken(cp *Checkpoint) bool { return layoutOf(cp).tellsTaken }
