#!/usr/bin/env bash
# Judges the judge: tools/truth.sh [development|heldout|all]; tools/truth.sh documentation holds what is refuted in recorded answers and in the
# Markdown of modules against docs/benchmarks/refutations.tsv; tools/truth.sh labels makes the labels again; tools/truth.sh questions [N] generates N
# questions (500) about each module of examples/generated/corpora.yaml and holds them against universal-ctags and gopls.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
if [ "${1:-}" = labels ]; then
  bin=${TMPDIR:-/tmp}/sooth-truth-tools
  command -v ctags >/dev/null || { echo "universal-ctags is missing; hint: make deps" >&2; exit 1; }
  [ -x "$bin/gopls" ] || GOBIN=$bin $go install golang.org/x/tools/gopls@v0.21.1
  cd tools/truth && exec $go run . -gopls "$bin/gopls"
fi
if [ "${1:-}" = questions ]; then
  bin=${TMPDIR:-/tmp}/sooth-truth-tools
  command -v ctags >/dev/null || { echo "universal-ctags is missing; hint: make deps" >&2; exit 1; }
  [ -x "$bin/gopls" ] || GOBIN=$bin $go install golang.org/x/tools/gopls@v0.21.1
  work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
  $go build -o "$work/sooth" ./cmd/sooth
  (cd tools/truth && $go build -o "$work/truth" .)
  "$work/sooth" --db "$work/state" suite fetch examples/generated/corpora.yaml > "$work/corpora" || [ $? = 4 ]
  while IFS=$'\t' read -r module state dir; do
    if [ "$state" = MISSING ]; then echo "SKIPPED: $module: $dir"; continue; fi
    echo "== $module"
    "$work/sooth" --quiet --db "$work/state" generate "$module" -n "${2:-500}" -o "$work/suite" | grep -E 'questions in|dropped'
    "$work/truth" -gopls "$bin/gopls" -questions "$work/suite/questions.jsonl" -module "$module" -dir "${dir%%: *}" -sample 40 || touch "$work/failed"
  done < "$work/corpora"
  [ ! -e "$work/failed" ]
  exit
fi
if [ "${1:-}" = documentation ]; then
  exec $go test ./internal/truth -v -count=1 -timeout 20m -run 'TestRefutations' -args -refutations.all
fi
exec $go test ./internal/truth -v -count=1 -timeout 20m -run 'TestJudge$' -args -truth="${1:-development}"
