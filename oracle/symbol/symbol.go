// Package symbol judges whether names exist and whether signatures are quoted
// as they are declared.
//
// A name is refuted where all that could have it was read completely and two
// witnesses at least do not find it; the rules are in
// docs/design/0010-judging-claims.md.
package symbol

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/internal/nearest"
	"sooth/oracle"
	"sooth/oracle/world"
	"sooth/source"
)

// Name is the name of the oracle in verdicts.
const Name = "symbol"

// Oracle judges claims of the kinds Symbol and Signature of one text.
type Oracle struct {
	world *world.World
	text  *world.Text
}

var _ oracle.Oracle = (*Oracle)(nil)

// New returns an oracle for the claims of a text about a world.
func New(w *world.World, t *world.Text) *Oracle { return &Oracle{world: w, text: t} }

// Name implements oracle.Oracle.
func (*Oracle) Name() string { return Name }

// Judges implements oracle.Oracle.
func (*Oracle) Judges(c claim.Claim) bool { return c.Kind == claim.Symbol || c.Kind == claim.Signature }

// Judge implements oracle.Oracle.
func (o *Oracle) Judge(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	if c.Kind == claim.Signature {
		return o.signature(ctx, c)
	}
	m, err := o.resolve(ctx, c)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if m.Missing != nil && !o.text.Quoted(c.Offset) {
		if m, err = o.plural(ctx, c, m); err != nil {
			return oracle.Verdict{}, err
		}
	}
	v, err := o.exists(ctx, c, m)
	if err == nil && v.Outcome == oracle.Refuted {
		v, err = o.asserted(ctx, c, v)
	}
	if err != nil || !c.Negated {
		return v, err
	}
	return o.denied(ctx, c, m, v)
}

// plural returns what one of a plural in running text means, where that is a
// type: "http.Handlers which serve messages".
func (o *Oracle) plural(ctx context.Context, c claim.Claim, m world.Meaning) (world.Meaning, error) {
	one, ok := strings.CutSuffix(c.Subject, "s")
	if !ok || !strings.Contains(one, ".") {
		return m, nil
	}
	of, err := o.world.Resolve(ctx, one)
	if err != nil || !slices.ContainsFunc(of.Symbols, world.Symbol.IsType) {
		return m, err
	}
	return of, nil
}

// exists judges that a name exists.
func (o *Oracle) exists(ctx context.Context, c claim.Claim, m world.Meaning) (oracle.Verdict, error) {
	switch {
	case len(m.Symbols) > 0:
		if c.Anchor == "" && !distinctive(c.Subject) {
			return oracle.Undecide(c, oracle.NoAnchor, ""), nil
		}
		return verified(c, m), nil
	case len(m.Packages) > 0:
		return oracle.Verify(c, fact.Index, "a package: "+strings.Join(m.Packages, ", ")), nil
	case m.Around != "":
		return oracle.Verify(c, fact.Syntax, "declared in a package that the tree imports, "+m.Around), nil
	case m.Missing == nil:
		return oracle.Undecide(c, m.Reason, m.What), nil
	case m.Missing.Bare:
		return o.bare(ctx, c, m.Missing)
	}
	return o.missing(ctx, c, m.Missing)
}

// verified says where a name is declared.
func verified(c claim.Claim, m world.Meaning) oracle.Verdict {
	first := m.Symbols[0]
	reason := fmt.Sprintf("%s %s", first.Symbol, first.Called())
	if len(m.Symbols) > 1 {
		reason = fmt.Sprintf("%d declarations, such as %s", len(m.Symbols), reason)
	}
	if m.Guessed {
		reason += ", if " + world.ParseName(c.Subject).Parts[0] + " is one"
	}
	return oracle.Verify(c, first.Strength, reason, spans(m.Symbols)...)
}

// spans returns where the first symbols stand.
func spans(list []world.Symbol) []source.Span {
	var at []source.Span
	for _, s := range list[:min(len(list), 3)] {
		if s.Span.File != "" {
			at = append(at, s.Span)
		}
	}
	return at
}

// missing judges a qualified name that is not where its qualifier leads.
func (o *Oracle) missing(ctx context.Context, c claim.Claim, m *world.Missing) (oracle.Verdict, error) {
	if o.text.Own(m.Name) && o.text.Own(world.ParseName(c.Subject).Parts[0]) {
		return oracle.Undecide(c, oracle.NotAnAssertion, "example: the text's own code has it"), nil
	}
	outside := len(m.Paths) > 0 && len(m.In) == 0
	for _, p := range m.Paths {
		outside = outside && !o.world.Own(ctx, p)
	}
	if outside && !world.Exported(m.Name) {
		return oracle.Undecide(c, oracle.Ambiguous, "a name with a small letter cannot be of another package"), nil
	}
	if len(m.In) == 0 && !world.Exported(m.Name) && onlyForTests(m.Paths) {
		return oracle.Undecide(c, oracle.NoAnchor, "only packages for tests are called so"), nil
	}
	a, err := o.world.Accuse(ctx, m)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if !a.Stands() {
		return o.stands(c, a), nil
	}
	sure := len(m.In) > 0 && len(nearest.Words(m.Name)) > 1 // a member of a type of the tree, in words that are nowhere
	if (m.Loose || len(m.Paths) > 0 && !world.Exported(m.Name)) && a.Kinship == world.Stranger && !sure {
		return oracle.Undecide(c, oracle.NoAnchor, "what stands before it may be a variable"), nil
	}
	return oracle.Refute(c, fact.Index, reason(m), a.Witnesses, o.corrected(c.Subject, m, a.Suggestion), spans(m.In)...), nil
}

