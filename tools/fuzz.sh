#!/usr/bin/env bash
# Runs every fuzz test of the module for the given time each (default 60s), one on each processor at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
export FUZZ_TIME=${1:-60s}

one() { # directory:name
  local dir=./${1%%:*} name=${1##*:} out
  out=$(mktemp)
  if ! go test -run '^$' -fuzz "^$name\$" -fuzztime "$FUZZ_TIME" -fuzzminimizetime 10x -parallel 1 "$dir" >"$out" 2>&1; then
    # A worker that is busy when the time is up is reported as a failure without a failing input
    # (https://go.dev/issue/75804): that is the end of the time, and nothing else.
    if ! grep -q 'context deadline exceeded' "$out" || grep -qE 'Failing input|panic|--- FAIL: .*/|fatal error' "$out"; then
      echo "FAIL $dir $name"; cat "$out"; rm -f "$out"; return 1
    fi
  fi
  echo "ok   $dir $name $FUZZ_TIME $(grep -E 'elapsed' "$out" | tail -1 | sed 's/.*execs: \([0-9]*\).*total: \([0-9]*\).*/\1 runs, \2 inputs kept/')"
  rm -f "$out"
}
export -f one

list=$(git ls-files '*_test.go' | grep -v -e /testdata/ -e ^examples/ | xargs grep -oHE '^func Fuzz[A-Za-z0-9_]+' | sed -E 's#/[^/]*:func #:#' | sort)
[ -n "$list" ] || { echo "fuzz: no fuzz tests found"; exit 1; }
echo "$list" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} bash -c 'one {}'
echo "fuzz: $(echo "$list" | wc -l) tests"
