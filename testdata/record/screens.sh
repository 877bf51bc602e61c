#!/usr/bin/env bash
# screens.sh BINARY: draw the pictures in testdata/screens from the real program, in tmux, on the files in testdata.
# Needs tmux and python3. Each picture: name, columns × rows, keys (tmux send-keys words, "" for none), command line.
set -eu
here=$(cd "$(dirname "$0")" && pwd); root=$(cd "$here/../.." && pwd); bin=$(realpath "$1"); out=$root/testdata/screens
mkdir -p "$out"; export XDG_STATE_HOME; XDG_STATE_HOME=$(mktemp -d)
shot() {
	local name=$1 cols=$2 rows=$3 keys=$4; shift 4
	tmux -L cptui-screens kill-server 2>/dev/null || true
	tmux -L cptui-screens -f /dev/null new-session -d -x "$cols" -y "$rows" "cd $root/testdata && TERM=tmux-256color COLORTERM= exec $bin $*"
	sleep 1.5
	for k in $keys; do tmux -L cptui-screens send-keys "$k"; sleep 0.4; done
	sleep 0.6
	tmux -L cptui-screens capture-pane -e -p | python3 "$here/ansi2svg.py" "$cols" "$rows" >"$out/$name.svg"
	tmux -L cptui-screens send-keys q; sleep 0.2; tmux -L cptui-screens kill-server 2>/dev/null || true
	echo "$out/$name.svg"
}
. "$here/screens.list"
