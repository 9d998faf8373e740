package generate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strconv"
	"strings"

	"sooth/fact"
	"sooth/internal/generate/witness"
	"sooth/question"
)

// signatureForms ask what functions take and return, and of what type things
// are.
func (m *maker) signatureForms() []*form {
	return []*form{
		{pattern: "returns/function", kind: question.Returns, level: 2, candidates: func() []draft { return m.results("func") }},
		{pattern: "returns/method", kind: question.Returns, level: 2, candidates: func() []draft { return m.results("method") }},
		{pattern: "returns/interface-method", kind: question.Returns, level: 2, candidates: func() []draft { return m.results("interface method") }},
		{pattern: "takes/function", kind: question.Takes, level: 2, candidates: func() []draft { return m.parameters("func") }},
		{pattern: "takes/method", kind: question.Takes, level: 2, candidates: func() []draft { return m.parameters("method") }},
		{pattern: "field-type/field", kind: question.FieldType, level: 2, candidates: m.fieldTypes},
		{pattern: "receiver/method", kind: question.Receiver, level: 2, candidates: m.pointerReceivers, counter: m.valueReceivers},
	}
}

// results: the types of what a function returns. The first route is go/types.
func (m *maker) results(symbol string) (list []draft) {
	for _, subject := range sortedKeys(m.world.returns) {
		d := m.world.def(subject)
		pkg, _ := m.world.split(subject)
		if d == nil || d.Symbol != symbol || d.Excluded || test(d.Span.File) || m.special(d) || !m.world.closed(pkg) || m.local(subject) {
			continue
		}
		var types []string
		for i, r := range m.world.returns[subject] {
			if r.Index != i {
				types = nil
				break
			}
			types = append(types, r.Object)
		}
		if len(types) == 0 {
			continue
		}
		list = append(list, draft{
			subject: subject, pkg: pkg, file: d.Span.File, truth: m.signature(types),
			measures: map[string]int{measureAnswers: len(types), measureNamesakes: m.namesakes(subject)},
			confirm: func() verdict {
				return m.sameTypes(subject, types, func(d *witness.Decl) []witness.Param { return d.Results })
			},
			rests: []rest{{fact.Returns, subject}},
		})
	}
	return list
}

func (m *maker) sameTypes(subject string, types []string, of func(*witness.Decl) []witness.Param) verdict {
	d := m.declared(subject)
	if d == nil {
		return unknown("several declarations, or none by syntax")
	}
	list := of(d)
	if m.renamed(d.Package, list...) {
		return unknown("an import has another name than its package")
	}
	if len(list) != len(types) {
		return contradicted(fmt.Sprintf("%d types, by syntax %d", len(types), len(list)))
	}
	for i, p := range list {
		if strings.Contains(p.Type, "?") {
			return unknown("a type that syntax cannot write")
		}
		if p.Type != types[i] {
			if sameButAlias(p.Type, types[i]) {
				return unknown("an alias")
			}
			return contradicted(fmt.Sprintf("%s, by syntax %s", types[i], p.Type))
		}
	}
	return agreed("go/parser")
}

// renamed says whether types are written otherwise than by the names of packages:
// whoever reads the source would name them as the file does.
func (m *maker) renamed(pkg string, list ...witness.Param) bool {
	own := strings.TrimSuffix(m.packageName(pkg), "_test") + "."
	for _, p := range list {
		if strings.Join(strings.Fields(dropped(m.shorten(p.Type), own)), "") != strings.Join(strings.Fields(dropped(p.Source, own)), "") {
			return true
		}
	}
	return false
}

