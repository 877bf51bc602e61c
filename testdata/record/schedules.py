#!/usr/bin/env python3
"""schedules.py OUT [CASE…]: graphs with odd schedules, recorded with what LangGraph says of each checkpoint (oracle.json in the form
of the shared cases): the functional API in loops and nested, Sends from several nodes, deferred nodes, joins of three, several
questions at once and inside of graphs, errors beside finished work, Command(goto), graphs called twice and with a memory.

As a module: BUILDS is name → (build(saver), play(recorder)), for .ci/interop/resume.py."""
import json, operator, os, shutil, sqlite3, sys, warnings
warnings.filterwarnings("ignore")
from typing import Annotated, Any, TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.func import entrypoint, task
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, Interrupt, RetryPolicy, Send, interrupt
class S(TypedDict, total=False):
    log: Annotated[list, operator.add]
    topic: str
    n: int
def J(x):
    if isinstance(x, Interrupt): return {"$type": "langgraph.types.Interrupt", "value": J(x.value), "id": x.id}
    if isinstance(x, Send): return {"$type": "langgraph.types.Send", "node": x.node, "arg": J(x.arg)}
    if isinstance(x, (set, frozenset)): return {"$type": "builtins.set", "$value": sorted(map(J, x), key=str)}
    if isinstance(x, dict): return {k: J(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)): return [J(v) for v in x]
    if x is None or isinstance(x, (str, int, float, bool)): return x
    return {"$type": type(x).__module__ + "." + type(x).__qualname__, "$repr": repr(x)}
class Rec:
    def __init__(self, name, graph, saver, folder): self.name, self.g, self.saver, self.folder, self.ran = name, graph, saver, folder, []
    def cfg(self, t, **k): return {"configurable": {"thread_id": t, **k}}
    def run(self, t, inp, durability="sync", **k):
        try:
            for ns, mode, x in self.g.stream(inp, self.cfg(t, **k), stream_mode=["debug"], subgraphs=True, durability=durability):
                if x["type"] == "task": self.ran.append({"thread_id": t, "checkpoint_ns": "|".join(ns), "step": x["step"], "node": x["payload"]["name"], "task_id": x["payload"]["id"]})
        except Exception as e: print("  ", self.name, t, "raised", type(e).__name__, e)
    def state(self, s):
        return {"values": J(s.values), "next": list(s.next), "tasks": [{"id": x.id, "name": x.name, "path": J(x.path), "error": repr(x.error) if x.error else None, "interrupts": J(x.interrupts)} for x in s.tasks]}
    def oracle(self):
        cps, live, heads = [], {}, {}
        for tup in list(self.saver.list(None)):
            c = tup.config["configurable"]; t, ns, i = c["thread_id"], c["checkpoint_ns"], c["checkpoint_id"]
            w = {"thread_id": t, "checkpoint_ns": ns, "checkpoint_id": i, "parent_checkpoint_id": tup.parent_config["configurable"]["checkpoint_id"] if tup.parent_config else None,
                 "source": tup.metadata["source"], "step": tup.metadata["step"], "v": tup.checkpoint["v"], "updated_channels": tup.checkpoint.get("updated_channels"), "channels": {c: None for c in tup.checkpoint["channel_values"]},
                 "channel_versions": tup.checkpoint["channel_versions"], "versions_seen": J(tup.checkpoint["versions_seen"]), "ts": tup.checkpoint["ts"]}
            try: w |= self.state(self.g.get_state(self.cfg(t, checkpoint_ns=ns, checkpoint_id=i)))
            except ValueError as e:
                if "Subgraph" not in str(e): raise  # a graph that a node calls by itself is not known to its parent
            rows = self.saver.conn.execute("select task_id, idx, channel, type, value from writes where thread_id=? and checkpoint_ns=? and checkpoint_id=?", (t, ns, i)).fetchall()
            w["writes"] = [{"task_id": a, "idx": b, "channel": c2, "value": J(self.saver.serde.loads_typed((ty, v)))} for a, b, c2, ty, v in rows]
            w["writes"] = [dict(x, value=x["value"]) for x in w["writes"]]
            cps.append(w)
            heads.setdefault(t, {}); heads[t][ns] = max(heads[t].get(ns, ""), i)
            if ns == "" and t not in live:
                s = self.state(self.g.get_state(self.cfg(t)))
                live[t] = {"": {"values": s["values"], "next": s["next"], "tasks": s["tasks"]}}
        cps.sort(key=lambda w: (w["thread_id"], w["checkpoint_ns"], w["checkpoint_id"]))
        json.dump({"case": self.name, "made_with": {}, "heads": heads, "live": live, "checkpoints": cps, "ran": self.ran}, open(self.folder + "/oracle.json", "w"), indent=0)
        print(self.name, len(cps), "checkpoints", len(self.ran), "tasks")
