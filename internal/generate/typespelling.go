package generate

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"

	"sooth/internal/generate/witness"
	"sooth/question"
)

// renamed says whether types are written otherwise than by the names of packages:
// whoever reads the source would name them as the file does.
func (m *maker) renamed(pkg string, list ...witness.Param) bool {
	own := strings.TrimSuffix(m.packageName(pkg), "_test") + "."
	for _, p := range list {
		if unspaced(withoutQualifier(m.shorten(p.Type), own)) != unspaced(withoutQualifier(p.Source, own)) {
			return true
		}
	}
	return false
}

func unspaced(typ string) string { return strings.Join(strings.Fields(typ), "") }

// withoutQualifier takes the name of a package, with its dot, away where it begins
// a name.
func withoutQualifier(typ, own string) string {
	var b strings.Builder
	for i := 0; i < len(typ); {
		if strings.HasPrefix(typ[i:], own) && (i == 0 || !letter(rune(typ[i-1])) && typ[i-1] != '.') {
			i += len(own)
			continue
		}
		b.WriteByte(typ[i])
		i++
	}
	return b.String()
}

// sameButAlias says whether two types may be the same by an alias that go/types
// has looked through: then they have no common spelling to compare.
func sameButAlias(a, b string) bool {
	return strings.ReplaceAll(a, "interface{}", "any") == strings.ReplaceAll(b, "interface{}", "any")
}

// signature writes types with the names of their packages for import paths.
func (m *maker) signature(types []string) question.Answer {
	short := make([]string, len(types))
	for i, t := range types {
		short[i] = m.shorten(t)
	}
	text := strings.Join(short, ", ")
	if len(short) != 1 {
		text = "(" + text + ")"
	}
	return question.Answer{Shape: question.Signature, Signature: text}
}

// shorten replaces the import paths in a type by package names.
func (m *maker) shorten(t string) string {
	var b strings.Builder
	for i := 0; i < len(t); {
		j := i
		for j < len(t) && !strings.ContainsRune("[]*(){}, <", rune(t[j])) {
			j++
		}
		if j == i {
			b.WriteByte(t[i])
			i++
			continue
		}
		one := t[i:j]
		dots := len(one) - len(strings.TrimLeft(one, "."))
		b.WriteString(one[:dots])
		one = one[dots:]
		if slash := strings.LastIndexByte(one, '/'); slash >= 0 || strings.Contains(one, ".") {
			if pkg, name := m.world.split(one); pkg != "" && !strings.Contains(name, ".") {
				one = m.packageName(pkg) + "." + name
			} else if dot := strings.LastIndexByte(one, '.'); dot > 0 {
				one = m.packageName(one[:dot]) + one[dot:]
			}
		}
		b.WriteString(one)
		i = j
	}
	return b.String()
}

// parametersOf reads the types of the parameters out of a signature as facts
// have it, one for each parameter.
func parametersOf(signature string) ([]string, bool) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+signature, parser.SkipObjectResolution)
	if err != nil || len(f.Decls) != 1 {
		return nil, false
	}
	fn, ok := f.Decls[0].(*ast.FuncDecl)
	if !ok {
		return nil, false
	}
	var types []string
	for _, p := range fn.Type.Params.List {
		var b strings.Builder
		if err := printer.Fprint(&b, token.NewFileSet(), p.Type); err != nil {
			return nil, false
		}
		for range max(1, len(p.Names)) {
			types = append(types, strings.Join(strings.Fields(b.String()), " "))
		}
	}
	return types, true
}
