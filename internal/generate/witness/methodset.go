package witness

import (
	"maps"
	"slices"
	"strings"
)

// Answer is yes, no, or not known.
type Answer byte

// The answers.
const (
	NotKnown Answer = iota
	Yes
	No
)

// signatures is what a type or an interface has: by method name its parameters
// and results, and "*" before where only a pointer has it.
type signatures struct {
	methods  map[string]string
	pointer  map[string]bool
	complete bool // nothing is missing
	generic  bool // signatures may name type parameters
}

// Implements says whether a type, or a pointer to it, has all methods of an
// interface, by comparing how they are written.
func (t *Tree) Implements(typ, iface string) (answer Answer, pointer bool) {
	want := t.interfaceMethods(iface, 0)
	if want == nil || !want.complete || len(want.methods) == 0 {
		return NotKnown, false
	}
	have := t.methodSet(typ)
	if have == nil {
		return NotKnown, false
	}
	unsure := false
	for _, name := range slices.Sorted(maps.Keys(want.methods)) {
		signature := want.methods[name]
		got, ok := have.methods[name]
		switch {
		case !ok && have.complete, ok && !have.generic && t.differ(got, signature):
			return No, false
		case !ok, strings.Contains(got+signature, "?"), have.generic:
			unsure = true
		case spelled(got) != spelled(signature):
			unsure = true // an alias may make them the same
		}
		pointer = pointer || have.pointer[name]
	}
	if unsure {
		return NotKnown, false
	}
	return Yes, pointer
}

// spelled writes what is predeclared twice in one way.
func spelled(s string) string {
	return strings.NewReplacer("interface{}", "any", "uint8", "byte", "int32", "rune").Replace(s)
}

// differ says whether two methods as written certainly differ: they have not as
// many parameters or results, or other types, none of which may be an alias.
func (t *Tree) differ(a, b string) bool {
	if a == b || strings.Contains(a+b, "?") || strings.Contains(a+b, "func(") || spelled(a) == spelled(b) {
		return false // the types of functions are written with the names of parameters
	}
	if strings.Count(a, ",") != strings.Count(b, ",") {
		return !strings.Contains(a+b, "[") // type arguments have commas too
	}
	for _, s := range []string{a, b} {
		for name := range strings.FieldsFuncSeq(strings.ReplaceAll(s, "<-", " "), func(r rune) bool { return strings.ContainsRune("()[]*, {}", r) }) {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				continue // predeclared, or a type parameter: then the type is generic
			}
			if first, _, _ := strings.Cut(name, "/"); t.packages[name[:dot]] == nil && (strings.Contains(first[:min(dot, len(first))], ".") && strings.Contains(name, "/") || name[:dot] == "os" || name[:dot] == "syscall") {
				return false // of another module, or of a package with aliases
			}
			for _, d := range t.named[name] {
				if d.Sort == Alias {
					return false
				}
			}
		}
	}
	return true
}

