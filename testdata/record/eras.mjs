// eras.mjs DIR OUT: records graphs with the LangGraph.js installed in DIR, and what it says of them itself (see eras.py).
import { createRequire } from "module";
import { pathToFileURL } from "url";
import fs from "fs";
const [DIR, OUT] = process.argv.slice(2);
const require = createRequire(DIR + "/x.js");
const get = async (m) => await import(pathToFileURL(require.resolve(m)).href);
const { StateGraph, Annotation, START, END, Send, Command, interrupt, messagesStateReducer } = await get("@langchain/langgraph");
const { SqliteSaver } = await get("@langchain/langgraph-checkpoint-sqlite");
const M = await get("@langchain/core/messages");
const { Document } = await get("@langchain/core/documents");
const read = (p) => JSON.parse(fs.readFileSync(`${DIR}/node_modules/${p}/package.json`)).version;
const LG = read("@langchain/langgraph");
console.warn = () => {};

const shown = (v) => {
  if (v === undefined) return { $type: "undefined" };
  if (v === null || typeof v !== "object") return v;
  if (Array.isArray(v)) return v.map(shown);
  if (v instanceof Set) return { $type: "Set", $value: [...v].map(shown) };
  if (v instanceof Map) return { $type: "builtins.dict", $items: [...v].map(shown) };
  const name = v.constructor && v.constructor !== Object ? v.constructor.name : "";
  const o = name && name !== "Send" && name !== "_Send" ? { $type: name } : {};
  for (const k of Object.keys(v)) if (!k.startsWith("lc_") && k !== "lg_name" && typeof v[k] !== "function" && (v[k] !== undefined || !name)) o[k] = shown(v[k]);
  return o;
};
const State = Annotation.Root({
  messages: Annotation({ reducer: messagesStateReducer, default: () => [] }),
  notes: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }),
  pages: Annotation(), score: Annotation(), item: Annotation(),
});
const node = (name, gives = {}) => () => ({ ...gives, notes: [name] });
const cfg = (t, ns, id) => ({ configurable: { thread_id: t, ...(ns === undefined ? {} : { checkpoint_ns: ns }), ...(id ? { checkpoint_id: id } : {}) } });

async function talk(saver) {
  const call = { id: "tc-1", name: "fetch_page", args: { url: "https://example.org/ü", depth: 2 }, type: "tool_call" };
  const g = new StateGraph(State)
    .addNode("scout", (s) => s.messages.length < 3
      ? { messages: [new M.SystemMessage({ content: "brief", id: "sys" }), new M.AIMessage({ id: "bot-1", name: "scout", content: "looking", tool_calls: [call],
          invalid_tool_calls: [{ id: "tc-0", name: "oops", args: "{", error: "bad", type: "invalid_tool_call" }], additional_kwargs: { refusal: null },
          usage_metadata: { input_tokens: 5, output_tokens: 6, total_tokens: 11 }, response_metadata: { finish_reason: "tool_calls" } })] }
      : { messages: [new M.AIMessageChunk({ id: `bot-${s.messages.length}`, content: [{ type: "text", text: "done" }] })], score: 0.5 })
    .addNode("fetch page", () => ({ messages: [new M.ToolMessage({ content: "<html>", tool_call_id: "tc-1", id: "res-1", name: "fetch_page", status: "error", artifact: { raw: [1] } }),
        new M.FunctionMessage({ content: "42", name: "add", id: "fn-1" }), new M.ChatMessage({ content: "aside", role: "critic", id: "chat-1" })],
        pages: [new Document({ pageContent: "p", metadata: { n: 1 } })], notes: ["fetch"] }))
    .addEdge(START, "scout").addConditionalEdges("scout", (s) => (s.messages.at(-1).id === "bot-1" ? "fetch page" : END)).addEdge("fetch page", "scout")
    .compile({ checkpointer: saver });
  const image = [{ type: "text", text: "what is this?" }, { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }];
  await g.invoke({ messages: [new M.HumanMessage({ content: image, id: "h-1", name: "ada", additional_kwargs: { lang: "de" } })] }, cfg("talk-0"));
  await g.invoke({ messages: [new M.RemoveMessage({ id: "h-1" }), new M.HumanMessage({ content: "again", id: "h-2" })] }, cfg("talk-0"));
  return g;
}
async function diamond(saver) {
  const b = new StateGraph(State);
  for (const n of ["begin", "left arm", "right", "tail", "sum", "after"]) b.addNode(n, node(n));
  b.addEdge(START, "begin").addEdge("begin", "left arm").addEdge("begin", "right").addEdge("right", "tail").addEdge(["left arm", "tail"], "sum").addEdge("sum", "after").addEdge("after", END);
  const g = b.compile({ checkpointer: saver });
  await g.invoke({ notes: [], score: 1 }, cfg("d-1"));
  await g.invoke({ notes: ["second"] }, cfg("d-1"));
  const stop = b.compile({ checkpointer: saver, interruptBefore: ["sum"] });
  await stop.invoke({ notes: ["x"] }, cfg("d-2"));
  await stop.updateState(cfg("d-2"), { notes: ["edited"] });
  return g;
}
async function broken(saver) {
  const g = new StateGraph(State).addNode("root", node("root")).addNode("fine", node("fine", { score: 2 })).addNode("bad", () => { throw new RangeError("kaputt"); }).addNode("end", node("end"))
    .addEdge(START, "root").addEdge("root", "fine").addEdge("root", "bad").addEdge(["fine", "bad"], "end").addEdge("end", END).compile({ checkpointer: saver });
  await g.invoke({ notes: ["b"] }, cfg("b-1")).catch(() => {});
  return g;
}
async function spread(saver) {
  const g = new StateGraph(State).addNode("fan", node("fan")).addNode("worker bee", (s) => ({ notes: [`w${s.item}`] })).addNode("collect", node("collect"))
    .addEdge(START, "fan").addConditionalEdges("fan", () => [0, 1, 2].map((i) => new Send("worker bee", { item: i })), ["worker bee"]).addEdge("worker bee", "collect").addEdge("collect", END)
    .compile({ checkpointer: saver, interruptBefore: ["collect"] });
  await g.invoke({ notes: [] }, cfg("s-waits"));
  await g.invoke({ notes: [] }, cfg("s-done"));
  await g.invoke(null, cfg("s-done"));
  return g;
}
async function inner(saver) {
  const sub = new StateGraph(State).addNode("dig", node("dig")).addNode("rest", () => ({ notes: [interrupt("deep?")] })).addEdge(START, "dig").addEdge("dig", "rest").addEdge("rest", END).compile();
  const g = new StateGraph(State).addNode("open", node("open")).addNode("mine", sub).addNode("close", node("close")).addEdge(START, "open").addEdge("open", "mine").addEdge("mine", "close").addEdge("close", END).compile({ checkpointer: saver });
  await g.invoke({ notes: ["n"] }, cfg("i-waits"));
  await g.invoke({ notes: ["n"] }, cfg("i-done"));
  await g.invoke(new Command({ resume: "yes" }), cfg("i-done"));
  return g;
}
async function ask(saver) {
  const g = new StateGraph(State).addNode("prep", node("prep")).addNode("ask me", (s) => ({ notes: [interrupt({ "sure?": s.notes.length })] }))
    .addNode("ask twice", () => ({ notes: [interrupt("first"), interrupt("second")] })).addNode("fin", node("fin"))
    .addEdge(START, "prep").addEdge("prep", "ask me").addEdge("prep", "ask twice").addEdge(["ask me", "ask twice"], "fin").addEdge("fin", END).compile({ checkpointer: saver });
  await g.invoke({ notes: [] }, cfg("a-waits"));
  return g;
}
async function odd(saver) {
  const g = new StateGraph(State).addNode("odd", () => ({ item: { set: new Set(["a", 1]), map: new Map([["k", { x: 1 }]]), undef: undefined, date: new Date(0).toISOString(), nul: null, nested: [new M.AIMessage("plain")] }, score: null, notes: ["odd"] }))
    .addNode("jump", () => new Command({ goto: "odd", update: { notes: ["jump"] } }), { ends: ["odd"] }).addEdge(START, "jump").addEdge("odd", END).compile({ checkpointer: saver });
  await g.invoke({ notes: ["o"] }, cfg("o-1"));
  return g;
}

