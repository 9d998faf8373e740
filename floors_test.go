package sooth_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors reads the table "| floor | package | …" of ARCHITECTURE.md.
func floors(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]int{}
	for _, m := range regexp.MustCompile("(?m)^\\| (\\d+) \\| `([^`]+)` \\| (.*) \\|$").FindAllStringSubmatch(string(text), -1) {
		n, _ := strconv.Atoi(m[1])
		if _, twice := table[m[2]]; twice {
			t.Errorf("ARCHITECTURE.md: package %q has two floors", m[2])
		}
		table[m[2]] = n
	}
	if len(table) == 0 {
		t.Fatal("ARCHITECTURE.md: no floors found")
	}
	return table
}

// imports returns the non-test imports of every package of the module, by
// folder; folders without Go files, testdata and modules of their own are left out.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := d.Name()
			if name != "." && (base == "testdata" || base == "examples" || base == "tools" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != "." {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(name))
		found[dir] = append(found[dir], []string{}...)
		for _, spec := range file.Imports {
			p, _ := strconv.Unquote(spec.Path.Value)
			if !slices.Contains(found[dir], p) {
				found[dir] = append(found[dir], p)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestFloors keeps the house in order: a package imports only from lower floors.
func TestFloors(t *testing.T) {
	table, found := floors(t), imports(t)
	for dir := range table {
		if _, ok := found[dir]; !ok {
			t.Errorf("ARCHITECTURE.md gives %q a floor, but there is no such package", dir)
		}
	}
	for dir, list := range found {
		floor, ok := table[dir]
		if !ok {
			t.Errorf("package %q has no floor in ARCHITECTURE.md", dir)
			continue
		}
		for _, p := range list {
			own, ok := strings.CutPrefix(p, "sooth/")
			if !ok {
				continue
			}
			if below, ok := table[own]; ok && below >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d): only lower floors may be imported", dir, floor, own, below)
			}
		}
	}
}

// TestImportRules keeps what may be imported where.
func TestImportRules(t *testing.T) {
	table, found := floors(t), imports(t)
	in := func(dir string, patterns ...string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			ok, _ := path.Match(p, dir)
			return ok
		})
	}
	for dir, list := range found {
		for _, p := range list {
			outside := strings.Contains(strings.Split(p, "/")[0], ".")
			switch {
			case outside && table[dir] <= 1 && !in(dir, "internal/*") && !(dir == "claim" && strings.HasPrefix(p, "github.com/yuin/goldmark")) && !(dir == "tool/mcptool" && strings.HasPrefix(p, "github.com/modelcontextprotocol/go-sdk/")):
				t.Errorf("%s (floor %d) imports %s: floors 0 and 1 use the standard library only", dir, table[dir], p)
			case p == "database/sql" && !in(dir, "internal/sqlite", "internal/cache", "fact/factdb", "trial"):
				t.Errorf("%s imports %s", dir, p)
			case p == "os/exec" && !in(dir, "internal/sandbox", "internal/toolchain", "internal/git", "internal/editor", "internal/pagetest", "lang/ctags", "agent/command", "search/command", "tool/mcptool"):
				t.Errorf("%s imports %s", dir, p)
			case strings.HasPrefix(p, "github.com/spf13/") && dir != "internal/cli":
				t.Errorf("%s imports %s", dir, p)
			case strings.HasPrefix(p, "github.com/jedib0t/") && !in(dir, "internal/cli", "internal/render"):
				t.Errorf("%s imports %s", dir, p)
			case p == "github.com/alecthomas/chroma/v2/lexers" || p == "github.com/alecthomas/chroma/v2/styles":
				t.Errorf("%s imports %s, which costs 9 ms at every start", dir, p)
			}
		}
	}
}
