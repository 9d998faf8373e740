package citation

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

// nearLines is how far off a location may be to be near.
const nearLines = 3

// location judges that a symbol stands at a place.
func (o *Oracle) location(ctx context.Context, c claim.Claim, p world.Place) (oracle.Verdict, error) {
	switch {
	case len(p.Files) == 0:
		return oracle.Undecide(c, oracle.NoAnchor, "there is no such file"), nil
	}
	m, err := o.world.Resolve(ctx, c.Subject)
	if err != nil {
		return oracle.Verdict{}, err
	}
	switch {
	case len(m.Symbols) == 0 && m.Missing != nil:
		return oracle.Undecide(c, oracle.NoAnchor, "there is no "+c.Subject+" to look for"), nil
	case len(m.Symbols) == 0 && len(m.Packages) > 0:
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a package"), nil
	case len(m.Symbols) == 0:
		return oracle.Undecide(c, m.Why(), m.What), nil
	}
	if n := world.ParseName(c.Subject); len(n.Parts) == 1 && !world.Exported(n.Last()) { // "`bytes`" of a table of imports
		if paths, err := o.world.Qualified(ctx, n.Last()); err != nil {
			return oracle.Verdict{}, err
		} else if len(paths) > 0 {
			return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a package too"), nil
		}
	}
	file := p.Files[0]
	if len(p.Files) > 1 { // the one that declares the symbol, if it is one
		var declaring []string
		for _, f := range p.Files {
			if slices.ContainsFunc(m.Symbols, func(s world.Symbol) bool { return s.Span.File == f }) {
				declaring = append(declaring, f)
			}
		}
		if len(declaring) != 1 {
			return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d files end so, such as %s and %s", len(p.Files), p.Files[0], p.Files[1])), nil
		}
		file = declaring[0]
	}
	v, err := o.stands(ctx, c, m, file)
	if err == nil && v.Outcome == oracle.Refuted {
		for _, other := range p.Others { // a bare name may be that of another file, which declares it
			if !slices.ContainsFunc(m.Symbols, func(s world.Symbol) bool { return s.Span.File == other }) {
				continue
			}
			if w, err := o.stands(ctx, c, m, other); err != nil || w.Outcome == oracle.Verified {
				v = w
				break
			}
			v = oracle.Undecide(c, oracle.Ambiguous, other+" has that name too")
		}
	}
	if err != nil || !c.Negated {
		return v, err
	}
	switch v.Outcome {
	case oracle.Refuted:
		return oracle.Verify(c, v.Strength, "it stands elsewhere: "+v.Reason, v.Evidence...), nil
	case oracle.Verified:
		return oracle.Refute(c, v.Strength, "it does stand there", []string{v.Reason, "the file was read: its line has the name"}, "", v.Evidence...), nil
	}
	return v, nil
}

// stands looks for the place of a symbol among its declarations.
func (o *Oracle) stands(ctx context.Context, c claim.Claim, m world.Meaning, file string) (oracle.Verdict, error) {
	first, last := c.Place.Line, max(c.Place.Line, c.Place.EndLine)
	data, err := o.world.Read(file)
	if err != nil {
		return oracle.Undecide(c, oracle.OpenWorld, file+" cannot be read"), nil
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	var here []world.Symbol
	for _, s := range m.Symbols {
		if s.Span.File != file {
			continue
		}
		here = append(here, s)
		begin, end := extent(s)
		if first == 0 || first <= end && last >= begin && last <= len(lines)+1 {
			return oracle.Verify(c, s.Strength, fmt.Sprintf("%s %s is declared there", s.Symbol, s.Called()), s.Span), nil
		}
	}
	if first > len(lines)+1 && len(here) == 0 || first <= len(lines) && last > len(lines)+1 {
		return oracle.Undecide(c, oracle.NoAnchor, "the file has no such line"), nil
	}
	name := world.ParseName(c.Subject).Last()
	if used := uses(lines, name, first, last); used > 0 && !strict(c) && !declaredNear(here, first, last) {
		return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("it is used at line %d, not declared", used)), nil
	}
	if first == 0 && strict(c) && len(m.Symbols) > 1 && !strings.Contains(c.Subject, ".") {
		for _, s := range m.Symbols { // several things have the name: each may be meant
			if s.Package != m.Symbols[0].Package {
				return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d things have that name", len(m.Symbols))), nil
			}
		}
	}
	candidates := here
	if len(candidates) == 0 {
		candidates = m.Symbols
	}
	candidates = slices.DeleteFunc(slices.Clone(candidates), func(s world.Symbol) bool { return s.Span.File == "" })
	if m.Guessed && len(candidates) != 1 || len(candidates) == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, "what has that name depends on a variable"), nil
	}
	return o.elsewhereDeclared(ctx, c, candidates, file, first, last, len(here) > 0)
}

