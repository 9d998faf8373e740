package witness

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
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
	for name, signature := range want.methods {
		got, ok := have.methods[name]
		switch {
		case !ok && have.complete:
			return No, false
		case !ok, strings.Contains(got+signature, "?"):
			return NotKnown, false
		case got != signature:
			if sameButAny(got, signature) {
				continue
			}
			return NotKnown, false // an alias may make them the same
		}
		pointer = pointer || have.pointer[name]
	}
	return Yes, pointer
}

func sameButAny(a, b string) bool {
	return strings.ReplaceAll(a, "interface{}", "any") == strings.ReplaceAll(b, "interface{}", "any")
}

// Wanting says whether some method of an interface is certainly not there: the
// name is declared on no way that leads to the type.
func (t *Tree) Wanting(typ, iface string) bool {
	a, _ := t.Implements(typ, iface)
	return a == No
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
		for name, signature := range inner.methods {
			s.methods[name] = signature
		}
	}
	return s
}

// methodSet returns the methods of a type of the tree and of a pointer to it;
// nil: it is not known.
func (t *Tree) methodSet(typ string) *signatures {
	s := &signatures{methods: map[string]string{}, pointer: map[string]bool{}, complete: true}
	if !t.collect(s, typ, false, 0, map[string]bool{}) {
		return nil
	}
	return s
}

func (t *Tree) collect(s *signatures, typ string, throughPointer bool, depth int, seen map[string]bool) bool {
	throughPointer = throughPointer || strings.HasPrefix(typ, "*")
	o, known := t.typeNamed(typ)
	if !known || depth > maxEmbedding {
		return false
	}
	if o == nil { // what others declare: its methods are known where it is an interface of the standard library
		inner := t.interfaceMethods(strings.TrimPrefix(typ, "*"), depth)
		if inner == nil {
			s.complete = false
			return true
		}
		for name, signature := range inner.methods {
			t.put(s, name, signature, false)
		}
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
	if o.Generic {
		return false
	}
	for _, d := range t.Members(o.Package, o.Name, Method) {
		if d.Test && depth == 0 {
			continue
		}
		t.put(s, d.LastName(), written(d), d.Pointer && !throughPointer)
	}
	for _, d := range t.fieldsOf(o) {
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

// standard reads packages of the standard library when they are asked for.
type standard struct {
	goroot fs.FS
	mutex  sync.Mutex
	trees  map[string]*Tree
	age    age
}

// interfaceMethods returns the methods of an interface of the standard library.
func (s *standard) interfaceMethods(iface string, depth int) *signatures {
	dot := strings.LastIndexByte(iface, '.')
	if s == nil || dot < 0 {
		return nil
	}
	pkg := iface[:dot]
	if first, _, _ := strings.Cut(pkg, "/"); strings.Contains(first, ".") {
		return nil
	}
	t := s.tree(pkg)
	if t == nil {
		return nil
	}
	return t.interfaceMethods(iface, depth+1)
}

// tree reads one package; nil: there is none.
func (s *standard) tree(pkg string) *Tree {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if t, ok := s.trees[pkg]; ok {
		return t
	}
	s.trees[pkg] = nil
	dir := path.Join("src", pkg)
	entries, err := fs.ReadDir(s.goroot, dir)
	if err != nil {
		return nil
	}
	t := &Tree{Files: map[string]*File{}, packages: map[string]*Package{pkg: {Path: pkg, Name: GuessName(pkg)}}, named: map[string][]*Decl{}, methods: map[string]int{}, root: s.goroot}
	t.std = s
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := t.head(name)
		if err != nil || f == nil || f.Clause != t.packages[pkg].Name {
			continue
		}
		f.Package = pkg
		f.bind(t)
		t.Files[name] = f
		list, err := t.declarations(name)
		if err != nil {
			continue
		}
		for _, d := range list {
			t.named[d.Symbol()] = append(t.named[d.Symbol()], d)
			t.packages[pkg].Decls = append(t.packages[pkg].Decls, d)
		}
	}
	s.trees[pkg] = t
	return t
}

// MethodNames returns the names of the methods of an interface, as far as they
// are known.
func (t *Tree) MethodNames(iface string) (names []string) {
	if s := t.interfaceMethods(iface, 0); s != nil {
		for name := range s.methods {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
