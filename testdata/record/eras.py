"""eras.py OUT [CASE…]: records graphs with whatever LangGraph (0.0.48 … 0.4) this Python has, and what it says of them itself.

Writes OUT/<case>/sessions.db and OUT/<case>/oracle.json: per checkpoint get_state by its id, per head get_state by the thread.
"""
import inspect
import json
import operator
import sqlite3
import sys
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, List

warnings.filterwarnings("ignore")
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, ChatMessage, FunctionMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, StateGraph
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

try:
    from langgraph.types import Send
except ImportError:
    try:
        from langgraph.constants import Send
    except ImportError:
        Send = None
try:
    from langgraph.types import Command, interrupt
except ImportError:
    Command = interrupt = None

OUT = Path(sys.argv[1])
LG = version("langgraph")


class State(TypedDict, total=False):
    messages: Annotated[list, add_messages]
    notes: Annotated[List[str], operator.add]
    pages: List[Any]
    score: float
    item: Any


def shown(x):
    if isinstance(x, dict):
        if all(isinstance(k, str) for k in x):
            return {k: shown(v) for k, v in x.items()}
        return {"$type": "builtins.dict", "$items": [[shown(k), shown(v)] for k, v in x.items()]}
    if isinstance(x, (set, frozenset)):
        return {"$type": "builtins.set", "$value": [shown(v) for v in x]}
    if isinstance(x, (list, tuple)) and not hasattr(x, "_fields"):
        return [shown(v) for v in x]
    if x is None or isinstance(x, (str, int, float, bool)):
        return x
    t = type(x)
    if t.__name__ == "WaitForNames":
        return {"$type": f"{t.__module__}.{t.__name__}", "names": shown(x.names)}
    name = f"{t.__module__}.{t.__name__}"
    if t.__name__ == "Send":
        return {"$type": "langgraph.types.Send", "node": x.node, "arg": shown(x.arg)}
    if t.__name__ == "Interrupt":
        f = {k: getattr(x, k) for k in ("value", "resumable", "ns", "when", "id") if hasattr(x, k)}
        if "ns" in f and "interrupt_id" in dir(t):
            f.pop("id", None)
        return {"$type": "langgraph.types.Interrupt"} | {k: shown(v) for k, v in f.items() if v is not None or k == "value"}
    fields = dict(x.__dict__)
    fields.update(getattr(x, "__pydantic_extra__", None) or {})
    return {"$type": name} | {k: shown(v) for k, v in fields.items() if not k.startswith("__")}


def node(name, **gives):
    def run(state):
        return dict(gives, notes=[name])
    return run


def build(nodes, edges, conds=(), joins=(), start=None, checkpointer=None, state=State, **kw):
    g = StateGraph(state)
    for n, f in nodes.items():
        g.add_node(n, f)
    g.set_entry_point(start or list(nodes)[0])
    for a, b in edges:
        g.add_edge(a, b)
    for a, f in conds:
        g.add_conditional_edges(a, f)
    for a, b in joins:
        g.add_edge(list(a), b)
    left = {a for a, _ in edges} | {a for a, _ in conds} | {a for many, _ in joins for a in many}
    sent = {"worker bee"}
    for n in nodes:
        if n not in left and n not in sent:
            g.add_edge(n, END)
    return g.compile(checkpointer=checkpointer, **kw)


CALL = {"name": "fetch_page", "args": {"url": "https://example.org/ä?q=1", "depth": 2}, "id": "tc-9"}


def say(state):
    n = len(state["messages"])
    if n < 3:
        return {"messages": [SystemMessage(content="be brief", id=f"sys-{n}"), AIMessage(content="looking", id=f"bot-{n}", tool_calls=[CALL],
                invalid_tool_calls=[{"name": "oops", "args": "{not json", "id": "tc-8", "error": "bad"}], name="scout",
                additional_kwargs={"refusal": None}, response_metadata={"finish_reason": "tool_calls"})]}
    return {"messages": [AIMessage(content=[{"type": "text", "text": "done"}], id=f"bot-{n}")], "score": 0.5}


def fetch(state):
    return {"messages": [ToolMessage(content="<html>", tool_call_id="tc-9", id="res-1", name="fetch_page"), FunctionMessage(content="42", name="add", id="fn-1"),
            ChatMessage(content="aside", role="critic", id="chat-1")],
            "pages": [Document(page_content="p", metadata={"n": 1})], "notes": ["fetch"]}


def crash(state):
    raise RuntimeError("kaputt")


