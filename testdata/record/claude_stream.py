"""Records what `claude -p --input-format stream-json --output-format stream-json` prints: two prompts, a subagent, a plan.

Runs inside record/transcripts/box.sh of the shared folder, with stub.py and common.py beside it and Claude Code installed:
    PROGRAMS=/tmp/clients box.sh WORK python3 claude_stream.py --model sonnet [--include-partial-messages --replay-user-messages]
"""
import json
import os
import shutil
import subprocess
import sys

from common import HOME, OUT, PROJECT, write
from stub import Scenario, Stub, T, TH, U, reply

CLAUDE = "/opt/programs/cc/node_modules/@anthropic-ai/claude-code-linux-x64/claude"

write("README.md", "# demo\n")
subprocess.run(["git", "init", "-q"], cwd=PROJECT)
stub = Stub(Scenario(
    main=[
        reply(TH("Hm."), T("First I ask."), U("Agent", description="Look", prompt="Look for x in the project", subagent_type="general-purpose")),
        reply(U("Write", file_path=PROJECT + "/b.txt", content="b\n"), U("Read", file_path=PROJECT + "/README.md")),
        reply(T("Done one.")),
        reply(U("TaskCreate", subject="Tidy", description="tidy up")),
        reply(T("Done two.")),
    ],
    agents={"Look for x": [reply(U("Read", file_path=PROJECT + "/README.md")), reply(T("No x."))]},
))
stub.start()
env = dict(os.environ, ANTHROPIC_BASE_URL="http://127.0.0.1:8899", ANTHROPIC_API_KEY="none", DISABLE_TELEMETRY="1",
           DISABLE_AUTOUPDATER="1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1")
run = subprocess.Popen(
    [CLAUDE, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--permission-mode", "acceptEdits",
     "--allowedTools", "Read,Write,Agent,TaskCreate", *sys.argv[1:]],
    env=env, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
out = ""
for words in ["Do the first thing", "Do the second thing"]:
    run.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": words}]}}) + "\n")
    run.stdin.flush()
    while True:  # the next prompt only once the run has ended
        line = run.stdout.readline()
        out += line
        if not line or '"type":"result"' in line:
            break
run.stdin.close()
out += run.stdout.read()
with open(OUT + "/stream.jsonl", "w") as f:
    f.write(out)
shutil.copytree(HOME + "/.claude", OUT + "/claude-home", dirs_exist_ok=True)
