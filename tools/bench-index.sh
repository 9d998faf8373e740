#!/usr/bin/env bash
# Indexing against scip-go, in one table of one run: cobra and prometheus as the module proxy has them; first with nothing known and an empty build
# cache, then with a warm one, three times. Takes about ten minutes on two cores, nearly all of them scip-go's first run.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go} peer=github.com/scip-code/scip-go/cmd/scip-go@v0.2.9
out=$(mktemp -d); trap 'chmod -R u+w "$out"; rm -rf "$out"' EXIT
$go build -o "$out/sooth" ./cmd/sooth
GOBIN=$out $go install "$peer"

folder() { # module@version: its folder
  (mkdir -p "$out/m" && cd "$out/m" && { [ -f go.mod ] || $go mod init m >/dev/null 2>&1; } && $go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
}
timed() { # program, state, command: one row; the peak is that of the largest single process
  local program=$1 state=$2; shift 2
  /usr/bin/env time -o "$out/time" -f '%e %U %S %M' "$@" >"$out/log" 2>&1 || { tail -n 5 "$out/log" >&2; return 1; }
  awk -v p="$program" -v s="$state" '{ printf "%-10s %-14s %8.2f s wall %8.2f s CPU %8.0f MiB\n", p, s, $1, $2 + $3, $4 / 1024 }' "$out/time"
}
for module in github.com/spf13/cobra@v1.10.2 github.com/prometheus/prometheus@v0.305.0; do
  printf '\n%s\n' "$module"
  cp -r "$(folder "$module")" "$out/tree"; chmod -R u+w "$out/tree"
  (cd "$out/tree" && $go mod download)
  timed sooth 'nothing known' "$out/sooth" index "$out/tree" --db "$out/facts" --quiet
  for _ in 1 2 3; do timed sooth warm "$out/sooth" index "$out/tree" --db "$out/facts" --full --quiet; done
  export GOCACHE=$out/cache CGO_ENABLED=0
  mkdir -p "$GOCACHE"
  (cd "$out/tree" && timed scip-go 'nothing known' "$out/scip-go" index && for _ in 1 2 3; do timed scip-go warm "$out/scip-go" index; done)
  unset GOCACHE CGO_ENABLED
  rm -rf "$out/tree" "$out/facts" "$out/cache"
done
