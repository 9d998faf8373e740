package golang

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"sooth/lang"
	"sooth/score"
	"sooth/source"
)

// typecheck reads what the program imports, checks its packages and collects
// problems and references.
func (c *check) typecheck(ctx context.Context) error {
	if err := c.load(ctx); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { // go/types cannot be cancelled: it is left behind
		c.module.mu.RLock()
		defer c.module.mu.RUnlock()
		defer func() {
			if r := recover(); r != nil {
				done <- &unjudged{fmt.Sprintf("the type checker failed: %v", r)}
			}
		}()
		for _, p := range c.parts {
			c.checkPart(ctx, p)
		}
		for _, p := range c.parts {
			c.classify(ctx, p)
			c.references(ctx, p)
			c.findFeatures(p)
		}
		done <- nil
	}()
	limit := time.NewTimer(maxTime)
	defer limit.Stop()
	select {
	case err := <-done:
		return err
	case <-limit.C:
		c.checker.forget(c.module)
		return &unjudged{fmt.Sprintf("the type checker was not done after %v", maxTime)}
	case <-ctx.Done():
		c.checker.forget(c.module)
		return ctx.Err()
	}
}

// maxTime bounds the type check of one program. Programs that other limits let
// pass and that double the work with each line take for ever; any other one
// takes less than a second.
const maxTime = 2 * time.Minute

// unjudged says why nothing is known of a program although all that it needs is
// there.
type unjudged struct{ why string }

func (u *unjudged) Error() string { return u.why }

// report returns the report of a program that could not be judged.
func (u *unjudged) report(r lang.Report, p lang.Program) lang.Report {
	problem := lang.Problem{Diagnostic: score.Diagnostic{Kind: score.CouldNotDetermine, Message: u.why}, Unsure: u.why}
	if len(p.Files) > 0 {
		problem.Span.File = p.Files[0].Name
	}
	r.Parsed, r.Problems = false, []lang.Problem{problem}
	return r
}

// forget drops a module context that a check still holds: the next one makes
// its own.
func (c *Checker) forget(m *moduleContext) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.contexts[m.key] == m {
		delete(c.contexts, m.key)
		c.order = slices.DeleteFunc(c.order, func(k string) bool { return k == m.key })
	}
}

// load makes ready all that the program imports.
func (c *check) load(ctx context.Context) error {
	c.module.mu.Lock()
	defer c.module.mu.Unlock()
	paths := c.outside()
	if err := c.checker.loadLocal(ctx, c.module, paths); err != nil {
		return err
	}
	c.local = c.module.local // the next check may replace it
	return c.checker.require(ctx, c.module, paths)
}

// States of the type check of a package of the program.
const (
	notBegun = iota
	underWay
	checked
)

// checkPart checks the types of a package, those that it imports first.
func (c *check) checkPart(ctx context.Context, p *part) {
	if p.state != notBegun {
		return
	}
	p.state = underWay
	for _, f := range p.files {
		for _, s := range f.syntax.Imports {
			own := c.own(importPath(s))
			switch {
			case own == nil:
			case own.state == underWay:
				c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Span: c.span(s.Path.Pos(), s.Path.End()), Symbol: own.path, Message: "import cycle not allowed"}})
			default:
				c.checkPart(ctx, own)
			}
		}
	}
	c.checkImports(ctx, p)
	p.info = &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Instances:  map[*ast.Ident]types.Instance{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
	}
	conf := types.Config{
		GoVersion:   c.version,
		FakeImportC: true,
		Sizes:       c.checker.sizes,
		Importer:    importerFunc(c.importPackage),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) && len(p.errors) < maxProblems {
				p.errors = append(p.errors, e)
			}
		},
	}
	p.types, _ = conf.Check(p.path, c.fset, p.syntax(), p.info)
	p.state = checked
	c.packageClauses(p)
	c.compilerRules(p)
}

// importPackage gives the type checker a package of the program or of a module.
func (c *check) importPackage(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if own := c.own(path); own != nil {
		if own.state != checked {
			return nil, errors.New("import cycle not allowed")
		}
		return own.types, nil
	}
	if local := c.local.pkg(path); local != nil {
		return local, nil
	}
	if c.module.universe.records[path] != nil {
		return c.module.universe.packages[path], nil
	}
	return c.standIn(path), nil
}

// standIn returns an empty package in place of one that nothing provides, with
// the name that the program calls it by: the error is reported once, at its import.
func (c *check) standIn(path string) *types.Package {
	if c.absent[path] == nil {
		pkg := types.NewPackage(path, c.likelyName(path))
		pkg.MarkComplete()
		c.absent[path] = pkg
	}
	return c.absent[path]
}

// likelyName guesses the name of a package that cannot be read: the one of the
// usual forms that the files which import it use.
func (c *check) likelyName(path string) string {
	last := lastElement(path)
	base, _, _ := strings.Cut(last, ".") // gopkg.in/yaml.v3
	forms := []string{base, strings.TrimPrefix(base, "go-"), strings.TrimSuffix(base, "-go"), strings.ReplaceAll(base, "-", ""), strings.ReplaceAll(base, "-", "_")}
	forms = append(forms, strings.FieldsFunc(base, func(r rune) bool { return r == '-' || r == '_' })...)
	for _, p := range c.parts {
		for _, f := range p.files {
			if !imported(f, path) {
				continue
			}
			used := map[string]bool{}
			ast.Inspect(f.syntax, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if id, ok := s.X.(*ast.Ident); ok {
						used[id.Name] = true
					}
				}
				return true
			})
			for _, form := range forms {
				if used[form] {
					return form
				}
			}
		}
	}
	if token.IsIdentifier(base) {
		return base
	}
	return "_"
}

// packageClauses reports what the go command says of the names of packages.
func (c *check) packageClauses(p *part) {
	first := p.files[0]
	for _, f := range p.files[1:] {
		if f.syntax.Name.Name != first.syntax.Name.Name {
			c.report(lang.Problem{Diagnostic: score.Diagnostic{
				Kind: score.OtherError, Span: c.span(f.syntax.Name.Pos(), f.syntax.Name.End()),
				Message: fmt.Sprintf("found packages %s (%s) and %s (%s) in one folder", first.syntax.Name.Name, first.Name, f.syntax.Name.Name, f.Name),
			}})
			return
		}
	}
	if first.syntax.Name.Name == "main" && len(p.errors) == 0 && !slices.ContainsFunc(p.files, declaresMain) {
		c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Span: source.Span{File: first.Name}, Message: "function main is undeclared in the main package"}})
	}
}

func declaresMain(f *file) bool {
	return slices.ContainsFunc(f.syntax.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && fn.Name.Name == "main"
	})
}

// detail is what a types.Error keeps to itself.
type detail struct {
	code       int // of internal/types/errors
	start, end token.Pos
}
