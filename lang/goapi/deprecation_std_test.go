package goapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// everyPackage calls yield with the files of each package of $GOROOT/src, of
// all platforms, tests left out.
func everyPackage(t *testing.T, yield func(path string, files []*ast.File)) {
	t.Helper()
	src := filepath.Join(goroot(), "src")
	packages := 0
	err := filepath.WalkDir(src, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "testdata" || d.Name() == "cmd" || d.Name() == "_asm" {
			return fs.SkipDir
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		byName := map[string][]*ast.File{}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			byName[file.Name.Name] = append(byName[file.Name.Name], file)
		}
		path := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(dir, src), string(filepath.Separator)))
		for name, files := range byName {
			if name != "main" {
				packages++
				yield(strings.TrimPrefix(path, "vendor/"), files)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 250 {
		t.Fatalf("only %d packages", packages)
	}
}

// standardNotices is what every package of $GOROOT/src declares, and its notices;
// it is read once for all tests.
var standardNotices struct {
	once     sync.Once
	declared map[string]map[string]bool
	notices  map[string]map[string]Paragraph
}

// everyNotice returns what each package of $GOROOT/src declares, and its
// deprecation notices, by import path.
func everyNotice(t *testing.T) (declared map[string]map[string]bool, notices map[string]map[string]Paragraph) {
	t.Helper()
	all := &standardNotices
	all.once.Do(func() {
		all.declared, all.notices = map[string]map[string]bool{}, map[string]map[string]Paragraph{}
		everyPackage(t, func(path string, files []*ast.File) {
			if all.declared[path] == nil {
				all.declared[path], all.notices[path] = map[string]bool{}, map[string]Paragraph{}
			}
			for _, file := range files {
				eachSymbol(file, func(symbol string, _ ...*ast.CommentGroup) { all.declared[path][symbol] = true })
			}
			for symbol, p := range Deprecations(files) {
				all.notices[path][symbol] = p
			}
		})
	})
	return all.declared, all.notices
}

// TestReplacementsExist reads every deprecation notice of the standard library
// and looks up every replacement that was read out of one.
func TestReplacementsExist(t *testing.T) {
	a := load(t)
	declared, notices := everyNotice(t)
	total, read, external, good := 0, 0, 0, 0
	var lines []string
	for path, byName := range notices {
		for symbol, p := range byName {
			total++
			lines = append(lines, path+"."+symbol+" → "+p.Replacement+" ("+p.Package+" "+p.Symbol+")   "+p.Text)
			if p.Replacement == "" {
				continue
			}
			pkg := p.Package
			if pkg == "" && (p.Symbol == p.Replacement || !strings.Contains(p.Replacement, ".") || declared[path][p.Symbol]) {
				pkg = path
			}
			if pkg == "" {
				qualifier, symbol, _ := strings.Cut(p.Replacement, ".")
				pkg, _ = a.PackageNamed(qualifier, symbol)
			}
			if strings.Contains(strings.Split(pkg, "/")[0], ".") {
				external++
				continue
			}
			read++
			_, _, known := a.Since(pkg, p.Symbol)
			if known || declared[pkg] != nil && declared[pkg][p.Symbol] {
				good++
			} else {
				t.Logf("does not resolve: %s.%s → %q (%q %q): %s", path, symbol, p.Replacement, p.Package, p.Symbol, p.Text)
			}
		}
	}
	slices.Sort(lines)
	if name := os.Getenv("GOAPI_NOTICES"); name != "" {
		os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
	}
	t.Logf("%d notices, %d replacements in the standard library, %d of them exist, %d elsewhere", total, read, good, external)
	if read < 80 || good*100 < read*95 {
		t.Errorf("%d of %d replacements exist, want 95 %% of at least 80", good, read)
	}
}

// TestDeprecationsAgreeWithAPIFiles holds Deprecations against the marks of
// the API files, which cmd/api made.
func TestDeprecationsAgreeWithAPIFiles(t *testing.T) {
	a, s := load(t), sharedStandard()
	marked, missing := 0, 0
	for _, path := range publicPackages(t) {
		pkg, err := s.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		notices := Deprecations(s.files[path])
		for _, symbol := range symbols(pkg) {
			_, evidence, ok := a.Deprecated(path, symbol)
			switch {
			case !ok || strings.Contains(evidence, "("+"windows-"), strings.Contains(evidence, "(freebsd-"):
				continue // marked on another platform
			case evidence == "api/go1.16.txt: pkg crypto/tls, type ConnectionState struct, TLSUnique //deprecated":
				continue // no longer, says except.txt
			case path == "go/importer" && symbol == "ForCompiler":
				continue // the words stand inside a paragraph and are about one argument
			case path == "archive/zip" && strings.HasPrefix(symbol, "File."):
				symbol = "FileHeader." + strings.TrimPrefix(symbol, "File.") // promoted
			}
			marked++
			if _, found := notices[symbol]; !found {
				missing++
				t.Errorf("%s.%s: not found, but %s", path, symbol, evidence)
			}
		}
	}
	t.Logf("%d marked symbols, %d not found", marked, missing)
	if marked < 100 {
		t.Errorf("only %d marked symbols", marked)
	}
}
