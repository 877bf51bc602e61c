#!/usr/bin/env python3
"""resume.py BINARY: what cptui foretells of a resume, held against the real LangGraph resuming.

For the head of every thread of testdata/record/schedules.py: `cptui next --json` says which tasks would run from their start,
where inside of called graphs, and which are kept; then the thread is resumed for real (an answer to each open question, else
None), and the nodes whose functions were really entered in the first step are compared. Closes with 'N passed, N failed'."""
import collections, json, shutil, sqlite3, subprocess, sys, tempfile
from pathlib import Path

from langchain_core.callbacks import BaseCallbackHandler
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testdata" / "record"))
import schedules

BINARY = str(Path(sys.argv[1]).resolve())
passed = failed = 0


class Entered(BaseCallbackHandler):
    """The tasks whose node was entered: (step, namespace path without ids)."""

    def __init__(self): self.steps = []

    def on_chain_start(self, serialized, inputs, *, metadata=None, **kw):
        m = metadata or {}
        if kw.get("name") == m.get("langgraph_node"):
            self.steps.append((m["langgraph_checkpoint_ns"], m["langgraph_step"]))


def names(ns): return tuple(part.split(":")[0] for part in ns.split("|") if not part.isdigit())


def forecast(db, thread):
    p = subprocess.run([BINARY, "next", db, "-t", thread, "--json"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if p.returncode: raise RuntimeError(p.stderr.strip())
    return json.loads(p.stdout)


with tempfile.TemporaryDirectory() as out:
    for name, (build, play) in schedules.BUILDS.items():
        schedules.record(name, out)
        db = f"{out}/{name}/sessions.db"
        con = sqlite3.connect(db); threads = [r[0] for r in con.execute("select distinct thread_id from checkpoints")]; con.close()
        for t in threads:
            said = forecast(db, t)["forecast"]
            want = collections.Counter()
            for r in said["runs"]:
                want[(r["node"],)] += 1
                for path in r["inside"]:
                    for k in range(1, len(path) + 1): want[(r["node"], *path[:k])] = max(1, want[(r["node"], *path[:k])])
            copy = f"{out}/copy.db"; shutil.copy(db, copy)
            con = sqlite3.connect(copy, check_same_thread=False); graph = build(SqliteSaver(con))
            head = graph.get_state({"configurable": {"thread_id": t}})
            step, seen = head.metadata["step"] + 1, Entered()
            answer = Command(resume={i.id: "answer" for i in head.interrupts}) if head.interrupts else None
            schedules.state["bad"] = False
            if said["runs"] or said["keeps"]:
                try: graph.invoke(answer, {"configurable": {"thread_id": t}, "callbacks": [seen]}, durability="sync")
                except Exception as e: print("  ", name, t, "raised", type(e).__name__, e)
            con.close()
            roots = {ns.split("|")[0] for ns, s in seen.steps if "|" not in ns and s == step}
            # the first step of the main graph; of called graphs what was entered first on each way down
            got, first = collections.Counter(), {}
            for ns, s in seen.steps:
                if ns.split("|")[0] not in roots: continue
                inner = "|".join(ns.split("|")[:-1])
                if first.setdefault(inner, s) == s: got[names(ns)] += 1
            want = {k: n for k, n in want.items()}
            got = {k: n for k, n in got.items() if k in want or len(k) == 1 or any(w[:len(k) - 1] == k[:-1] and len(w) >= len(k) for w in want)}
            if want == got: passed += 1
            else: failed += 1; print(f"{name} {t}: foretold {want}, ran {got}")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
