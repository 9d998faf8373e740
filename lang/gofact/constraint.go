package gofact

import (
	"go/build/constraint"
	"strings"

	"sooth/fact"
)

// maxCondition bounds a condition that is told, in bytes; a longer one is not cut, as
// it would be another one then.
const maxCondition = 1000

// condition returns when a file is part of a build, as a build constraint, and
// what says so: its //go:build line (or, without one, its // +build lines), the end
// of its name, the import of "C". Empty: always. See `go help buildconstraint`.
func (f *sourceFile) condition() (expr, says string) {
	var all constraint.Expr
	var why []string
	and := func(x constraint.Expr, said string) {
		if all == nil {
			all = x
		} else {
			all = &constraint.AndExpr{X: all, Y: x}
		}
		why = append(why, said)
	}
	for _, line := range f.constraintLines() {
		if x, err := constraint.Parse(line); err == nil {
			and(x, line)
		}
	}
	for _, tag := range tagsOfName(f.base) {
		and(&constraint.TagExpr{Tag: tag}, "the name "+f.base)
	}
	if f.cgo {
		and(&constraint.TagExpr{Tag: "cgo"}, `import "C"`)
	}
	if all == nil {
		return "", ""
	}
	expr, says = all.String(), strings.Join(why, "; ")
	if max(len(expr), len(says)) > maxCondition {
		return "", ""
	}
	return expr, says
}

// constraintLines returns the lines above the package clause that are build
// constraints: a //go:build line alone, or all // +build lines.
func (f *sourceFile) constraintLines() []string {
	var plus []string
	for _, group := range f.syntax.Comments {
		if group.Pos() >= f.syntax.Package {
			break
		}
		for _, c := range group.List {
			switch {
			case constraint.IsGoBuild(c.Text):
				return []string{c.Text}
			case constraint.IsPlusBuild(c.Text) && group != f.syntax.Doc:
				plus = append(plus, c.Text)
			}
		}
	}
	return plus
}

// tagsOfName returns the build tags that the name of a Go file stands for:
// windows and amd64 of "a_windows_amd64_test.go".
func tagsOfName(base string) []string {
	name, _, _ := strings.Cut(base, ".")
	under := strings.IndexByte(name, '_')
	if under < 0 {
		return nil
	}
	l := strings.Split(name[under:], "_")
	if l[len(l)-1] == "test" {
		l = l[:len(l)-1]
	}
	n := len(l)
	switch {
	case n >= 2 && isSystem(l[n-2]) && isArchitecture(l[n-1]):
		return l[n-2:]
	case n >= 1 && (isSystem(l[n-1]) || isArchitecture(l[n-1])):
		return l[n-1:]
	}
	return nil
}

// isSystem reports whether a tag is an operating system that Go ever knew, as
// listed in internal/syslist of the standard library.
func isSystem(tag string) bool {
	switch tag {
	case "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd", "openbsd", "plan9",
		"solaris", "wasip1", "windows", "zos":
		return true
	}
	return false
}

// isArchitecture is isSystem for processors.
func isArchitecture(tag string) bool {
	switch tag {
	case "386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le", "mips64p32",
		"mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm":
		return true
	}
	return false
}

// conditional returns where a definition of a file that is not part of every build
// is available; false: members are where their type is.
func conditional(d *fact.Fact, expr, says string) (fact.Fact, bool) {
	if d.Kind != fact.Definition || d.Symbol == symbolField || d.Symbol == symbolInterfaceMethod {
		return fact.Fact{}, false
	}
	return fact.Fact{
		Kind: fact.Available, Language: language, Subject: d.Subject, Object: expr, Detail: says, Excluded: d.Excluded, Span: d.Name, Strength: fact.Syntax,
	}, true
}
