"""Lets the real pi take up forks that cptui wrote (OUT/out/forks/*.jsonl, each with the words that the model must see beside it, as
<name>.words: a JSON list), in a box with loopback alone, and holds the request that it sends to them: those words, the new prompt
and nothing else. box.sh OUT python3 <this>."""
import json, os, pathlib, subprocess, sys
sys.path.insert(0, '/opt/rec')
from stub import *

home = pathlib.Path('/home/dev/.pi/agent')
home.mkdir(parents=True)
(home / 'models.json').write_text(json.dumps({"providers": {"stub": {"baseUrl": "http://127.0.0.1:8899", "api": "anthropic-messages", "apiKey": "x",
    "models": [{"id": "stub-model", "contextWindow": 200000, "maxTokens": 4000}, {"id": "other-model", "contextWindow": 200000, "maxTokens": 4000}]}}}))
cli = '/opt/programs/pi/node_modules/@mariozechner/pi-coding-agent/dist/cli.js'
os.environ['PI_OFFLINE'] = '1'
dump = pathlib.Path('/tmp/dump')
dump.mkdir()
stub = Stub(Scenario(main=[reply(T("Taken up."))] * 100), dump=str(dump))
stub.start()


def texts(messages):
    for m in messages:
        content = m["content"] if isinstance(m["content"], list) else [{"type": "text", "text": m["content"]}]
        for b in content:
            if b["type"] == "text":
                yield b["text"]
            elif b["type"] == "thinking":
                yield b["thinking"]
            elif b["type"] == "tool_use":
                yield "call " + b["id"]
            elif b["type"] == "tool_result":
                yield "result " + b["tool_use_id"]


bad = 0
files = sorted(pathlib.Path('/mnt/out/forks').glob('*.jsonl'))
for f in files:
    want = json.loads(f.with_suffix('.words').read_text()) + ["GO ON NOW"]
    before, lines = stub.requests, f.read_bytes().count(b"\n")
    p = subprocess.run(['node', cli, '--session', str(f), '-p', 'GO ON NOW'], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    if stub.requests != before + 1:
        print("BAD", f.name, "requests", stub.requests - before, p.stdout[-300:], p.stderr[-300:])
        bad += 1
        continue
    got = list(texts(json.loads((dump / ("%04d.json" % stub.requests)).read_text())["body"]["messages"]))
    fits = len(got) == len(want) and all(w == g or w in g and "<summary>" in g for w, g in zip(want, got))
    grown = f.read_bytes().count(b"\n") - lines
    print("ok " if fits else "BAD", f.name, len(got), "texts,", grown, "lines added", "" if fits else "\n  want %r\n  got  %r" % (want, got))
    bad += not fits
print(len(files) - bad, "of", len(files), "taken up as they should")
