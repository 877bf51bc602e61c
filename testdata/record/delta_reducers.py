"""Record random runs on delta channels with reducers of many kinds (LangGraph 1.2.24): `delta_reducers.py OUT SEED` makes
OUT/sessions.db and OUT/oracle.json, what get_state by id says of each checkpoint. ONLY=total,peak,… names the channels, FREQ=3
their snapshot frequency, LIMIT=6 bounds the steps; without them all is drawn by the seed. testdata/langgraph/delta-reducers:
FREQ=3 LIMIT=5 ONLY=total,spent,peak,latest,tags,facts,conf,files,uniq,recent,votes,groups,text,order,weird,firsts,stack,items delta_reducers.py OUT 8"""
import copy, json, os, random, sqlite3, sys, warnings
warnings.filterwarnings("ignore")
from typing import Annotated, TypedDict
from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import StateGraph, START, END
from langgraph.graph.message import _messages_delta_reducer
from langgraph.types import Send, Overwrite, Command
from langchain_core.messages import HumanMessage, AIMessage, RemoveMessage

out, seed = sys.argv[1], int(sys.argv[2])
R = random.Random(seed)

def r_append(s, ws):
    for w in ws: s = s + w
    return s
def r_sum(s, ws): return s + sum(ws)
def r_max(s, ws): return max([s, *ws])
def r_min(s, ws): return min([s, *ws])
def r_last(s, ws): return ws[-1]
def r_union(s, ws): return s.union(*ws)
def r_merge(s, ws):
    s = dict(s)
    for w in ws: s.update(w)
    return s
def deep(a, b):
    a = dict(a)
    for k, v in b.items():
        a[k] = deep(a[k], v) if isinstance(v, dict) and isinstance(a.get(k), dict) else v
    return a
def r_deep(s, ws):
    for w in ws: s = deep(s, w)
    return s
def r_files(s, ws):
    s = dict(s)
    for w in ws:
        for k, v in w.items():
            if v is None: s.pop(k, None)
            else: s[k] = v
    return s
def r_dedupe(s, ws):
    s = list(s)
    for w in ws:
        for x in w:
            if x not in s: s.append(x)
    return s
def r_window(s, ws):
    for w in ws: s = s + w
    return s[-5:]
def r_counter(s, ws):
    s = dict(s)
    for w in ws:
        for k, v in w.items(): s[k] = s.get(k, 0) + v
    return s
def r_groups(s, ws):
    s = dict(s)
    for w in ws:
        for k, v in w.items(): s[k] = s.get(k, []) + v
    return s
def r_concat(s, ws): return s + "".join(ws)
def r_or(s, ws): return s or any(ws)
def r_sorted(s, ws):
    for w in ws: s = sorted(s + w)
    return s
def r_weird(s, ws):
    for w in ws: s = (s * 7 + w) % 1009
    return s
def r_setlike_firstkey(s, ws):  # keeps the first value of a key
    s = dict(s)
    for w in ws:
        for k, v in w.items(): s.setdefault(k, v)
    return s
def r_prepend(s, ws):
    for w in ws: s = w + s
    return s
def r_byid(s, ws):
    s = list(s)
    for w in ws:
        for x in w:
            for i, y in enumerate(s):
                if y["id"] == x["id"]: s[i] = x; break
            else: s.append(x)
    return s
def r_msgwindow(s, ws): return _messages_delta_reducer(s, ws)[-4:]

N = [0]
def nid():
    N[0] += 1; return f"m{seed}-{N[0]}"
def g_msg(state):
    have = [m.id for m in (state or [])]
    k = R.random()
    if have and k < .15: return [RemoveMessage(id=R.choice(have))]
    if have and k < .3: return [AIMessage(content="again %d" % R.randrange(99), id=R.choice(have))]
    if k < .34: return [RemoveMessage(id="__remove_all__"), HumanMessage(content="fresh", id=nid())]
    return [R.choice([HumanMessage, AIMessage])(content="text %d" % R.randrange(99), id=nid()) for _ in range(R.choice([1, 1, 2]))]
