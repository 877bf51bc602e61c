"""delta_branches.py OUT: branches of a thread whose delta channels never reach a snapshot by themselves, with what get_state says of
each checkpoint and of the heads (pip install langgraph==1.2.24 langgraph-checkpoint-sqlite). Runs from old checkpoints begin with a
row that stores every channel whole; a Command's update is in such a row only, or waits at a head beside a finished task's writes."""
import json
import os
import sqlite3
import sys
from typing import Annotated, TypedDict

from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
path = os.path.join(out, "sessions.db")
if os.path.exists(path):
    os.remove(path)


def append(s, ws): return [*s, *(x for w in ws for x in w)]
def distinct(s, ws): return list(dict.fromkeys(append(s, ws)))
def latest(s, ws): return append(s, ws)[-3:]
def gather(s, ws): return s | {x for w in ws for x in w}
def total(s, ws): return s + sum(ws)
def merge(s, ws): return {k: v for d in [s, *ws] for k, v in d.items()}


class State(TypedDict, total=False):
    trail: Annotated[list, DeltaChannel(append, snapshot_frequency=1000)]
    kinds: Annotated[list, DeltaChannel(distinct, snapshot_frequency=1000)]
    recent: Annotated[list, DeltaChannel(latest, snapshot_frequency=1000)]
    marks: Annotated[set, DeltaChannel(gather, snapshot_frequency=1000)]
    cost: Annotated[int, DeltaChannel(total, snapshot_frequency=1000)]
    known: Annotated[dict, DeltaChannel(merge, snapshot_frequency=1000)]
    n: int


def walk(s):
    n = s.get("n", 0) + 1
    return {"n": n, "trail": [f"stop {n}"], "kinds": [n % 3, n % 2], "recent": [n], "marks": [n % 4], "cost": n, "known": {"last": n, f"k{n % 2}": n}}


def ask(s): return {"trail": [interrupt("on?")]}
def trip(s): raise ValueError("tripped")


conn = sqlite3.connect(path, check_same_thread=False)
saver = SqliteSaver(conn)
g = StateGraph(State)
g.add_node("walk", walk)
g.add_edge(START, "walk")
g.add_conditional_edges("walk", lambda s: "walk" if s["n"] % 7 else END, ["walk", END])
loop = g.compile(checkpointer=saver)
g = StateGraph(State)
for name, do in (("walk", walk), ("ask", ask), ("trip", trip)):
    g.add_node(name, do)
g.add_edge(START, "walk")
g.add_edge("walk", "ask")
g.add_edge("walk", "trip")
asking = g.compile(checkpointer=saver)


def run(graph, thread, given, **more):
    try:
        graph.invoke(given, {"configurable": {"thread_id": thread, **more}}, durability="sync")
    except ValueError as e:
        print(thread, e)


def at(graph, thread, k):
    return list(graph.get_state_history({"configurable": {"thread_id": thread}}))[k].config["configurable"]["checkpoint_id"]


def plain(v):
    if isinstance(v, set):
        return {"$type": "builtins.set", "$value": sorted(v)}
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    return v


run(loop, "walks", {"trail": ["begin"]})
run(loop, "walks", None, checkpoint_id=at(loop, "walks", 3))
run(loop, "walks", Command(update={"trail": ["by command"], "cost": 100}), checkpoint_id=at(loop, "walks", 5))
run(loop, "walks", {"trail": ["again"]}, checkpoint_id=at(loop, "walks", 4))
run(loop, "waits", {"trail": ["begin"]})  # no branch, no evidence of its own
run(asking, "asks", {"trail": ["begin"]})
run(asking, "asks", Command(resume="yes", update={"trail": ["by command"], "cost": 50}))
checkpoints, live = [], {}
for thread, graph in (("walks", loop), ("waits", loop), ("asks", asking)):
    config = {"configurable": {"thread_id": thread}}
    live[thread] = plain(graph.get_state(config).values)
    for s in graph.get_state_history(config):
        c = s.config["configurable"]
        checkpoints.append({"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": c["checkpoint_id"], "step": s.metadata["step"],
                            "values": plain(graph.get_state({"configurable": {**c, "checkpoint_ns": ""}}).values)})
conn.execute("pragma wal_checkpoint(truncate)")
conn.execute("pragma journal_mode=delete")
conn.execute("vacuum")
conn.close()
with open(os.path.join(out, "oracle.json"), "w") as f:
    json.dump({"checkpoints": checkpoints, "live": live}, f)