// elsewhereDeclared refutes a location: the symbol stands in another place.
func (o *Oracle) elsewhereDeclared(ctx context.Context, c claim.Claim, list []world.Symbol, file string, first, last int, here bool) (oracle.Verdict, error) {
	best, off := list[0], 1<<30
	for _, s := range list {
		if d := distance(s, first, last); here && d < off {
			best, off = s, d
		}
	}
	own := o.world.Own(ctx, strings.TrimSuffix(best.Package, "_test"))
	if !own {
		return oracle.Undecide(c, oracle.External, best.Called()+" is of package "+best.Package), nil
	}
	for _, s := range list {
		if why, err := o.world.Open(ctx, strings.TrimSuffix(s.Package, "_test")); err != nil || why != "" {
			return oracle.Undecide(c, oracle.OpenWorld, why), err
		}
	}
	fresh, err := o.world.Fresh(ctx, strings.TrimSuffix(best.Package, "_test"))
	if err != nil {
		return oracle.Verdict{}, err
	}
	witnesses := []string{"the index has " + best.Called() + " at " + best.Span.String()}
	for _, f := range fresh.Facts {
		if f.Kind != fact.Definition || f.Subject != best.Subject {
			continue
		}
		again := world.Symbol{Package: best.Package, Fact: f}
		if begin, end := extent(again); f.Span.File == file && (first == 0 || first <= end && last >= begin) {
			return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
		}
		if f.Span.File == best.Span.File && f.Span.Line == best.Span.Line {
			witnesses = append(witnesses, "package "+best.Package+", read anew, declares it at "+f.Span.String())
		}
	}
	reason := "it is declared in " + best.Span.File
	if here {
		reason = fmt.Sprintf("it is declared at line %d, %s away", best.Span.Line, count(off))
	}
	v := oracle.Refute(c, best.Strength, reason, witnesses, fmt.Sprintf("%s:%d", best.Span.File, best.Span.Line), best.Span)
	v.Near = v.Outcome == oracle.Refuted && here && off <= nearLines
	return v, nil
}

func count(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

// extent returns the first and last line of a declaration with its comment.
func extent(s world.Symbol) (int, int) {
	first := s.Span.Line
	if s.DocLine > 0 && s.DocLine < first {
		first = s.DocLine
	}
	return first, max(s.Span.EndLine, s.Span.Line)
}

// distance returns how many lines a range is away from a declaration.
func distance(s world.Symbol, first, last int) int {
	begin, end := extent(s)
	switch {
	case last < begin:
		return begin - last
	case first > end:
		return first - end
	}
	return 0
}

// declaredNear reports whether one of the declarations is within a few lines: a
// use beside it does not explain the line.
func declaredNear(list []world.Symbol, first, last int) bool {
	return first > 0 && slices.ContainsFunc(list, func(s world.Symbol) bool { return distance(s, first, last) <= nearLines })
}

// strict reports whether a claim says in so many words that something is
// declared at the place; else its use may be meant.
func strict(c claim.Claim) bool {
	if c.Pattern == "row" {
		return true
	}
	text := strings.ToLower(c.Text)
	for _, w := range []string{"declare", "define", "lives"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// uses returns the first line of a range that has a name as a word, but for
// comments; without a range of the whole file. 0: none.
func uses(lines []string, name string, first, last int) int {
	if first == 0 {
		first, last = 1, len(lines)
	}
	for n := max(first, 1); n <= min(last, len(lines)); n++ {
		if _, ok := world.Literal([]byte(lines[n-1]), name); ok {
			return n
		}
	}
	return 0
}
