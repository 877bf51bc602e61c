"""Writes one talk as plain files of messages: LangChain's objects as langchain-core dumps them in its three forms, and OpenAI's
chat form as it converts them. Anthropic's form is written by hand. Run where langchain-core is installed:
    python plain_messages.py FOLDER
"""
import json
import sys
from pathlib import Path

from langchain_core.load import dumps
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, convert_to_openai_messages, messages_to_dict

out = Path(sys.argv[1])
talk = [
    SystemMessage("You are short.", id="s1"),
    HumanMessage("Weather in Bern and Rome?", id="h1"),
    AIMessage([{"type": "text", "text": "I look."}], id="a1",
              tool_calls=[{"name": "weather", "args": {"city": "Bern"}, "id": "c1"}, {"name": "weather", "args": {"city": "Rome"}, "id": "c2"}],
              usage_metadata={"input_tokens": 100, "output_tokens": 9, "total_tokens": 109, "input_token_details": {"cache_read": 60}},
              response_metadata={"model_name": "model-x"}),
    ToolMessage("21 C", tool_call_id="c1", name="weather", id="t1"),
    ToolMessage("no data", tool_call_id="c2", name="weather", status="error", id="t2"),
    AIMessage("Bern 21, Rome unknown.", id="a2", response_metadata={"model_name": "model-x"}),
    HumanMessage("Thanks", id="h2"),
    AIMessage("Gladly.", id="a3", response_metadata={"model_name": "model-x"}),
]
anthropic = {
    "model": "claude-x", "max_tokens": 100, "system": "You are short.",
    "messages": [
        {"role": "user", "content": "Weather in Bern and Rome?"},
        {"role": "assistant", "content": [{"type": "text", "text": "I look."}, {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Bern"}},
                                          {"type": "tool_use", "id": "c2", "name": "weather", "input": {"city": "Rome"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "21 C"},
                                     {"type": "tool_result", "tool_use_id": "c2", "content": "no data", "is_error": True}]},
        {"role": "assistant", "content": "Bern 21, Rome unknown."},
        {"role": "user", "content": "Thanks"},
        {"role": "assistant", "content": "Gladly."},
    ],
}
lines = lambda items: "".join(json.dumps(x) + "\n" for x in items)
none = {"input": 0, "output": 0, "cache_read": 0, "cache_creation": 0}
told = {"input": 40, "output": 9, "cache_read": 60, "cache_creation": 0}
for name, file, text, records, errors, usage, models in [
    ("langchain-dict", "messages.json", json.dumps(messages_to_dict(talk), indent=1), 8, 1, told, ["model-x"]),
    ("langchain-lc", "messages.json", dumps(talk), 8, 1, told, ["model-x"]),
    ("langchain-lines", "messages.jsonl", lines(m.model_dump() for m in talk), 8, 1, told, ["model-x"]),
    ("openai-chat", "messages.jsonl", lines(convert_to_openai_messages(talk)), 8, 0, none, []),
    ("openai-request", "request.json", json.dumps({"model": "gpt-x", "messages": convert_to_openai_messages(talk)}, indent=2), 8, 0, none, []),
    ("anthropic", "request.json", json.dumps(anthropic, indent=2), 6, 1, none, []),
]:
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(text)
    expect = {
        "open": file, "records": records, "turns": ["Weather in Bern and Rome?", "Thanks"],
        "tools": [["weather", "ok"], ["weather", "error" if errors else "ok"]], "todos_final": [], "usage_total": usage, "branches": 1,
        "files_touched": [], "models": models,
    }
    (folder / "expect.json").write_text(json.dumps(expect, indent=1) + "\n")
