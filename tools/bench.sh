#!/usr/bin/env bash
# Measures the figures of docs/benchmarks.md, one after the other, on an otherwise idle machine. Ratios are of one run.
set -uo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
$go build -o "$out/sooth" ./cmd/sooth || exit 1
printf 'package main\n\nfunc main() {}\n' > "$out/empty.go" && $go build -o "$out/empty" "$out/empty.go" || exit 1
title() { printf '\n## %s\n' "$1"; }

title "start: sooth version against an empty program, median of 30, milliseconds"
for program in "$out/sooth version" "$out/empty"; do
  for _ in $(seq 30); do
    start=$(date +%s%N); $program >/dev/null; echo $(( ($(date +%s%N) - start) / 1000 ))
  done | sort -n | awk -v p="${program##*/}" '{ v[NR] = $1 } END { printf "%-16s %.2f ms\n", p, (v[15] + v[16]) / 2000 }'
done

title "the example suite: first and second run, warm build cache"
for n in first second; do
  /usr/bin/env time -f "$n run: %e s wall, %U s user, %S s system, %M KiB" "$out/sooth" --db "$out/state" run examples/go-api --quiet 2>"$out/err" | grep '^controls:'
  tail -n 1 "$out/err"
done
/usr/bin/env time -f "second grading: %e s wall, %U s user" "$out/sooth" --db "$out/state" grade last --quiet --format csv 2>&1 >/dev/null | tail -n 1

title "the report of that run beside 730 copies of it, more than 100,000 records"
"$out/sooth" --db "$out/state" runs export last > "$out/run.jsonl"
run=$(sed -n '1s/.*"id":"\([^"]*\)".*/\1/p' "$out/run.jsonl")
for n in $(seq 730); do sed "s/\"$run\"/\"copy-$n\"/g" "$out/run.jsonl"; done | "$out/sooth" --db "$out/state" runs import - >/dev/null
for verb in "report $run --quiet" "runs list"; do
  for _ in $(seq 5); do /usr/bin/env time -f "$verb: %e s wall, %U user, %S sys, %M KiB" "$out/sooth" --db "$out/state" $verb 2>&1 >/dev/null | tail -n 1; done
done

title "grading the recorded answers against go vet per answer; one code block"
$go test ./lang/golang -run '^$' -bench 'Grade|Block' -benchtime 1x
title "behaves of the recorded answers"
$go test ./oracle/behave -run '^$' -bench 'RecordedAnswers$' -benchtime 1x
title "500 statements about a code base, each executed several times"
SOOTH_LONG=1 $go test ./oracle/behave -run ObserveMany -v | grep -E 'statements|^(---|ok|FAIL)'
title "answers to questions: right ones in ten notations, those with one wrong fact"
$go test ./question -run 'Perfect|Constant|Dropper|Mutated' -v | grep -E ' of |precision|^(ok|FAIL)'
title "replayed trials, durably committed"
$go test ./internal/runner -run '^$' -bench Replay
title "live runs: whole processes against a server of our own that answers after 50 ms; 100 kills; a burst"
$go test ./agent/chat -run '^$' -bench Live -benchtime 2x
SOOTH_LONG=1 $go test ./agent/chat -run 'TestKilledLive|TestBurstLive' -v | grep -E 'kills|Wall|^(---|ok|FAIL)'
title "a large store"
$go test ./trial -run '^$' -bench Large
title "sandbox start-up"
$go test ./internal/sandbox -run '^$' -bench Start
title "API files"
$go test ./lang/goapi -run '^$' -bench Load
title "statistics"
$go test ./stat -run '^$' -bench .
title "rank eval"
$go test ./rank ./internal/rankeval -run '^$' -bench .
title "rank run: what a query costs beside the engine"
$go test ./internal/rankrun -run '^$' -bench Overhead -benchtime 1x
title "indexing against scip-go"
tools/bench-index.sh
title "facts: reading, keeping, asking"
$go test ./lang/gofact ./fact/factdb -run '^$' -bench . -benchtime 1x

title "index and check: prometheus v0.305.0 and cobra v1.10.2 out of the module cache"
folder() { # module@version: its folder
  (cd "$out" && mkdir -p m && cd m && { [ -f go.mod ] || $go mod init m >/dev/null 2>&1; } && $go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
}
timed() { local what=$1; shift; /usr/bin/env time -f "$what: %e s wall, %U s user, %S s system, %M KiB" "$@" >/dev/null 2>"$out/err"; tail -n 1 "$out/err"; }
prometheus=$(folder github.com/prometheus/prometheus@v0.305.0) cobra=$(folder github.com/spf13/cobra@v1.10.2)
for tree in prometheus cobra; do
  dir=${!tree}; rm -rf "$out/copy"; cp -r "$dir" "$out/copy"; chmod -R u+w "$out/copy"
  (cd "$out/copy" && $go mod download 2>/dev/null)
  timed "$tree, nothing known" "$out/sooth" index "$out/copy" --db "$out/$tree" --quiet
  timed "$tree, everything again" "$out/sooth" index "$out/copy" --db "$out/$tree" --full --quiet
  timed "$tree, unchanged" "$out/sooth" index "$out/copy" --db "$out/$tree" --quiet
  [ "$tree" = prometheus ] && timed "$tree, 5,000 questions, index present" "$out/sooth" generate "$out/copy" -n 5000 -o "$out/questions" --db "$out/$tree" --quiet
  if [ "$tree" = prometheus ]; then
    sed -i 's/^func (h \*Head) NumSeries() uint64 {/&\n\t_ = 1/' "$out/copy/tsdb/head.go"
    timed "prometheus, a body of tsdb changed" "$out/sooth" index "$out/copy" --db "$out/$tree" --quiet
    printf '\n// Added is new.\nfunc Added(n int) int { return n }\n' >> "$out/copy/model/labels/labels_common.go"
    timed "prometheus, model/labels exports more" "$out/sooth" index "$out/copy" --db "$out/$tree" --quiet
  else
    python3 - examples/go-answers/answers.jsonl > "$out/claims.md" <<'PYTHON'
import json, sys
for line in open(sys.argv[1]):
    row = json.loads(line)
    if row["task"] in ("cobra-1", "cobra-2") and row["arm"] == "grounded":
        print(row["answer"], "\n")
PYTHON
    for n in 1 2 3 4 5; do timed "check of 218 claims about cobra" "$out/sooth" check "$out/claims.md" --repo "$out/copy" --db "$out/cobra" --quiet; done
  fi
done
rm -rf "$out/cold"; timed "check of prometheus' own documents, nothing known" "$out/sooth" check $(find "$prometheus" -name '*.md') --repo "$prometheus" --db "$out/cold" --quiet

title "compiles against the compiler, snippets of the standard library with one token changed"
[ "${SNIPPETS:-2400}" = 0 ] || SOOTH_AGREEMENT=${SNIPPETS:-2400} $go test ./lang/golang -run TestAgreement -v -timeout 60m | tail -n 20
