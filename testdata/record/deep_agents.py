#!/usr/bin/env python3
"""deep_agents.py OUT: record small Deep Agents databases with the real library (pip install deepagents langgraph-checkpoint-sqlite)
and a model that follows a script:

    OUT/agents/sessions.db      two subagents in one step and one in another's, each with files; an edited file; metadata of the CLI
    OUT/approvals/sessions.db   a write waits; one was edited, one rejected, one answered by the person; two wait in one request
    OUT/summaries/sessions.db   two summarizations, the archive in the state
    OUT/archive/sessions.db     the archive on disk, in OUT/archive/conversation_history
    OUT/inStore/sessions.db     the archive in a LangGraph Store in the same file (StoreBackend)

Ids and times differ from run to run."""
import shutil, sqlite3, sys
from pathlib import Path

from deepagents import create_deep_agent
from deepagents.backends import CompositeBackend, FilesystemBackend, StateBackend
from deepagents.backends.store import StoreBackend
from deepagents.middleware.summarization import SummarizationMiddleware
from langchain.agents.middleware import HumanInTheLoopMiddleware, TodoListMiddleware
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.sqlite import SqliteStore
from langgraph.types import Command

out = Path(sys.argv[1])


class Scripted(BaseChatModel):
    """Says the next line of its script: a text, or a list of calls (name, args)."""
    lines: list
    at: int = 0
    tag: str = "m"

    @property
    def _llm_type(self):
        return "scripted"

    def bind_tools(self, tools, **kwargs):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        line = self.lines[min(self.at, len(self.lines) - 1)]
        i, self.at = self.at, self.at + 1
        text, calls = (line, []) if isinstance(line, str) else ("", line)
        msg = AIMessage(text, id=f"{self.tag}-{i}", tool_calls=[{"id": f"{self.tag}-{i}-{k}", "name": n, "args": a} for k, (n, a) in enumerate(calls)],
                        usage_metadata={"input_tokens": 100 + 10 * i, "output_tokens": 7, "total_tokens": 107 + 10 * i},
                        response_metadata={"model_name": "scripted-2"})
        return ChatResult(generations=[ChatGeneration(message=msg)])


def fresh(name):
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    con = sqlite3.connect(folder / "sessions.db", check_same_thread=False)
    saver = SqliteSaver(con)
    saver.setup()
    con.execute("pragma journal_mode=delete")
    return folder, con, saver


def done(con):
    con.commit()
    con.execute("vacuum")
    con.close()


def human(text):
    return {"messages": [HumanMessage(text)]}


# --- subagents ------------------------------------------------------------------------------------------------------
_, con, saver = fresh("agents")
north = Scripted(tag="north", lines=[[("write_file", {"file_path": "/north.md", "content": "cold\nwater"})], "North is done."])
south = Scripted(tag="south", lines=[[("write_file", {"file_path": "/south.md", "content": "warm"})], [("read_file", {"file_path": "/gone.md"})], "South is done."])
deep = Scripted(tag="deep", lines=[[("task", {"subagent_type": "north", "description": "the far north, from below"})], "Deeper found the north."])
main = Scripted(tag="main", lines=[
    [("write_todos", {"todos": [{"content": "look north and south", "status": "in_progress"}, {"content": "look deeper", "status": "pending"}]})],
    [("task", {"subagent_type": "north", "description": "what lies north"}), ("task", {"subagent_type": "south", "description": "what lies south"})],
    [("edit_file", {"file_path": "/north.md", "old_string": "cold", "new_string": "icy"}), ("write_todos", {"todos": [{"content": "look north and south", "status": "completed"}, {"content": "look deeper", "status": "in_progress"}]})],
    [("task", {"subagent_type": "deep", "description": "go deeper"})],
    [("write_todos", {"todos": [{"content": "look north and south", "status": "completed"}, {"content": "look deeper", "status": "completed"}]})],
    "All looked at."])
inner = create_deep_agent(model=deep, name="deep", subagents=[{"name": "north", "description": "looks north", "system_prompt": "Look.", "model": Scripted(tag="inner", lines=["Nothing there."])}])
agent = create_deep_agent(model=main, checkpointer=saver, name="explorer", middleware=[TodoListMiddleware()], subagents=[
    {"name": "north", "description": "looks north", "system_prompt": "Look.", "model": north},
    {"name": "south", "description": "looks south", "system_prompt": "Look.", "model": south},
    {"name": "deep", "description": "looks deeper", "runnable": inner}])
