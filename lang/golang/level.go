package golang

import (
	"fmt"
	"go/build"
	"go/version"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/toolchain"
	"sooth/lang"
)

// LevelError says that the Go in use is older than what is asked of it.
type LevelError struct {
	Have string // "go1.25.3"
	Want string // "go1.26"
	By   string // who asks: "the toolchain level", "go.mod", "the target"
}

func (e *LevelError) Error() string {
	return fmt.Sprintf("%s asks for %s, but the Go in use is %s; hint: install %s or newer from https://go.dev/dl and put it on PATH", e.By, e.Want, e.Have, e.Want)
}

// levelOf returns the level to judge at: wanted, or that of the toolchain.
func levelOf(g *toolchain.Go, wanted string) (string, error) {
	if wanted == "" {
		return version.Lang(release(g.Version)), nil
	}
	if !strings.HasPrefix(wanted, "go") {
		wanted = "go" + wanted
	}
	if !version.IsValid(wanted) {
		return "", fmt.Errorf("toolchain level %q is not a Go version; hint: write it like \"go1.26\"", wanted)
	}
	if version.Compare(release(g.Version), wanted) < 0 {
		return "", &LevelError{Have: g.Version, Want: wanted, By: "the toolchain level"}
	}
	return wanted, nil
}

// release cuts the suffix of vendors and experiments off a toolchain version:
// "go1.26.8-X:nodwarf5" is go1.26.8. A development version is as new as this
// program's own go/types, for nothing better is known of it.
func release(v string) string {
	v, _, _ = strings.Cut(v, " ")
	v, _, _ = strings.Cut(v, "-")
	if !version.IsValid(v) {
		v, _, _ = strings.Cut(runtime.Version(), " ")
		v, _, _ = strings.Cut(v, "-")
	}
	return v
}

// languageVersion returns the language version of the program's module as
// go/types wants it, "go1.21": that of the target, else of the go line of
// go.mod, else go1.16 as the go command assumes; without a go.mod the level.
func (c *Checker) languageVersion(m *moduleContext, target lang.Target) (string, error) {
	v, by := target.Version, "the target"
	if v == "" {
		v, by = m.mod.Go, "go.mod"
	}
	if v == "" {
		return "go1.16", nil
	}
	v = "go" + strings.TrimPrefix(v, "go")
	if !version.IsValid(v) {
		return "", fmt.Errorf("%s: %q is not a Go version; hint: write it like \"1.26\"", by, v)
	}
	for _, have := range []string{release(c.go_.Version), release(runtime.Version())} {
		if version.Compare(version.Lang(have), version.Lang(v)) < 0 {
			return "", &LevelError{Have: have, Want: v, By: by}
		}
	}
	return v, nil
}

// buildContext returns what selects the files of a package: the target of g,
// without cgo and without tags of the user.
func buildContext(g *toolchain.Go) build.Context {
	b := build.Default
	b.GOROOT, b.GOPATH, b.GOOS, b.GOARCH = g.Root, "", g.OS, g.Arch
	b.CgoEnabled, b.Compiler, b.BuildTags, b.InstallSuffix = false, "gc", nil, ""
	b.ReleaseTags = nil
	_, minor, _ := strings.Cut(version.Lang(release(g.Version)), ".")
	newest, _ := strconv.Atoi(minor)
	for n := 1; n <= newest; n++ {
		b.ReleaseTags = append(b.ReleaseTags, "go1."+strconv.Itoa(n))
	}
	b.ToolTags = slices.Clone(b.ToolTags)
	return b
}
