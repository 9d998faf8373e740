package structure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
)

// typesOf returns the types among symbols, or says why there is none.
func typesOf(c claim.Claim, m world.Meaning, name string) ([]world.Symbol, oracle.Verdict) {
	types := keep(m.Symbols, world.Symbol.IsType)
	if len(types) == 0 {
		return nil, oracle.Undecide(c, oracle.Ambiguous, name+" is no type")
	}
	return types, oracle.Verdict{}
}

// implements judges that a type, or a pointer to it, has all methods of an
// interface.
func (o *Oracle) implements(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	types, v := typesOf(c, subject, c.Subject)
	if v.Outcome != "" {
		return v, nil
	}
	if c.Object == "error" {
		return o.implementsError(ctx, c, types)
	}
	object, v, err := o.operand(ctx, c, strings.TrimPrefix(c.Object, "*"))
	if err != nil || v.Outcome != "" {
		return v, err
	}
	wanted, v := typesOf(c, object, c.Object)
	if v.Outcome != "" {
		return v, nil
	}
	for _, t := range types {
		list, err := o.world.Of(ctx, t.Package, t.Subject, fact.Implements)
		if err != nil {
			return oracle.Verdict{}, err
		}
		for _, f := range list {
			if slices.ContainsFunc(wanted, func(s world.Symbol) bool { return s.Subject == f.Object }) {
				return oracle.Verify(c, f.Strength, t.Called()+" implements "+short(f.Object), t.Span), nil
			}
		}
	}
	if why, err := o.closed(ctx, types, wanted); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	var reasons, witnesses []string
	for _, t := range types {
		for _, i := range wanted {
			reason, said, why, err := o.lacks(ctx, t, i)
			if err != nil || why != "" {
				return oracle.Undecide(c, oracle.OpenWorld, why), err
			}
			reasons, witnesses = append(reasons, reason), append(witnesses, said...)
		}
	}
	if len(types)*len(wanted) > 6 {
		return oracle.Undecide(c, oracle.Ambiguous, "several types may be meant"), nil
	}
	return oracle.Refute(c, fact.Index, reasons[0], witnesses, "", types[0].Span), nil
}

// lacks says which method of an interface a type does not have; why: it cannot
// be said.
func (o *Oracle) lacks(ctx context.Context, t, i world.Symbol) (reason string, witnesses []string, why string, err error) {
	switch {
	case i.Subject == t.Subject: // "F implements the F function"
		return "", nil, i.Called() + " is the name of more than a type", nil
	case i.Symbol == "struct":
		again, ok, err := o.again(ctx, i)
		if err != nil || !ok || again.Symbol != "struct" {
			return "", nil, "the index and a fresh look differ; hint: index again", err
		}
		return i.Called() + " is no interface but a struct", []string{"the index: " + i.Detail, "read anew: " + again.Detail}, "", nil
	case i.Symbol != "interface":
		return "", nil, "what " + i.Called() + " is declared by is not followed", nil
	case t.Symbol == "alias":
		return "", nil, t.Called() + " is another name for something else", nil
	case t.IsLocal(), i.IsLocal():
		return "", nil, "what a type has that is declared in a function is not followed", nil
	}
	methods, err := o.methods(ctx, i)
	if err != nil {
		return "", nil, "", err
	}
	for _, m := range methods {
		have, err := o.world.Members(ctx, t, m)
		if err != nil {
			return "", nil, "", err
		}
		if len(keep(have, world.Symbol.IsFunc)) > 0 {
			continue
		}
		a, err := o.world.Accuse(ctx, &world.Missing{Name: m, In: []world.Symbol{t}})
		if err != nil {
			return "", nil, "", err
		}
		if !a.Stands() {
			return "", nil, a.What, nil
		}
		return fmt.Sprintf("%s has no method %s", t.Called(), m), append(a.Witnesses, fmt.Sprintf("interface %s has a method %s", i.Called(), m)), "", nil
	}
	return "", nil, "all methods have the names of the interface's; their signatures are not compared", nil
}

// methods returns the names of the methods of an interface, embedded ones
// included.
func (o *Oracle) methods(ctx context.Context, i world.Symbol) ([]string, error) {
	return o.world.Siblings(ctx, &world.Missing{In: []world.Symbol{i}})
}

