package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every package of the Go distribution is within the limits that keep a
// hostile program from hurting.
func TestLimitsLetRealCodePass(t *testing.T) {
	if testing.Short() {
		t.Skip("parses the whole Go distribution")
	}
	root := filepath.Join(goTool(t).Root, "src")
	packages, files, deepest := 0, 0, 0
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "testdata" {
			return fs.SkipDir
		}
		names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		var list []*ast.File
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if filepath.Base(name) == "opGen.go" {
				continue // the one file above the limit of size: tables of the compiler
			}
			if len(text) > maxFileSize {
				t.Errorf("%s is too large", name)
			}
			if tooDeep(string(text)) {
				t.Errorf("%s is nested too deep", name)
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			files++
			depth := depthOf(f)
			deepest = max(deepest, depth)
			if depth > maxDepth/5 {
				t.Errorf("%s has a tree %d deep", name, depth)
			}
			if !strings.HasSuffix(name, "_test.go") {
				list = append(list, f)
			}
		}
		if len(list) > 0 {
			packages++
			if why := tooHeavy(list); why != "" {
				t.Errorf("%s: %s", dir, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 200 {
		t.Fatalf("only %d packages", packages)
	}
	t.Logf("%d packages, %d files, deepest tree %d", packages, files, deepest)
}
