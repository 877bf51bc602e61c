"""Records testdata/pi/branches and testdata/pi/cloned: the real pi against a scripted API (stub.py), in a box with loopback alone
(PROGRAMS=<folder with pi installed by npm> box.sh OUT python3 <this>). Driven over its RPC mode; what only the screen can do
(going back in the tree, labels) an extension does through the program's own functions."""
import json, os, pathlib, shutil, subprocess, sys
sys.path.insert(0, '/opt/rec')
from stub import *

home = pathlib.Path('/home/dev/.pi/agent')
home.mkdir(parents=True)
(home / 'models.json').write_text(json.dumps({"providers": {"stub": {"baseUrl": "http://127.0.0.1:8899", "api": "anthropic-messages", "apiKey": "x",
    "models": [{"id": "stub-model", "contextWindow": 200000, "maxTokens": 4000}, {"id": "other-model", "contextWindow": 200000, "maxTokens": 4000}]}}}))
(home / 'settings.json').write_text(json.dumps({"compaction": {"enabled": False, "keepRecentTokens": 30}, "retry": {"enabled": False}}))
ext = pathlib.Path('/home/dev/ext.ts')
ext.write_text('''
export default function (pi) {
  const nth = (ctx, words) => ctx.sessionManager.getEntries().find((e) => JSON.stringify(e).includes(words)).id;
  pi.registerCommand("back", { handler: async (args, ctx) => { await ctx.navigateTree(nth(ctx, args), { summarize: false }); } });
  pi.registerCommand("sum", { handler: async (args, ctx) => { await ctx.navigateTree(nth(ctx, args), { summarize: true }); } });
  pi.registerCommand("mark", { handler: async (args, ctx) => { pi.setLabel(nth(ctx, args), "good one"); } });
  pi.registerCommand("note", { handler: async (args, ctx) => { pi.appendEntry("count", { n: 42 }); pi.sendMessage({ customType: "note", content: args, display: true }); } });
}
''')
sc = Scenario(main=[reply(T("Apple it is.")), reply(T("I write it."), U("write", path="fruit.txt", content="pear\n")), reply(T("Pear it is.")),
                    reply(T("Plum it is.")), reply(TH("hm"), T("Both.")), fail(400, "bad request", "invalid_request_error"), reply(T("Fig it is."))], small="BRANCH SUMMARY of the stub")
stub = Stub(sc)
stub.start()
cli = '/opt/programs/pi/node_modules/@mariozechner/pi-coding-agent/dist/cli.js'
os.environ['PI_OFFLINE'] = '1'
p = subprocess.Popen(['node', cli, '--mode', 'rpc', '--provider', 'stub', '--model', 'stub-model', '-e', str(ext)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def say(until, **cmd):
    """Sends a command and reads up to the event that ends it."""
    p.stdin.write(json.dumps(cmd) + "\n")
    p.stdin.flush()
    for line in p.stdout:
        try:
            e = json.loads(line)
        except ValueError:
            print("?", line.rstrip()[:300])
            continue
        if e.get("type") == "response" and not e.get("success"):
            print("!!", cmd, line[:400])
            return e
        if e.get("type") == until or until == "response" and e.get("command") == cmd["type"]:
            return e


ask = lambda text: say("agent_end", type="prompt", message=text)
run = lambda text: say("response", type="prompt", message=text)
ask("Name a fruit")
ask("Write another one into a file")
run("/mark Apple it is")
run("/sum Apple it is")
ask("Name a blue one")
say("response", type="bash", command="echo seen")
say("response", type="set_session_name", name="Fruit talk")
run("/note remember the plum")
say("response", type="set_model", provider="stub", modelId="other-model")
ask("Which is better?")
ask("This one fails")
print(say("response", type="compact"))
ask("And now?")
state = say("response", type="get_state")["data"]
print(say("response", type="clone"))
copy = say("response", type="get_state")["data"]
run("/back Name a blue one")
p.stdin.close()
p.wait(20)
out = pathlib.Path('/mnt/out')
for name, s in (("branches", state), ("cloned", copy)):
    to = out / name / 'sessions' / '--home-dev-project--'
    to.mkdir(parents=True)
    shutil.copy(s["sessionFile"], to)
(out / 'log.json').write_text(json.dumps({"log": stub.log, "usage": stub.usage(("main",)), "all": stub.usage(("main", "small", "compact"))}, indent=1))