def cases():
    image = [{"type": "text", "text": "what is this?"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]

    def talk(saver):
        g = build({"scout": say, "fetch page": fetch}, [("fetch page", "scout")], [("scout", lambda s: "fetch page" if s["messages"][-1].content == "looking" else END)], checkpointer=saver)
        for k in range(2):
            g.invoke({"messages": [HumanMessage(content=image, id=f"h-{k}", name="ada", additional_kwargs={"lang": "de"})]}, cfg(f"talk-{k}"))
        g.invoke({"messages": [("user", "again"), HumanMessage(content="more", id="h-9")]}, cfg("talk-0"))
        return g
    yield "talk", talk

    def diamond(saver):
        nodes = {n: node(n) for n in ("begin", "left arm", "right", "tail", "sum", "after")}
        g = build(nodes, [("begin", "left arm"), ("begin", "right"), ("right", "tail"), ("sum", "after")], joins=[(("left arm", "tail"), "sum")], checkpointer=saver)
        g.invoke({"notes": [], "score": 1.0}, cfg("d-1"))
        g.invoke({"notes": ["second"]}, cfg("d-1"))
        g.invoke({"notes": ["x"]}, cfg("d-2"))
        return g
    yield "diamond", diamond

    def halt(saver):
        nodes = {n: node(n) for n in ("one", "two", "three")}
        kw = {"interrupt_before": ["two"]}
        g = build(nodes, [("one", "two"), ("two", "three")], checkpointer=saver, **kw)
        g.invoke({"notes": ["a"]}, cfg("h-waits"))
        g.invoke({"notes": ["b"]}, cfg("h-done"))
        g.invoke(None, cfg("h-done"))
        g.update_state(cfg("h-waits"), {"notes": ["edited"]})
        g.invoke({"notes": ["c"]}, cfg("h-restarted"))
        g.invoke({"notes": ["d"]}, cfg("h-restarted"))
        return g
    yield "halt", halt

    def broken(saver):
        nodes = {"root": node("root"), "fine": node("fine", score=2.0), "bad": crash, "fine too": node("fine too"), "end": node("end")}
        g = build(nodes, [("root", "fine"), ("root", "bad"), ("root", "fine too")], joins=[(("fine", "bad", "fine too"), "end")], checkpointer=saver)
        for t in ("b-1", "b-2"):
            try:
                g.invoke({"notes": [t]}, cfg(t))
            except (RuntimeError, KeyError):
                pass
        return g
    yield "broken", broken

    if Send is not None:
        def spread(saver):
            nodes = {"fan": node("fan"), "worker bee": lambda s: {"notes": [f"w{s['item']}"]}, "collect": node("collect")}
            g = build(nodes, [("worker bee", "collect")], [("fan", lambda s: [Send("worker bee", {"item": i}) for i in range(3)])], checkpointer=saver, interrupt_before=["collect"])
            g.invoke({"notes": []}, cfg("s-waits"))
            g.invoke({"notes": []}, cfg("s-done"))
            g.invoke(None, cfg("s-done"))
            return g
        yield "spread", spread

        def inner(saver):
            sub = build({"dig": node("dig"), "rest": node("rest")}, [("dig", "rest")], **({} if LG == "0.2.3" else {}))
            g = build({"open": node("open"), "mine": sub, "close": node("close")}, [("open", "mine"), ("mine", "close")], checkpointer=saver, interrupt_before=["close"])
            g.invoke({"notes": ["n"]}, cfg("i-waits"))
            g.invoke({"notes": ["n"]}, cfg("i-done"))
            g.invoke(None, cfg("i-done"))
            return g
        yield "inner", inner
    if interrupt is not None and LG > "0.2.5":
        def ask(saver):
            def q(state):
                return {"notes": [interrupt({"sure?": len(state["notes"])})]}

            def q2(state):
                return {"notes": [interrupt("first"), interrupt("second")]}
            g = build({"prep": node("prep"), "ask me": q, "ask twice": q2, "fin": node("fin")}, [("prep", "ask me"), ("prep", "ask twice")], joins=[(("ask me", "ask twice"), "fin")], checkpointer=saver)
            for t in ("a-waits", "a-half", "a-done"):
                g.invoke({"notes": []}, cfg(t))
            g2 = build({"solo": q, "next": node("next")}, [("solo", "next")], checkpointer=saver)
            g2.invoke({"notes": []}, cfg("a-solo"))
            g2.invoke(Command(resume="yes"), cfg("a-solo"))
            return g, {"a-solo": g2}
        yield "ask", ask

    def then(saver):
        """A node behind a branch's nodes, which starts once all that the branch chose have come (to 0.5)."""
        g = StateGraph(State)
        for n in ("to", "left", "right", "gather", "fin"):
            g.add_node(n, node(n))
        g.add_edge("__start__", "to")
        g.add_conditional_edges("to", lambda s: ["left", "right"] if s["score"] > 1 else ["left"], ["left", "right"], then="gather")
        g.add_edge("gather", "fin")
        g = g.compile(checkpointer=saver)
        for thread, score in (("one", 1.0), ("two", 2.0), ("one", 2.0)):
            g.invoke({"score": score}, cfg(thread))
        return g
    if "then" in inspect.signature(StateGraph.add_conditional_edges).parameters:
        yield "then", then


def cfg(thread, ns=None, id=None):
    c = {"thread_id": thread}
    if ns is not None:
        c["checkpoint_ns"] = ns
    if id is not None:
        c["thread_ts" if OLD else "checkpoint_id"] = id
    return {"configurable": c}


OLD = tuple(int(p) for p in LG.split(".")[:2]) < (0, 2)


def snapshot(g, config):
    s = g.get_state(config)
    d = {"values": shown(s.values), "next": sorted(s.next), "metadata": shown(s.metadata)}
    if hasattr(s, "tasks"):
        d["tasks"] = [{"id": t.id, "name": t.name, "error": str(t.error) if t.error else None, "interrupts": [shown(i) for i in t.interrupts]} |
                      ({"path": shown(t.path)} if hasattr(t, "path") else {}) for t in s.tasks]
        for t in d["tasks"]:
            if "path" in t:
                t["path"] = [p for p in t["path"]]
    return d, s


for name, run in cases():
    if sys.argv[2:] and name not in sys.argv[2:]:
        continue
    folder = OUT / f"own-{LG}-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "sessions.db"
    path.unlink(missing_ok=True)
    conn = sqlite3.connect(path, check_same_thread=False)
    saver = SqliteSaver(conn)
    graphs = {}
    g = run(saver)
    if isinstance(g, tuple):
        g, graphs = g
    cols = [r[1] for r in conn.execute("pragma table_info(checkpoints)")]
    idc, nsc = ("thread_ts", "''") if "thread_ts" in cols else ("checkpoint_id", "checkpoint_ns")
    rows = conn.execute(f"select thread_id, {nsc}, {idc}, {'parent_ts' if idc == 'thread_ts' else 'parent_checkpoint_id'} from checkpoints").fetchall()
    checkpoints, heads = [], {}
    for thread, ns, id, parent in rows:
        heads.setdefault(thread, {})
        heads[thread][ns] = max(id, heads[thread].get(ns, ""))
        conf = cfg(thread, None if OLD else ns, id)
        t = saver.get_tuple(conf)
        cp = t.checkpoint
        o = {"thread_id": thread, "checkpoint_ns": ns, "checkpoint_id": id, "parent_checkpoint_id": parent, "v": cp["v"], "ts": cp["ts"],
             "channels": {k: None for k in cp["channel_values"]}, "channel_versions": shown(cp["channel_versions"]), "versions_seen": shown(cp["versions_seen"])}
        meta = getattr(t, "metadata", None) or {}
        o |= {"source": meta.get("source"), "step": meta.get("step"), "metadata": shown(meta)}
        if "parents" in meta:
            o["parents"] = meta["parents"]
        if ns == "":
            d, s = snapshot(graphs.get(thread, g), conf)
            o |= {"values": d["values"], "next": d["next"]}
            if "tasks" in d:
                o["tasks"] = d["tasks"]
        if conn.execute("select count(*) from sqlite_master where name='writes'").fetchone()[0] and not OLD:
            o["writes"] = [{"task_id": a, "idx": b, "channel": c, "value": shown(saver.serde.loads_typed((ty, v)))} for a, b, c, ty, v in conn.execute(
                "select task_id, idx, channel, type, value from writes where thread_id=? and checkpoint_ns=? and checkpoint_id=?", (thread, ns, id))]
        checkpoints.append(o)
    live = {}
    for thread in heads:
        d, s = snapshot(graphs.get(thread, g), cfg(thread))
        live[thread] = {"": d}
    conn.commit()
    conn.close()
    made = {"langgraph": LG, "langchain-core": version("langchain-core")}
    (folder / "oracle.json").write_text(json.dumps({"case": folder.name, "made_with": made, "checkpoints": checkpoints, "heads": heads, "live": live}, indent=None))
    print(folder.name, len(checkpoints))