BUILDS = {}
def rec(name, build, play): BUILDS[name] = (build, play)
def record(name, out):
    build, play = BUILDS[name]
    folder = f"{out}/{name}"; shutil.rmtree(folder, ignore_errors=True); os.makedirs(folder)
    conn = sqlite3.connect(folder + "/sessions.db", check_same_thread=False); saver = SqliteSaver(conn)
    r = Rec(name, build(saver), saver, folder); play(r); r.oracle(); conn.commit(); conn.execute("pragma wal_checkpoint(truncate)"); conn.execute("pragma journal_mode=delete"); conn.close()
def say(x): return lambda s: {"log": [x]}

# functional: loops, nested tasks, retries, errors, futures, sub-entrypoints
fails = {"n": 0}
@task
def fetch(n): return f"page {n}"
@task
def parse(n): return fetch(n).result() + "!"
@task(retry_policy=RetryPolicy(max_attempts=3, initial_interval=0.01, jitter=False, retry_on=RuntimeError))
def flaky(n):
    fails["n"] += 1
    if fails["n"] % 2: raise RuntimeError("flaky")
    return "flaky ok"
@task
def boom(n): raise ValueError("boom")
@task
def ask(n): return interrupt({"q": n})
def functional(saver):
    @entrypoint(checkpointer=saver)
    def crawler(n, *, previous=None):
        a = [f.result() for f in [fetch(i) for i in range(4)]]
        b = parse(7).result()
        c = flaky(1).result()
        if n == "ask": a.append(ask(1).result()); a.append(ask(2).result())
        if n == "boom": boom(3).result()
        return {"a": a, "b": b, "c": c, "p": (previous or {}).get("b")}
    return crawler
def play_functional(r):
    r.run("f1", "go"); r.run("f1", "go again"); r.run("f2", "ask"); r.run("f3", "ask"); r.run("f3", Command(resume="one"))
    r.run("f4", "ask"); r.run("f4", Command(resume="one")); r.run("f4", Command(resume="two")); r.run("f5", "boom"); 
rec("functional-crawl", functional, play_functional)

# tasks inside a StateGraph node
def taskgraph(saver):
    g = StateGraph(S)
    def gather(s): return {"log": [f.result() for f in [fetch(i) for i in range(3)]] + [parse(9).result()]}
    def more(s): return {"log": [fetch(s.get("n", 0)).result()]}
    g.add_node("gather", gather); g.add_node("more", more); g.add_edge(START, "gather"); g.add_edge("gather", "more"); g.add_edge("more", END)
    return g.compile(checkpointer=saver)
rec("tasks-in-nodes", taskgraph, lambda r: (r.run("a", {"topic": "x"}), r.run("b", {"topic": "y", "n": 4})))

