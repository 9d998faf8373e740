package gofact

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sooth/lang/golang"
	"sooth/source"
)

// maxSource bounds the size of a source file that is read, in bytes; the
// largest of the standard library has 1.3 MB.
const maxSource = 32 << 20

// sourceFile is one Go file as it was parsed.
type sourceFile struct {
	name     string // in facts
	base     string // in its folder
	path     string // of the package that it belongs to: an external test has its own
	text     []byte
	syntax   *ast.File // nil: nothing could be read
	lines    *token.File
	test     bool
	excluded bool   // the build tags of the host leave it out
	cgo      bool   // imports "C"
	broken   string // why it was not read completely: "file:line:col: reason"; empty: it was
}

// readSource reads a file that is regular, of a sensible size and, with root,
// not a link out of that folder.
func readSource(root, name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		target, err := filepath.EvalSymlinks(name)
		if err != nil {
			return nil, err
		}
		if root != "" && !inside(root, target) {
			return nil, errors.New("the file is a link that leaves the tree")
		}
		if info, err = os.Stat(target); err != nil {
			return nil, err
		}
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > maxSource {
		return nil, fmt.Errorf("the file has more than %d bytes", maxSource)
	}
	return os.ReadFile(name)
}

// inside reports whether a file stands below root, links resolved.
func inside(root, file string) bool {
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	rel, err := filepath.Rel(root, file)
	return err == nil && filepath.IsLocal(rel)
}

// How much of a file is parsed.
const (
	whole        = iota
	declarations // function bodies are left out
	bare         // comments too
)

// parseFile parses one Go file of the package at importPath. It always returns
// a file; broken says what could not be read.
func parseFile(fset *token.FileSet, root, dir, base, name, importPath string, much int) *sourceFile {
	f := &sourceFile{name: name, base: base, path: importPath, test: strings.HasSuffix(base, "_test.go")}
	var err error
	if f.text, err = readSource(root, filepath.Join(dir, base)); err != nil {
		var failed *os.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		f.broken = name + ": " + err.Error()
		return f
	}
	if golang.TooDeep(f.text) {
		f.broken = name + ": nested too deeply to be read"
		return f
	}
	mode, text := parser.ParseComments|parser.SkipObjectResolution, f.text
	if much != whole {
		text = golang.WithoutBodies(text)
	}
	if much == bare {
		mode &^= parser.ParseComments
	}
	f.syntax, err = parser.ParseFile(fset, name, text, mode)
	if err != nil {
		f.broken = syntaxError(name, err)
	}
	if f.syntax == nil {
		return f
	}
	f.lines = fset.File(f.syntax.FileStart)
	if f.test && f.syntax.Name != nil && strings.HasSuffix(f.syntax.Name.Name, testSuffix) {
		f.path += testSuffix
	}
	for _, i := range f.syntax.Imports {
		if i.Path.Value == `"C"` {
			f.cgo = true
		}
	}
	return f
}

// syntaxError returns the first of the errors of a parse.
func syntaxError(name string, err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", name, list[0].Pos.Line, list[0].Pos.Column, list[0].Msg)
	}
	return name + ": " + err.Error()
}

// exclude notes whether the host's build leaves the file out for its tags or
// name. A file with cgo is judged as if cgo were on.
func (f *sourceFile) exclude(tags *build.Context) {
	b := *tags
	b.CgoEnabled = true
	b.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.text)), nil }
	match, err := b.MatchFile("", f.base)
	f.excluded = err == nil && !match
}

// span returns the range from pos to end.
func (f *sourceFile) span(pos, end token.Pos) source.Span {
	from := f.lines.PositionFor(f.clamp(pos), false)
	to := f.lines.PositionFor(f.clamp(end), false)
	return source.Span{File: f.name, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// word returns the range of a name, which stands on one line.
func (f *sourceFile) word(pos token.Pos, size int) source.Span {
	from := f.lines.PositionFor(f.clamp(pos), false)
	return source.Span{File: f.name, Line: from.Line, Column: from.Column, EndLine: from.Line, EndColumn: from.Column + size}
}

// clamp keeps a position in the file: what is missing in broken syntax has
// none, or one behind the end.
func (f *sourceFile) clamp(pos token.Pos) token.Pos {
	base := token.Pos(f.lines.Base())
	return min(max(pos, base), base+token.Pos(f.lines.Size()))
}

// importPath returns the path of an import; empty: it cannot be read.
func importPath(s *ast.ImportSpec) string {
	return strings.Trim(s.Path.Value, "`\"")
}

// lastElement returns the last element of an import path that is not a major
// version.
func lastElement(p string) string {
	last := path.Base(p)
	if isMajor(last) && path.Dir(p) != "." {
		last = path.Base(path.Dir(p))
	}
	return last
}

// isMajor reports whether an element of a path is a major version, "v2".
func isMajor(element string) bool {
	return len(element) > 1 && element[0] == 'v' && strings.Trim(element[1:], "0123456789") == ""
}