// written writes parameters and results without names.
func written(d *Decl) string {
	var b strings.Builder
	for _, list := range [][]Param{d.Params, d.Results} {
		b.WriteByte('(')
		for _, p := range list {
			b.WriteString(p.Type)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	return b.String()
}

// interfaceMethods returns the methods of an interface, those of the interfaces
// that it embeds included; nil: it is none that is known.
func (t *Tree) interfaceMethods(iface string, depth int) *signatures {
	if s, ok := t.faces.Load(iface); ok {
		return s.(*signatures)
	}
	s := t.newInterface(iface, depth)
	if depth == 0 {
		t.faces.Store(iface, s)
	}
	return s
}

func (t *Tree) newInterface(iface string, depth int) *signatures {
	if iface == "error" {
		return &signatures{methods: map[string]string{"Error": "()(string,)"}, complete: true}
	}
	o, known := t.typeNamed(iface)
	if !known || depth > maxEmbedding {
		return nil
	}
	if o == nil {
		return t.std.interfaceMethods(iface, depth)
	}
	if o.Sort != Interface || o.Generic || o.Union {
		return nil
	}
	s := &signatures{methods: map[string]string{}, complete: true}
	for _, d := range t.Members(o.Package, o.Name, InterfaceMethod) {
		s.methods[d.LastName()] = written(d)
	}
	for _, e := range o.Embeds {
		inner := t.interfaceMethods(e, depth+1)
		if inner == nil || !inner.complete {
			return nil
		}
		maps.Copy(s.methods, inner.methods)
	}
	return s
}

// methodSet returns the methods of a type of the tree and of a pointer to it;
// nil: it is not known.
func (t *Tree) methodSet(typ string) *signatures {
	if s, ok := t.sets.Load(typ); ok {
		return s.(*signatures)
	}
	s := t.newMethodSet(typ)
	t.sets.Store(typ, s)
	return s
}

func (t *Tree) newMethodSet(typ string) *signatures {
	s := &signatures{methods: map[string]string{}, pointer: map[string]bool{}, complete: true}
	if !t.collect(s, typ, false, 0, map[string]bool{}) {
		return nil
	}
	return s
}

func (t *Tree) collect(s *signatures, typ string, throughPointer bool, depth int, seen map[string]bool) bool {
	throughPointer = throughPointer || strings.HasPrefix(typ, "*")
	o, known := t.typeNamed(typ)
	if depth > maxEmbedding {
		return false
	}
	if !known {
		return t.collectVariants(s, typ, throughPointer, depth, seen)
	}
	if o == nil { // what others declare is known where it is of the standard library
		typ = strings.TrimPrefix(typ, "*")
		if dot := strings.LastIndexByte(typ, '.'); dot > 0 && depth < maxEmbedding {
			if other := t.std.tree(typ[:dot]); other != nil && other != t {
				if !other.collect(s, typ, throughPointer, depth, seen) {
					s.complete = false
				}
				return true
			}
		}
		if inner := t.interfaceMethods(typ, depth); inner != nil {
			for name, signature := range inner.methods {
				t.put(s, name, signature, false)
			}
			return true
		}
		s.complete = false
		return true
	}
	if seen[o.Symbol()] {
		return true
	}
	seen[o.Symbol()] = true
	switch o.Sort {
	case Interface:
		inner := t.interfaceMethods(o.Symbol(), depth)
		if inner == nil {
			s.complete = false
			return true
		}
		for name, signature := range inner.methods {
			t.put(s, name, signature, false)
		}
		return true
	case Alias:
		return t.collect(s, o.Type, throughPointer, depth, seen)
	}
	s.generic = s.generic || o.Generic
	for _, d := range t.Members(o.Package, o.Name, Method) {
		if d.Test && depth == 0 {
			continue
		}
		t.put(s, d.LastName(), written(d), d.Pointer && !throughPointer)
	}
	if o.Sort != Struct {
		return true // a list of structs has none of what they embed
	}
	for _, d := range t.fieldsOf(o) {
		if d.Embedded && !t.collect(s, d.Type, throughPointer, depth+1, seen) {
			s.complete = false
		}
	}
	return true
}

// collectVariants collects what any declaration of a type has, where build tags
// choose among several.
func (t *Tree) collectVariants(s *signatures, typ string, throughPointer bool, depth int, seen map[string]bool) bool {
	list := t.named[strings.TrimPrefix(typ, "*")]
	if len(list) < 2 || seen[list[0].Symbol()] {
		return false
	}
	seen[list[0].Symbol()] = true
	s.generic = true // which signature counts is not known
	for _, o := range list {
		if o.Sort == Interface || o.Sort == Alias {
			return false
		}
	}
	for _, d := range t.Members(list[0].Package, list[0].Name, Method) {
		t.put(s, d.LastName(), written(d), d.Pointer && !throughPointer)
	}
	for _, d := range t.fieldsOf(list[0]) {
		if d.Embedded && !t.collect(s, d.Type, throughPointer, depth+1, seen) {
			s.complete = false
		}
	}
	return true
}

// put notes a method; one that is there is shallower and stays.
func (t *Tree) put(s *signatures, name, signature string, pointer bool) {
	if before, ok := s.methods[name]; ok {
		if before != signature {
			s.methods[name] = before
		}
		return
	}
	s.methods[name] = signature
	s.pointer[name] = pointer
}

// MethodNames returns the names of the methods of an interface, as far as they
// are known, sorted.
func (t *Tree) MethodNames(iface string) []string {
	s := t.interfaceMethods(iface, 0)
	if s == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.methods))
}
