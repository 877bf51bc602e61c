// lc.mjs DIR: what @langchain/core, installed in DIR, makes of stored messages. One JSON object a line, as lc.py prints.
import { createRequire } from "module";
import { pathToFileURL } from "url";
const require = createRequire(process.argv[2] + "/x.js");
const { load } = await import(pathToFileURL(require.resolve("@langchain/core/load")).href);
const core = "js " + require("@langchain/core/package.json").version;
console.warn = () => {};
const shown = (v) => {
  if (v === null || typeof v !== "object") return v;
  if (Array.isArray(v)) return v.map(shown);
  const o = v.constructor && v.constructor !== Object ? { $type: v.constructor.name } : {};
  for (const k of Object.keys(v)) if (!k.startsWith("lc_") && typeof v[k] !== "function" && v[k] !== undefined) o[k] = shown(v[k]);
  return o;
};
const all = { content: "c", id: "i", name: "n", additional_kwargs: { k: 1 }, response_metadata: { model_name: "m" } };
const more = { role: "boss", example: true, tool_call_id: "t", status: "error", artifact: { a: 1 }, metadata: { q: 1 }, foo_bar: 5, type: "zzz",
  usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } };
const calls = { tool_calls: [{ id: "x", name: "f", args: {}, type: "tool_call" }], invalid_tool_calls: [] };
for (const name of ["HumanMessage", "AIMessage", "SystemMessage", "ToolMessage", "FunctionMessage", "ChatMessage", "RemoveMessage",
  "HumanMessageChunk", "AIMessageChunk", "SystemMessageChunk", "ToolMessageChunk", "FunctionMessageChunk", "ChatMessageChunk"])
  for (const kwargs of [{ content: "c" }, all, { ...all, ...more }, { content: [{ type: "text", text: "hi" }, { type: "image_url", image_url: { url: "u" } }], name: null, ...calls }]) {
    const stored = { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs };
    console.log(JSON.stringify({ core, stored, loaded: shown(await load(JSON.stringify(stored))) }));
  }
for (const kwargs of [{ page_content: "p" }, { page_content: "p", metadata: { a_b: 1 }, id: "d" }]) {
  const stored = { lc: 1, type: "constructor", id: ["langchain_core", "documents", "Document"], kwargs };
  console.log(JSON.stringify({ core, stored, loaded: shown(await load(JSON.stringify(stored))) }));
}