const snapshot = async (g, c) => {
  const s = await g.getState(c);
  return { values: shown(s.values), next: [...s.next].sort(),
    tasks: (s.tasks ?? []).map((t) => ({ id: t.id, name: t.name, path: shown(t.path ?? null), error: t.error ? String(t.error.message ?? t.error) : null, interrupts: shown(t.interrupts ?? []) })) };
};
for (const run of [talk, diamond, broken, spread, inner, ask, odd]) {
  const folder = `${OUT}/js-${LG}-${run.name}`;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const saver = SqliteSaver.fromConnString(`${folder}/sessions.db`);
  let g;
  try { g = await run(saver); } catch (e) { console.log(folder, "FAILED", e.message); continue; }
  const db = saver.db;
  const rows = db.prepare("select thread_id, checkpoint_ns ns, checkpoint_id id, parent_checkpoint_id parent from checkpoints").all();
  const checkpoints = [], heads = {}, head_state = {};
  for (const r of rows) {
    const h = (heads[r.thread_id] ??= {});
    if (!(h[r.ns] > r.id)) h[r.ns] = r.id;
    const c = cfg(r.thread_id, r.ns, r.id);
    const t = await saver.getTuple(c);
    const o = { thread_id: r.thread_id, checkpoint_ns: r.ns, checkpoint_id: r.id, parent_checkpoint_id: r.parent, v: t.checkpoint.v, ts: t.checkpoint.ts, source: t.metadata?.source, step: t.metadata?.step,
      parents: t.metadata?.parents, channels: Object.fromEntries(Object.keys(t.checkpoint.channel_values).map((k) => [k, null])), channel_versions: shown(t.checkpoint.channel_versions), versions_seen: shown(t.checkpoint.versions_seen), metadata: shown(t.metadata) };
    if (r.ns === "") Object.assign(o, await snapshot(g, c));
    o.writes = [];
    for (const w of db.prepare("select task_id, idx, channel, type, value from writes where thread_id=? and checkpoint_ns=? and checkpoint_id=?").all(r.thread_id, r.ns, r.id))
      o.writes.push({ task_id: w.task_id, idx: w.idx, channel: w.channel, value: shown(await saver.serde.loadsTyped(w.type ?? "json", w.value)) });
    checkpoints.push(o);
  }
  for (const t of Object.keys(heads)) head_state[t] = await snapshot(g, cfg(t));
  db.close();
  const made_with = { "@langchain/langgraph": LG, "@langchain/core": read("@langchain/core") };
  fs.writeFileSync(`${folder}/oracle.json`, JSON.stringify({ case: folder.split("/").at(-1), made_with, checkpoints, heads, head_state }));
  console.log(folder.split("/").at(-1), checkpoints.length);
}
