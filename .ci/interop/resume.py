#!/usr/bin/env python3
"""resume.py BINARY: what cptui foretells of a resume, held against the real LangGraph resuming.

For the head of every thread of testdata/record/schedules.py, and of every run of waits.py that stopped half way: `cptui next --json`
says which tasks run from their start and where inside of called graphs, whose writes are kept, which joins are complete then and
which still wait. Then the thread is resumed for real (an answer to each open question, else None) and what was really entered is
compared: in the first step the tasks themselves, in the one after it the joins. A thread with nothing to resume is counted apart.
Closes with 'N passed, N failed'."""
import collections, json, shutil, sqlite3, subprocess, sys, tempfile
from pathlib import Path

from langchain_core.callbacks import BaseCallbackHandler
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testdata" / "record"))
import schedules, waits

BINARY = str(Path(sys.argv[1]).resolve())
passed = failed = empty = 0


def check(what, ok, detail):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print(f"{what}: {detail}")


class Entered(BaseCallbackHandler):
    """The tasks whose node was entered: (namespace, step)."""

    def __init__(self):
        self.steps = []

    def on_chain_start(self, serialized, inputs, *, metadata=None, **kw):
        m = metadata or {}
        if kw.get("name") == m.get("langgraph_node"):
            self.steps.append((m["langgraph_checkpoint_ns"], m["langgraph_step"]))


def names(ns):
    return tuple(part.split(":")[0] for part in ns.split("|") if not part.isdigit())


def forecast(db, thread):
    p = subprocess.run([BINARY, "next", db, "-t", thread, "--json"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if p.returncode:
        raise RuntimeError(p.stderr.strip())
    return json.loads(p.stdout)["forecast"]


def resumed(db, build, thread, copy):
    """Resumes a copy of the database; what was entered, the first step, the state before, whether that step was done."""
    shutil.copy(db, copy)
    con = sqlite3.connect(copy, check_same_thread=False)
    graph = build(SqliteSaver(con))
    config = {"configurable": {"thread_id": thread}}
    head, seen = graph.get_state(config), Entered()
    before = known(con, graph, head)
    answer = Command(resume={i.id: "answer" for i in head.interrupts}) if head.interrupts else None
    schedules.state["bad"] = waits.BROKEN["on"] = False
    if head.next:
        try:
            graph.invoke(answer, config | {"callbacks": [seen]}, durability="sync")
        except Exception as e:
            print("  ", thread, "raised", type(e).__name__, e)
    went_on = graph.get_state(config).metadata["step"] > head.metadata["step"]
    con.close()
    return seen.steps, head.metadata["step"] + 1, head, went_on, before


def known(con, graph, head):
    """What the rows and the graph itself tell before a resume: the namespaces of called graphs, and the joins that somebody has
    reached, each with who is missing once all that is due has run."""
    spaces = {ns for (ns,) in con.execute("select distinct checkpoint_ns from checkpoints where thread_id = ?", (head.config["configurable"]["thread_id"],))}
    tup = graph.checkpointer.get_tuple(head.config)
    values = tup.checkpoint["channel_values"]
    wrote = {w[1] for w in tup.pending_writes or []}
    due = {t.name for t in head.tasks}
    joins = {}
    for starts, end in getattr(getattr(graph, "builder", None), "waiting_edges", ()):
        name = f"join:{'+'.join(starts)}:{end}"
        has = values.get(name) or set()
        has = has[0] if isinstance(has, (tuple, list)) and has and isinstance(has[0], set) else set(has)
        if has or name in wrote:
            joins[end] = set(starts) - has - due
    return spaces, joins


def first_entered(steps, step, spaces):
    """Tasks of the main graph's first step, and on each way down what was entered first in the graphs that were under way."""
    roots = {ns.split("|")[0] for ns, s in steps if "|" not in ns and s == step}
    got, first = collections.Counter(), {}
    for ns, s in steps:
        above = "|".join(ns.split("|")[:-1])
        if ns.split("|")[0] in roots and first.setdefault(above, s) == s and (not above or above in spaces):
            got[names(ns)] += 1
    return got


def prove(what, db, build, thread, copy):
    global empty
    said = forecast(db, thread)
    steps, step, head, went_on, before = resumed(db, build, thread, copy)
    if not head.next and not said["runs"] and not said["keeps"]:
        empty += 1
        check(what + " is over", not steps and not said["then"], f"{said}, ran {steps}")
        return
    spaces, joins = before
    want = collections.Counter()
    for r in said["runs"]:
        want[(r["node"],)] += 1
        for path in r["inside"]:
            for k in range(1, len(path) + 1):
                want[(r["node"], *path[:k])] = max(1, want[(r["node"], *path[:k])])
    got = first_entered(steps, step, spaces)
    check(what + ": runs", want == got, f"foretold {dict(want)}, ran {dict(got)}")
    ran = collections.Counter({k[0]: n for k, n in got.items() if len(k) == 1})
    listed = collections.Counter(t.name for t in head.tasks)
    kept = collections.Counter(k["node"] for k in said["keeps"])
    check(what + ": keeps", kept == listed - ran, f"foretold {dict(kept)}; listed {dict(listed)}, ran {dict(ran)}")
    after = {names(ns)[0] for ns, s in steps if "|" not in ns and s == step + 1}
    missing = [n for n in said["then"] if n not in after]
    check(what + ": then", not missing or not went_on, f"foretold {said['then']}, ran {after}")
    unsaid = [n for n, lack in joins.items() if not lack and n in after and n not in said["then"]]
    check(what + ": joins complete", not unsaid or not went_on, f"{unsaid} ran, foretold {said['then']}")
    waiting = {j["node"]: set(j["missing"]) for j in said["waits"]}
    check(what + ": waits", waiting == {n: lack for n, lack in joins.items() if lack}, f"foretold {waiting}, the graph says {joins}")
    asks = collections.Counter(a["node"] for a in said["asks"])
    check(what + ": asks", asks == collections.Counter(t.name for t in head.tasks for _ in t.interrupts), f"foretold {dict(asks)}, {[(t.name, t.interrupts) for t in head.tasks]}")


with tempfile.TemporaryDirectory() as out:
    for name, (build, play) in schedules.BUILDS.items():
        schedules.record(name, out)
        db = f"{out}/{name}/sessions.db"
        con = sqlite3.connect(db)
        threads = [r[0] for r in con.execute("select distinct thread_id from checkpoints")]
        con.close()
        for t in threads:
            prove(f"{name} {t}", db, build, t, f"{out}/copy.db")
    for name, build in waits.GRAPHS.items():
        for answers in range(3):
            db = f"{out}/{name}-{answers}.db"
            con = sqlite3.connect(db, check_same_thread=False)
            waits.stop(name, build, SqliteSaver(con), answers)
            con.close()
            prove(f"{name} after {answers}", db, build, "t", f"{out}/copy.db")
print(f"{empty} threads with nothing to resume; {passed} passed, {failed} failed")
sys.exit(1 if failed or passed < 100 else 0)
