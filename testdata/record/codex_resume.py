"""Lets the real Codex take up forks that cptui wrote (OUT/out/forks/<version>/rollout-*.jsonl, each with the words that the model must
see beside it, as <name>.words: a JSON list), in a box with loopback alone, and holds the request that it sends to them: those
words in their order, the new prompt last, and of the turns that were left out nothing. box.sh OUT python3 <this> cx|cxold."""
import json, os, pathlib, re, shutil, subprocess, sys
sys.path.insert(0, '/opt/rec')
from stub import *

version = sys.argv[1]
home = pathlib.Path('/home/dev/.codex')
home.mkdir(parents=True)
(home / 'config.toml').write_text('''model_provider = "stub"
model = "gpt-5.5"
model_context_window = 1000000
model_auto_compact_token_limit = 900000
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.stub]
name = "stub"
base_url = "http://127.0.0.1:8899/v1"
wire_api = "responses"
env_key = "STUB_KEY"
''')
os.environ['STUB_KEY'] = 'x'
dump = pathlib.Path('/tmp/dump')
dump.mkdir()
stub = Stub(Scenario(main=[reply(T("Taken up."))] * 300), dump=str(dump))
stub.start()
os.chdir('/home/dev/project')
subprocess.run('git init -q . 2>/dev/null; echo hi > README.md', shell=True)
codex = f'/opt/programs/{version}/node_modules/.bin/codex'
day = home / 'sessions/2026/12/01'
day.mkdir(parents=True)


def texts(items):
    """The words of a request, without what the program puts in anew each time."""
    for i in items:
        kind = i.get("type") or "message"
        if kind == "message" and i.get("role") in ("user", "assistant"):
            for b in i["content"] if isinstance(i["content"], list) else [{"text": i["content"]}]:
                t = b.get("text") or ""
                if not t.lstrip().startswith(("<", "# AGENTS.md")):
                    yield t
        elif kind.endswith("_call") and i.get("call_id"):
            yield "call " + i["call_id"]
        elif kind.endswith("_output"):
            yield "result " + i["call_id"]


bad = 0
files = sorted(pathlib.Path('/mnt/out/forks', version).glob('*.jsonl'))
for f in files:
    want = json.loads(f.with_suffix('.words').read_text())
    id = re.search(r'([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$', f.name).group(1)
    shutil.copy(f, day / f.name)
    # another model than the session's own makes Codex 0.171 compact before it goes on
    model = re.findall(r'"model":"([^"]+)"', f.read_text())[-1:]
    before = stub.requests
    p = subprocess.run([codex, 'exec', 'resume', '--skip-git-repo-check', *(['-m', model[0]] if model else []), id, 'GO ON NOW'], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    sent = [json.loads((dump / ("%04d.json" % n)).read_text()) for n in range(before + 1, stub.requests + 1)]
    sent = [s for s in sent if "responses" in s.get("path", "responses") and s["body"].get("input")]
    if not sent:
        print("BAD", f.name, "no request", p.stdout[-300:], p.stderr[-600:])
        bad += 1
        continue
    got = list(texts(sent[-1]["body"]["input"]))
    fits = got == want + ["GO ON NOW"]
    print("ok " if fits else "BAD", f.name, len(got), "texts", "" if fits else "\n  want %r\n  got  %r" % (want, got))
    bad += not fits
print(len(files) - bad, "of", len(files), "taken up as they should")
