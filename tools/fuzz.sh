#!/usr/bin/env bash
# Runs every fuzz test of the module for the given time each (default 60s).
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-60s}
out=$(mktemp); trap 'rm -f "$out"' EXIT
n=0
while IFS=: read -r file name; do
  dir=./$(dirname "$file")
  echo "fuzz $dir $name $time"
  if ! go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 10x "$dir" >"$out" 2>&1; then
    # A worker that is busy when the time is up is reported as a failure without a failing input
    # (https://go.dev/issue/75804): that is the end of the time, and nothing else.
    if ! grep -q 'context deadline exceeded' "$out" || grep -qE 'Failing input|panic|--- FAIL: .*/|fatal error' "$out"; then
      cat "$out"; exit 1
    fi
    echo "  stopped in the middle of an input when the time was up; no failing input"
  fi
  grep -E 'elapsed' "$out" | tail -1 | sed 's/^/  /'
  n=$((n + 1))
done < <(git ls-files '*_test.go' | grep -v -e /testdata/ -e ^examples/ | xargs grep -oHE '^func Fuzz[A-Za-z0-9_]+' | sed 's/func //')
[ "$n" -gt 0 ] || { echo "fuzz: no fuzz tests found"; exit 1; }
echo "fuzz: $n tests"
