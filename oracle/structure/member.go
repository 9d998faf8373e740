package structure

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
)

// has judges that a type has a member, or a package a name.
func (o *Oracle) has(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	n := world.ParseName(c.Object)
	subject, v, err := o.operand(ctx, c, c.Subject)
	if err != nil || v.Outcome != "" {
		return v, err
	}
	if len(n.Parts) > 1 {
		return oracle.Undecide(c, oracle.Ambiguous, c.Object+" has a qualifier of its own"), nil
	}
	types := keep(subject.Symbols, world.Symbol.IsType)
	missing := &world.Missing{Name: n.Last(), In: types, Paths: subject.Packages}
	var found []world.Symbol
	for _, t := range types {
		list, err := o.world.Members(ctx, t, n.Last())
		if err != nil {
			return oracle.Verdict{}, err
		}
		found = append(found, list...)
	}
	for _, p := range subject.Packages {
		list, err := o.world.Lookup(ctx, p, p+"."+n.Last())
		if err != nil {
			return oracle.Verdict{}, err
		}
		found = append(found, list...)
	}
	if len(types) == 0 && len(subject.Packages) == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is no type"), nil
	}
	for _, m := range found {
		if c.Verb == "has" || (c.Verb == "has field") == (m.Symbol == "field") {
			return oracle.Verify(c, m.Strength, m.Symbol+" "+m.Called(), m.Span), nil
		}
	}
	if len(found) > 0 {
		return o.otherMember(ctx, c, found, subject.Guessed)
	}
	if subject.Guessed {
		return oracle.Undecide(c, oracle.Ambiguous, "several types may be meant"), nil
	}
	if len(world.ParseName(c.Subject).Parts) == 1 && len(types) > 0 {
		missing.Type = world.ParseName(c.Subject).Last()
	}
	return o.accuse(ctx, c, missing)
}

// otherMember judges that something is a method where it is a field, or a field
// where it is a method: no type has both. A field that can be called may be meant
// by "method".
func (o *Oracle) otherMember(ctx context.Context, c claim.Claim, found []world.Symbol, guessed bool) (oracle.Verdict, error) {
	v := oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%s is a %s", found[0].Called(), found[0].Symbol))
	if guessed {
		return v, nil
	}
	var witnesses []string
	for _, m := range found {
		if c.Verb == "has method" && (m.Symbol != "field" || !plainField(m)) || c.Verb == "has field" && !m.IsFunc() {
			return v, nil
		}
		again, ok, err := o.again(ctx, m)
		if err != nil || !ok || again.Symbol != m.Symbol {
			return v, err
		}
		witnesses = append(witnesses, fmt.Sprintf("the index has %s as a %s", m.Called(), m.Symbol), fmt.Sprintf("%s, read anew, has it so too", again.Span))
	}
	m := found[0]
	return oracle.Refute(c, m.Strength, fmt.Sprintf("%s is a %s", m.Called(), m.Symbol), witnesses, m.Symbol, m.Span), nil
}

// plainField reports whether a field has a predeclared type, so that it cannot
// be called.
func plainField(m world.Symbol) bool {
	_, typ, ok := strings.Cut(strings.TrimSpace(m.Detail), " ")
	return ok && predeclared(strings.TrimSpace(typ))
}

// accuse refutes a statement that needs a name which its holders do not have.
func (o *Oracle) accuse(ctx context.Context, c claim.Claim, m *world.Missing) (oracle.Verdict, error) {
	a, err := o.world.Accuse(ctx, m)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if !a.Stands() {
		if len(a.Found) > 0 {
			return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("the word stands at %s:%d", a.Found[0].File, a.Found[0].Line)), nil
		}
		return oracle.Undecide(c, a.Reason, a.What), nil
	}
	var holder string
	v := oracle.Verdict{}
	if len(m.In) > 0 {
		holder = m.In[0].Called()
		v = oracle.Refute(c, fact.Index, holder+" has no "+m.Name, a.Witnesses, a.Suggestion, m.In[0].Span)
	} else {
		v = oracle.Refute(c, fact.Index, "package "+m.Paths[0]+" has no "+m.Name, a.Witnesses, a.Suggestion)
	}
	return v, nil
}

