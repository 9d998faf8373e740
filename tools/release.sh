#!/usr/bin/env bash
# Builds static, reproducible binaries for every platform, and their checksums, in dist/.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?version}
rm -rf dist; mkdir dist
for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
  os=${target%/*} arch=${target#*/} suffix=
  [ "$os" = windows ] && suffix=.exe
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch GOFLAGS= go build -trimpath -buildvcs=false \
    -ldflags "-s -w -buildid= -X sooth/internal/cli.version=$version" -o "dist/sooth-$version-$os-$arch$suffix" ./cmd/sooth
done
cd dist
sha256sum sooth-* | LC_ALL=C sort -k2 > SHA256SUMS
cat SHA256SUMS
