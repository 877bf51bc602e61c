"""Records testdata/codex/compaction: the real Codex CLI against a scripted API (stub.py), in a box with loopback alone. The context
limit is so small that it compacts before each resumed turn. testdata/codex/subagent was made the same way, with one answer that
calls spawn_agent."""
import sys, os, subprocess, pathlib, shutil, json
sys.path.insert(0,'/opt/rec')
from stub import *
home=pathlib.Path('/home/dev/.codex'); home.mkdir(parents=True)
(home/'config.toml').write_text('''model_provider = "stub"
model = "gpt-5.5"
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_auto_compact_token_limit = 200
[model_providers.stub]
name = "stub"
base_url = "http://127.0.0.1:8899/v1"
wire_api = "responses"
env_key = "STUB_KEY"
[features]
multi_agent = true
''')
os.environ['STUB_KEY']='x'
sc=Scenario(main=[reply(T("I look."),U("exec_command",cmd="ls")),reply(T("done one")),reply(T("done two")),reply(T("done three")),reply(T("four")),reply(T("five")),reply(T("six"))],compact="THE SUMMARY of it")
s=Stub(sc); s.start()
c='/opt/programs/cx/node_modules/.bin/codex'
os.chdir('/home/dev/project'); subprocess.run('git init -q . 2>/dev/null; echo hi > README.md',shell=True)
for i,args in enumerate([['exec','--skip-git-repo-check','First thing'],['exec','resume','--last','--skip-git-repo-check','Second thing'],['exec','resume','--last','--skip-git-repo-check','Third thing']]):
    p=subprocess.run([c]+args,capture_output=True,text=True,stdin=subprocess.DEVNULL,timeout=60); print(i,p.returncode,p.stdout[-300:],p.stderr[-600:])
print(json.dumps(s.log)[:1500])
shutil.copytree(home/'sessions','/mnt/out/sessions')
