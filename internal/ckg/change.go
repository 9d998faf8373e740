package ckg

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/internal/tabular"
)

// change is what an answer puts into a code base.
type change struct {
	files map[string]string       // whole files as they are after it, by path
	added map[string]map[int]bool // lines of them that are new or changed, from 1
	how   string                  // how the answer was read
}

// read takes the change out of an answer: unified diffs; or blocks of Go that
// begin with a comment that names their file; or declarations, which take the
// place of those of the same name or stand in a new file.
func read(tree Tree, answer string) (change, error) {
	c := change{files: map[string]string{}, added: map[string]map[int]bool{}}
	var diffs, named, loose []string
	for _, b := range claim.Blocks(answer) {
		lang, _, _ := strings.Cut(strings.ToLower(b.Info), " ")
		switch {
		case lang == "diff" || lang == "patch" || lang == "" && strings.HasPrefix(b.Content, "--- "):
			diffs = append(diffs, b.Content)
		case lang != "go" && lang != "golang" && lang != "":
		case fileOf(b.Content) != "":
			named = append(named, b.Content)
		default:
			loose = append(loose, b.Content)
		}
	}
	for _, d := range diffs {
		if err := c.apply(tree, d); err != nil {
			return c, fmt.Errorf("the diff does not apply: %w", err)
		}
	}
	for _, text := range named {
		if _, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly); err != nil {
			loose = append(loose, text)
			continue
		}
		c.put(tree, fileOf(text), text)
	}
	if len(diffs) == 0 && len(c.files) == 0 {
		if err := c.declare(tree, loose); err != nil {
			return c, err
		}
	}
	if len(c.files) == 0 {
		return c, errNoPatch
	}
	c.how = "changes " + tabular.Some(slices.Sorted(maps.Keys(c.files)))
	return c, nil
}

// touches reports whether a file of a folder is changed.
func (c *change) touches(folder string) bool {
	for name := range c.files {
		if path.Dir(name) == path.Clean("./"+folder) {
			return true
		}
	}
	return false
}

// fileOf is the file that the first line of a block names: "// command.go",
// "// file: doc/man.go"; "" if it names none that lies in a tree.
func fileOf(code string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(code, "\n"), "\n")
	name, ok := strings.CutPrefix(strings.TrimSpace(first), "//")
	if !ok {
		return ""
	}
	name = strings.TrimSpace(name)
	for _, word := range []string{"file:", "File:", "path:"} {
		name = strings.TrimSpace(strings.TrimPrefix(name, word))
	}
	if path.Ext(name) != ".go" || strings.ContainsAny(name, " \t\\:") || !inside(name) {
		return ""
	}
	return path.Clean(name)
}

// inside reports whether a path stays in a tree, and is one that a tree can have.
func inside(name string) bool {
	clean := path.Clean(name)
	return name != "" && clean != "." && fs.ValidPath(clean) && !strings.ContainsAny(clean, "\\\x00")
}

// put sets a file; the lines that its old text does not have are added.
func (c *change) put(tree Tree, name, text string) {
	old, err := tree.Read(name)
	if err != nil {
		old = ""
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	c.files[name] = text
	c.added[name] = newLines(old, text)
}

// newLines are the lines of a text that a longest common subsequence with the
// old one leaves over, after what both begin and end with.
func newLines(old, text string) map[int]bool {
	a, b := strings.Split(old, "\n"), strings.Split(text, "\n")
	begin := 0
	for begin < len(a) && begin < len(b) && a[begin] == b[begin] {
		begin++
	}
	end := 0
	for end < len(a)-begin && end < len(b)-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	a, b = a[begin:len(a)-end], b[begin:len(b)-end]
	lines := map[int]bool{}
	if len(a)*len(b) > 4_000_000 { // as good as another file
		for i := range b {
			lines[begin+i+1] = true
		}
		return lines
	}
	long := make([][]int32, len(a)+1)
	for i := range long {
		long[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i] == b[k] {
				long[i][k] = long[i+1][k+1] + 1
			} else {
				long[i][k] = max(long[i+1][k], long[i][k+1])
			}
		}
	}
	i, k := 0, 0
	for k < len(b) {
		switch {
		case i < len(a) && a[i] == b[k]:
			i, k = i+1, k+1
		case i < len(a) && long[i+1][k] >= long[i][k+1]:
			i++
		default:
			lines[begin+k+1] = true
			k++
		}
	}
	return lines
}

