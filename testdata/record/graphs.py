"""The graphs that forks are proved on: real LangGraph, one for each way a step can come about."""
import operator
from typing import Annotated, TypedDict

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
try:
    from langgraph.channels.delta import DeltaChannel
except ImportError:  # before 1.2
    DeltaChannel = None
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command, Send, interrupt


def linear(saver):
    S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int, "messages": Annotated[list, add_messages]})

    def agent(s):
        n = s.get("n", 0)
        call = [{"name": "look", "args": {"at": f"/f{n}"}, "id": f"call-{n}"}] if n < 3 else []
        return {"log": [f"agent {n}"], "n": n + 1, "messages": [AIMessage(f"step {n}", id=f"ai-{n}", tool_calls=call)]}

    def tools(s):
        last = s["messages"][-1]
        return {"log": ["tools"], "messages": [ToolMessage("seen", tool_call_id=c["id"], id="r-" + c["id"]) for c in getattr(last, "tool_calls", [])]}

    g = StateGraph(S)
    g.add_node("agent", agent)
    g.add_node("tools", tools)
    g.add_edge(START, "agent")
    g.add_conditional_edges("agent", lambda s: "tools" if s["n"] < 4 else END, ["tools", END])
    g.add_edge("tools", "agent")
    return g.compile(checkpointer=saver)


def fan_out(saver):
    S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int})
    g = StateGraph(S)
    for name in ("plan", "left", "right", "deep", "join"):
        g.add_node(name, lambda s, name=name: {"log": [name]} | ({"n": s.get("n", 0) + 1} if name == "join" else {}))
    g.add_edge(START, "plan")
    g.add_edge("plan", "left")
    g.add_edge("plan", "right")
    g.add_edge("right", "deep")
    g.add_edge(["left", "deep"], "join")
    g.add_edge("join", END)
    return g.compile(checkpointer=saver)


def subgraph(saver):
    S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int})
    inner = StateGraph(S)
    inner.add_node("one", lambda s: {"log": ["one"]})
    inner.add_node("two", lambda s: {"log": ["two"], "n": s.get("n", 0) + 1})
    inner.add_edge(START, "one")
    inner.add_edge("one", "two")
    g = StateGraph(S)
    g.add_node("plan", lambda s: {"log": ["plan"]})
    g.add_node("child", inner.compile())
    g.add_node("done", lambda s: {"log": ["done"]})
    g.add_edge(START, "plan")
    g.add_edge("plan", "child")
    g.add_edge("child", "done")
    return g.compile(checkpointer=saver)


def asks(saver):
    S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int})
    g = StateGraph(S)
    g.add_node("plan", lambda s: {"log": ["plan"], "n": 1})
    g.add_node("ask", lambda s: {"log": ["answer " + str(interrupt({"ask": s["topic"]}))]})
    g.add_node("after", lambda s: {"log": ["after"]})
    g.add_edge(START, "plan")
    g.add_edge("plan", "ask")
    g.add_edge("ask", "after")
    return g.compile(checkpointer=saver)


def sends(saver):
    S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int})
    g = StateGraph(S)
    g.add_node("plan", lambda s: {"log": ["plan"], "n": 3})
    g.add_node("work", lambda s: {"log": [f"work {s['i']}"]})
    g.add_node("reduce", lambda s: {"log": ["reduce"]})
    g.add_edge(START, "plan")
    g.add_conditional_edges("plan", lambda s: [Send("work", {"i": i}) for i in range(s["n"])], ["work"])
    g.add_edge("work", "reduce")
    return g.compile(checkpointer=saver)


def fold(state, updates):
    out = list(state or [])
    for u in updates:
        out.extend(u if isinstance(u, list) else [u])
    return out


def delta(saver):
    S = TypedDict("S", {"topic": str, "log": Annotated[list, DeltaChannel(fold, snapshot_frequency=4)], "n": int,
                        "messages": Annotated[list, DeltaChannel(lambda s, us: add_all(s, us), snapshot_frequency=1000)]})

    def agent(s):
        n = s.get("n", 0)
        return {"log": [f"agent {n}"], "n": n + 1, "messages": [AIMessage(f"step {n}", id=f"ai-{n}")]}

    g = StateGraph(S)
    g.add_node("agent", agent)
    g.add_node("tools", lambda s: {"log": ["tools"], "messages": [HumanMessage("more", id=f"h-{s['n']}")]})
    g.add_edge(START, "agent")
    g.add_conditional_edges("agent", lambda s: "tools" if s["n"] < 4 else END, ["tools", END])
    g.add_edge("tools", "agent")
    return g.compile(checkpointer=saver)


def add_all(state, updates):
    out = state or []
    for u in updates:
        out = add_messages(out, u)
    return out


GRAPHS = {"linear": linear, "fan-out": fan_out, "subgraph": subgraph, "interrupt": asks, "send": sends} | ({"delta": delta} if DeltaChannel else {})
# An edit of a scalar and one inside a list, where the channel has something.
EDITS = {"topic": '"changed here"', "n": "2"}
ANSWER = Command(resume="yes")
