#!/usr/bin/env bash
# What action.yml runs: fetches the static binary, if there is none yet, and checks. Everything comes in as an
# environment variable SOOTH_*; their names are the inputs of action.yml.
set -euo pipefail

fetch() {
  : "${SOOTH_RELEASE:?the input release is missing; hint: the URL of the release files, or the input binary}"
  : "${SOOTH_VERSION:?the input version is missing; hint: the version in the names of the release files}"
  local os arch suffix=
  case "$(uname -s)" in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN*) os=windows suffix=.exe ;;
    *) echo "no binary for $(uname -s)" >&2; exit 1 ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) echo "no binary for $(uname -m)" >&2; exit 1 ;;
  esac
  local name="sooth-$SOOTH_VERSION-$os-$arch$suffix" folder
  folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/sooth.XXXXXX")
  curl --fail --silent --show-error --location --retry 3 --output "$folder/SHA256SUMS" "$SOOTH_RELEASE/SHA256SUMS"
  curl --fail --silent --show-error --location --retry 3 --output "$folder/$name" "$SOOTH_RELEASE/$name"
  local want got
  want=$(awk -v name="$name" '$2 == name || $2 == "*" name { print $1 }' "$folder/SHA256SUMS")
  if command -v sha256sum > /dev/null; then got=$(sha256sum "$folder/$name"); else got=$(shasum -a 256 "$folder/$name"); fi
  if [ -z "$want" ] || [ "$want" != "${got%% *}" ]; then
    echo "$name is not what SHA256SUMS says" >&2
    exit 1
  fi
  chmod +x "$folder/$name"
  SOOTH_BINARY=$folder/$name
}

[ -n "${SOOTH_BINARY:-}" ] || fetch

arguments=(check --repo "${SOOTH_REPO:-.}" --format "${SOOTH_FORMAT:-text}" --fail-on "${SOOTH_FAIL_ON:-refuted}")
[ -z "${SOOTH_CHANGED:-}" ] || arguments+=(--changed "$SOOTH_CHANGED")
[ -z "${SOOTH_BASELINE:-}" ] || arguments+=(--baseline "$SOOTH_BASELINE")
arguments+=(--)
[ -z "${SOOTH_TEXT:-}" ] || arguments+=(-)

# Names and patterns, one a line; a pattern that nothing matches stands for itself and is refused by name.
IFS=$'\n'
for name in ${SOOTH_FILES:-}; do arguments+=("$name"); done
unset IFS

[ -z "${SOOTH_OUTPUT:-}" ] || exec > "$SOOTH_OUTPUT"
printf '%s' "${SOOTH_TEXT:-}" | "$SOOTH_BINARY" "${arguments[@]}"
