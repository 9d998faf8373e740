# make test is what CI runs; it installs what it needs. Everything else is for developers.
.PHONY: all deps test lint bench fuzz release contract truth truth-labels vet-systems

GO      ?= go
FUZZ    ?= 60s
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)

all: test lint

# The tools that tests use beside Go: a second sandbox backend, a browser. Asks before it calls the package manager.
deps:
	@tools/deps.sh

test: deps
	$(GO) vet ./...
	$(GO) test -timeout 12m ./...

# The systems that tests do not run on are held to compile, at least: each needs a build of its own of every library.
vet-systems:
	for target in darwin/arm64 windows/amd64; do GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) vet ./... || exit 1; done

# govulncheck needs its database from the network; without it the step says so and is passed over.
lint: vet-systems
	@test -z "$$(gofmt -l $$(git ls-files '*.go' | grep -v /testdata/ | grep -v ^examples/))" || { gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...
	@$(GO) tool -modfile=tools/go.mod govulncheck ./... || { echo "SKIPPED or failed: govulncheck (see above; it needs its database)"; }

# Measures every figure of docs/benchmarks.md and prints the table.
bench:
	tools/bench.sh

# Fuzzes whatever reads strangers' text, $(FUZZ) each; FUZZ=5s in CI.
fuzz:
	tools/fuzz.sh $(FUZZ)

# Static, reproducible binaries with checksums in dist/.
release:
	tools/release.sh $(VERSION)

# Holds the server of llm/llmtest against the providers' official clients: a module of its own, minutes to build, so only by hand.
contract:
	cd llm/llmtest/contract && $(GO) vet ./... && $(GO) test ./...

# Judges the judge by what independent tools know of real modules: both halves, one table each; then by the list of refutations; then generated
# questions by ctags and gopls.
# Downloads the modules.
truth:
	tools/truth.sh development
	tools/truth.sh heldout
	tools/truth.sh documentation
	tools/truth.sh questions

# Makes the labels of internal/truth again with gopls, universal-ctags, the compiler, go doc and the api files.
truth-labels:
	tools/truth.sh labels
