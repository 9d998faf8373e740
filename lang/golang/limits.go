package golang

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
)

// Limits of programs, so that a hostile one ends in a problem: parser and type
// checker recurse over syntax and declarations, and a stack that overflows or
// memory that runs out ends the process. The figures for the standard library
// are far below: the deepest tree of syntax has 946 levels (a long sum of
// strings), all other figures are far smaller.
const (
	maxFileSize = 2 << 20 // bytes of one file
	maxProgram  = 8 << 20 // bytes of all files
	maxBrackets = 2_000   // open at once
	maxDepth    = 5_000   // of the syntax tree
	maxChain    = 1_000   // of declarations that need each other
	maxWeight   = 1 << 22 // parts of a type, bytes of a constant string, when all names are written out
	maxProblems = 500     // of one program
)

// tooDeep reports whether a text nests more brackets, or strings together more
// prefixes, than a parser should be given.
func tooDeep(text string) bool {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", -1, len(text)), []byte(text), func(token.Position, string) {}, 0)
	depth, chain := 0, 0
	for {
		_, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return false
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
			chain++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
			chain++ // f()()(), [][][]T
		case token.COMMA, token.ASSIGN, token.DEFINE:
			chain = 0
		case token.SEMICOLON:
			chain = 0
		default:
			chain++
		}
		if depth > maxBrackets || chain > 10*maxDepth {
			return true
		}
	}
}

// depthOf returns how deep the tree of a file is. A chain such as a+b+c counts
// each of its operators: the checkers recurse over them too.
func depthOf(f *ast.File) int {
	depth, deepest := 0, 0
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		depth++
		deepest = max(deepest, depth)
		return true
	})
	return deepest
}

// declarationNeeds is what a declared name needs of others.
type declarationNeeds struct {
	names []string // in its type and value, function bodies left out
	whole []string // those that are part of it: fields by value, operands; a name twice counts twice
	own   int      // weight beside them
}

// tooHeavy says why the declarations of a package are too much for the type
// checker; empty: they are not. Declarations of one name, as in two functions,
// count together.
func tooHeavy(files []*ast.File) string {
	needs := map[string]*declarationNeeds{}
	add := func(id *ast.Ident, typ ast.Expr, whole bool, values ...ast.Expr) {
		n := needs[id.Name]
		if n == nil {
			n = &declarationNeeds{own: 1}
			needs[id.Name] = n
		}
		n.read(typ, whole, values)
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				add(n.Name, n.Type, n.Assign.IsValid())
			case *ast.GenDecl:
				for _, spec := range n.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, id := range v.Names {
							add(id, v.Type, n.Tok == token.CONST, v.Values...)
						}
					}
				}
			case *ast.FuncDecl:
				if n.Recv == nil {
					add(n.Name, n.Type, false)
				}
			}
			return true
		})
	}
	return measure(needs)
}

// read adds what a type and values need. An alias and a constant are made of
// all that they name, a type of what it holds by value.
func (d *declarationNeeds) read(typ ast.Expr, whole bool, values []ast.Expr) {
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			d.names = append(d.names, n.Name)
			if whole {
				d.whole = append(d.whole, n.Name)
			}
		case *ast.BasicLit:
			d.own += len(n.Value)
		}
		return true
	}
	if typ != nil {
		ast.Inspect(typ, visit)
		if !whole {
			d.parts(typ)
		}
	}
	for _, v := range values {
		ast.Inspect(v, visit)
	}
}

// parts adds the types that a type holds by value.
func (d *declarationNeeds) parts(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		d.whole = append(d.whole, e.Name)
	case *ast.ParenExpr:
		d.parts(e.X)
	case *ast.ArrayType:
		if e.Len != nil {
			d.parts(e.Elt)
		}
	case *ast.StructType:
		for _, f := range e.Fields.List {
			for range max(1, len(f.Names)) {
				d.parts(f.Type)
			}
		}
	case *ast.InterfaceType:
		for _, f := range e.Methods.List {
			if len(f.Names) == 0 {
				d.parts(f.Type)
			}
		}
	case *ast.IndexExpr:
		d.parts(e.X)
		d.parts(e.Index)
	case *ast.IndexListExpr:
		d.parts(e.X)
		for _, i := range e.Indices {
			d.parts(i)
		}
	}
}

// measure walks over the declarations without recursion of its own, each after
// what it needs, and finds the longest chain and the heaviest name.
func measure(needs map[string]*declarationNeeds) string {
	type state struct{ chain, weight, next int }
	states := map[string]*state{}
	done := map[string]bool{}
	for name := range needs {
		stack := []string{name}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			n := needs[top]
			s := states[top]
			if s == nil {
				s = &state{}
				states[top] = s
			}
			pushed := false
			for ; s.next < len(n.names) && !pushed; s.next++ {
				needed := n.names[s.next]
				if needs[needed] != nil && states[needed] == nil {
					stack = append(stack, needed)
					pushed = true
				}
			}
			if pushed {
				continue
			}
			stack = stack[:len(stack)-1]
			if done[top] {
				continue
			}
			done[top] = true
			for _, needed := range n.names {
				if done[needed] && needed != top {
					s.chain = max(s.chain, states[needed].chain+1)
				}
			}
			s.weight = n.own
			for _, needed := range n.whole {
				if done[needed] && needed != top {
					s.weight = min(s.weight+states[needed].weight, 2*maxWeight)
				}
			}
			if s.chain > maxChain {
				return fmt.Sprintf("more than %d declarations need each other in a chain", maxChain)
			}
			if s.weight > maxWeight {
				return fmt.Sprintf("a declaration has more than %d parts when all that it names is written out", maxWeight)
			}
		}
	}
	return ""
}
