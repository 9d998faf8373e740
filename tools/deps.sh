#!/usr/bin/env bash
# Installs the tools that tests use beside Go. Asks first; under CI=true it does not ask. What cannot be had is named and
# the tests that need it skip visibly.
set -u
missing=()
need() { command -v "$1" >/dev/null 2>&1 || missing+=("$2"); }
need bwrap bubblewrap
need chromium chromium
[ ${#missing[@]} -eq 0 ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "deps: not installed: ${missing[*]} (tests that need them are skipped; install them with your package manager)"
  exit 0
fi
sudo=(); [ "$(id -u)" = 0 ] || sudo=(sudo)
if [ "${CI:-}" != true ]; then
  if [ ! -t 0 ]; then
    echo "deps: not installed: ${missing[*]} (tests that need them are skipped; CI=true make deps installs them)"
    exit 0
  fi
  read -r -p "deps: install ${missing[*]} with ${sudo[*]} apt-get? [y/N] " answer
  [ "$answer" = y ] || [ "$answer" = Y ] || { echo "deps: not installed; tests that need them are skipped"; exit 0; }
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
if "${sudo[@]}" apt-get update -qq >"$log" 2>&1 && "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
  rm -f "$log"
else
  echo "deps: could not install ${missing[*]} (tests that need them are skipped); the package manager said:"
  tail -n 5 "$log"; rm -f "$log"
fi
exit 0
