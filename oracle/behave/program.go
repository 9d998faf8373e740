package behave

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"sooth/lang"
)

// maxSource bounds the source of an answer, in bytes: the compiler runs
// outside the sandbox.
const maxSource = 1 << 20

// program is an item made ready to be built.
type program struct {
	key     string // of the cache, hex; equal programs have equal keys
	item    Item
	context build.Context // what the go command builds for
	pkg     string        // name in the package clause; empty: it does not parse
	files   []lang.File   // the answer's Go files, under names of our choice
	tests   []lang.File   // the hidden tests' Go files, with their reports built in
	data    []lang.File   // the hidden tests' other files
	names   []string      // the tests that must report, in order
	// ends says that the generated TestMain, or the tests' own, reports the end
	// of all tests too.
	ends bool
	// main says that the tests bring a TestMain.
	main bool
	// alone says why the program cannot share a binary; empty: it can.
	alone string
}

// refusal says why an item has no outcome but unknown.
type refusal struct{ reason string }

func (r refusal) Error() string { return r.reason }

// newProgram makes an item ready. A refusal is the item's own doing; the item
// has at least one file and one test.
func newProgram(item Item, key string, context build.Context) (*program, error) {
	p := &program{key: key, item: item, context: context}
	if item.Module.Dir != "" {
		return nil, refusal{"not available: tests against a tree on disk are not run yet"}
	}
	size := 0
	for _, f := range item.Files {
		size += len(f.Text)
	}
	if size > maxSource {
		return nil, refusal{fmt.Sprintf("not compiled: the program has %d bytes, more than %d", size, maxSource)}
	}
	var err error
	if p.files, err = answerFiles(item.Files); err != nil {
		return nil, err
	}
	for _, f := range p.files {
		if file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.PackageClauseOnly); err == nil {
			p.pkg = file.Name.Name
			break
		}
	}
	if err := p.instrument(item.Tests); err != nil {
		return nil, err
	}
	if reason := cheats(p.files, modulePath(item.Module)+"/"+harnessDir); reason != "" {
		return nil, refusal{reason}
	}
	p.alone = p.whyAlone()
	return p, nil
}

// answerFiles returns the Go files of an answer under safe names. A name keeps
// what the go command reads in it (a GOOS suffix), never a folder; files that
// are not Go and the answer's own tests stay out.
func answerFiles(files []lang.File) ([]lang.File, error) {
	plain := regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\.go$`)
	var out []lang.File
	taken := map[string]bool{startFile: true}
	for i, f := range files {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		base := path.Base(name)
		if path.Dir(path.Clean(name)) != "." && strings.HasSuffix(base, ".go") {
			return nil, refusal{"not available: a program in several folders is not tested yet"}
		}
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			continue
		}
		if !plain.MatchString(base) || taken[strings.ToLower(base)] {
			base = fmt.Sprintf("file%d.go", i)
		}
		taken[strings.ToLower(base)] = true
		out = append(out, lang.File{Name: base, Text: withoutLineDirectives(f.Text)})
	}
	if len(out) == 0 {
		return nil, refusal{"no code: the answer has no Go file"}
	}
	return out, nil
}

// built says whether the go command builds a file on this system.
func (p *program) built(f lang.File) bool {
	c := p.context
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(f.Text)), nil }
	ok, err := c.MatchFile("", f.Name)
	return ok || err != nil
}

// dataFile says whether name may be made below the folder of a test.
func dataFile(name string) bool {
	return fs.ValidPath(name) && name != "." && !slices.Contains([]string{"go.mod", "go.sum"}, name) &&
		!strings.ContainsAny(name, "\\:\x00") && !strings.HasPrefix(name, harnessDir)
}

// moduleFile returns the text of a file of m, empty without it.
func moduleFile(m lang.Module, name string) string {
	for _, f := range m.Files {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// modulePath reads the module path in go.mod; "solution" without one.
func modulePath(m lang.Module) string {
	for line := range strings.Lines(moduleFile(m, "go.mod")) {
		line, _, _ = strings.Cut(line, "//")
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return "solution"
}