// onlyForTests reports whether all packages lie in folders that hold what tests
// need: a text for readers seldom speaks of them.
func onlyForTests(paths []string) bool {
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(p string) bool {
		return !slices.ContainsFunc(strings.Split(p, "/"), func(part string) bool {
			return part == "test" || part == "tests" || part == "testing" || part == "testdata"
		})
	})
}

// reason says what does not have a name.
func reason(m *world.Missing) string {
	var holders []string
	for _, t := range m.In {
		holders = append(holders, t.Called())
	}
	for _, p := range m.Paths {
		holders = append(holders, "package "+p)
	}
	if len(holders) > 3 {
		holders = append(holders[:2], fmt.Sprintf("%d others", len(holders)-2))
	}
	switch len(holders) {
	case 0:
		return "nothing is called " + m.Name
	case 1:
		return holders[0] + " has no " + m.Name
	}
	return "neither " + strings.Join(holders, " nor ") + " has " + m.Name
}

// corrected puts the right name in the place of the wrong one.
func (o *Oracle) corrected(subject string, m *world.Missing, suggestion string) string {
	if suggestion == "" || strings.Contains(suggestion, ".") {
		return suggestion
	}
	if i := strings.LastIndex(subject, m.Name); i >= 0 {
		return subject[:i] + suggestion + subject[i+len(m.Name):]
	}
	return suggestion
}

// stands says of a name that could not be accused why not: it stands somewhere
// after all, or it cannot be known.
func (o *Oracle) stands(c claim.Claim, a world.Accusation) oracle.Verdict {
	if a.Declared != "" && !strings.Contains(c.Subject, ".") {
		return oracle.Verify(c, fact.Syntax, a.What)
	}
	if len(a.Found) == 0 {
		return oracle.Undecide(c, a.Reason, a.What)
	}
	at := a.Found[0]
	where := fmt.Sprintf("it stands in %s at %s:%d", at.Where, at.File, at.Line)
	switch {
	case at.Where >= world.InBlock:
		return oracle.Undecide(c, oracle.Ambiguous, "only in "+at.Where.String()+" at "+fmt.Sprintf("%s:%d", at.File, at.Line))
	case strings.Contains(c.Subject, "."):
		return oracle.Undecide(c, oracle.Ambiguous, where)
	case at.Where != world.InCode && len(nearest.Words(c.Subject)) < 2: // any word stands somewhere
		return oracle.Undecide(c, oracle.NoAnchor, "only a word: "+where)
	}
	return oracle.Verify(c, fact.Text, where, source.Span{File: at.File, Line: at.Line})
}

// denied turns the verdict on a name around: the text says that there is no
// such thing.
func (o *Oracle) denied(ctx context.Context, c claim.Claim, m world.Meaning, v oracle.Verdict) (oracle.Verdict, error) {
	switch v.Outcome {
	case oracle.Refuted:
		w := oracle.Verify(c, v.Strength, "there is none: "+v.Reason, v.Evidence...)
		return w, nil
	case oracle.Verified:
		n := world.ParseName(c.Subject)
		if len(m.Symbols) == 0 || m.Guessed || len(n.Parts) < 2 {
			return oracle.Undecide(c, oracle.Ambiguous, "something has that name: "+v.Reason), nil
		}
		if !slices.ContainsFunc(m.Symbols, func(s world.Symbol) bool { return o.world.Own(ctx, strings.TrimSuffix(s.Package, "_test")) }) {
			return oracle.Undecide(c, oracle.Ambiguous, "a value of it may be meant: "+v.Reason), nil // "there is no io.Writer to write to"
		}
		if n.Calls[len(n.Calls)-1] || strings.HasSuffix(strings.TrimRight(c.Text, "`"), ")") { // "there is no `T.f()`" where f is a field
			if !slices.ContainsFunc(m.Symbols, world.Symbol.IsFunc) {
				return oracle.Undecide(c, oracle.Ambiguous, "something has that name: "+v.Reason), nil
			}
		}
		var witnesses []string
		for _, s := range m.Symbols {
			fresh, err := o.world.Confirmed(ctx, s)
			if err != nil {
				return oracle.Verdict{}, err
			}
			if fresh {
				witnesses = []string{fmt.Sprintf("the index has %s at %s", s.Called(), s.Span), "package " + s.Package + ", read anew, declares it"}
				break
			}
		}
		return oracle.Refute(c, v.Strength, "it exists: "+v.Reason, witnesses, "", v.Evidence...), nil
	}
	return v, nil
}
