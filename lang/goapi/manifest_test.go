package goapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestSinceAgreesWithGoVet holds Since against the table that go vet itself
// carries for its check of versions, made by other people with another reader
// of the API files.
func TestSinceAgreesWithGoVet(t *testing.T) {
	name := filepath.Join(goroot(), "src", "cmd", "vendor", "golang.org", "x", "tools", "internal", "stdlib", "manifest.go")
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Skipf("this Go distribution has no table of go vet: %v; install one from https://go.dev/dl", err)
	}
	a, compared := load(t), 0
	ast.Inspect(file, func(n ast.Node) bool {
		pair, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		pkg, _ := strconv.Unquote(pair.Key.(*ast.BasicLit).Value)
		for _, entry := range pair.Value.(*ast.CompositeLit).Elts {
			fields := entry.(*ast.CompositeLit).Elts
			symbol, _ := strconv.Unquote(fields[0].(*ast.BasicLit).Value)
			symbol = strings.NewReplacer("(", "", ")", "", "*", "").Replace(symbol)
			want := "1." + fields[2].(*ast.BasicLit).Value
			got, evidence, ok := a.Since(pkg, symbol)
			compared++
			typ, _, member := strings.Cut(symbol, ".")
			switch {
			case pkg == "builtin": // Features knows these
			case !ok && pkg == "syscall/js": // exempt from the promise of Go 1, in no API file
			case !ok && pkg == "database/sql/driver" && typ == "RowsColumnScanner": // withdrawn before the release
			case pkg == "unsafe": // the table knows no releases of its functions
			case member && pkg == "io/fs" && (typ == "PathError" || typ == "FileInfo" || typ == "FileMode") && symbol != "FileMode.Type": // moved from os
				if !older(got, want) || !strings.Contains(evidence, "pkg os,") {
					t.Errorf("%s.%s: since %q (%s), want what os had before Go 1.16", pkg, symbol, got, evidence)
				}
			case pkg == "encoding/json" && symbol == "RawMessage.MarshalJSON" && got == "1.0": // on the pointer first
			case pkg == "syscall" && symbol == "RoutingMessage" && got == "1.0": // on another platform first
			case !ok || got != want:
				t.Errorf("%s.%s: since %q (%s), go vet says %q", pkg, symbol, got, evidence, want)
			}
		}
		return false
	})
	if compared < 10000 {
		t.Errorf("only %d symbols compared", compared)
	}
	t.Logf("%d symbols compared", compared)
}
