#!/usr/bin/env python3
"""opencode.py FROM TO: a recorded opencode.db without the tables of the program's own log (event, migration, …), small enough to
keep; and the folder of JSON files that the same sessions would have been before there was a database (TO/storage).

The databases were written by OpenCode 1.18.33 against a scripted API on the loopback (stub.py of the shared recordings)."""
import json, shutil, sqlite3, sys
from pathlib import Path

source, out = Path(sys.argv[1]), Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
db = out / "opencode.db"
db.unlink(missing_ok=True)
old = sqlite3.connect(f"file:{source}?mode=ro&immutable=1", uri=True)
new = sqlite3.connect(db)
new.execute("pragma page_size = 1024")
for table in ("session", "message", "part", "todo", "session_message"):
    columns = [r[1] for r in old.execute(f"pragma table_info({table})")]
    new.execute(f"create table {table} ({', '.join(columns)})")
    new.executemany(f"insert into {table} values ({', '.join('?' * len(columns))})", old.execute(f"select * from {table}"))
new.commit()
new.execute("vacuum")

if len(sys.argv) > 3:  # storage
    old.row_factory = sqlite3.Row
    store = out / "storage"
    shutil.rmtree(store, ignore_errors=True)

    def put(path, value):
        p = store / path
        p.parent.mkdir(parents=True, exist_ok=True)
        p.write_text(json.dumps(value, indent=2))

    for s in old.execute("select * from session"):
        put(f"session/{s['project_id']}/{s['id']}.json", {"id": s["id"], "version": s["version"], "projectID": s["project_id"], "directory": s["directory"], "title": s["title"],
            "time": {"created": s["time_created"], "updated": s["time_updated"]}} | ({"parentID": s["parent_id"]} if s["parent_id"] else {}))
    for m in old.execute("select * from message"):
        put(f"message/{m['session_id']}/{m['id']}.json", {"id": m["id"], "sessionID": m["session_id"]} | json.loads(m["data"]))
    for p in old.execute("select * from part"):
        put(f"part/{p['message_id']}/{p['id']}.json", {"id": p["id"], "messageID": p["message_id"], "sessionID": p["session_id"]} | json.loads(p["data"]))