// dropped takes the name of a package away where it begins a name.
func dropped(typ, own string) string {
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
	a := question.Answer{Shape: question.Signature}
	switch {
	case len(short) == 1:
		a.Signature = short[0]
	default:
		a.Signature = "(" + strings.Join(short, ", ") + ")"
	}
	return a
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

// parameters: what a function takes, as the signature of its definition says.
// Types are qualified by what the second route knows of the imports, after both
// agree on every type as it is written.
func (m *maker) parameters(symbol string) (list []draft) {
	for i := range m.world.defs {
		f := &m.world.defs[i]
		if f.Symbol != symbol || f.Excluded || test(f.Span.File) || m.special(f) || m.local(f.Subject) || len(m.world.byName[f.Subject]) != 1 {
			continue
		}
		pkg, _ := m.world.split(f.Subject)
		if !m.world.closed(pkg) {
			continue
		}
		types, ok := parametersOf(f.Detail)
		if !ok || len(types) == 0 {
			continue
		}
		d := m.declared(f.Subject)
		if d == nil || len(d.Params) != len(types) {
			continue
		}
		var whole []string
		for _, p := range d.Params {
			whole = append(whole, p.Type)
		}
		list = append(list, draft{
			subject: f.Subject, pkg: pkg, file: f.Span.File, truth: m.signature(whole),
			measures: map[string]int{measureAnswers: len(types), measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				if m.renamed(d.Package, d.Params...) {
					return unknown("an import has another name than its package")
				}
				for i, p := range d.Params {
					if strings.Contains(p.Type, "?") {
						return unknown("a type that syntax cannot write")
					}
					if p.Source != types[i] {
						return contradicted(fmt.Sprintf("takes %s, by syntax %s", types[i], p.Source))
					}
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
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

// fieldTypes: of what type a field is.
func (m *maker) fieldTypes() (list []draft) {
	for i := range m.world.defs {
		f := &m.world.defs[i]
		if f.Symbol != "field" || f.Excluded || test(f.Span.File) || m.local(f.Subject) || len(m.world.byName[f.Subject]) != 1 {
			continue
		}
		pkg, _ := m.world.split(f.Subject)
		name, typ, ok := strings.Cut(f.Detail, " ")
		d := m.declared(f.Subject)
		if !ok || name != fact.LastName(f) || d == nil || d.Embedded || typ == "struct" || strings.Contains(d.Type, "?") || len(d.Type) > 120 {
			continue
		}
		list = append(list, draft{
			subject: f.Subject, pkg: pkg, file: f.Span.File, truth: m.signature([]string{d.Type}),
			measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				if m.renamed(pkg, witness.Param{Type: d.Type, Source: d.Source}) {
					return unknown("an import has another name than its package")
				}
				if d.Source != typ {
					return contradicted(fmt.Sprintf("is a %s, by syntax %s", typ, d.Source))
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
}

// receivers are methods with a receiver of one sort.
func (m *maker) receivers(pointer bool) (list []draft) {
	for i := range m.world.defs {
		f := &m.world.defs[i]
		if f.Symbol != "method" || f.Excluded || test(f.Span.File) || m.local(f.Subject) || len(m.world.byName[f.Subject]) != 1 {
			continue
		}
		head, _, ok := strings.Cut(strings.TrimPrefix(f.Detail, "func ("), ")")
		if !ok || strings.Contains(head, "*") != pointer {
			continue
		}
		pkg, name := m.world.split(f.Subject)
		owner, _, _ := strings.Cut(name, ".")
		list = append(list, draft{
			subject: f.Subject, object: "pointer", pkg: pkg, file: f.Span.File, truth: boolean(pointer), balance: fmt.Sprint(pointer),
			values:   map[string]string{"type": "`" + pkg + "." + owner + "`"},
			measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				d := m.declared(f.Subject)
				if d == nil {
					return unknown("several declarations, or none by syntax")
				}
				if d.Pointer != pointer {
					return contradicted("the receiver says otherwise")
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
}

func (m *maker) pointerReceivers() []draft { return m.receivers(true) }

// valueReceivers are methods without a pointer, nearest first: of the same type,
// the same package, anywhere.
func (m *maker) valueReceivers(d draft) []draft {
	if m.values == nil {
		m.values = m.receivers(false)
	}
	pick := func(same func(draft) bool) (out []draft) {
		for _, v := range m.values {
			if same(v) {
				out = append(out, v)
			}
		}
		return out
	}
	list := pick(func(v draft) bool { return v.pkg == d.pkg })
	if len(list) < 8 && len(m.values) > 0 {
		for i := range 100 {
			v := m.values[m.order("value receiver elsewhere", d.subject, strconv.Itoa(i))%uint64(len(m.values))]
			if v.pkg != d.pkg {
				list = append(list, v)
			}
		}
	}
	keys := map[string]uint64{}
	for _, v := range list {
		keys[v.subject] = m.order("value receiver", d.subject, v.subject)
	}
	sortBy(list, func(v draft) uint64 {
		if v.pkg == d.pkg {
			return keys[v.subject] >> 1
		}
		return keys[v.subject]>>1 | 1<<63
	})
	return list[:min(len(list), 200)]
}
