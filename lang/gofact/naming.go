package gofact

import (
	"go/types"
	"sync"
)

// naming gives objects of go/types their names in facts.
type naming struct {
	own      map[types.Object]string // of the package being read: members and local types, by its syntax
	names    map[types.Object]string
	universe *universe
	local    *memberNames // of packages that are no part of the universe
}

// memberNames knows the fields and interface methods of packages by the types
// that declare them. It is filled as packages are asked for.
type memberNames struct {
	mu       *sync.Mutex // of the scopes of the packages
	packages map[*types.Package]memberList
}

// memberList holds the names of members of a package; scope is how many names
// the package had, which grow while it is there in part.
type memberList struct {
	scope int
	names map[types.Object]string
}

func newMemberNames(mu *sync.Mutex) *memberNames {
	return &memberNames{mu: mu, packages: map[*types.Package]memberList{}}
}

// name returns the name of an object as facts write it; empty: it has none
// outside its function.
func (n *naming) name(o types.Object) string {
	if name, ok := n.names[o]; ok {
		return name
	}
	name := n.find(o)
	n.names[o] = name
	return name
}

func (n *naming) find(o types.Object) string {
	switch x := o.(type) {
	case *types.Func:
		return n.function(x.Origin())
	case *types.Var:
		if x = x.Origin(); x.IsField() {
			return n.member(x)
		}
	case *types.TypeName:
		if _, ok := x.Type().(*types.TypeParam); ok {
			return ""
		}
		if name := n.own[x]; name != "" {
			return name
		}
	case *types.PkgName:
		return x.Imported().Path()
	case *types.Const:
	default:
		return ""
	}
	if o.Pkg() == nil || o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
		return ""
	}
	return o.Pkg().Path() + "." + o.Name()
}

// function returns the name of a function or method.
func (n *naming) function(f *types.Func) string {
	if name := n.own[f]; name != "" {
		return name
	}
	recv := f.Signature().Recv()
	if recv == nil {
		if f.Pkg() == nil {
			return ""
		}
		return f.Pkg().Path() + "." + f.Name()
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		tn := named.Origin().Obj()
		if tn.Pkg() == nil {
			return tn.Name() + "." + f.Name() // error.Error
		}
		if owner := n.name(tn); owner != "" {
			return owner + "." + f.Name()
		}
		return ""
	}
	return n.member(f)
}

// member returns the name of a field, or of a method of an interface without a
// name.
func (n *naming) member(o types.Object) string {
	if name := n.own[o]; name != "" {
		return name
	}
	if o.Pkg() == nil {
		return ""
	}
	if n.universe.has(o.Pkg()) {
		return n.universe.members.of(o.Pkg(), o)
	}
	return n.local.of(o.Pkg(), o)
}

// of returns the name of a member of a type of a package.
func (m *memberNames) of(pkg *types.Package, o types.Object) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if list, ok := m.packages[pkg]; ok && (list.scope == pkg.Scope().Len() || list.names[o] != "") {
		return list.names[o]
	}
	names := map[types.Object]string{}
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.TypeName:
			if t := o.Type(); !o.IsAlias() {
				membersOf(names, pkg.Path()+"."+name, t.Underlying(), 0)
			} else if s, ok := types.Unalias(t).(*types.Struct); ok {
				membersOf(names, pkg.Path()+"."+name, s, 0)
			}
		case *types.Var:
			membersOf(names, pkg.Path()+"."+name, o.Type(), 0)
		}
	}
	m.packages[pkg] = memberList{pkg.Scope().Len(), names}
	return names[o]
}

// maxNesting bounds how deep types without a name are followed.
const maxNesting = 50

// membersOf notes the members of a type without a name, as eachMember yields
// them.
func membersOf(names map[types.Object]string, owner string, t types.Type, depth int) {
	if depth > maxNesting {
		return
	}
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if names[f] == "" {
				names[f] = owner + "." + f.Name()
				if !f.Embedded() {
					membersOf(names, owner+"."+f.Name(), f.Type(), depth+1)
				}
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if names[m] == "" {
				names[m] = owner + "." + m.Name()
			}
		}
	case *types.Pointer:
		membersOf(names, owner, t.Elem(), depth+1)
	case *types.Slice:
		membersOf(names, owner, t.Elem(), depth+1)
	case *types.Array:
		membersOf(names, owner, t.Elem(), depth+1)
	case *types.Chan:
		membersOf(names, owner, t.Elem(), depth+1)
	case *types.Map:
		membersOf(names, owner, t.Elem(), depth+1)
	}
}
