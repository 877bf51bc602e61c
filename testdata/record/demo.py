"""Record ui/cli/demo/refunds.db, the database that `cptui demo` carries, with the real LangGraph.

    python testdata/record/demo.py OUT.db        (langgraph 1.2, langgraph-checkpoint-sqlite 3.1, langchain-core 1.8)

A help desk that refunds orders. The model is a script, everything else is what LangGraph writes:

    where is order A-17?      tool calls in parallel, one of them answered with an error, two turns, finished
    mail to the customer      the mail server does not answer: left standing on a TimeoutError
    refund both orders        parallel subgraphs, two refunds sent, one of which fails and is run again, a limit changed by hand (a
                              branch), and a question that waits for a person
"""
import operator
import os
import sqlite3
import sys
import time
from typing import Annotated, TypedDict

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Send, interrupt

ORDERS = {
    "A-17": {"item": "desk lamp", "paid": "24.00", "state": "returned"},
    "A-18": {"item": "office chair", "paid": "138.50", "state": "damaged in transport"},
}


def answer(id, text="", *calls, tokens=(0, 0)):
    """What the model says: a text, or tool calls of (id, name, arguments)."""
    return AIMessage(text, id=id, tool_calls=[{"id": i, "name": n, "args": a, "type": "tool_call"} for i, n, a in calls],
                     usage_metadata={"input_tokens": tokens[0], "output_tokens": tokens[1], "total_tokens": sum(tokens)},
                     response_metadata={"model_name": "scripted-model"})


# --- a chat with tools ----------------------------------------------------------------------------------------------

class Chat(TypedDict):
    messages: Annotated[list, add_messages]
    files: Annotated[dict, operator.or_]


SCRIPT = [
    answer("m-1", "", ("c-1", "lookup_order", {"order": "A-17"}), ("c-2", "track_parcel", {"order": "A-17"}), tokens=(412, 31)),
    answer("m-2", "", ("c-3", "write_note", {"path": "/orders/A-17.md", "text": "Returned, lamp, 24.00 paid."}), tokens=(506, 40)),
    answer("m-3", "Order A-17 (a desk lamp) came back to us; the parcel service has no record of it any more. "
                  "I have made a note.", tokens=(561, 33)),
    answer("m-4", "It cost 24.00, and that is what you would get back.", tokens=(610, 18)),
]


def chat_model(state: Chat):
    time.sleep(0.05)
    return {"messages": [SCRIPT[sum(isinstance(m, AIMessage) for m in state["messages"])]]}


def chat_tools(state: Chat):
    time.sleep(0.02)
    out, files = [], {}
    for c in state["messages"][-1].tool_calls:
        if c["name"] == "lookup_order":
            o = ORDERS[c["args"]["order"]]
            out.append(ToolMessage(f"{o['item']}, {o['paid']} paid, {o['state']}", id="t-" + c["id"], name=c["name"], tool_call_id=c["id"]))
        elif c["name"] == "track_parcel":
            out.append(ToolMessage("Error: no parcel for order 'A-17'", id="t-" + c["id"], name=c["name"], tool_call_id=c["id"], status="error"))
        else:
            files[c["args"]["path"]] = c["args"]["text"]
            out.append(ToolMessage("written", id="t-" + c["id"], name=c["name"], tool_call_id=c["id"]))
    return {"messages": out, "files": files}


def chat(saver):
    g = StateGraph(Chat)
    g.add_node("model", chat_model)
    g.add_node("tools", chat_tools)
    g.add_edge(START, "model")
    g.add_conditional_edges("model", lambda s: "tools" if s["messages"][-1].tool_calls else END, ["tools", END])
    g.add_edge("tools", "model")
    app = g.compile(checkpointer=saver)
    at = {"configurable": {"thread_id": "where is order A-17?"}}
    app.invoke({"messages": [HumanMessage("Where is order A-17?", id="h-1")], "files": {}}, at)
    time.sleep(0.3)
    app.invoke({"messages": [HumanMessage("What did it cost?", id="h-2")]}, at)


# --- an error that stands -------------------------------------------------------------------------------------------

class Mail(TypedDict):
    to: str
    subject: str
    drafts: Annotated[list, operator.add]


def draft(state: Mail):
    time.sleep(0.04)
    return {"drafts": [f"Dear customer, about {state['subject']}: your money is on its way."]}


def send_mail(state: Mail):
    time.sleep(0.08)
    raise TimeoutError("smtp.example.com:587 did not answer in 5 s")


def mail(saver):
    g = StateGraph(Mail)
    g.add_node("draft", draft)
    g.add_node("send_mail", send_mail)
    g.add_edge(START, "draft")
    g.add_edge("draft", "send_mail")
    g.add_edge("send_mail", END)
    app = g.compile(checkpointer=saver)
    at = {"configurable": {"thread_id": "mail to the customer"}}
    try:
        app.invoke({"to": "jo@example.com", "subject": "order A-17", "drafts": []}, at)
    except TimeoutError:
        pass


# --- branches, subgraphs, a retry, a question ----------------------------------------------------------------------