// declare puts declarations without a file into the code base.
func (c *change) declare(tree Tree, blocks []string) error {
	for n, text := range blocks {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, "", text, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil {
			c.place(tree, text, set, f, 0, n)
			continue
		}
		const clause = "package p\n"
		if f, inner := parser.ParseFile(set, "", clause+text, parser.ParseComments|parser.SkipObjectResolution); inner == nil {
			c.place(tree, text, set, f, len(clause), n)
			continue
		}
		return fmt.Errorf("a block of Go does not parse: %v", err)
	}
	return nil
}

// place puts the functions of a block in the place of those of the same name
// and receiver; what is left of it is a new file.
func (c *change) place(tree Tree, text string, set *token.FileSet, f *ast.File, shift, n int) {
	rest := text
	touched := map[string]bool{}
	file := func(pos token.Pos) int { return set.Position(pos).Offset - shift }
	for i := len(f.Decls) - 1; i >= 0; i-- {
		d, ok := f.Decls[i].(*ast.FuncDecl)
		if !ok {
			continue
		}
		from := file(d.Pos())
		if d.Doc != nil {
			from = file(d.Doc.Pos())
		}
		to := file(d.End())
		if name, old, found := c.find(tree, d); found {
			current := c.current(tree, name)
			c.put(tree, name, strings.Replace(current, old, text[from:to], 1))
			touched[name] = true
			rest = rest[:from] + rest[to:]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(touched)) {
		c.complete(tree, name, f.Imports)
	}
	left, err := parser.ParseFile(token.NewFileSet(), "", rest, parser.SkipObjectResolution)
	if shift > 0 {
		left, err = parser.ParseFile(token.NewFileSet(), "", "package p\n"+rest, parser.SkipObjectResolution)
	}
	if err != nil || !slices.ContainsFunc(left.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		return !ok || g.Tok != token.IMPORT
	}) {
		return
	}
	if shift > 0 {
		rest = "package " + tree.Package + "\n\n" + rest
	}
	name := fmt.Sprintf("answer_%d.go", n+1)
	c.put(tree, name, rest)
	c.complete(tree, name, f.Imports)
}

// current is a file as it is after the changes so far.
func (c *change) current(tree Tree, name string) string {
	if text, ok := c.files[name]; ok {
		return text
	}
	text, _ := tree.Read(name)
	return text
}

// find looks for the function of the same name and receiver in the files of the
// root package, and returns its text.
func (c *change) find(tree Tree, d *ast.FuncDecl) (name, text string, ok bool) {
	for _, name := range tree.Files {
		if path.Dir(name) != "." || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source := c.current(tree, name)
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, other := range f.Decls {
			o, isFunc := other.(*ast.FuncDecl)
			if !isFunc || o.Name.Name != d.Name.Name || receiver(o) != receiver(d) {
				continue
			}
			from := set.Position(o.Pos()).Offset
			if o.Doc != nil && d.Doc != nil {
				from = set.Position(o.Doc.Pos()).Offset
			}
			return name, source[from:set.Position(o.End()).Offset], true
		}
	}
	return "", "", false
}

// receiver is the name of a method's type; "" of a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	switch x := t.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.IndexExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			return id.Name
		}
	}
	return "?"
}

// hunkHead is the line that begins a hunk of a unified diff.
func hunkHead(line string) (start int, ok bool) {
	m := regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@`).FindStringSubmatch(line)
	if m == nil {
		return 0, strings.HasPrefix(line, "@@")
	}
	_, err := fmt.Sscan(m[1], &start)
	return start, err == nil
}

// PackageOf is the name in the package clause of a file; "": it has none.
func PackageOf(text string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}