// is judges what kind of thing a name is.
func (o *Oracle) is(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	if c.Object == "package" {
		if len(subject.Packages) > 0 {
			return oracle.Verify(c, fact.Index, "package "+subject.Packages[0]), nil
		}
		paths, err := o.world.Qualified(ctx, c.Subject)
		if err != nil {
			return oracle.Verdict{}, err
		}
		if len(paths) > 0 {
			return oracle.Verify(c, fact.Index, "package "+paths[0]), nil
		}
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a "+subject.Symbols[0].Symbol), nil
	}
	if len(subject.Symbols) == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a package"), nil
	}
	kinds := []string{c.Object}
	loose := false // words that are used for more than they mean
	switch c.Object {
	case "constant":
		kinds = []string{"const"}
	case "variable":
		kinds, loose = []string{"var", "field"}, true
	case "type":
		kinds = []string{"type", "struct", "interface", "alias"}
	case "function":
		kinds = []string{"func", "method", "interface method"}
	case "method":
		kinds = []string{"method", "interface method"}
	}
	for _, s := range subject.Symbols {
		if slices.Contains(kinds, s.Symbol) {
			return oracle.Verify(c, s.Strength, s.Called()+" is a "+s.Symbol, s.Span), nil
		}
	}
	var witnesses []string
	for _, s := range subject.Symbols {
		if s.Symbol == "alias" || s.Symbol == "type" && (c.Object == "struct" || c.Object == "interface") {
			loose = loose || s.Symbol == "alias" || !literalType(s)
		} else if strings.Contains(s.Detail, "func(") && !s.IsFunc() {
			loose = true
		}
		again, ok, err := o.again(ctx, s)
		if err != nil {
			return oracle.Verdict{}, err
		}
		if !ok || again.Symbol != s.Symbol {
			return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
		}
		witnesses = append(witnesses, fmt.Sprintf("the index has it as a %s at %s", s.Symbol, s.Span), fmt.Sprintf("%s, read anew, has it so too", again.Span))
	}
	if loose || subject.Guessed || len(subject.Symbols) > 3 {
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a "+subject.Symbols[0].Symbol), nil
	}
	if why, err := o.closed(ctx, subject.Symbols); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	s := subject.Symbols[0]
	return oracle.Refute(c, s.Strength, fmt.Sprintf("%s is a %s", s.Called(), s.Symbol), witnesses, s.Symbol, s.Span), nil
}

// literalType reports whether a type is declared by a literal that is neither
// a struct nor an interface: "type T func()", "type T []int".
func literalType(s world.Symbol) bool {
	e, err := parser.ParseExpr(strings.TrimPrefix(strings.TrimSpace(s.Detail), "type "+fact.LastName(&s.Fact)+" "))
	if err != nil {
		return false
	}
	switch e.(type) {
	case *ast.FuncType, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.StarExpr:
		return true
	}
	return false
}

// declaredIn judges that a name is declared in a package, or by a type.
func (o *Oracle) declaredIn(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	subject, v, err := o.operand(ctx, c, c.Subject)
	if err != nil || v.Outcome != "" {
		return v, err
	}
	paths, err := o.world.Qualified(ctx, c.Object)
	if err != nil {
		return oracle.Verdict{}, err
	}
	holder, err := o.world.Resolve(ctx, c.Object)
	if err != nil {
		return oracle.Verdict{}, err
	}
	types := keep(holder.Symbols, world.Symbol.IsType)
	if len(paths) == 0 && len(types) == 0 {
		return oracle.Undecide(c, oracle.External, "nothing here is called "+c.Object), nil
	}
	last := world.ParseName(c.Subject).Last()
	field := ""
	for _, s := range subject.Symbols {
		if slices.Contains(paths, strings.TrimSuffix(s.Package, "_test")) {
			if s.Symbol == "field" && !strings.Contains(c.Subject, ".") { // it is declared by its type
				field = s.Called()
				continue
			}
			return oracle.Verify(c, s.Strength, s.Called()+" of package "+s.Package, s.Span), nil
		}
	}
	for _, t := range types {
		list, err := o.world.Members(ctx, t, last)
		if err != nil {
			return oracle.Verdict{}, err
		}
		for _, m := range list {
			if m.Subject == t.Subject+"."+last {
				return oracle.Verify(c, m.Strength, m.Called(), m.Span), nil
			}
		}
		if len(list) > 0 {
			return oracle.Undecide(c, oracle.Ambiguous, t.Called()+" has it from "+list[0].Called()), nil
		}
	}
	if field != "" {
		return oracle.Undecide(c, oracle.Ambiguous, "there is a field "+field), nil
	}
	for _, p := range paths { // a member of one of its types, or a package below it
		if u, err := o.world.Siblings(ctx, &world.Missing{Paths: []string{p}}); err != nil {
			return oracle.Verdict{}, err
		} else if slices.Contains(u, last) {
			return oracle.Verify(c, fact.Index, "package "+p+" has it"), nil
		}
	}
	if len(subject.Symbols) == 0 || subject.Guessed {
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a package"), nil
	}
	return o.accuse(ctx, c, &world.Missing{Name: last, In: types, Paths: paths})
}