class Desk(TypedDict):
    messages: Annotated[list, add_messages]
    plan: list
    orders: Annotated[list, operator.add]
    rules: dict
    receipts: Annotated[list, operator.add]
    mail: str


class Lookup(TypedDict):
    orders: Annotated[list, operator.add]
    found: int


class Policy(TypedDict):
    rules: dict
    read: str


def steps(done):
    names = ["look up the orders", "decide by the rules", "refund", "tell the customer"]
    return [{"content": n, "status": "completed" if i < done else "in_progress" if i == done else "pending"} for i, n in enumerate(names)]


def plan(state: Desk):
    time.sleep(0.06)
    return {"plan": steps(0), "messages": [answer("m-plan", "I look up both orders and the refund rules first.", tokens=(388, 52))]}


def find(state: Lookup):
    time.sleep(0.05)
    return {"orders": [{"id": k, **v} for k, v in ORDERS.items()]}


def count(state: Lookup):
    time.sleep(0.02)
    return {"found": len(state["orders"])}


def read_rules(state: Policy):
    time.sleep(0.07)
    return {"rules": {"limit": 20, "damaged": "always", "returned": "within 30 days", "ask_above": 100}, "read": "rules-2026-11.md"}


def decide(state: Desk):
    time.sleep(0.05)
    refund = [o["id"] for o in state["orders"] if float(o["paid"]) <= state["rules"]["limit"] or o["state"].startswith("damaged")]
    return {"plan": steps(2), "messages": [answer(f"m-decide-{state['rules']['limit']}", "Refund " + " and ".join(refund) + ".", tokens=(702, 24))]}


def to_refund(state: Desk):
    text = state["messages"][-1].content
    return [Send("refund", {"order": o}) for o in state["orders"] if o["id"] in text]


FAILED = set()


def refund(arg):
    order = arg["order"]
    time.sleep(0.05 if order["id"] == "A-17" else 0.12)
    if order["id"] == "A-18" and "bank" not in FAILED:
        FAILED.add("bank")
        raise TimeoutError("bank.example.com did not answer")
    return {"receipts": [{"order": order["id"], "amount": order["paid"]}]}


def approve(state: Desk):
    total = sum(float(r["amount"]) for r in state["receipts"])
    said = interrupt({"question": f"Refund {total:.2f} in all?", "receipts": state["receipts"]})
    return {"messages": [HumanMessage(f"approved: {said}")]}


def notify(state: Desk):
    return {"mail": "sent", "plan": steps(4)}


def desk(saver):
    lookup = StateGraph(Lookup)
    lookup.add_node("find", find)
    lookup.add_node("count", count)
    lookup.add_edge(START, "find")
    lookup.add_edge("find", "count")
    lookup.add_edge("count", END)
    policy = StateGraph(Policy)
    policy.add_node("read_rules", read_rules)
    policy.add_edge(START, "read_rules")
    policy.add_edge("read_rules", END)
    g = StateGraph(Desk)
    g.add_node("plan", plan)
    g.add_node("orders", lookup.compile())
    g.add_node("policy", policy.compile())
    g.add_node("decide", decide)
    g.add_node("refund", refund)
    g.add_node("approve", approve)
    g.add_node("notify", notify)
    g.add_edge(START, "plan")
    g.add_edge("plan", "orders")
    g.add_edge("plan", "policy")
    g.add_edge(["orders", "policy"], "decide")
    g.add_conditional_edges("decide", to_refund, ["refund"])
    g.add_edge("refund", "approve")
    g.add_edge("approve", "notify")
    g.add_edge("notify", END)
    app = g.compile(checkpointer=saver)
    at = {"configurable": {"thread_id": "refund both orders"}}
    try:
        app.invoke({"messages": [HumanMessage("Refund both orders and tell the customer.", id="h-refund")],
                    "orders": [], "receipts": []}, at)
    except TimeoutError:
        time.sleep(0.4)
        app.invoke(None, at)  # the bank answers now; the other refund's writes were kept
    time.sleep(0.5)
    # The limit was wrong: go back to where the rules came in, set it to 30, and let it run from there.
    before = next(s for s in app.get_state_history(at) if s.next == ("decide",))
    rules = {**before.values["rules"], "limit": 30}
    changed = app.update_state(before.config, {"rules": rules}, as_node="policy")
    time.sleep(0.2)
    app.invoke(None, changed)


def main(out):
    if os.path.exists(out):
        os.remove(out)
    conn = sqlite3.connect(out, check_same_thread=False)
    saver = SqliteSaver(conn)
    saver.setup()
    chat(saver)
    time.sleep(0.3)
    mail(saver)
    time.sleep(0.3)
    desk(saver)
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.execute("PRAGMA journal_mode=DELETE")
    conn.execute("VACUUM")
    conn.close()
    for thread, n in sqlite3.connect(out).execute("select thread_id, count(*) from checkpoints group by 1"):
        print(f"{thread}: {n} checkpoints")
    print(os.path.getsize(out), "bytes")


main(sys.argv[1])
