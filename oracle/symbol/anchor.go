package symbol

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"sooth/claim"
	"sooth/fact"
	"sooth/internal/nearest"
	"sooth/oracle"
	"sooth/oracle/world"
)

// bare judges a name without a qualifier that nothing in the tree declares.
func (o *Oracle) bare(ctx context.Context, c claim.Claim, m *world.Missing) (oracle.Verdict, error) {
	if o.text.Own(m.Name) {
		return oracle.Undecide(c, oracle.NotAnAssertion, "example: the text's own code has it"), nil
	}
	if c.Anchor == "" && !distinctive(m.Name) {
		return oracle.Undecide(c, oracle.NoAnchor, ""), nil
	}
	m.Anchored = c.Anchor != ""
	a, err := o.world.Accuse(ctx, m)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if !a.Stands() {
		return o.stands(c, a), nil
	}
	accused := false
	switch c.Anchor {
	case "cited":
		accused = true
	case "":
		if a.Kinship == world.Twin && likeGo(m.Name, a.Suggestion) {
			if accused, err = o.inCompany(ctx, c, a.Suggestion); err != nil {
				return oracle.Verdict{}, err
			}
		}
	default:
		accused = a.Kinship >= world.Kin || a.Kinship == world.Extended && c.Anchor == "listed"
		if c.Anchor == "listed" && !accused {
			if accused, err = o.underItsFile(ctx, c); err != nil {
				return oracle.Verdict{}, err
			}
		}
		accused = accused && (a.Suggestion == "" || c.Anchor == "call" || strings.Contains(m.Name, "_") == strings.Contains(a.Suggestion, "_"))
	}
	if !accused {
		return oracle.Undecide(c, oracle.NoAnchor, "nothing here has a name like it"), nil
	}
	return oracle.Refute(c, fact.Index, reason(m), a.Witnesses, a.Suggestion), nil
}

// underItsFile reports whether the heading above a name is a file of Go in the
// tree, or a package of it.
func (o *Oracle) underItsFile(ctx context.Context, c claim.Claim) (bool, error) {
	if strings.HasSuffix(c.Within, ".go") {
		place, err := o.world.Locate(ctx, c.Within, o.text.Folder, false)
		return len(place.Files) > 0, err
	}
	if c.Within == "" || strings.ContainsAny(c.Within, " .") {
		return false, nil
	}
	paths, err := o.world.Qualified(ctx, c.Within)
	if err != nil {
		return false, err
	}
	for _, p := range paths {
		if !o.world.Own(ctx, p) {
			return false, nil
		}
	}
	return len(paths) > 0, nil
}

// inCompany reports whether beside a name without an anchor stands one that the
// package of its twin declares: then both are of this code base.
func (o *Oracle) inCompany(ctx context.Context, c claim.Claim, twin string) (bool, error) {
	twins, err := o.world.Named(ctx, twin)
	if err != nil {
		return false, err
	}
	for _, span := range o.text.Beside(c.Offset) {
		n := world.ParseName(strings.TrimSuffix(span, "()"))
		if span == c.Text || n.Last() == c.Subject || len(n.Last()) < 3 || !world.Exported(n.Last()) {
			continue
		}
		others, err := o.world.Named(ctx, n.Last())
		if err != nil {
			return false, err
		}
		for _, s := range others {
			if slices.ContainsFunc(twins, func(t world.Symbol) bool { return t.Package == s.Package }) {
				return true, nil
			}
		}
	}
	return false, nil
}

// distinctive reports whether a name is so long or so written that it cannot be
// a word of the language.
func distinctive(name string) bool {
	n := world.ParseName(name)
	if len(n.Parts) > 1 || n.Path != "" {
		return true
	}
	word := n.Last()
	return world.Exported(word) && strings.ContainsFunc(word, unicode.IsLower) || len(nearest.Words(word)) > 1
}

// likeGo reports whether a name without an anchor looks so much like one of Go
// that it can only be a slip of its twin: two words or more in mixed case, and
// more than the case of its first letter is wrong.
func likeGo(name, twin string) bool {
	return len(name) >= 8 && !strings.ContainsAny(name, "_-") && len(nearest.Words(name)) > 1 && sameStyle(name, twin)
}

// sameStyle reports whether two names are written in the same style: keys in
// snake case are made of names in camel case, and the other way round.
func sameStyle(a, b string) bool {
	return strings.Contains(a, "_") == strings.Contains(b, "_") && world.Exported(a) == world.Exported(b) &&
		(strings.ToUpper(a) == a) == (strings.ToUpper(b) == b) && (strings.ToLower(a) == a) == (strings.ToLower(b) == b)
}
