#!/usr/bin/env bash
# Judges the judge: tools/truth.sh [development|heldout|all]; tools/truth.sh documentation holds what is refuted in recorded answers and in the
# Markdown of modules against docs/benchmarks/refutations.tsv; tools/truth.sh labels makes the labels again.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
if [ "${1:-}" = labels ]; then
  bin=${TMPDIR:-/tmp}/sooth-truth-tools
  command -v ctags >/dev/null || { echo "universal-ctags is missing; hint: make deps" >&2; exit 1; }
  [ -x "$bin/gopls" ] || GOBIN=$bin $go install golang.org/x/tools/gopls@v0.21.1
  cd tools/truth && exec $go run . -gopls "$bin/gopls"
fi
if [ "${1:-}" = documentation ]; then
  exec $go test ./internal/truth -v -count=1 -timeout 20m -run 'TestRefutations' -args -refutations.all
fi
exec $go test ./internal/truth -v -count=1 -timeout 20m -run 'TestJudge$' -args -truth="${1:-development}"