# sends from several nodes in a step, odd names
def sends(saver):
    g = StateGraph(S)
    g.add_node("plan a", say("plan a")); g.add_node("plän·b", say("plan b"))
    def work(s): return {"log": [f"work {s['n']}"]}
    def failing(s):
        if s["n"] == 13: raise ValueError("unlucky")
        return {"log": [f"fail {s['n']}"]}
    g.add_node("work/α", work); g.add_node("may fail", failing); g.add_node("collect", say("collect"), defer=True)
    g.add_edge(START, "plan a"); g.add_edge(START, "plän·b")
    g.add_conditional_edges("plan a", lambda s: [Send("work/α", {"n": i}) for i in range(3)] + ["collect"], ["work/α", "collect"])
    g.add_conditional_edges("plän·b", lambda s: [Send("may fail", {"n": i}) for i in ((11, 12, 13) if s.get("topic") == "bad" else (1, 2))], ["may fail"])
    g.add_edge("work/α", "collect"); g.add_edge("may fail", "collect"); g.add_edge("collect", END)
    return g.compile(checkpointer=saver)
rec("sends-odd", sends, lambda r: (r.run("ok", {"topic": "good"}), r.run("bad", {"topic": "bad"}), r.run("ok", {"topic": "again"})))

# twelve nodes, joins of three, a loop, static pauses
def twelve(saver):
    g = StateGraph(S)
    for n in "router fetch1 fetch2 fetch3 merge critic rewrite check publish audit mail done".split(): g.add_node(n, say(n))
    g.add_edge(START, "router"); [g.add_edge("router", f"fetch{i}") for i in (1, 2, 3)]
    g.add_edge(["fetch1", "fetch2", "fetch3"], "merge"); g.add_edge("merge", "critic"); g.add_edge("merge", "audit")
    g.add_conditional_edges("critic", lambda s: "rewrite" if s["log"].count("critic") < 3 else "check", ["rewrite", "check"])
    g.add_edge("rewrite", "critic"); g.add_edge(["check", "audit"], "publish")
    g.add_conditional_edges("publish", lambda s: "mail" if s.get("topic") == "mail" else "done", ["mail", "done"]); g.add_edge("mail", "done"); g.add_edge("done", END)
    return g.compile(checkpointer=saver, interrupt_before=["publish"])
def play_twelve(r):
    r.run("t1", {"topic": "x"}); r.run("t2", {"topic": "mail"}); r.run("t2", None); r.run("t2", {"topic": "again"}); r.run("t3", {"topic": "a"}, durability="async"); r.run("t3", None, durability="async")
    r.g.update_state(r.cfg("t1"), {"log": ["by hand"]}, as_node="fetch1")
rec("twelve", twelve, play_twelve)

# interrupts: several in a task, parallel, in nested subgraphs, answered by id
def asks(saver):
    leaf = StateGraph(S)
    def ask_leaf(s):
        a = interrupt({"leaf": s.get("topic")}); b = interrupt("and?")
        return {"log": [f"leaf {a} {b}"]}
    leaf.add_node("ask_leaf", ask_leaf); leaf.add_edge(START, "ask_leaf")
    mid = StateGraph(S); mid.add_node("pre", say("pre")); mid.add_node("inner", leaf.compile()); mid.add_edge(START, "pre"); mid.add_edge("pre", "inner")
    g = StateGraph(S)
    def ask2(s):
        a = interrupt("first"); b = interrupt("second"); return {"log": [f"{a}/{b}"]}
    g.add_node("ask2", ask2); g.add_node("nested", mid.compile()); g.add_node("quiet", say("quiet")); g.add_node("end", say("end"))
    for n in ("ask2", "nested", "quiet"): g.add_edge(START, n)
    g.add_edge(["ask2", "nested", "quiet"], "end")
    return g.compile(checkpointer=saver)
def play_asks(r):
    r.run("i1", {"topic": "x"})
    def answer(t, who):
        s = r.g.get_state(r.cfg(t)); ids = [i.id for i in s.interrupts]
        vals = {i.id: f"A{n}" for n, i in enumerate(s.interrupts) if who == "all" or n in who}
        r.run(t, Command(resume=vals))
    r.run("i2", {"topic": "y"}); answer("i2", [0])
    r.run("i3", {"topic": "z"}); answer("i3", "all"); answer("i3", "all")
    r.run("i4", {"topic": "w"}); answer("i4", [1])
