"""Records testdata/values/odd.tsv: name, type column, cell in base64, and the typed JSON of what LangGraph itself loads from it.

    python testdata/record/record_odd.py > testdata/values/odd.tsv

Left out are values of which LangGraph loads less than is stored, since the bytes know more: a frozenset of tuples, an Enum of tuples, a
pandas.Timestamp, fields that a class sets itself.
"""
import sys

import record_pickles as rp
from langchain_core.documents import Document
from langchain_core.messages import AIMessageChunk, ChatMessage, FunctionMessage, RemoveMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.types import Overwrite
from pydantic.dataclasses import dataclass as pydantic_dataclass
from record_pickles import *
from typing import Any, NamedTuple


@ours
class Pt(NamedTuple):
    x: int
    y: Any


@ours
class Name(enum.StrEnum):
    A = "a"


@ours
class Bits(enum.IntFlag):
    R = 4
    W = 2


@ours
@dataclasses.dataclass(slots=True, frozen=True)
class Frozen:
    a: int
    b: str = "q"
    c: Any = None


@ours
class Inner(BaseModel):
    when: datetime.datetime
    tags: set[str] = set()
    path: pathlib.Path = pathlib.Path("/x")
    name: Name = Name.A
    raw: bytes = b"hi"


@ours
class Outer(BaseModel):
    model_config = {"extra": "allow"}
    by: dict[str, int] = {}


@ours
@pydantic_dataclass
class Checked:
    a: int
    b: list


@ours
class MyDict(dict):
    pass


@ours
class MyStr(str):
    pass


Z = zoneinfo.ZoneInfo
deep = []
for _ in range(60):
    deep = [deep]
ODD = {
    "decimals": [decimal.Decimal(x) for x in ("NaN", "sNaN", "-Infinity", "1E+400", "0.000")],
    "beyond 64 bits": {"a": 2**64, "b": -(2**63) - 1, "c": [10**40]},
    "64 bits": [2**64 - 1, -(2**63)],
    "deltas": [datetime.timedelta(days=-3, hours=5, microseconds=7), datetime.timedelta(0), datetime.timedelta.max, datetime.timedelta.min],
    "datetimes": [datetime.datetime(2026, 10, 25, 2, 30, tzinfo=Z("Europe/Paris"), fold=1), datetime.datetime(1900, 1, 1, tzinfo=Z("Europe/Paris")), datetime.datetime(2026, 1, 1, tzinfo=Z("Asia/Kathmandu")), datetime.datetime.max],
    "times": [datetime.time(1, 2, 3, tzinfo=datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))), datetime.time(0, 0, fold=1), datetime.time(5, tzinfo=Z("UTC"))],
    "zones": [Z("America/New_York"), datetime.timezone(datetime.timedelta(seconds=3661)), datetime.timezone.min],
    "named tuples": [Pt(1, None), Pt({1, 2}, b"x")],
    "enums": [Perm.R | Perm.W, Perm(0), Name.A, Bits.R | Bits.W, {Name.A: 1}],
    "sets": [{b"a", b"b"}, {None, True}, {1.5, "x", 3}],
    "deques": [collections.deque([1, 2, 3], maxlen=2), collections.deque(maxlen=0)],
    "paths": [pathlib.PurePosixPath("a//b/../c"), pathlib.PureWindowsPath("C:\\x\\y"), pathlib.PureWindowsPath("\\\\srv\\share\\z"), pathlib.Path(""), pathlib.PureWindowsPath("rel\\q"), pathlib.PurePosixPath("//a/b"), pathlib.PureWindowsPath("C:x\\y")],
    "addresses": [ipaddress.ip_network("fe80::/10"), ipaddress.ip_interface("fe80::1%eth0/64"), ipaddress.ip_address("::ffff:1.2.3.4"), ipaddress.ip_interface("10.0.0.1")],
    "patterns": [re.compile("x", re.A | re.S), re.compile(b"\\d", re.X), re.compile("")],
    "array of one": np.array(5), "big-endian": np.array([[1, 2], [3, 4]], dtype=">f8"), "flags": np.array([[True], [False]]), "complexes": np.array([1 + 2j, complex(math.nan, -math.inf)]),
    "days": np.array(["2026-01-01", "NaT"], dtype="M8[D]"), "texts": np.array(["é", "a\x00b", ""], dtype="U4"), "byte texts": np.array([b"a", b"", b"abc"]), "empty": np.zeros((2, 0, 3)), "nothing": np.array([], dtype="U1"),
    "columns first": np.asfortranarray(np.arange(6).reshape(2, 3)), "every second": np.arange(10)[::2], "halves": np.array([65504, np.inf, np.nan, 6e-8], dtype="f2"), "u8": np.array([2**64 - 1], dtype="u8"),
    "pydantic": [Inner(when=datetime.datetime(2026, 1, 1), tags={"b", "a"}), Outer(by={"k": 1}, more=[1, {"x": None}]), Checked(1, [2])],
    "frozen": [Frozen(1), Frozen(2, "z", Frozen(3))],
    "subclasses": [MyDict(a=1), MyStr("s")],
    "dicts": [collections.OrderedDict(b=1, a=2), collections.defaultdict(list, {"x": [1]}), collections.Counter("aab")],
    "odd keys": {(1, 2): "t", 3: "i", None: "n", 1.5: "f", True: "b", b"k": "bytes"},
    "complex": [1j, {"a": complex(0, -1.5)}],
    "messages": [SystemMessage("s"), ToolMessage("t", tool_call_id="1", artifact={"x": {1}}), AIMessageChunk("c"), FunctionMessage("f", name="n"), RemoveMessage(id="r"), ChatMessage("c", role="x"), HumanMessage([{"type": "text", "text": "é"}])],
    "document": Document("p", metadata={"a": 1}),
    "langgraph": [Send("n", {"x": {1}}), Interrupt(value=[1], id="a" * 32), Overwrite(value=[1])],
    "texts that bite": ["a\x00", "\u2028", "\x7f\x9b", "\u202e"],
    "floats": [1e22, 1e16, 123456789012345680.0, 1e-5, 0.0001, -1e-7, 2.5e-310, float(2**53)],
    "deep": deep,
}


def typed(x):
    if type(x).__module__ == "shapes" and isinstance(x, tuple):
        return {"$type": f"shapes.{type(x).__qualname__}", **{f: typed(getattr(x, f)) for f in x._fields}}
    return plainly(x)


plainly, rp.typed = rp.typed, typed

if __name__ == "__main__":
    serde = JsonPlusSerializer(pickle_fallback=True)
    for name, x in ODD.items():
        kind, raw = serde.dumps_typed(x)
        print(f"{name}\t{kind}\t{base64.b64encode(raw).decode()}\t{json.dumps(typed(serde.loads_typed((kind, raw))))}")
