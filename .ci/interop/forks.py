#!/usr/bin/env python3
"""forks.py BINARY: forks written by cptui, loaded and run on by the real LangGraph.

For every checkpoint of every graph: an edited child, an exact copy, a new thread with and without its history, and each of END
and every node as the next step. Asked of each: the values as written, the same `next` as cptui said, the head where cptui said so,
invoke(None) runs on to the end, and unfork leaves every row byte for byte as before. Closes with 'N passed, N failed'.
"""
import json, os, shutil, sqlite3, subprocess, sys, tempfile
from pathlib import Path

from importlib.metadata import version

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.errors import GraphInterrupt

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testdata" / "record"))
from graphs import ANSWER, EDITS, GRAPHS

BINARY = str(Path(sys.argv[1]).resolve())
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
passed, failed, refused = 0, 0, 0
OLD = version("langgraph").startswith("0.2.")


def check(what, ok, detail=""):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        if failed <= 40:
            print(f"{what}: {detail}")
    return ok


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


def plain(v):
    """Values that can be compared: messages by class, id, content and calls."""
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return [plain(x) for x in v]
    if hasattr(v, "content"):
        minted = v.id and len(v.id) == 36  # add_messages draws a new id for ("user", "go") at each reading of a delta channel
        return [type(v).__name__, None if minted else v.id, v.content, getattr(v, "tool_calls", None), getattr(v, "tool_call_id", None)]
    return v


def run_on(graph, config):
    """invoke(None) until nothing is due; a question is answered. True when the end was reached."""
    graph.invoke(None, config)
    thread = {"configurable": {"thread_id": config["configurable"]["thread_id"]}}
    for _ in range(5):
        s = graph.get_state(thread)
        if not s.next:
            return True
        graph.invoke(ANSWER if any(t.interrupts for t in s.tasks) else None, thread)
    return False


def prove(name, build, db, thread, base, args, want, expect_next=None):
    """One fork: written, loaded, run on (in a copy), taken back."""
    global refused
    what = f"{name} @{base.metadata['step']} {' '.join(args)}"
    before = rows(db)
    try:
        out = cptui("fork", db, base.config["configurable"]["checkpoint_id"], "-t", thread, *args, "--yes", "--json")
    except Exception as e:
        if OLD and ("no channel is known that starts" in str(e) or "is known to this thread" in str(e)):  # rows of 0.2 name no trigger of a node that never ran, nor the node: it says so
            refused += 1
            return
        check(what, False, e)
        return
    made = out["forked"]
    where = {"configurable": {"thread_id": made["thread_id"], "checkpoint_ns": "", "checkpoint_id": made["checkpoint_id"]}}
    head = {"configurable": {"thread_id": made["thread_id"]}}
    con, graph = opened(db, build)
    try:
        s = graph.get_state(where)
        check(what + " values", plain(s.values) == plain(want), f"wanted {plain(want)}, got {plain(s.values)}")
        if out["next"] is None and OLD:  # it says that the file does not tell
            refused += 1
        else:
            check(what + " next", out["next"] is not None and sorted(s.next) == sorted(out["next"]), f"LangGraph {s.next}, cptui {out['next']}")
        if expect_next is not None:
            check(what + " next as asked", sorted(s.next) == sorted(expect_next), f"{s.next}")
        check(what + " source", s.metadata["source"] == made["source"] and s.metadata["step"] == made["step"], s.metadata)
        h = graph.get_state(head).config["configurable"]["checkpoint_id"]
        check(what + " head", (h == made["checkpoint_id"]) == out["head"], f"head {h}, cptui said {out['head']}")
    finally:
        con.close()
    copy = db + ".copy"
    shutil.copy(db, copy)
    con, graph = opened(copy, build)
    try:
        check(what + " runs on", run_on(graph, head if out["head"] else where), "did not reach the end")
    except Exception as e:
        # a node forced to run may meet a state that it was not written for: LangGraph's own error, not the fork's
        own = "--next" in args and not isinstance(e, (GraphInterrupt, sqlite3.Error))
        check(what + " runs on", own, f"{type(e).__name__}: {e}")
    finally:
        con.close()
        os.remove(copy)
    try:
        cptui("unfork", db, made["checkpoint_id"], "--yes", "--json")
        check(what + " unfork", rows(db) == before, "rows differ from before")
    except Exception as e:
        check(what + " unfork", False, e)
        raise SystemExit(f"{what}: cannot go on: {e}")


def main():
    work = tempfile.mkdtemp(prefix="cptui-interop-")
    os.environ["XDG_STATE_HOME"] = work + "/state"
    os.environ["LANGGRAPH_STRICT_MSGPACK"] = "false"
    for name, build in GRAPHS.items():
        if ONLY and ONLY not in name:
            continue
        db = f"{work}/{name}.db"
        con, graph = opened(db, build)
        SqliteSaver(con).setup()
        cfg = {"configurable": {"thread_id": "t1"}}
        start = {"topic": "ships"} | ({"n": 0, "messages": [("user", "go")]} if name in ("linear", "delta") else {})
        graph.invoke(start, cfg)
        if name in ("linear", "fan-out"):
            graph.invoke({"topic": "second", "n": 1}, cfg)
        history = list(graph.get_state_history(cfg))
        nodes = [n for n in graph.get_graph().nodes if not n.startswith("__")]
        con.execute("pragma wal_checkpoint(truncate)")
        con.close()
        for i, base in enumerate(history):
            values = dict(base.values)
            edits = {k: v for k, v in EDITS.items() if k in values}
            edited = values | {k: json.loads(v) for k, v in edits.items()}
            sets = [x for k, v in edits.items() for x in ("--set", f".{k}={v}")]
            if values.get("log"):
                sets += ["--set", '.log[0]="first"']
                edited["log"] = ["first", *values["log"][1:]]
            same = list(base.next)
            if sets:
                prove(name, build, db, "t1", base, sets, edited, same)
            prove(name, build, db, "t1", base, ["--source", "fork"], values, same)
            prove(name, build, db, "t1", base, ["--to-thread", f"new-{i}"], values, same)
            prove(name, build, db, "t1", base, ["--to-thread", f"whole-{i}", "--with-history"], values, same)
            prove(name, build, db, "t1", base, ["--next", "end"], values, [])
            for node in nodes:
                if node in {t for b in history for t in b.next} and base.metadata["step"] >= 0 and node != "work":
                    prove(name, build, db, "t1", base, ["--next", node], values, [node])
    shutil.rmtree(work)
    print(f"LangGraph {version('langgraph')}: {refused} forks refused, or their next unknown, for what 0.2 does not tell, {passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
