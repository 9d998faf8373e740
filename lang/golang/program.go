package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"sooth/lang"
	"sooth/lang/goapi"
	"sooth/score"
	"sooth/source"
)

// check is the checking of one program.
type check struct {
	checker  *Checker
	module   *moduleContext
	local    *localTree // nil: none
	version  string     // language version, "go1.21"
	target   lang.Target
	fset     *token.FileSet
	parts    []*part  // in order of folder
	names    []string // of all files of the program
	unparsed bool
	problems []lang.Problem
	uses     []lang.Reference
	features []lang.Feature
	opened   map[string]string
	absent   map[string]*types.Package // stand-ins for packages that nothing provides
	records  map[string]*record        // of packages that types mention
	fresh    map[string]*freshPackage
}

// part is one package of the program: the files of one folder.
type part struct {
	dir    string // slash-separated, "." for the root
	path   string // import path
	files  []*file
	others []lang.File // that are not Go source: embedded files, assembly
	left   []string    // Go files that the build leaves out
	state  int         // of the type check: 0 not begun, 1 under way, 2 done
	types  *types.Package
	info   *types.Info
	errors []types.Error
}

// file is one Go file of the build.
type file struct {
	lang.File
	syntax *ast.File
}

// split sorts the files into packages and leaves out what the go command
// leaves out: tests, names that begin with a dot or underscore, files for other
// systems, build constraints that do not hold.
func (c *check) split(files []lang.File) {
	c.fset = token.NewFileSet()
	c.opened, c.records, c.fresh = map[string]string{}, map[string]*record{}, map[string]*freshPackage{}
	c.absent = map[string]*types.Package{}
	byDir := map[string]*part{}
	seen := map[string]bool{}
	for _, f := range files {
		if name := path.Clean(f.Name); f.Name == "" || name != f.Name || path.IsAbs(name) || within(name, "..") || strings.ContainsAny(name, "\\\x00") {
			c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Span: source.Span{File: f.Name}, Message: fmt.Sprintf("%q is not the name of a file in a module", f.Name)}})
			continue
		}
		if seen[f.Name] {
			c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Span: source.Span{File: f.Name}, Message: fmt.Sprintf("the program has two files %q", f.Name)}})
			continue
		}
		seen[f.Name] = true
		c.names = append(c.names, f.Name)
		dir := path.Dir(f.Name)
		p := byDir[dir]
		if p == nil {
			p = &part{dir: dir, path: path.Join(c.module.mod.Module.Path, dir)}
			byDir[dir] = p
			c.parts = append(c.parts, p)
		}
		switch {
		case !strings.HasSuffix(f.Name, ".go"):
			p.others = append(p.others, f)
		case strings.HasSuffix(f.Name, "_test.go"):
		case c.matches(f):
			p.files = append(p.files, &file{File: f})
		default:
			p.left = append(p.left, f.Name)
		}
	}
	slices.SortFunc(c.parts, func(x, y *part) int { return cmp.Compare(x.dir, y.dir) })
	built := 0
	for _, p := range c.parts {
		slices.SortFunc(p.files, func(x, y *file) int { return cmp.Compare(x.Name, y.Name) })
		built += len(p.files)
		if len(p.files) == 0 && len(p.left) > 0 {
			c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Span: source.Span{File: p.left[0]}, Message: "build constraints exclude all Go files in package " + p.path}})
		}
	}
	c.parts = slices.DeleteFunc(c.parts, func(p *part) bool { return len(p.files) == 0 })
	if built == 0 && len(c.problems) == 0 {
		c.report(lang.Problem{Diagnostic: score.Diagnostic{Kind: score.OtherError, Message: "no Go files in the program"}})
	}
}

// matches reports whether the build takes a file.
func (c *check) matches(f lang.File) bool {
	b := c.checker.build
	b.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(f.Text)), nil }
	b.JoinPath = path.Join
	ok, err := b.MatchFile("/", path.Base(f.Name))
	return ok || err != nil // the parser says what is wrong
}

// report adds a problem, within bounds: names and messages repeat what a
// hostile program says.
func (c *check) report(p lang.Problem) {
	if len(c.problems) >= maxProblems {
		return
	}
	p.Message, p.Symbol, p.Evidence = bounded(p.Message), bounded(p.Symbol), bounded(p.Evidence)
	c.problems = append(c.problems, p)
}

// maxText bounds a text of a problem, in bytes.
const maxText = 2000

func bounded(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "") + "…"
}

// span returns the range of a file of the program; //line directives have no
// say in it.
func (c *check) span(pos, end token.Pos) source.Span {
	p := c.fset.PositionFor(pos, false)
	s := source.Span{File: p.Filename, Line: p.Line, Column: p.Column}
	if e := c.fset.PositionFor(end, false); end.IsValid() && end > pos && e.Filename == p.Filename {
		s.EndLine, s.EndColumn = e.Line, e.Column
	}
	return s
}

// order compares two places of the program.
func order(x, y source.Span) int {
	return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
}

// finish writes all that was found into the report, in order.
func (c *check) finish(r *lang.Report) {
	slices.SortStableFunc(c.problems, func(x, y lang.Problem) int { return order(x.Span, y.Span) })
	r.Problems = slices.CompactFunc(c.problems, func(x, y lang.Problem) bool {
		return x.Span == y.Span && x.Message == y.Message && x.Kind == y.Kind
	})
	if !r.Parsed {
		return
	}
	slices.SortStableFunc(c.uses, func(x, y lang.Reference) int { return order(x.Span, y.Span) })
	r.References = c.uses
	slices.SortStableFunc(c.features, func(x, y lang.Feature) int { return order(x.Span, y.Span) })
	r.Features = c.features
	for _, p := range slices.Sorted(maps.Keys(c.opened)) {
		r.Open = append(r.Open, lang.Open{Package: p, Reason: c.opened[p]})
	}
}

// findFeatures collects the language features and builtins of a package.
func (c *check) findFeatures(p *part) {
	for _, f := range goapi.Features(c.fset, p.syntax(), p.info) {
		c.features = append(c.features, lang.Feature{Span: c.span(f.Pos, f.End), Name: f.Name, Since: f.Since, From: f.From, Note: f.Note})
	}
}

// syntax returns the trees of the package's files.
func (p *part) syntax() []*ast.File {
	var list []*ast.File
	for _, f := range p.files {
		list = append(list, f.syntax)
	}
	return list
}
