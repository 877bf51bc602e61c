#!/usr/bin/env python3
"""record_graphs.py OUT: record small databases with the real LangGraph (pip install -r .ci/interop/requirements.txt), one for each graph
of graphs.py, with what get_state says of every checkpoint beside it (states.json). Ids and times differ from run to run; the shapes do not."""
import json, os, sqlite3, sys
from pathlib import Path

from langgraph.checkpoint.sqlite import SqliteSaver

from graphs import GRAPHS


def plain(v):
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return [plain(x) for x in v]
    if hasattr(v, "content"):
        return {"class": type(v).__name__, "id": v.id, "content": v.content}
    return v


out = Path(sys.argv[1])
for name, build in GRAPHS.items():
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    db = folder / "sessions.db"
    if db.exists():
        os.remove(db)
    con = sqlite3.connect(db, check_same_thread=False)
    saver = SqliteSaver(con)
    saver.setup()
    con.execute("pragma journal_mode=delete")
    graph, cfg = build(saver), {"configurable": {"thread_id": "t1"}}
    graph.invoke({"topic": "ships", "n": 0, "messages": [("user", "go")]}, cfg)
    states = [{"id": s.config["configurable"]["checkpoint_id"], "step": s.metadata["step"], "values": plain(s.values), "next": sorted(s.next)}
              for s in graph.get_state_history(cfg)]
    (folder / "states.json").write_text(json.dumps(states, indent=1) + "\n")
    con.execute("vacuum")
    con.close()
    print(folder, db.stat().st_size)
