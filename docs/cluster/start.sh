#!/usr/bin/env bash
# Starts a sweep on all machines of a list by ssh, and waits for it.
#
#   docs/cluster/start.sh hosts sweep english --vacate d4 --scratch /shared/levels --workers 8
#
# `hosts` has one `host:port` a line, and its path, the program and, where it is shared, the folder are the
# same on each machine. Ctrl-C stops all, and the same command resumes.
set -euo pipefail

hosts=$(realpath "$1")
shift
mapfile -t lines < <(sed 's/#.*//' "$hosts" | awk 'NF { print $1 }')
arguments=$(printf ' %q' "$@")

# Each process reads from a pipe that this script holds open. When it is closed, by Ctrl-C or because the script
# ends in any other way, all processes stop and keep what is finished.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/running"
pids=()
for process in "${!lines[@]}"; do
    host=${lines[$process]%:*}
    command="pegboard-cluster$arguments --hosts $(printf %q "$hosts") --process $process --supervised"
    ssh -o ServerAliveInterval=30 "$host" "$command" <"$folder/running" \
        2> >(grep --line-buffered -v '^pegboard-progress' >&2) &
    pids+=($!)
done
exec {running}>"$folder/running"
trap 'exec {running}>&-' INT TERM

# A second wait is for those that were still running when Ctrl-C came.
code=0
for pid in "${pids[@]}"; do
    wait "$pid" || wait "$pid" || { ended=$?; ((ended > code)) && code=$ended; }
done
exit "$code"
