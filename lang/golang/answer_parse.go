package golang

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// answerForm is what a block of code is.
type answerForm int

const (
	notGo        answerForm = iota // a module file, blank, or nothing of Go
	completeFile                   // has a package clause
	declarations                   // of a file without a package clause
	statements                     // of a function body
)

// parsedAnswer is what the syntax of a block tells.
type parsedAnswer struct {
	form     answerForm
	valid    bool            // no syntax errors
	pkg      string          // of a complete file
	declared map[string]bool // "F", "T", "T.M": what it declares at the top
	tests    bool            // it only tests: not part of the program
	missing  map[string]bool // of a snippet: names before a dot that nothing declares
}

// Snippets are parsed inside these; each is on one line of its own, so that
// line n of the snippet is line n+1.
const (
	declarationsBefore = "package answer\n"
	statementsBefore   = "package answer; func _() {\n"
	statementsAfter    = "\n}\n"
)

// parseAnswer finds out what a block of code is.
func parseAnswer(text string) parsedAnswer {
	if blank := strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")); blank == "" || isModuleFile(blank) {
		return parsedAnswer{}
	}
	fset := token.NewFileSet()
	if pkg := packageClause(text); pkg != "" {
		p := parsedAnswer{form: completeFile, pkg: pkg}
		file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution) // of a file, nothing is missing
		p.valid = err == nil
		p.look(file)
		p.tests = p.tests || strings.HasSuffix(p.pkg, "_test")
		return p
	}
	asFile, fileErr := parser.ParseFile(fset, "", declarationsBefore+text, 0)
	asBody, bodyErr := parser.ParseFile(fset, "", statementsBefore+text+statementsAfter, 0)
	p := parsedAnswer{form: statements, valid: bodyErr == nil}
	switch {
	case fileErr == nil && len(asFile.Decls) == 0:
		return parsedAnswer{} // comments alone
	case fileErr == nil, bodyErr != nil && startsDeclaration(text):
		p = parsedAnswer{form: declarations, valid: fileErr == nil}
		p.look(asFile)
	case bodyErr == nil:
		p.look(asBody)
		p.declared = nil
	}
	return p
}

// packageClause returns the package that a text declares at its start; empty
// if it does not. Bytes that are no Go, in a comment before or after it, do not
// matter; words after the name, as in "package names should be short", do.
func packageClause(text string) string {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(text)), []byte(text), nil, 0)
	if _, tok, _ := s.Scan(); tok != token.PACKAGE {
		return ""
	}
	_, tok, name := s.Scan()
	if _, end, _ := s.Scan(); tok != token.IDENT || name == "_" || end != token.SEMICOLON && end != token.EOF {
		return ""
	}
	return name
}

// look collects what a file declares, whether it is a test, and which names
// before a dot it leaves open.
func (p *parsedAnswer) look(file *ast.File) {
	if file == nil {
		return
	}
	p.declared, p.missing = map[string]bool{}, map[string]bool{}
	testing, functions, testFunctions := false, 0, 0
	for _, spec := range file.Imports {
		testing = testing || spec.Path.Value == `"testing"`
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			name := decl.Name.Name
			if decl.Recv == nil {
				functions++
				if isTestName(name) {
					testFunctions++
				}
			}
			if decl.Recv != nil && len(decl.Recv.List) == 1 {
				name = receiverName(decl.Recv.List[0].Type) + "." + name
			} else if name == "init" {
				continue
			}
			p.declared[name] = name != "_"
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.declared[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						p.declared[name.Name] = true
					}
				}
			}
		}
	}
	delete(p.declared, "_")
	p.tests = testing && testFunctions > 0 && testFunctions*2 >= functions && !p.declared["main"]
	open := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		open[id] = true
	}
	if len(open) == 0 {
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && open[id] && ast.IsExported(s.Sel.Name) {
				p.missing[id.Name] = true
			}
		}
		return true
	})
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, "\"`")
		delete(p.missing, path[strings.LastIndexByte(path, '/')+1:])
		if spec.Name != nil {
			delete(p.missing, spec.Name.Name)
		}
	}
}

// isTestName reports whether go test would run a function of that name.
func isTestName(name string) bool {
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && (rest == "" || !('a' <= rest[0] && rest[0] <= 'z')) {
			return true
		}
	}
	return false
}

func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.ParenExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// isModuleFile reports whether a block is a go.mod, which answers like to show
// as Go.
func isModuleFile(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(first)
	return len(fields) == 2 && fields[0] == "module"
}

// startsDeclaration reports whether a block begins as a file does after its
// package clause.
func startsDeclaration(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		for _, word := range []string{"func ", "type ", "import ", "const ", "var "} {
			if strings.HasPrefix(line, word) && !strings.HasPrefix(line, "func (){") {
				return true
			}
		}
		return false
	}
	return false
}
