"""lc.py: what langchain_core stores of its classes as JSON, and what it makes of that when it loads it again.

Run with the Python of a venv that has one generation of langchain_core; prints one JSON object a line: the version, the stored
form (Serializable.to_json, which LangGraph's JSON rows and its metadata hold) and the fields of the loaded instance.
"""
import json
import warnings

warnings.filterwarnings("ignore")
import langchain_core
from langchain_core.agents import AgentAction, AgentActionMessageLog, AgentFinish
from langchain_core.documents import Document
from langchain_core.load import dumpd
from langchain_core.load.load import load
from langchain_core import messages as m
from langchain_core.outputs import ChatGeneration, Generation
from langchain_core.prompt_values import ChatPromptValue, StringPromptValue
from langchain_core.prompts import PromptTemplate

try:
    from importlib.metadata import version
    CORE = version("langchain-core")
except Exception:
    CORE = langchain_core.__version__


def shown(x):
    if isinstance(x, dict):
        return {k: shown(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [shown(v) for v in x]
    if x is None or isinstance(x, (str, int, float, bool)):
        return x
    t = type(x)
    fields = {k: shown(v) for k, v in x.__dict__.items()}
    fields.update({k: shown(v) for k, v in (getattr(x, "__pydantic_extra__", None) or {}).items()})
    return {"$type": f"{t.__module__}.{t.__name__}"} | {k: v for k, v in fields.items() if not k.startswith("__")}


CALL = {"name": "weigh", "args": {"stone": "opal", "carat": 2.5}, "id": "call-1"}
LEGACY = {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}},
                         {"id": "c2", "type": "function", "function": {"name": "g", "arguments": "{bad"}}]}
IMAGE = [{"type": "text", "text": "what is it?"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}, "plain"]


def made():
    yield lambda: m.HumanMessage(content="hi")
    yield lambda: m.HumanMessage(content="hi", id="h1", name="ada", additional_kwargs={"k": [1]}, response_metadata={"r": None})
    yield lambda: m.HumanMessage(content=IMAGE, example=True)
    yield lambda: m.HumanMessage(content="hi", mood="blue")
    yield lambda: m.AIMessage(content="")
    yield lambda: m.AIMessage(content="x", id="a1", name="bot", tool_calls=[CALL])
    yield lambda: m.AIMessage(content="x", tool_calls=[dict(CALL, type="tool_call")], invalid_tool_calls=[{"name": "g", "args": "{", "id": "y", "error": "bad"}])
    yield lambda: m.AIMessage(content="x", usage_metadata={"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}, response_metadata={"model_name": "m"})
    yield lambda: m.AIMessage(content="x", additional_kwargs=LEGACY)
    yield lambda: m.SystemMessage(content="s", id="s1")
    yield lambda: m.ToolMessage(content="t", tool_call_id="c", name="weigh")
    yield lambda: m.ToolMessage(content=["a", {"type": "text", "text": "b"}], tool_call_id="c", status="error", artifact={"raw": [1, 2]})
    yield lambda: m.FunctionMessage(content="f", name="fn")
    yield lambda: m.ChatMessage(content="c", role="boss", id="c1")
    yield lambda: m.RemoveMessage(id="h1")
    yield lambda: m.HumanMessageChunk(content="hc")
    yield lambda: m.AIMessageChunk(content="ac", tool_call_chunks=[{"name": "f", "args": '{"a": 1}', "id": "x", "index": 0}])
    yield lambda: m.AIMessageChunk(content="ac")
    yield lambda: m.SystemMessageChunk(content="sc")
    yield lambda: m.ToolMessageChunk(content="tc", tool_call_id="c")
    yield lambda: m.FunctionMessageChunk(content="fc", name="fn")
    yield lambda: m.ChatMessageChunk(content="cc", role="boss")
    yield lambda: Document(page_content="p")
    yield lambda: Document(page_content="p", metadata={"source": "a.md", "n": 3})
    yield lambda: Document(page_content="p", id="d1")
    yield lambda: StringPromptValue(text="t")
    yield lambda: ChatPromptValue(messages=[m.HumanMessage(content="hi")])
    yield lambda: AgentAction(tool="t", tool_input={"a": 1}, log="l")
    yield lambda: AgentActionMessageLog(tool="t", tool_input="x", log="l", message_log=[m.AIMessage(content="q")])
    yield lambda: AgentFinish(return_values={"output": "o"}, log="l")
    yield lambda: Generation(text="g")
    yield lambda: ChatGeneration(message=m.AIMessage(content="cg"))
    yield lambda: PromptTemplate.from_template("tell {what}")


for make in made():
    try:
        x = make()
        stored = dumpd(x)
        loaded = load(json.loads(json.dumps(stored)))
    except Exception:
        continue  # this generation does not have it
    print(json.dumps({"core": CORE, "stored": stored, "loaded": shown(loaded)}))