rec("asks", asks, play_asks)

# errors: retried by hand, inside subgraph, with siblings
state = {"bad": True}
def errs(saver):
    sub = StateGraph(S)
    def hurt(s):
        if state["bad"]: raise ValueError("inner trouble")
        return {"log": ["healed"]}
    sub.add_node("hurt", hurt); sub.add_node("pre", say("pre")); sub.add_edge(START, "pre"); sub.add_edge("pre", "hurt")
    g = StateGraph(S); g.add_node("ok", say("ok")); g.add_node("sub", sub.compile()); g.add_node("ok2", say("ok2")); g.add_node("fin", say("fin"))
    for n in ("ok", "sub", "ok2"): g.add_edge(START, n)
    g.add_edge(["ok", "sub", "ok2"], "fin"); return g.compile(checkpointer=saver)
def play_errs(r):
    state["bad"] = True; r.run("e1", {"topic": "a"}); r.run("e2", {"topic": "b"}); r.run("e2", None); state["bad"] = False; r.run("e2", None); r.run("e3", {"topic": "c"})
rec("errs", errs, play_errs)

# Command gotos with Sends and parent jumps
def cmds(saver):
    sub = StateGraph(S)
    def leave(s): return Command(goto="after", update={"log": ["leave"]}, graph=Command.PARENT)
    sub.add_node("leave", leave); sub.add_edge(START, "leave")
    g = StateGraph(S)
    def pick(s): return Command(goto=[Send("w", {"n": 1}), "b", Send("w", {"n": 2})], update={"log": ["pick"]})
    g.add_node("pick", pick, destinations=("w", "b")); g.add_node("w", lambda s: {"log": [f"w{s['n']}"]}); g.add_node("b", lambda s: Command(goto="sub", update={"log": ["b"]}), destinations=("sub",))
    g.add_node("sub", sub.compile()); g.add_node("after", say("after")); g.add_edge(START, "pick"); return g.compile(checkpointer=saver)
rec("cmds", cmds, lambda r: (r.run("c1", {"topic": "a"}), r.run("c2", {"topic": "b"})))

# subgraph called twice in one node, stateful subgraph over turns, 3 deep
def calls(saver):
    s1 = StateGraph(S); s1.add_node("x", say("x")); s1.add_edge(START, "x"); one = s1.compile()
    s2 = StateGraph(S); s2.add_node("mem", say("mem")); s2.add_edge(START, "mem"); mem = s2.compile(checkpointer=True)
    s3 = StateGraph(S); s3.add_node("deep", one); s3.add_edge(START, "deep"); deep = s3.compile()
    g = StateGraph(S)
    def twice(s): one.invoke({"topic": "1"}); one.invoke({"topic": "2"}); return {"log": ["twice"]}
    g.add_node("twice", twice); g.add_node("mem", mem); g.add_node("deep3", deep); g.add_edge(START, "twice"); g.add_edge("twice", "mem"); g.add_edge("mem", "deep3"); return g.compile(checkpointer=saver)
rec("calls", calls, lambda r: (r.run("k1", {"topic": "a"}), r.run("k1", {"topic": "b"}), r.run("k2", {"topic": "c"})))

# a node with an error handler of its own, which runs in its place
def handled(saver):
    g = StateGraph(S)
    def bad(s): raise ValueError("boom")
    g.add_node("ok", say("ok")); g.add_node("bad", bad, error_handler=say("handled")); g.add_node("end", say("end"))
    g.add_edge(START, "ok"); g.add_edge(START, "bad"); g.add_edge("bad", "end"); g.add_edge("ok", "end"); return g.compile(checkpointer=saver)
rec("handled", handled, lambda r: r.run("t", {"topic": "a"}))

if __name__ == "__main__":
    for name in sys.argv[2:] or BUILDS: record(name, sys.argv[1])