words = "red green blue cyan gold".split()
KINDS = {
  "messages": (list, _messages_delta_reducer, g_msg),
  "log": (list, r_append, lambda s: [R.choice(words) for _ in range(R.choice([1, 1, 2]))]),
  "fresh": (list, r_append, lambda s: [nid()]),
  "total": (int, r_sum, lambda s: R.randrange(1, 9)),
  "spent": (float, r_sum, lambda s: R.choice([.1, .25, 1.5, 2.75])),
  "peak": (int, r_max, lambda s: R.randrange(1, 99)),
  "low": (int, r_min, lambda s: R.randrange(-50, 50)),
  "latest": (str, r_last, lambda s: R.choice(words)),
  "lastmap": (dict, r_last, lambda s: {R.choice(words): R.randrange(9)}),
  "tags": (set, r_union, lambda s: {R.choice(words)}),
  "facts": (dict, r_merge, lambda s: {R.choice(words): R.randrange(9)}),
  "conf": (dict, r_deep, lambda s: {R.choice(words): {R.choice("abc"): R.randrange(9)}}),
  "files": (dict, r_files, lambda s: {("/" + R.choice(words)): R.choice([None, {"content": ["l%d" % R.randrange(9)], "v": 1}, {"content": ["x"], "v": 2}])}),
  "uniq": (list, r_dedupe, lambda s: [R.choice(words)]),
  "recent": (list, r_window, lambda s: [R.randrange(99) for _ in range(R.choice([1, 2]))]),
  "votes": (dict, r_counter, lambda s: {R.choice(words): R.randrange(1, 4)}),
  "groups": (dict, r_groups, lambda s: {R.choice(words): [R.randrange(9)]}),
  "text": (str, r_concat, lambda s: R.choice(words) + " "),
  "seenit": (bool, r_or, lambda s: R.random() < .3),
  "order": (list, r_sorted, lambda s: [R.randrange(99)]),
  "weird": (int, r_weird, lambda s: R.randrange(99)),
  "firsts": (dict, r_setlike_firstkey, lambda s: {R.choice(words): R.randrange(9)}),
  "stack": (list, r_prepend, lambda s: [R.randrange(99)]),
  "items": (list, r_byid, lambda s: [{"id": R.choice("abcde"), "n": R.randrange(9)}]),
  "chat4": (list, r_msgwindow, g_msg),
}
OVER = {list: [], dict: {}, int: 3, float: 1.5, str: "over", set: {"over"}, bool: False}

def make_state(names, fields_for_sub=()):
    ann = {"n": int}
    for n in names:
        typ, red, _ = KINDS[n]
        ann[n] = Annotated[typ, DeltaChannel(red, snapshot_frequency=FREQ[n])]
    return TypedDict("S%d" % R.randrange(9999), ann)

names = R.sample(list(KINDS), 7)
if os.environ.get("ONLY"): names = os.environ["ONLY"].split(",")
FREQ = {n: R.choice([1, 2, 3, 4, 6, 9, 1000]) for n in names}
if os.environ.get("FREQ"): FREQ = {n: int(os.environ["FREQ"]) for n in names}
sub_names = R.sample(names, min(3, len(names)))

def writes(state, p=.6, over=.04):
    u = {}
    for n in names:
        if R.random() < p:
            typ, _, gen = KINDS[n]
            u[n] = gen(state.get(n))
    return u
def maybe_over(u):
    for n in list(u):
        if R.random() < .05 and n not in ("messages", "chat4"): u[n] = Overwrite(copy.copy(OVER[KINDS[n][0]]))
    return u

LIMIT = [6]
def plan(state):
    u = maybe_over(writes(state)); u["n"] = state.get("n", 0) + 1
    return u
def worker(state): return {k: v for k, v in writes(state).items()}
def work2(state): return {k: v for k, v in writes(state, .4).items()}
def collect(state): return writes(state, .5)
def route(state):
    if state.get("n", 0) >= LIMIT[0]: return END
    k = R.random()
    if k < .3: return [Send("worker", dict(state)) for _ in range(R.choice([2, 3]))]
    if k < .55: return ["worker", "work2"]
    if k < .7 and SUB: return ["sub"]
    return ["collect"]
