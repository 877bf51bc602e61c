"""Graphs whose runs stop half way: at a question, after a failure, half done, inside a subgraph, between task functions."""
import operator
from typing import Annotated, TypedDict

try:
    from langgraph.func import entrypoint, task
except ImportError:  # 0.2.20
    entrypoint = None
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt

RAN, BROKEN = [], {"on": True}
S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int})


def node(name, does=lambda s: None):
    def run(s):
        got = does(s)
        RAN.append(name)
        return {"log": [name if got is None else f"{name} {got}"]}
    return run


def breaks(s):
    if BROKEN["on"]:
        raise ValueError("not yet")


def graph(nodes, edges, saver=None, **kw):
    g = StateGraph(S)
    for name, does in nodes.items():
        g.add_node(name, does if hasattr(does, "invoke") else node(name, does))
    for a, b in edges:
        g.add_edge(a, b)
    return g.compile(checkpointer=saver, **kw)


ask = lambda s: interrupt({"ask": s["topic"]})
twice = lambda s: f"{interrupt('first')} {interrupt('second')}"
nothing = lambda s: None


def question(c): return graph({"plan": nothing, "ask": ask, "after": nothing}, [(START, "plan"), ("plan", "ask"), ("ask", "after")], c)


def second(c): return graph({"ask": twice, "after": nothing}, [(START, "ask"), ("ask", "after")], c)


def fails(c): return graph({"good": nothing, "bad": breaks, "join": nothing}, [(START, "good"), (START, "bad"), ("good", "join"), ("bad", "join")], c)


def mixed(c):
    g = {"good": nothing, "ask": ask, "bad": breaks, "also": ask}
    return graph(g | {"end": nothing}, [(START, n) for n in g] + [([*g], "end")], c)


def sends(c):
    def work(s):
        got = interrupt({"which": s["i"]}) if s["i"] == 1 else None
        RAN.append(f"work {s['i']}")
        return {"log": [f"work {s['i']} {got}"]}
    g = StateGraph(S)
    g.add_node("plan", node("plan"))
    g.add_node("work", work)
    g.add_node("reduce", node("reduce"))
    g.add_edge(START, "plan")
    g.add_conditional_edges("plan", lambda s: [Send("work", {"i": i}) for i in range(3)], ["work"])
    g.add_edge("work", "reduce")
    return g.compile(checkpointer=c)


def inner(c): return graph({"plan": nothing, "child": graph({"one": nothing, "ask": ask, "two": nothing}, [(START, "one"), ("one", "ask"), ("ask", "two")]), "done": nothing},
                           [(START, "plan"), ("plan", "child"), ("child", "done")], c)


def deeper(c):
    low = graph({"a": nothing, "ask": twice, "b": nothing}, [(START, "a"), ("a", "ask"), ("ask", "b")])
    mid = graph({"x": nothing, "low": low, "y": nothing}, [(START, "x"), ("x", "low"), ("low", "y")])
    return graph({"side": nothing, "mid": mid, "done": nothing}, [(START, "side"), (START, "mid"), (["side", "mid"], "done")], c)


def inside_fails(c):
    low = graph({"a": nothing, "bad": breaks, "b": nothing}, [(START, "a"), ("a", "bad"), ("bad", "b")])
    return graph({"plan": nothing, "child": low, "done": nothing}, [(START, "plan"), ("plan", "child"), ("child", "done")], c)


def paused(c): return graph({"plan": nothing, "child": graph({"one": nothing, "two": nothing}, [(START, "one"), ("one", "two")], interrupt_before=["two"]), "done": nothing},
                            [(START, "plan"), ("plan", "child"), ("child", "done")], c)


def functional(c):
    @task
    def slow(x):
        RAN.append(f"slow {x}")
        return x * 2

    @task
    def asks(x):
        got = interrupt({"x": x})
        RAN.append("asks")
        return got

    @entrypoint(checkpointer=c)
    def flow(inputs):
        RAN.append("flow")
        a = slow(3).result()
        b = asks(a).result()
        return {"a": a, "b": b, "c": slow(a).result()}
    return flow


GRAPHS = {f.__name__: f for f in (question, second, fails, mixed, sends, inner, deeper, inside_fails, paused, functional)}


def answer(graph, thread, n):
    """Resumes once, with an answer to each open question; what ran."""
    RAN.clear()
    state = graph.get_state(thread)
    ids = [i.id for t in state.tasks for i in t.interrupts if hasattr(i, "id")]
    try:
        if len(set(ids)) > 1:
            graph.invoke(Command(resume={i: f"yes {n}" for i in ids}), thread)
        else:
            graph.invoke(Command(resume=f"yes {n}") if any(t.interrupts for t in state.tasks) else None, thread)
    except ValueError:  # a node that fails; 0.2 that cannot tell two questions apart
        pass
    return sorted(RAN)


def stop(name, build, saver, answers):
    """Runs thread t up to where it stops, after some answers; the graph."""
    BROKEN["on"] = True
    g, thread = build(saver), {"configurable": {"thread_id": "t"}}
    try:
        g.invoke({"topic": name, "log": [], "n": 0}, thread)
    except ValueError:
        pass
    for n in range(answers):
        answer(g, thread, 100 + n)
    return g
