package structure

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
	"sooth/source"
)

// deprecated judges that a symbol has a paragraph that begins with
// "Deprecated:", and that the paragraph names the replacement.
func (o *Oracle) deprecated(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	if len(subject.Symbols) == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" is a package"), nil
	}
	for _, s := range subject.Symbols {
		list, err := o.world.Of(ctx, s.Package, s.Subject, fact.Deprecated)
		if err != nil {
			return oracle.Verdict{}, err
		}
		for _, f := range list {
			if c.Object == "" {
				return oracle.Verify(c, f.Strength, s.Called()+": "+f.Detail, s.Span), nil
			}
			if _, ok := world.Literal([]byte(f.Detail), world.ParseName(c.Object).Last()); ok {
				return oracle.Verify(c, f.Strength, s.Called()+": "+f.Detail, s.Span), nil
			}
			return oracle.Undecide(c, oracle.Ambiguous, "the paragraph has another replacement: "+f.Detail), nil
		}
	}
	if subject.Guessed || len(subject.Symbols) > 3 {
		return oracle.Undecide(c, oracle.Ambiguous, "several things may be meant"), nil
	}
	if why, err := o.closed(ctx, subject.Symbols); err != nil || why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), err
	}
	var witnesses []string
	for _, s := range subject.Symbols {
		fresh, err := o.world.Fresh(ctx, strings.TrimSuffix(s.Package, "_test"))
		if err != nil {
			return oracle.Verdict{}, err
		}
		owner := strings.TrimSuffix(s.Subject, "."+fact.LastName(&s.Fact))
		seen := false
		for _, f := range fresh.Facts {
			seen = seen || f.Kind == fact.Definition && f.Subject == s.Subject
			if f.Kind == fact.Deprecated && (f.Subject == s.Subject || f.Subject == owner || f.Subject == s.Package) {
				return oracle.Undecide(c, oracle.Ambiguous, short(f.Subject)+" is deprecated"), nil
			}
		}
		if !seen {
			return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
		}
		if !o.world.Own(ctx, strings.TrimSuffix(s.Package, "_test")) {
			witnesses = append(witnesses, "package "+s.Package+", read completely, has no paragraph on it", "nor is its type or package deprecated")
			continue
		}
		first := s.Span.Line
		if s.DocLine > 0 {
			first = min(first, s.DocLine)
		}
		for i, line := range o.world.Lines(source.Span{File: s.Span.File, Line: first, EndLine: s.Span.Line}) {
			if strings.Contains(strings.ToLower(line), "deprecat") {
				return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("line %d has the word", first+i)), nil
			}
		}
		witnesses = append(witnesses, "the index has no paragraph \"Deprecated:\" on "+s.Called(), fmt.Sprintf("its comment, read now, does not have the word (%s:%d)", s.Span.File, first))
	}
	v := oracle.Refute(c, fact.Index, subject.Symbols[0].Called()+" is not deprecated", witnesses, "", subject.Symbols[0].Span)
	return v, nil
}

// sinceWhen judges the first release that has a symbol of the standard library. When
// a symbol of the tree came its facts do not say: theirs of the kind "available" are
// about builds, the text speaks of versions.
func (o *Oracle) sinceWhen(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	said := numbers(c.Object)
	if said == nil {
		return oracle.Undecide(c, oracle.NotUnderstood, c.Object+" is no version"), nil
	}
	for _, s := range subject.Symbols {
		var list []fact.Fact
		if o.since != nil {
			if release, evidence, ok := o.since(s.Package, s.Called()); ok {
				list = append(list, fact.Fact{Object: "Go " + release, Detail: evidence, Strength: fact.Index})
			}
		}
		for _, f := range list {
			have := numbers(f.Object)
			if have == nil {
				continue
			}
			if equalVersion(said, have) {
				return oracle.Verify(c, f.Strength, s.Called()+" is there since "+f.Object, s.Span), nil
			}
			if !strings.Contains(f.Detail, "pkg "+s.Package+",") {
				return oracle.Undecide(c, oracle.Ambiguous, "it was moved: "+f.Detail), nil
			}
			again, err := o.world.Fresh(ctx, s.Package)
			if err != nil {
				return oracle.Verdict{}, err
			}
			witnesses := []string{s.Called() + " is there since " + f.Object}
			if f.Detail != "" {
				witnesses[0] += ": " + f.Detail
			}
			if again.Open == "" {
				witnesses = append(witnesses, fmt.Sprintf("no API file before it has the name, and package %s, read completely, declares it", s.Package))
			}
			if subject.Guessed || len(subject.Symbols) > 1 {
				return oracle.Undecide(c, oracle.Ambiguous, "several things may be meant"), nil
			}
			return oracle.Refute(c, f.Strength, "it is there since "+f.Object, witnesses, f.Object, s.Span), nil
		}
	}
	return oracle.Undecide(c, oracle.NotAvailable, "when it came is not known"), nil
}

// numbers returns the numbers of a version: 1 and 21 of "Go 1.21".
func numbers(s string) []int {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, prefix := range []string{"version ", "go", " ", "v"} {
		s = strings.TrimPrefix(s, prefix)
	}
	var list []int
	for _, part := range strings.Split(s, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		list = append(list, n)
	}
	return list
}

// equalVersion compares versions; what the shorter one does not say is 0.
func equalVersion(a, b []int) bool {
	for i := range max(len(a), len(b)) {
		x, y := 0, 0
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return false
		}
	}
	return true
}
