"""Records testdata/values/pickle.tsv: a name, a pickle in base64, and the typed JSON that cptui must show for it, one a line.

Run it with the Python of a LangGraph (1.2 or newer, with numpy and pandas installed):

    python testdata/record/record_pickles.py > testdata/values/pickle.tsv

Every value is pickled with each protocol; what is expected is worked out from the object that Python loads again
(but for numpy, which turns big-endian arrays into its own order, where the pickle says what is stored).
"""
import base64, collections, dataclasses, datetime, decimal, enum, fractions, ipaddress, json, math, pathlib, pickle, re, sys, types, uuid, zoneinfo

import numpy as np
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Command, Interrupt, Send
from pydantic import BaseModel, SecretStr
from pydantic import v1

shapes = types.ModuleType("shapes")  # an application's module, which cptui has never heard of
sys.modules["shapes"] = shapes


def ours(cls):
    cls.__module__ = "shapes"
    setattr(shapes, cls.__name__, cls)
    return cls


@ours
class Color(enum.Enum):
    RED = "red"


@ours
class Perm(enum.Flag):
    R = 1
    W = 2


@ours
class Level(enum.IntEnum):
    HIGH = 9


@ours
@dataclasses.dataclass
class Row:
    name: str
    tags: list
    inner: object = None


@ours
@dataclasses.dataclass(slots=True)
class Slotted:
    a: int
    b: str


@ours
class Model(BaseModel):
    title: str
    price: decimal.Decimal
    inner: object = None


@ours
class Old(v1.BaseModel):
    title: str
    count: int = 1


@ours
class Plain:
    def __init__(self):
        self.x, self.y = 1, [2]


UTC = datetime.timezone.utc
PARIS = zoneinfo.ZoneInfo("Europe/Paris")
twin = ["shared"]
VALUES = {
    "plain": {"a": 1, "b": [True, False, None, -5, 255, 256, 65536, -(2**31), 2**31, 2**63, 2**64, -(2**70)], "c": (1, (2,), ()), "": "é漢\U0001f600\n\\u\x00'\""},
    "floats": [1.0, -0.0, 1e308, 5e-324, math.inf, -math.inf, math.nan, 0.1],
    "keys": {1: "a", None: "b", (1, 2): "c", 1.5: "d", True if False else "s": "e"},
    "bytes": [b"", b"\x00\xff", bytearray(b"xyz"), b"x" * 300],
    "sets": [{1, 2, 3}, frozenset({"a", "b"}), set(), {(1, 2), (3, (4,))}, {b"q"}],
    "shared": {"a": twin, "b": twin},
    "collections": [collections.OrderedDict(a=1), collections.defaultdict(list, k=[1]), collections.Counter("abba"), collections.deque([1, [2]], maxlen=5), collections.deque()],
    "decimal": [decimal.Decimal("12.50"), decimal.Decimal("NaN"), decimal.Decimal("-0E+3"), decimal.Decimal("Infinity")],
    "complex": [1 + 2j, -0.5j, complex(math.inf, math.nan)],
    "ids": [uuid.UUID(int=5), uuid.UUID("01234567-89ab-cdef-0123-456789abcdef")],
    "paths": [pathlib.PosixPath("/tmp/x.txt"), pathlib.PosixPath("rel/y"), pathlib.PurePosixPath("."), pathlib.PureWindowsPath("C:\\a\\b")],
    "patterns": [re.compile("a.b\\d+"), re.compile("x", re.I | re.M), re.compile(b"by")],
    "addresses": [ipaddress.ip_address("10.0.0.1"), ipaddress.ip_address("2001:db8::1"), ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("2001:db8::/32"), ipaddress.ip_interface("192.168.1.5/24")],
    "times": [datetime.datetime(2026, 3, 7, 9, 0, tzinfo=datetime.timezone(datetime.timedelta(hours=-5, minutes=-30))), datetime.datetime(2026, 3, 7, 9, 0, 0, 123456),
              datetime.datetime(2026, 7, 7, 9, tzinfo=PARIS), datetime.datetime(2026, 10, 25, 2, 30, tzinfo=PARIS, fold=0), datetime.datetime(2026, 10, 25, 2, 30, tzinfo=PARIS, fold=1),
              datetime.datetime(2026, 3, 29, 2, 30, tzinfo=PARIS, fold=0), datetime.datetime(2026, 3, 29, 2, 30, tzinfo=PARIS, fold=1), datetime.datetime.min.replace(tzinfo=UTC), datetime.datetime.max],
    "dates": [datetime.date(2026, 2, 28), datetime.time(23, 59, 58, 7), datetime.time(1, 2, tzinfo=UTC)],
    "deltas": [datetime.timedelta(days=-1, seconds=3), datetime.timedelta(microseconds=1), datetime.timedelta(weeks=300)],
    "zones": [PARIS, UTC, datetime.timezone(datetime.timedelta(hours=-5, minutes=-30)), datetime.timezone(datetime.timedelta(hours=1), "CET")],
    "enums": [Color.RED, Perm.R | Perm.W, Level.HIGH],
    "dataclass": Row("r", ["x", 1], Row("inner", [], uuid.UUID(int=1))),
    "slots": Slotted(1, "b"),
    "pydantic": Model(title="trip", price=decimal.Decimal("12.50"), inner=Model(title="in", price=decimal.Decimal("1"))),
    "pydantic v1": Old(title="old"),
    "secret": [SecretStr("not-a-real-secret")],
    "class": Plain(),
    "messages": [HumanMessage("hi", id="h1"), AIMessage("", id="a1", tool_calls=[{"name": "lookup", "args": {"q": 1}, "id": "c1"}])],
    "langgraph": [Send("somewhere", {"i": 1}), Interrupt(value={"ask": "ok?"}, id="0123456789abcdef0123456789abcdef"), Command(update={"a": 1}, resume="r", goto=["x"])],
    "errors": [ValueError("bad"), KeyError("k")],
    "numpy": [np.array([1.0, 2.0]), np.array([[1, 2], [3, 4]], dtype="<i4", order="F"), np.array([1, 2], dtype=">i4"), np.array(3), np.zeros((0, 3)), np.zeros((2, 0)),
              np.array([True, False]), np.array(["a", "bcd"]), np.array([b"x", b"yz"]), np.array([1 + 2j]), np.array([0.5], dtype="f2"), np.array([-1], dtype="i1")],
    "numpy objects": [np.array(["a", None, 1], dtype=object), np.array([[1, "b"], [None, 2.5]], dtype=object)],
    "numpy times": [np.array(["2026-01-01", "NaT"], dtype="M8[D]"), np.array(["2026-01-01T00:00:00.5", "NaT"], dtype="M8[ns]"), np.array(["2026-01-01T01:02:03"], dtype="M8[s]"),
                    np.array(["2026-01", "1969-11"], dtype="M8[M]"), np.array(["1600", "12000"], dtype="M8[Y]"), np.array(["2026-01-01T00:00:00.123456"], dtype="M8[us]"), np.array([3], dtype="M8[25s]"),
                    np.array([1, -2], dtype="m8[s]"), np.array([5], dtype="m8[D]"), np.array([7], dtype="m8[ns]"), np.array([1], dtype="m8[Y]")],
    "numpy numbers": [np.float64(1.5), np.int32(-7), np.bool_(True), np.complex128(1 + 2j)],
}


