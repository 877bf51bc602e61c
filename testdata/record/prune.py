#!/usr/bin/env python3
"""prune.py FROM TO THREAD [NS-BEGINNING@]STEP…: a copy of one thread without some of its checkpoints, as a cleaning job leaves it.
testdata/langgraph/calls/pruned.db: prune.py calls/sessions.db calls/pruned.db k1 2 'deep3:@0'"""
import json, shutil, sqlite3, sys

source, target, thread, *steps = sys.argv[1:]
shutil.copy(source, target)
c = sqlite3.connect(target)
for t in ("checkpoints", "writes"):
    c.execute(f"delete from {t} where thread_id <> ?", (thread,))
for s in steps:
    ns, step = s.rsplit("@", 1) if "@" in s else ("", s)
    for at, i, meta in c.execute("select checkpoint_ns, checkpoint_id, metadata from checkpoints").fetchall():
        if json.loads(meta)["step"] == int(step) and (at == ns or ns and at.startswith(ns) and "|" not in at):
            c.execute("delete from checkpoints where checkpoint_ns = ? and checkpoint_id = ?", (at, i))
c.commit()
c.execute("vacuum")
