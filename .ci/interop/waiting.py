#!/usr/bin/env python3
"""waiting.py BINARY [GRAPH]: forks that keep what waits (--keep-waiting), taken up by the real LangGraph.

A run stops: at a question, after a failure, half done, inside a subgraph, inside a subgraph of a subgraph, between task functions.
From where it stands a fork is made: a child, an exact copy, in a new thread, with its history, in a copy of the file, with an edit.
Asked of each: get_state names the same nodes, questions and errors as at the place it leaves; a resume runs exactly the nodes
that a resume of the original runs, and ends in the same state; unfork leaves every row as before. Closes with 'N passed, N failed'.
"""
import json, operator, os, shutil, sqlite3, subprocess, sys, tempfile
from pathlib import Path
from typing import Annotated, TypedDict

from importlib.metadata import version

from langgraph.checkpoint.sqlite import SqliteSaver
try:
    from langgraph.func import entrypoint, task
except ImportError:  # 0.2.20
    entrypoint = None
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt

BINARY = str(Path(sys.argv[1]).resolve())
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
RAN, BROKEN = [], {"on": True}
S = TypedDict("S", {"topic": str, "log": Annotated[list, operator.add], "n": int})
PATHS = hasattr(SqliteSaver, "_has_task_path")  # rows name their nodes
OLD = version("langgraph").startswith("0.2.")
passed = failed = lost_rows = 0


def check(what, ok, detail=""):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print(f"{what}: {detail}")
    return ok


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


INSIDE = {"inner", "deeper", "inside_fails", "paused"}
GRAPHS = {f.__name__: f for f in (question, second, fails, mixed, sends, inner, deeper, inside_fails, paused, functional)}


def cptui(*args):
    p = subprocess.run([BINARY, *args], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if p.returncode:
        raise RuntimeError(f"exit {p.returncode}: {p.stderr.strip()}")
    return json.loads(p.stdout)


def rows(db):
    con = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    try:
        return {t: con.execute(f"select * from {t} order by 1,2,3,4,5,6").fetchall() for t in ("checkpoints", "writes")}
    finally:
        con.close()


def opened(db, build):
    con = sqlite3.connect(db, check_same_thread=False)
    return con, build(SqliteSaver(con))


def told(state):
    """What a state says that does not depend on ids."""
    return {"next": sorted(state.next), "values": state.values if not isinstance(state.values, dict) else {k: sorted(map(str, v)) if k == "log" else v for k, v in state.values.items()},
            "tasks": sorted((t.name, str(t.error), [i.value for i in t.interrupts]) for t in state.tasks)}


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


def finish(graph, thread):
    """Resumes until nothing is due; what ran each time, and the end."""
    BROKEN["on"] = False
    out = []
    for n in range(6):
        if not graph.get_state(thread).next:
            break
        out.append(answer(graph, thread, n))
    return out, told(graph.get_state(thread))


def stop(name, build, db, answers):
    """A run in thread t up to where it stops, after some answers."""
    BROKEN["on"] = True
    con, g = opened(db, build)
    thread = {"configurable": {"thread_id": "t"}}
    try:
        g.invoke({"topic": name, "log": [], "n": 0}, thread)
    except ValueError:
        pass
    for n in range(answers):
        answer(g, thread, 100 + n)
    state = g.get_state(thread)
    con.close()
    return state


WAYS = {
    "child": [], "copy": ["--source", "fork"], "thread": ["--to-thread", "other"], "history": ["--to-thread", "other", "--with-history"],
    "copy of the file": ["--copy-to", "COPY"], "edit": ["--set", ".n=7"],
}


def prove(name, build, folder, answers):
    global lost_rows
    db = folder / "t.db"
    state = stop(name, build, db, answers)
    if not state.next:
        return False
    before = rows(db)
    copy = folder / "original.db"
    shutil.copy(db, copy)
    con, g = opened(copy, build)
    want = told(g.get_state({"configurable": {"thread_id": "t"}}))
    ran, end = finish(g, {"configurable": {"thread_id": "t"}})
    con.close()
    base = state.config["configurable"]["checkpoint_id"]
    for way, args in WAYS.items():
        if way == "edit" and not isinstance(state.values, dict):
            continue
        what = f"{name} after {answers} answers, {way}"
        target = folder / "copy.db" if way == "copy of the file" else db
        args = [str(target) if a == "COPY" else a for a in args]
        try:
            plan = cptui("fork", str(db), base, "-t", "t", "--keep-waiting", *args, "--dry-run", "--json")
            made = cptui("fork", str(db), base, "-t", "t", "--keep-waiting", *args, "--yes", "--json")
        except RuntimeError as e:
            check(what, False, e)
            continue
        thread = {"configurable": {"thread_id": made["forked"]["thread_id"]}}
        tried = folder / "tried.db"
        shutil.copy(target, tried)
        con, g = opened(tried, build)
        got, expect, final = told(g.get_state(thread)), want, end
        if way == "edit":
            expect = json.loads(json.dumps(want)); expect["values"]["n"] = 7
            final = json.loads(json.dumps(end)); final["values"]["n"] = 7
            got = json.loads(json.dumps(got))
        did, at_end = finish(g, thread)
        lost = [x for x in plan["loses"] if "is not known" in x]
        if name != "functional" or not lost:
            # 0.2 names a node that never finished nowhere: only its error is left behind, and it runs again as it would.
            check(what + ": nothing lost", not plan["loses"] or name == "inside_fails" and OLD, plan["loses"])
            check(what + ": state", got == expect, f"{got} for {expect}")
            check(what + ": ran", did == ran, f"{did} for {ran}")
        elif PATHS:
            # The name of a @task function is in no row: what it gave is left behind, which is said, and it runs again.
            check(what + ": state", got == expect, f"{got} for {expect}")
            did = [[n for n in d if not n.startswith("slow")] for d in did]
            check(what + ": ran", did == [[n for n in d if not n.startswith("slow")] for d in ran], f"{did} for {ran}")
        else:  # and before task_path, that of an entrypoint that has not finished may be in none either
            lost_rows += 1
            final = at_end
        if way == "edit" and name in INSIDE:  # what a graph in the middle of its work took in, it has
            final["values"]["n"] = 0
        check(what + ": end", json.loads(json.dumps(at_end)) == json.loads(json.dumps(final)), f"{at_end} for {final}")
        con.close()
        tried.unlink()
        cptui("unfork", str(target), made["forked"]["checkpoint_id"], "--yes", "--json")
        check(what + ": taken back", rows(target) == before, "rows differ")
        if target != db:
            target.unlink()
    return True


def main():
    tried = 0
    for name, build in GRAPHS.items():
        if ONLY and name != ONLY:
            continue
        for answers in range(3):
            with tempfile.TemporaryDirectory() as d:
                os.environ["XDG_STATE_HOME"] = d
                tried += prove(name, build, Path(d), answers)
    check("something waits", tried >= (1 if ONLY else len(GRAPHS)), f"only {tried} stops")
    print(f"{tried} stops, {lost_rows} forks that lose what has no name, {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
