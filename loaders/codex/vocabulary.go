package codex

// items are the types of response_item, and of the bare lines of the oldest files.
var items = map[string]kind{
	"message": said, "agent_message": said, "reasoning": thought,
	"function_call": asked, "custom_tool_call": asked, "local_shell_call": asked, "tool_search_call": asked,
	"function_call_output": brought, "custom_tool_call_output": brought, "local_shell_call_output": brought, "tool_search_output": brought,
	"tool_search_call_output": brought, "mcp_tool_call_output": brought,
	"web_search_call": served, "image_generation_call": served, "code_interpreter_call": served, "file_search_call": served,
	"compaction": compacted, "context_compaction": compacted, "compaction_summary": compacted, "compaction_trigger": closing,
	"additional_tools": opening, "ghost_snapshot": closing, "item_reference": closing, "other": closing,
}

// events are the types of event_msg.
var events = map[string]kind{
	"user_message": echo, "agent_message": echo, "agent_reasoning": echo, "agent_reasoning_raw_content": echo,
	"exec_command_end": did, "patch_apply_end": did, "mcp_tool_call_end": did,
	"web_search_end": closing, "image_generation_end": closing, "view_image_tool_call": closing,
	"token_count": closing, "task_complete": closing, "turn_complete": closing, "turn_aborted": closing, "context_compacted": closing,
	"error": failed, "stream_error": closing, "warning": closing, "background_event": closing, "deprecation_notice": closing,
	"task_started": opening, "turn_started": opening, "thread_settings_applied": opening, "session_configured": opening,
	"thread_rolled_back": rewound, "thread_name_updated": closing, "thread_goal_updated": closing,
	"entered_review_mode": opening, "exited_review_mode": closing, "sub_agent_activity": closing, "undo_started": closing,
	"undo_completed": closing, "exec_command_begin": closing, "patch_apply_begin": closing, "mcp_tool_call_begin": closing,
	"web_search_begin": closing, "plan_update": closing, "turn_diff": closing, "item_started": closing, "hook_started": closing,
	"hook_completed": closing, "exec_approval_request": closing, "apply_patch_approval_request": closing, "dynamic_tool_call_request": closing,
	"dynamic_tool_call_response": closing, "request_user_input": closing, "model_reroute": closing, "skills_update_available": closing,
	"collab_agent_spawn_begin": closing, "collab_agent_spawn_end": closing, "collab_agent_interaction_begin": closing,
	"collab_agent_interaction_end": closing, "collab_waiting_begin": closing, "collab_waiting_end": closing, "collab_close_begin": closing,
	"collab_close_end": closing, "collab_resume_begin": closing, "collab_resume_end": closing, "guardian_assessment": closing,
	"shutdown_complete": closing, "agent_reasoning_section_break": closing, "mcp_startup_update": closing, "mcp_startup_complete": closing,
}

// completed are the types of the items that an item_completed event carries, in both spellings: the files' and the stream's.
var completed = map[string]kind{
	"UserMessage": echo, "AgentMessage": echo, "Reasoning": echo, "CommandExecution": did, "FileChange": did, "McpToolCall": did,
	"DynamicToolCall": did, "CollabToolCall": did, "CollabAgentToolCall": did, "WebSearch": served, "ImageGeneration": served, "ImageView": closing,
	"Plan": closing, "TodoList": did, "ContextCompaction": closing, "Sleep": closing, "EnteredReviewMode": closing,
	"ExitedReviewMode": closing, "HookPrompt": closing, "SubAgentActivity": closing, "Error": closing,

	"agent_message": said, "reasoning": thought, "command_execution": did, "file_change": did, "mcp_tool_call": did,
	"collab_tool_call": did, "web_search": served, "todo_list": did, "error": closing, "user_message": said,
}

// tools name the calls of completed items as the calls themselves are named.
var tools = map[string]string{
	"CommandExecution": "exec_command", "command_execution": "exec_command", "FileChange": "apply_patch", "file_change": "apply_patch",
	"WebSearch": "web_search", "web_search": "web_search", "TodoList": "update_plan", "todo_list": "update_plan",
	"ImageGeneration":  "image_generation",
	"exec_command_end": "exec_command", "patch_apply_end": "apply_patch", "web_search_call": "web_search",
	"image_generation_call": "image_generation", "local_shell_call": "local_shell", "tool_search_call": "tool_search",
	"code_interpreter_call": "code_interpreter", "file_search_call": "file_search",
}

// lines are the types of a rollout's lines but for response_item and event_msg.
var lines = map[string]kind{
	"session_meta": meta, "turn_context": opening, "world_state": opening, "compacted": compacted, "token_usage_record": closing,
	"thread_settings_applied": opening, "inter_agent_communication": closing, "inter_agent_communication_metadata": closing,
}

// streamed are the types of the lines that `codex exec --json` prints.
var streamed = map[string]kind{
	"thread.started": meta, "turn.started": opening, "turn.completed": closing, "turn.failed": failed, "error": failed,
	"item.started": closing, "item.updated": closing, "item.completed": closing,
}

// voices tell what a user message is by how its text begins, where the program does not say it.
var voices = []struct {
	prefix string
	voice  voice
}{
	{"<turn_aborted>", stopped}, {"<user_shell_command>", shell}, {"<subagent_notification>", notice},
	{"<environment_context>", setup}, {"# AGENTS.md instructions", setup}, {"<user_instructions>", setup}, {"<INSTRUCTIONS>", setup},
	{"<permissions instructions>", setup}, {"<skill>", setup}, {"<skills_instructions>", setup}, {"<collaboration_mode>", setup},
	{"<multi_agent_role>", setup}, {"<multi_agent_mode>", setup}, {"<tools>", setup}, {"<apps_instructions>", setup},
	{"<plugins_instructions>", setup}, {"<model_switch>", setup}, {"<personality_spec>", setup}, {"<ENVIRONMENT_CONTEXT>", setup},
}
