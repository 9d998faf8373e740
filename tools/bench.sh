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

title "grading the recorded answers against go vet per answer; one code block"
$go test ./lang/golang -run '^$' -bench 'Grade|Block' -benchtime 1x
title "behaves of the recorded answers"
$go test ./oracle/behave -run '^$' -bench 'RecordedAnswers$' -benchtime 1x
title "replayed trials, durably committed"
$go test ./internal/runner -run '^$' -bench Replay
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
title "compiles against the compiler, snippets of the standard library with one token changed"
[ "${SNIPPETS:-2400}" = 0 ] || SOOTH_AGREEMENT=${SNIPPETS:-2400} $go test ./lang/golang -run TestAgreement -v -timeout 60m | tail -n 20
