package symbol

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
)

// signature judges a signature that is quoted.
func (o *Oracle) signature(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	m, err := o.resolve(ctx, c)
	if err != nil {
		return oracle.Verdict{}, err
	}
	switch {
	case len(m.Symbols) == 0 && m.Missing != nil:
		return oracle.Undecide(c, oracle.NoAnchor, "there is no "+c.Subject+" to compare it with"), nil
	case len(m.Symbols) == 0:
		return oracle.Undecide(c, m.Why(), m.What), nil
	}
	if call, err := o.isCall(ctx, c); err != nil || call {
		return oracle.Undecide(c, oracle.Ambiguous, "a call, with values"), err
	}
	var best quoted
	n := 0
	for _, s := range m.Symbols {
		q := compare(c, s)
		if q.skip {
			continue
		}
		if n++; n == 1 || q.rank() > best.rank() || q.rank() == best.rank() && q.wrong != "" && !resembles(c, best.symbol) && resembles(c, s) {
			best = q
		}
	}
	if n == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, "the signature cannot be compared"), nil
	}
	v, err := o.conclude(ctx, c, m, best, n)
	if err != nil || !c.Negated {
		return v, err
	}
	switch v.Outcome {
	case oracle.Refuted:
		return oracle.Verify(c, v.Strength, "it is another one: "+v.Reason, v.Evidence...), nil
	case oracle.Verified:
		return oracle.Undecide(c, oracle.Ambiguous, "it is the signature"), nil
	}
	return v, nil
}

// isCall reports whether what is quoted is a call, not a signature: where types
// would stand are values, "Level(gzip.BestSpeed)", or calls, "New(Level(n))".
func (o *Oracle) isCall(ctx context.Context, c claim.Claim) (bool, error) {
	said, ok := world.ParseFuncDecl("func f" + c.Object)
	if !ok || strings.HasPrefix(strings.TrimLeft(c.Text, "`"), "func") {
		return false, nil
	}
	for _, p := range said.Type.Params.List {
		switch p.Type.(type) {
		case *ast.ParenExpr:
			return true, nil
		case *ast.Ident, *ast.SelectorExpr:
			said := types.ExprString(p.Type)
			if types.Universe.Lookup(said) != nil { // a type that embeds `error` has a field of that name
				continue
			}
			m, err := o.world.Resolve(ctx, said)
			if err != nil {
				return false, err
			}
			if len(m.Symbols) > 0 && !m.Guessed && !slices.ContainsFunc(m.Symbols, world.Symbol.IsType) {
				return true, nil
			}
		}
	}
	return false, nil
}

// conclude makes a verdict of the best match.
func (o *Oracle) conclude(ctx context.Context, c claim.Claim, m world.Meaning, q quoted, n int) (oracle.Verdict, error) {
	at := q.symbol.Span
	switch {
	case q.unsure != "":
		return oracle.Undecide(c, oracle.Ambiguous, q.unsure), nil
	case q.wrong == "":
		return oracle.Verify(c, q.symbol.Strength, "declared as "+q.symbol.Detail, at), nil
	case m.Guessed, n > 1 && !o.qualified(c) && (n > 4 || !resembles(c, q.symbol)):
		return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d things are called %s, none with this signature", n, c.Subject)), nil
	case o.text.Own(world.ParseName(c.Subject).Last()) && len(world.ParseName(c.Subject).Parts) == 1 && !strings.HasPrefix(c.Text, "func"):
		return oracle.Undecide(c, oracle.Ambiguous, "the text's own code has that name too"), nil
	}
	if strange, err := o.strange(ctx, c, q.symbol); err != nil || strange != "" {
		return oracle.Undecide(c, oracle.External, strange), err
	}
	for _, s := range m.Symbols { // none of those that have the name has the signature
		if why, err := o.world.Open(ctx, strings.TrimSuffix(s.Package, "_test")); err != nil || why != "" {
			return oracle.Undecide(c, oracle.OpenWorld, why), err
		}
	}
	if why, err := o.world.Open(ctx, strings.TrimSuffix(q.symbol.Package, "_test")); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	s, err := o.world.Fresh(ctx, strings.TrimSuffix(q.symbol.Package, "_test"))
	if err != nil {
		return oracle.Verdict{}, err
	}
	witnesses := []string{"the index has " + q.symbol.Detail}
	for _, f := range s.Facts {
		if f.Kind == fact.Definition && f.Subject == q.symbol.Subject {
			again := compare(c, world.Symbol{Package: q.symbol.Package, Fact: f})
			if again.skip || again.wrong == "" {
				return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
			}
			witnesses = append(witnesses, fmt.Sprintf("%s, read anew: %s", f.Span, f.Detail))
			break
		}
	}
	return oracle.Refute(c, q.symbol.Strength, q.wrong, witnesses, q.symbol.Detail, at), nil
}

// strange returns what makes a signature one of another module although an
// internal package, which texts for users do not speak of, has something of that
// name: a type that nothing here is called.
func (o *Oracle) strange(ctx context.Context, c claim.Claim, s world.Symbol) (string, error) {
	if !strings.Contains("/"+s.Package+"/", "/internal/") {
		return "", nil
	}
	said, ok := world.ParseFuncDecl("func f" + c.Object)
	if !ok {
		return "", nil
	}
	for _, f := range append(fields(said.Type.Params), fields(said.Type.Results)...) {
		name := strings.TrimLeft(f.typ, "*[].")
		if !world.Exported(name) {
			continue
		}
		if known, err := o.world.Named(ctx, name); err != nil || len(known) == 0 {
			return "nothing here is called " + name, err
		}
	}
	return "", nil
}

// resembles reports whether a signature is so much like a declared one that it
// is a slip of it: half of its parameters and results, or more, are the same.
func resembles(c claim.Claim, s world.Symbol) bool {
	have, ok := world.ParseFuncDecl(s.Detail)
	want, ok2 := world.ParseFuncDecl("func f" + c.Object)
	if !ok || !ok2 {
		return false
	}
	said, declared := append(fields(want.Type.Params), fields(want.Type.Results)...), append(fields(have.Type.Params), fields(have.Type.Results)...)
	same := 0
	for _, f := range said {
		for i, d := range declared {
			if sameType(f.typ, d.typ) && (f.name == d.name || f.name == "" || d.name == "") {
				same++
				declared = append(declared[:i:i], declared[i+1:]...)
				break
			}
		}
	}
	return 2*same >= max(len(said), 2)
}

// qualified reports whether a claim's subject has a qualifier.
func (o *Oracle) qualified(c claim.Claim) bool { return strings.Contains(c.Subject, ".") }
