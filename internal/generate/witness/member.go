package witness

import "strings"

// found is what a name means for a type: a declaration, something that a type
// outside of the tree may have, or (neither) nothing that is known.
type found struct {
	decl    *Decl
	outside bool
	missing bool // the type certainly has no such name
}

// maxEmbedding bounds how deep embedding is followed.
const maxEmbedding = 20

// member finds the field or method that a name selects in a type, shallowest
// first. A name that two types of one depth have is not known, and neither is
// one that an embedded type of another module may have at a smaller depth.
func (t *Tree) member(typ, name string, depth int) found {
	level := []string{typ}
	for range maxEmbedding {
		var next []string
		var hits []*Decl
		outside := false
		for _, one := range level {
			owners, known := t.typeNamed(one)
			if !known {
				return found{}
			}
			if owners == nil {
				outside = outside || len(level) == 1 || !t.lacks(one, name, depth)
				continue
			}
			o := owners
			for _, d := range t.named[o.Symbol()+"."+name] {
				if d.Sort == Field || d.Sort == Method || d.Sort == InterfaceMethod {
					hits = append(hits, d)
				}
			}
			switch o.Sort {
			case Alias:
				if strings.Contains(o.Type, "?") {
					return found{}
				}
				next = append(next, o.Type)
			case Interface:
				next = append(next, o.Embeds...)
			case Struct:
				next = append(next, t.embedded(o)...)
			}
		}
		switch {
		case len(hits) == 1 && !outside:
			return found{decl: hits[0]}
		case len(hits) > 0:
			return found{}
		case outside && len(level) == 1:
			return found{outside: true}
		case outside:
			return found{}
		case len(next) == 0:
			return found{missing: true}
		}
		level = next
	}
	return found{}
}

// lacks says whether a type outside of the tree certainly has no member of a
// name.
func (t *Tree) lacks(typ, name string, depth int) bool {
	typ = strings.TrimPrefix(typ, "*")
	dot := strings.LastIndexByte(typ, '.')
	if dot < 0 || depth > maxEmbedding {
		return typ == "error" && name != "Error"
	}
	other := t.std.tree(typ[:dot])
	if other == nil || other == t {
		return false
	}
	return other.member(typ, name, depth+1).missing
}

// embedded returns the types that a struct embeds.
func (t *Tree) embedded(owner *Decl) []string {
	p := t.packages[owner.Package]
	if p == nil {
		return nil
	}
	var list []string
	for _, d := range t.fieldsOf(owner) {
		if d.Embedded {
			list = append(list, d.Type)
		}
	}
	return list
}

// typeNamed returns the declaration of a type, without star and type
// arguments. nil and true: it is declared outside of the tree. false: it has
// no name, or several declarations, or is not known.
func (t *Tree) typeNamed(typ string) (*Decl, bool) {
	typ = strings.TrimPrefix(typ, "*")
	if i := strings.IndexByte(typ, '['); i > 0 {
		typ = typ[:i]
	}
	dot := strings.LastIndexByte(typ, '.')
	if typ == "error" {
		return nil, true
	}
	if dot < 0 || strings.ContainsAny(typ, "?[]*() {}") {
		return nil, false
	}
	if t.packages[typ[:dot]] == nil {
		return nil, true
	}
	var one *Decl
	for _, d := range t.named[typ] {
		switch d.Sort {
		case Struct, Interface, Type, Alias:
			if one != nil {
				return nil, false
			}
			one = d
		}
	}
	return one, one != nil
}

// Members returns the fields or methods that stand one step below a type,
// wherever in the package; several of one name where build tags choose.
func (t *Tree) Members(pkg, typ string, sorts ...string) []*Decl {
	p := t.packages[pkg]
	if p == nil {
		return nil
	}
	var list []*Decl
	for _, d := range p.below(typ) {
		for _, s := range sorts {
			if d.Sort == s {
				list = append(list, d)
			}
		}
	}
	return list
}

func (t *Tree) fieldsOf(owner *Decl) []*Decl { return t.Members(owner.Package, owner.Name, Field) }

// below returns the declarations one step below a type.
func (p *Package) below(typ string) []*Decl {
	p.once.Do(func() {
		p.members = map[string][]*Decl{}
		for _, d := range p.Decls {
			if owner, _, ok := strings.Cut(d.Name, "."); ok {
				p.members[owner] = append(p.members[owner], d)
			}
		}
	})
	return p.members[typ]
}