SUB = R.random() < .6
S = make_state(names)
def build(saver):
    g = StateGraph(S)
    g.add_node("plan", plan); g.add_node("worker", worker); g.add_node("work2", work2); g.add_node("collect", collect)
    if SUB:
        s = StateGraph(S)
        s.add_node("inner", lambda st: writes(st, .4)); s.add_node("inner2", lambda st: writes(st, .4))
        s.add_edge(START, "inner"); s.add_edge("inner", "inner2"); s.add_edge("inner2", END)
        sc = s.compile(checkpointer=True)
        def callsub(state):
            r = sc.invoke({k: v for k, v in writes(state, .5).items()})
            return writes(state, .3)
        g.add_node("sub", sc if R.random() < .0 else callsub)
        g.add_edge("sub", "plan")
    g.add_edge(START, "plan"); g.add_conditional_edges("plan", route, ["worker", "work2", "collect", END] + (["sub"] if SUB else []))
    g.add_edge("worker", "plan"); g.add_edge("work2", "plan"); g.add_edge("collect", "plan")
    return g.compile(checkpointer=saver)

os.makedirs(out, exist_ok=True)
db = os.path.join(out, "sessions.db")
for x in ("", "-wal", "-shm"):
    if os.path.exists(db + x): os.remove(db + x)
conn = sqlite3.connect(db, check_same_thread=False)
saver = SqliteSaver(conn)
graph = build(saver)

threads = ["t%d" % i for i in range(R.choice([1, 2, 3]))]
for t in threads:
    LIMIT[0] = min(R.choice([3, 6, 12, 20]), int(os.environ.get("LIMIT", "99")))
    cfg = {"configurable": {"thread_id": t}, "recursion_limit": 500}
    dur = R.choice(["sync", "async", "sync", "exit"])
    graph.invoke({"n": 0, **writes({})}, cfg, durability=dur)
    for _ in range(R.choice([1, 2, 4])):
        hist = list(graph.get_state_history({"configurable": {"thread_id": t}}))
        k = R.random()
        pick = R.choice(hist)
        c = pick.config
        c["recursion_limit"] = 500
        try:
            if k < .2: graph.invoke({"n": R.randrange(LIMIT[0]), **writes({})}, cfg, durability=dur)
            elif k < .5: 
                LIMIT[0] = (pick.values.get("n") or 0) + R.choice([1, 2, 4])
                graph.invoke(None, c, durability=dur)
            elif k < .75:
                c2 = graph.update_state(c, {k2: v for k2, v in writes(pick.values).items()}, as_node=R.choice(["plan", "worker", "collect"]))
                if R.random() < .6:
                    LIMIT[0] = (pick.values.get("n") or 0) + R.choice([1, 2])
                    graph.invoke(None, {**c2, "recursion_limit": 500})
            elif k < .85: graph.update_state(c, None, as_node="__copy__")
            else: graph.update_state(hist[0].config, {k2: v for k2, v in writes(hist[0].values).items()}, as_node="plan")
        except Exception as e:
            print("skip", type(e).__name__, str(e)[:80])

def plain(v):
    if v is None or isinstance(v, (bool, str)): return v
    if isinstance(v, int): return v
    if isinstance(v, float): return v
    if isinstance(v, (list, tuple)): return [plain(x) for x in v]
    if isinstance(v, (set, frozenset)): return {"$type": "builtins.set", "$value": sorted(plain(x) for x in v)}
    if isinstance(v, dict): return {k: plain(x) for k, x in v.items()}
    if hasattr(v, "model_dump"):
        return {"$type": f"{type(v).__module__}.{type(v).__name__}", **{k: plain(x) for k, x in v.model_dump().items()}}
    raise TypeError(type(v))
cps = []
for t, ns, c in conn.execute("select thread_id, checkpoint_ns, checkpoint_id from checkpoints order by 1,2,3").fetchall():
    try:
        if ns: 
            continue
        st = graph.get_state({"configurable": {"thread_id": t, "checkpoint_ns": ns, "checkpoint_id": c}})
    except Exception as e:
        print("no state", t, ns, c, e); continue
    stored = [r for r in st.values]
    cps.append({"thread_id": t, "checkpoint_ns": ns, "checkpoint_id": c, "step": st.metadata.get("step"), "values": plain(st.values)})
conn.commit(); conn.execute("PRAGMA wal_checkpoint(TRUNCATE)"); conn.execute("PRAGMA journal_mode=DELETE"); conn.execute("vacuum"); conn.close()
json.dump({"case": os.path.basename(out), "names": names, "freq": FREQ, "checkpoints": cps}, open(os.path.join(out, "oracle.json"), "w"))
print(out, len(cps), names, FREQ, "sub" if SUB else "")
