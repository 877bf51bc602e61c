"""Record how branches of a delta channel leak into each other: `pip install langgraph==1.2.0 langgraph-checkpoint-sqlite`, then
`delta_leak.py OUT` makes OUT/sessions.db and OUT/oracle.json (what get_state by id says). LangGraph from 1.2.14 on stores a
snapshot where a branch begins, and nothing leaks."""
import json
import os
import sqlite3
import sys
from typing import Annotated, TypedDict

from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
path = os.path.join(out, "sessions.db")
if os.path.exists(path):
    os.remove(path)


def append(state, writes):
    for w in writes:
        state = state + w
    return state


class State(TypedDict):
    log: Annotated[list, DeltaChannel(append, snapshot_frequency=1000)]
    side: Annotated[list, DeltaChannel(append, snapshot_frequency=1000)]


run = 1


def node(name):
    def do(state):
        if name == "a" and run > 1:
            return {"log": [f"a{run}"], "side": [f"side{run}"]}
        return {"log": [f"{name}{run}"]}
    return do


builder = StateGraph(State)
for name in "abc":
    builder.add_node(name, node(name))
for edge in ((START, "a"), ("a", "b"), ("b", "c"), ("c", END)):
    builder.add_edge(*edge)
conn = sqlite3.connect(path, check_same_thread=False)
graph = builder.compile(checkpointer=SqliteSaver(conn))


def first(thread, due):
    """The oldest checkpoint of a thread after which a node is due."""
    return [h for h in graph.get_state_history({"configurable": {"thread_id": thread}}) if h.next == (due,)][-1].config


# Runs, edits and Commands from old checkpoints.
graph.invoke({"log": ["in"]}, {"configurable": {"thread_id": "runs"}})
run = 2
graph.invoke(None, first("runs", "a"))
run = 3
edited = graph.update_state(first("runs", "b"), {"log": ["upd3"]}, as_node="a")
run = 4
graph.invoke(None, edited)
run = 5
graph.invoke(Command(goto="c", update={"log": ["cmd5"]}), first("runs", "b"))

# Edits in the name of a node that ran from there: they write under the task id of that run, whose rows stay.
run = 1
graph.invoke({"log": ["in"]}, {"configurable": {"thread_id": "edits"}})
edited = graph.update_state(first("edits", "b"), {"log": ["upd3"]}, as_node="b")
run = 4
graph.invoke(None, edited)
graph.update_state(first("edits", "b"), {"log": ["upd5"], "side": ["s5"]}, as_node="b")

oracle = []
for thread, cid in conn.execute("select thread_id, checkpoint_id from checkpoints order by 1, 2").fetchall():
    s = graph.get_state({"configurable": {"thread_id": thread, "checkpoint_id": cid}})
    oracle.append({"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": cid, "source": s.metadata["source"],
                   "step": s.metadata["step"], "values": s.values, "next": list(s.next)})
conn.commit()
conn.execute("pragma wal_checkpoint(truncate)")
conn.execute("pragma journal_mode=delete")
conn.execute("vacuum")
conn.close()
json.dump({"checkpoints": oracle}, open(os.path.join(out, "oracle.json"), "w"), indent=1)
