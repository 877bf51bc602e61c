"""Records a chat of Gemini CLI or Qwen Code in a terminal: two prompts, a rewind in the program's dialog, another prompt, /compress, one more.

Runs inside record/transcripts/box.sh of the shared folder, with stub.py and common.py beside it and both programs under npm/:
    PROGRAMS=/tmp/clients box.sh WORK python3 gemini_qwen.py gemini|qwen
"""
import json
import os
import shutil
import subprocess
import sys
import time

from common import HOME, OUT, PROJECT, Tmux, write
from stub import Scenario, Stub, T, TH, U, reply

NODE = "node /opt/programs/npm/node_modules/"
write("README.md", "# demo\n")
subprocess.run(["git", "init", "-q"], cwd=PROJECT)
file = U("write_file", file_path=PROJECT + "/a.txt", content="one\n")
rest = [reply(T(t)) for t in ("Wrote.", "Two.", "Three.", "Four.", "Five.")]
if sys.argv[1] == "gemini":
    home, main = HOME + "/.gemini", [reply(TH("**Plan** think"), T("One."), file), *rest]
    cmd = NODE + "@google/gemini-cli/bundle/gemini.js --approval-mode yolo -m gemini-2.5-pro"
    env = {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:8899", "GEMINI_CLI_TRUST_WORKSPACE": "true"}
    auth = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
else:
    todo = U("todo_write", todos=[{"id": "1", "content": "Write", "status": "in_progress"}])
    home, main = HOME + "/.qwen", [reply(T("One."), todo), reply(file), *rest]
    cmd = NODE + "@qwen-code/qwen-code/cli.js --approval-mode yolo"
    env = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": "http://127.0.0.1:8899/v1", "OPENAI_MODEL": "stub-model"}
    auth = {"auth": {"selectedType": "openai"}}
os.makedirs(home, exist_ok=True)
with open(home + "/settings.json", "w") as f:
    json.dump({"security": auth, "general": {"disableAutoUpdate": True, "enableAutoUpdate": False},
               "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False}}, f)
Stub(Scenario(main=main)).start()
term = Tmux(env, cmd)
term.wait(r"Type your message", 40)
time.sleep(2)
term.prompt("Do the first thing", "Wrote", 40)
term.prompt("Do the second thing", "Two", 30)
term.type("/rewind")
time.sleep(1)
for key, pause in (("Enter", 2), ("Up", 1), ("Enter", 2), ("Enter", 2), ("C-u", 1)):
    term.keys(key)
    time.sleep(pause)
term.prompt("Do the third thing", "Three", 20)
term.type("/compress")
time.sleep(1)
term.keys("Enter")
time.sleep(4)
term.prompt("Do the fourth thing", "Four|Five", 20)
term.type("/quit")
time.sleep(0.5)
term.keys("Enter")
time.sleep(3)
term.close()
shutil.copytree(home, OUT + "/home", dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules", "bin", "skills"))
