#!/usr/bin/env python3
"""waiting.py BINARY [GRAPH]: forks that keep what waits (--keep-waiting), taken up by the real LangGraph.

A run stops: at a question, after a failure, half done, inside a subgraph, inside a subgraph of a subgraph, between task functions.
From where it stands a fork is made: a child, an exact copy, in a new thread, with its history, in a copy of the file, with an edit.
Asked of each: get_state names the same nodes, questions and errors as at the place it leaves; a resume runs exactly the nodes
that a resume of the original runs, and ends in the same state; unfork leaves every row as before. Closes with 'N passed, N failed'.
"""
import json, os, shutil, sqlite3, subprocess, sys, tempfile
from importlib.metadata import version
from pathlib import Path

from langgraph.checkpoint.sqlite import SqliteSaver

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testdata" / "record"))
import waits
from waits import BROKEN, GRAPHS, answer

BINARY = str(Path(sys.argv[1]).resolve())
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
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


INSIDE = {"inner", "deeper", "inside_fails", "paused"}


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
    con = sqlite3.connect(db, check_same_thread=False)
    state = waits.stop(name, build, SqliteSaver(con), answers).get_state({"configurable": {"thread_id": "t"}})
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
    print(f"LangGraph {version('langgraph')}: {tried} stops, {lost_rows} forks that lose what has no name, {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
