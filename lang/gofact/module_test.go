package gofact

import "testing"

// TestFault: of what the go command prints when it cannot list packages, that is
// told which says why, with what helps.
func TestFault(t *testing.T) {
	for message, want := range map[string]string{
		"go: downloading golang.org/x/net v0.61.0\ngo: golang.org/x/net@v0.61.0: module lookup disabled by GOPROXY=off": "go: golang.org/x/net@v0.61.0: module lookup disabled by GOPROXY=off; hint: download what is missing (go mod download)",
		"go: go.mod requires go >= 1.99 (running go 1.26.8; GOTOOLCHAIN=local)\n":                                       "go: go.mod requires go >= 1.99 (running go 1.26.8; GOTOOLCHAIN=local)",
		"# m\n\na.go:1:1: expected 'package'\n":                                                                         "a.go:1:1: expected 'package'",
		"":                                                                                                              "",
	} {
		if got := firstLine(message) + missing(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