def typed(x):
    """The JSON of CLI.md, made from a live object."""
    t = type(x)
    of = lambda name, **kw: {"$type": name, **{"$value" if k == "value_" else k: v for k, v in kw.items()}}
    name = f"{t.__module__}.{t.__qualname__}"
    if isinstance(x, np.ndarray):
        return of("numpy.ndarray", dtype=x.dtype.str, shape=list(x.shape), value_=typed(x.tolist()))
    if isinstance(x, np.generic):
        return of("pickle", call=f"numpy.{t.__name__}", dtype=x.dtype.str, value=typed(x.item()))
    if isinstance(x, enum.Enum):
        return of(name, value_=typed(x.value))
    if x is None or isinstance(x, (bool, str)):
        return x
    if isinstance(x, int):
        return x if abs(x) <= 2**53 else of("int", value_=str(x))
    if isinstance(x, float):
        return x if math.isfinite(x) else of("float", value_={"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[repr(x)])
    if isinstance(x, complex):
        return {"$type": "builtins.complex", "$repr": repr(x)}
    if isinstance(x, (bytes, bytearray)):
        return of("bytes", value_=base64.b64encode(x).decode())
    if isinstance(x, (set, frozenset)):
        return of("builtins.set", value_=[typed(y) for y in x])
    if isinstance(x, collections.deque):
        return of(name, value_=[typed(y) for y in x])
    if isinstance(x, dict):
        if all(isinstance(k, str) for k in x):
            return {k: typed(v) for k, v in x.items()}
        return {"$type": "builtins.dict", "$items": [[typed(k), typed(v)] for k, v in x.items()]}
    if isinstance(x, Send):
        return of("langgraph.types.Send", node=x.node, arg=typed(x.arg))
    if isinstance(x, Interrupt):
        return of("langgraph.types.Interrupt", value=typed(x.value), id=x.id)
    if isinstance(x, SecretStr):
        return of("pydantic.types.SecretStr", value_=x.get_secret_value())
    if isinstance(x, BaseModel):
        return {"$type": name, **{k: typed(getattr(x, k)) for k in x.model_dump()}}
    if isinstance(x, v1.BaseModel):
        return {"$type": name, **{k: typed(getattr(x, k)) for k in x.dict()}}
    if dataclasses.is_dataclass(x):
        return {"$type": name, **{f.name: typed(getattr(x, f.name)) for f in dataclasses.fields(x)}}
    if isinstance(x, (list, tuple)):
        return [typed(y) for y in x]
    if isinstance(x, (datetime.datetime, datetime.date, datetime.time)):
        return of(name, value_=x.isoformat())
    if isinstance(x, datetime.timedelta):
        return of(name, value_=x.total_seconds())
    if isinstance(x, re.Pattern):
        return {"$type": "re.Pattern", "$value": typed(x.pattern), "flags": x.flags}
    if isinstance(x, BaseException):
        return of(name, value_=typed(x.args[0]))
    if isinstance(x, pathlib.PurePath):
        return of("pathlib." + t.__name__, value_=str(x))
    if isinstance(x, (decimal.Decimal, uuid.UUID, zoneinfo.ZoneInfo, datetime.timezone)) or name.startswith("ipaddress."):
        return of(name, value_=str(x))
    return {"$type": name, **{k: typed(v) for k, v in vars(x).items()}}


if __name__ == "__main__":
    for name, x in VALUES.items():
        seen = set()
        for protocol in range(6):
            try:
                raw = pickle.dumps(x, protocol)
            except TypeError:  # slots before protocol 2
                continue
            if raw in seen:
                continue
            seen.add(raw)
            print(f"{name} {protocol}\t{base64.b64encode(raw).decode()}\t{json.dumps(typed(x if name == 'numpy' else pickle.loads(raw)), ensure_ascii=False)}")
