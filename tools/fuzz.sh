#!/usr/bin/env bash
# Runs every fuzz test of the module for the given time each (default 60s).
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-60s}
n=0
while IFS=: read -r file name; do
  dir=./$(dirname "$file")
  echo "fuzz $dir $name $time"
  go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 10x "$dir"
  n=$((n + 1))
done < <(git ls-files '*_test.go' | grep -v -e /testdata/ -e ^examples/ | xargs grep -oHE '^func Fuzz[A-Za-z0-9_]+' | sed 's/func //')
[ "$n" -gt 0 ] || { echo "fuzz: no fuzz tests found"; exit 1; }
echo "fuzz: $n tests"
