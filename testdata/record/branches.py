"""Records testdata/langgraph/branches: a graph of twelve nodes with branches, two joins, a loop and nodes that never run, and
beside it graph.json: the edges that get_graph gives, and those that were taken, as the branches' own functions returned them.

    python testdata/record/branches.py testdata/langgraph/branches
"""
import json
import operator
import os
import sqlite3
import sys
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
path = os.path.join(out, "sessions.db")
if os.path.exists(path):
    os.remove(path)


class State(TypedDict, total=False):
    topic: str
    n: Annotated[int, operator.add]


b = StateGraph(State)
for name in ["triage", "retrieve", "search_web", "search_docs", "rerank", "draft", "fact_check", "critic", "revise", "translate", "publish", "notify"]:
    b.add_node(name, lambda s: {"n": 1})
chosen = []


def branch(source, choose, targets):
    def wrapped(state):
        chosen.append((source, choose(state)))
        return chosen[-1][1]

    b.add_conditional_edges(source, wrapped, targets)


b.add_edge(START, "triage")
branch("triage", lambda s: "retrieve" if s["topic"] == "long" else "publish", ["retrieve", "publish", "translate"])
b.add_edge("retrieve", "search_web")
b.add_edge("retrieve", "search_docs")
b.add_edge(["search_web", "search_docs"], "rerank")
b.add_edge("rerank", "draft")
b.add_edge("draft", "fact_check")
b.add_edge("draft", "critic")
b.add_edge(["fact_check", "critic"], "revise")
branch("revise", lambda s: "draft" if s["n"] < 14 else "publish", ["draft", "publish", "translate"])
b.add_edge("translate", "publish")
b.add_edge("publish", "notify")
b.add_edge("notify", END)

con = sqlite3.connect(path, check_same_thread=False)
graph = b.compile(checkpointer=SqliteSaver(con))
for topic in ["long", "short"]:
    graph.invoke({"topic": topic, "n": 0}, {"configurable": {"thread_id": "t"}})
con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
con.execute("PRAGMA journal_mode=DELETE")
con.execute("VACUUM")
con.close()

edges = graph.get_graph().edges
ran = {"__start__", "triage", "publish", "notify", "retrieve", "search_web", "search_docs", "rerank", "draft", "fact_check", "critic", "revise"}
taken = {(e.source, e.target) for e in edges if not e.conditional and e.source in ran} | set(chosen)
with open(os.path.join(out, "graph.json"), "w") as f:
    json.dump({"edges": sorted((e.source, e.target) for e in edges), "taken": sorted(taken)}, f, indent=0)