agent.invoke(human("Look around"), {"configurable": {"thread_id": "0198c0de-0000-7000-8000-000000000001"}, "metadata": {
    "agent_name": "explorer", "assistant_id": "explorer", "cwd": "/home/dev/atlas", "git_branch": "main", "updated_at": "2026-12-01T06:00:00+00:00"}})
done(con)

# --- approvals ------------------------------------------------------------------------------------------------------
_, con, saver = fresh("approvals")


def asks(tag, *calls):
    return create_deep_agent(model=Scripted(tag=tag, lines=[list(calls), "Done."]), checkpointer=saver,
                             interrupt_on={"write_file": True, "edit_file": {"allowed_decisions": ["approve", "reject"]}})


def write(path, text):
    return ("write_file", {"file_path": path, "content": text})


for thread, calls, decisions in [
        ("waits", [write("/a.txt", "a")], None),
        ("two-wait", [write("/a.txt", "a"), ("edit_file", {"file_path": "/b.txt", "old_string": "x", "new_string": "y"})], None),
        ("approved", [write("/a.txt", "a")], [{"type": "approve"}]),
        ("edited", [write("/a.txt", "a")], [{"type": "edit", "edited_action": {"name": "write_file", "args": {"file_path": "/b.txt", "content": "b"}}}]),
        ("rejected", [write("/a.txt", "a"), write("/c.txt", "c")], [{"type": "reject", "message": "not there"}, {"type": "approve"}]),
        ("answered", [write("/a.txt", "a")], [{"type": "respond", "message": "it is written already"}])]:
    agent, cfg = asks(thread, *calls), {"configurable": {"thread_id": thread}}
    agent.invoke(human("Write it"), cfg)
    if decisions:
        agent.invoke(Command(resume={"decisions": decisions}), cfg)
agent = create_deep_agent(model=Scripted(tag="each", lines=[[write("/a.txt", "a"), write("/b.txt", "b")], "Done."]), checkpointer=saver,
                          middleware=[HumanInTheLoopMiddleware({"write_file": True}, interrupt_mode="per_call")])
agent.invoke(human("Write it"), {"configurable": {"thread_id": "each-waits"}})
ids = [i.id for i in agent.get_state({"configurable": {"thread_id": "each-waits"}}).interrupts]
agent.invoke(Command(resume={ids[0]: {"type": "reject", "message": "no"}}), {"configurable": {"thread_id": "each-waits"}})
done(con)


# --- summaries ------------------------------------------------------------------------------------------------------
def talk(saver, backend, thread, turns, store=None):
    model = Scripted(tag=thread, lines=[f"answer {i} " + "word " * 6 for i in range(turns)])
    summer = Scripted(tag="s", lines=["First the sea.", "Then the land.", "Then the sky."])
    agent = create_deep_agent(model=model, checkpointer=saver, backend=backend, store=store, middleware=[
        SummarizationMiddleware(model=model, summarizer=summer, backend=backend, trigger=("messages", 6), keep=("messages", 2))])
    for i in range(turns):
        agent.invoke(human(f"question {i}"), {"configurable": {"thread_id": thread}})


_, con, saver = fresh("summaries")
talk(saver, StateBackend(), "state", 7)
done(con)

folder, con, saver = fresh("archive")
disk = FilesystemBackend(root_dir=folder, virtual_mode=True)
talk(saver, CompositeBackend(default=StateBackend(), routes={"/conversation_history/": FilesystemBackend(root_dir=folder / "conversation_history", virtual_mode=True)}), "disk", 4)
talk(saver, CompositeBackend(default=StateBackend(), routes={"/conversation_history/": FilesystemBackend(root_dir=folder / "elsewhere", virtual_mode=True)}), "gone", 4)
shutil.rmtree(folder / "elsewhere")
done(con)

folder, con, saver = fresh("inStore")
own = sqlite3.connect(folder / "sessions.db", check_same_thread=False, isolation_level=None)
store = SqliteStore(own)
store.setup()
con.commit()
talk(saver, StoreBackend(store=store, namespace=lambda rt: ("filesystem",)), "store", 4, store)
own.close()
done(con)