// implementsError judges that a type has a method Error.
func (o *Oracle) implementsError(ctx context.Context, c claim.Claim, types []world.Symbol) (oracle.Verdict, error) {
	for _, t := range types {
		have, err := o.world.Members(ctx, t, "Error")
		if err != nil {
			return oracle.Verdict{}, err
		}
		for _, m := range have {
			if m.IsFunc() && strings.HasSuffix(m.Detail, "Error() string") {
				return oracle.Verify(c, m.Strength, m.Called()+" makes it an error", m.Span), nil
			}
		}
		if len(have) > 0 {
			return oracle.Undecide(c, oracle.Ambiguous, t.Called()+" has an Error of another kind"), nil
		}
	}
	a, err := o.world.Accuse(ctx, &world.Missing{Name: "Error", In: types})
	if err != nil {
		return oracle.Verdict{}, err
	}
	if !a.Stands() {
		return oracle.Undecide(c, a.Reason, a.What), nil
	}
	return oracle.Refute(c, fact.Index, types[0].Called()+" has no method Error", a.Witnesses, "", types[0].Span), nil
}

// embeds judges that a struct or interface embeds a type directly.
func (o *Oracle) embeds(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	types, v := typesOf(c, subject, c.Subject)
	if v.Outcome != "" {
		return v, nil
	}
	n := world.ParseName(c.Object)
	meant, err := o.world.Resolve(ctx, strings.TrimPrefix(c.Object, "*"))
	if err != nil {
		return oracle.Verdict{}, err
	}
	isMeant := func(object string) bool {
		if len(meant.Symbols) > 0 && len(n.Parts) > 1 {
			return slices.ContainsFunc(meant.Symbols, func(s world.Symbol) bool { return s.Subject == object })
		}
		return n.Last() == fact.LastName(&fact.Fact{Subject: object}) && (len(n.Parts) == 1 || strings.HasSuffix(object, strings.Join(n.Parts, ".")))
	}
	var all []fact.Fact
	for _, t := range types {
		list, err := o.world.Of(ctx, t.Package, t.Subject, fact.Embeds)
		if err != nil {
			return oracle.Verdict{}, err
		}
		for _, f := range list {
			if isMeant(f.Object) {
				at := f.Span
				if at.File == "" {
					at = t.Span
				}
				return oracle.Verify(c, f.Strength, t.Called()+" embeds "+short(f.Object), at), nil
			}
		}
		all = append(all, list...)
	}
	object, v, err := o.operand(ctx, c, strings.TrimPrefix(c.Object, "*"))
	if err != nil || v.Outcome != "" {
		return v, err
	}
	if _, v := typesOf(c, object, c.Object); v.Outcome != "" {
		return v, nil
	}
	if why, err := o.closed(ctx, types); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	for _, t := range types {
		if t.Symbol != "struct" && t.Symbol != "interface" {
			return oracle.Undecide(c, oracle.Ambiguous, "what "+t.Called()+" is declared by is not followed"), nil
		}
	}
	for _, f := range all { // T embeds X, which embeds it
		p := o.world.PackageOf(ctx, f.Object)
		inner, err := o.world.Of(ctx, p, f.Object, fact.Embeds)
		if err != nil {
			return oracle.Verdict{}, err
		}
		if slices.ContainsFunc(inner, func(g fact.Fact) bool { return fact.LastName(&fact.Fact{Subject: g.Object}) == n.Last() }) {
			return oracle.Undecide(c, oracle.Ambiguous, "it embeds "+short(f.Object)+", which does"), nil
		}
	}
	witnesses := []string{fmt.Sprintf("of the %d types that %s embeds none is %s", len(all), names(types, 2), n.Last())}
	read := 0
	for _, t := range types {
		list, ok := o.world.Embedded(ctx, t)
		if !ok || slices.Contains(list, n.Last()) {
			return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
		}
		read += len(list)
	}
	witnesses = append(witnesses, fmt.Sprintf("nor is one of the %d that its declaration, read now, embeds", read))
	return oracle.Refute(c, fact.Index, names(types, 2)+" does not embed it", witnesses, "", types[0].Span), nil
}

// wraps judges loosely that something holds or takes another thing: it is
// verified where a field, an embedding or a parameter shows it, never refuted.
func (o *Oracle) wraps(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	last := world.ParseName(c.Object).Last()
	for _, s := range subject.Symbols {
		if s.IsFunc() {
			if _, ok := find(parameters(s), c.Object); ok {
				return oracle.Verify(c, s.Strength, s.Called()+" takes it", s.Span), nil
			}
			continue
		}
		if !s.IsType() {
			continue
		}
		list, err := o.world.Of(ctx, s.Package, s.Subject, fact.Embeds)
		if err != nil {
			return oracle.Verdict{}, err
		}
		for _, f := range list {
			if fact.LastName(&fact.Fact{Subject: f.Object}) == last {
				return oracle.Verify(c, f.Strength, s.Called()+" embeds it", s.Span), nil
			}
		}
	}
	return oracle.Undecide(c, oracle.OpenWorld, "what wrapping means is not written in types"), nil
}
