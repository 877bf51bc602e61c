"""odd_names.py OUT: a graph whose state keys and nodes are called like LangGraph's own channels (pip install langgraph==1.2.24
langgraph-checkpoint-sqlite), and a channel that keeps the greatest, taken in half at a head: what get_state says by id and of heads."""
import json
import os
import sqlite3
import sys
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
path = os.path.join(out, "sessions.db")
if os.path.exists(path):
    os.remove(path)


def greatest(a, b): return max(a, b)


State = TypedDict("State", {"topic": str, "peak": Annotated[int, greatest], "__note": str, "start:gate": int, "branch:in:b:out": str,
                            "join:port": str, "plan:inbox": str, "is_last_step": bool, "": str, "ünï code": list}, total=False)


def to(s): return {"__note": "kept", "start:gate": 4, "branch:in:b:out": "b", "join:port": "j", "plan:inbox": "i", "is_last_step": False, "": "empty", "ünï code": [1]}


def then(s): return {"topic": "then"}
def join(s): return {"start:gate": 5}


def work(s):
    return {"peak": interrupt("how much?") if s["k"] == 1 else s["k"]}


conn = sqlite3.connect(path, check_same_thread=False)
saver = SqliteSaver(conn)
g = StateGraph(State)
for name, do in (("to", to), ("then", then), ("a+b", lambda s: {"__note": "again"}), ("join", join), ("work", work)):
    g.add_node(name, do)
g.add_edge(START, "to")
g.add_edge("to", "then")
g.add_edge("to", "a+b")
g.add_edge(["then", "a+b"], "join")
g.add_conditional_edges("join", lambda s: [Send("work", {"k": k}) for k in (3, 1, 2)], ["work"])
graph = g.compile(checkpointer=saver)
graph.invoke({"topic": "names"}, {"configurable": {"thread_id": "names"}}, durability="sync")
graph.invoke(Command(goto=Send("work", {"k": 5}), update={"topic": "sent"}), {"configurable": {"thread_id": "sent"}}, durability="sync")
checkpoints, live = [], {}
for thread in ("names", "sent"):
    config = {"configurable": {"thread_id": thread}}
    head = graph.get_state(config)
    live[thread] = {"values": head.values, "next": sorted(head.next)}
    for s in graph.get_state_history(config):
        c = s.config["configurable"]
        by = graph.get_state({"configurable": {**c, "checkpoint_ns": ""}})
        checkpoints.append({"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": c["checkpoint_id"], "values": by.values, "next": sorted(by.next)})
conn.execute("pragma wal_checkpoint(truncate)")
conn.execute("pragma journal_mode=delete")
conn.execute("vacuum")
conn.close()
with open(os.path.join(out, "oracle.json"), "w") as f:
    json.dump({"checkpoints": checkpoints, "live": live}, f)
print(live)
