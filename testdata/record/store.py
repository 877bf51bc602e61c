#!/usr/bin/env python3
"""store.py OUT: record two databases with the real LangGraph Store (pip install langgraph-checkpoint-sqlite sqlite-vec):
OUT/store.db holds only a store (namespaces that are each other's beginnings, times to live, vectors, a secret, odd names), and
rows that LangGraph would not write; OUT/sessions.db a store beside a thread whose node reads and writes it.
What the library's own search and get say of OUT/store.db is in OUT/store.json. Times differ from run to run."""
import json, sqlite3, sys
from pathlib import Path
from typing import TypedDict

import sqlite_vec
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.store.sqlite import SqliteStore

out = Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)


def embed(texts):
    return [[float(len(t)), float(t.count("e")), 0.5] for t in texts]


class Connection(sqlite3.Connection):  # many a Python cannot load extensions; storing vectors needs none, only searching by them does
    def enable_load_extension(self, _):
        pass


sqlite_vec.load = lambda con: None


def fresh(name):
    path = out / name
    path.unlink(missing_ok=True)
    return path


path = fresh("store.db")
con = sqlite3.connect(path, check_same_thread=False, isolation_level=None, factory=Connection)
store = SqliteStore(con, index={"dims": 3, "embed": embed, "fields": ["text"]}, ttl={"default_ttl": None})
store.setup()
for i in range(5):
    store.put(("users", "ada", "memories"), f"m{i}", {"text": f"remembers the {'very ' * i}old sea", "n": i})
store.put(("users", "ada"), "profile", {"name": "Ada", "langs": ["en", "fr"], "born": 1815, "api_key": "sk-ant-0123456789abcdefghijkl"}, index=False)
store.put(("users-archive",), "old", {"text": "before the dot in the order of text"}, index=False)
store.put(("users",), "count", {"n": 2, "ratio": 0.5, "big": 12345678901234567890, "none": None, "ok": True}, index=False)
store.put(("temp", "漢字"), "soon gone", {"v": True}, index=False, ttl=0.001)
store.put(("temp", "漢字"), "later", {"v": False}, index=False, ttl=60 * 24 * 365 * 50)
store.put(("docs",), "long", {"text": "word " * 3000}, index=False)
store.put(("docs",), " spaced key ", {"text": "a key with blanks at its ends\nand two lines"}, index=False)
items = []
for ns in store.list_namespaces(limit=100):
    for it in store.search(ns, limit=100):
        if it.namespace == ns:
            items.append({"namespace": list(it.namespace), "key": it.key, "value": it.value})
items.sort(key=lambda i: (".".join(i["namespace"]).encode(), i["key"].encode()))
(out / "store.json").write_text(json.dumps(items, ensure_ascii=False, separators=(",", ":")) + "\n")

con.execute("delete from store where key = 'm4'")  # without foreign keys its vector stays
for key, value in [("cut", b'{"text": "no e'), ("empty", b""), ("list", "[1, 2]"), ("nan", '{"x": NaN}'), ("number", 7), ("pickle", b"\x80\x04\x95.")]:
    con.execute("insert into store(prefix, key, value, created_at, updated_at) values ('zz.damaged', ?, ?, 'yesterday', null)", (key, value))
con.execute("insert into store(prefix, key, value) values (x'6f6464', 'blob prefix', '{}')")
con.execute("pragma journal_mode=delete")
con.execute("vacuum")
con.close()

path = fresh("sessions.db")
con = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
saver = SqliteSaver(con)
saver.setup()
con.execute("pragma journal_mode=delete")
own = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
store = SqliteStore(own)
store.setup()
State = TypedDict("State", {"said": str, "seen": int})


def remember(s, *, store):
    known = store.search(("notes", "sea"))
    store.put(("notes", "sea"), f"n{len(known)}", {"text": s["said"]})
    return {"seen": len(known)}


g = StateGraph(State)
g.add_node("remember", remember)
g.add_edge(START, "remember")
g.add_edge("remember", END)
app = g.compile(checkpointer=saver, store=store)
for said in ("salt", "wind"):
    app.invoke({"said": said}, {"configurable": {"thread_id": "t1"}})
own.close()
con.execute("vacuum")
con.close()
