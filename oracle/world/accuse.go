package world

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/oracle"
)

// Accusation is what became of a missing name when it was looked for again.
type Accusation struct {
	Witnesses  []string // at least two, if it stands
	Suggestion string   // the nearest true name
	Kinship    Kinship  // of the suggestion
	// Found are places where the word stands after all; then it does not stand.
	Found []Occurrence
	// Declared is where a package that the tree imports declares the name.
	Declared string
	// Reason, of the closed list, and What, say why it does not stand.
	Reason, What string
}

// Stands reports whether the name can be called missing.
func (a Accusation) Stands() bool {
	return a.Reason == "" && len(a.Found) == 0 && len(a.Witnesses) >= 2
}

// doubt makes an accusation that does not stand.
func doubt(reason, format string, args ...any) Accusation {
	return Accusation{Reason: reason, What: fmt.Sprintf(format, args...)}
}

// Accuse looks for a missing name with the other witnesses: the packages read
// anew, and a plain search for the word.
func (w *World) Accuse(ctx context.Context, m *Missing) (Accusation, error) {
	if w.packages == nil {
		return doubt(oracle.NotAvailable, "no reader of packages; hint: install Go"), nil
	}
	for _, t := range m.In {
		if t.IsLocal() { // neither the index nor a fresh look follows what it embeds
			return doubt(oracle.OpenWorld, "what %s has, which is declared in a function, is not followed", t.Called()), nil
		}
	}
	if why, err := w.incomplete(ctx, m); err != nil || why != "" {
		return Accusation{Reason: oracle.OpenWorld, What: why}, err
	}
	a := Accusation{}
	var err error
	switch {
	case m.Bare || len(m.In) == 0 && len(m.Paths) == 0:
		a, err = w.nowhere(ctx, m)
	default:
		a, err = w.notIn(ctx, m)
		if err == nil && a.Stands() && m.Loose {
			var b Accusation
			if b, err = w.nowhere(ctx, m); !b.Stands() {
				a = b
			}
		}
	}
	if err != nil || !a.Stands() {
		return a, err
	}
	a.Suggestion, a.Kinship, err = w.suggest(ctx, m)
	return a, err
}

// notIn looks again into the packages and types that a name would have to be in.
func (w *World) notIn(ctx context.Context, m *Missing) (Accusation, error) {
	var a Accusation
	for _, p := range m.Paths {
		names, err := w.declared(ctx, p)
		if err != nil {
			return a, err
		}
		if len(names) == 0 {
			return doubt(oracle.OpenWorld, "nothing could be read of %s", p), nil
		}
		if len(names[p+"."+m.Name]) > 0 || len(names[p+"_test."+m.Name]) > 0 {
			return doubt(oracle.Ambiguous, "the index and a fresh look at %s differ; hint: index again", p), nil
		}
		a.Witnesses = append(a.Witnesses, fmt.Sprintf("package %s, read completely, declares no %s", p, m.Name))
		said, err := w.searchSource(ctx, p, m.Name, nil, &a)
		if err != nil || !a.stillGood() {
			return a, err
		}
		a.Witnesses = append(a.Witnesses, said)
	}
	for _, t := range m.In {
		path := strings.TrimSuffix(t.Package, "_test")
		names, err := w.declared(ctx, path)
		if err != nil {
			return a, err
		}
		if len(names[t.Subject]) == 0 {
			return doubt(oracle.Ambiguous, "the index and a fresh look at %s differ; hint: index again", path), nil
		}
		inherits := slices.ContainsFunc(names[t.Subject], func(f fact.Fact) bool {
			return f.Kind == fact.Promotes && fact.LastName(&fact.Fact{Subject: f.Object}) == m.Name
		})
		if len(names[t.Subject+"."+m.Name]) > 0 || inherits {
			return doubt(oracle.Ambiguous, "the index and a fresh look at %s differ; hint: index again", path), nil
		}
		if inner, err := w.withinEmbedded(ctx, t, m.Name, maxSteps); err != nil || inner != "" {
			return doubt(oracle.Ambiguous, "%s, which it embeds, has it for its own package only", inner), err
		}
		a.Witnesses = append(a.Witnesses, fmt.Sprintf("%s, read completely, has no field or method %s, promoted ones included", t.Called(), m.Name))
		owners, err := w.owners(ctx, t, maxSteps)
		if err != nil {
			return a, err
		}
		said, err := w.searchSource(ctx, path, m.Name, owners, &a)
		if err != nil || !a.stillGood() {
			return a, err
		}
		a.Witnesses = append(a.Witnesses, said)
	}
	if m.Type != "" {
		file, line, err := w.memberAround(ctx, m.Type, m.Name)
		if err != nil {
			return a, err
		}
		if file != "" {
			a.Reason, a.What = oracle.External, fmt.Sprintf("another %s has it, %s:%d", m.Type, short(file), line)
			return a, nil
		}
	}
	for _, p := range m.Paths { // the full name of a message, a metric, an option: a string has all of it
		if ok, err := w.spelled(ctx, lastElement(p)+"."+m.Name, w.Occurs, &a); err != nil || ok {
			return a, err
		}
	}
	if m.Type != "" && !Exported(m.Name) { // or of a method of a protocol, which packages around the tree speak
		for _, search := range []wordSearch{w.Occurs, w.OccursAround} {
			if ok, err := w.spelled(ctx, m.Type+"."+m.Name, search, &a); err != nil || ok {
				return a, err
			}
		}
	}
	for _, t := range m.In { // a key of the type, as its tags have it
		for _, line := range w.Lines(t.Span) {
			if _, tag, ok := strings.Cut(line, "`"); ok && hasWord([]byte(tag), m.Name) {
				a.Reason, a.What = oracle.Ambiguous, m.Name+" is a key of "+t.Called()
				return a, nil
			}
		}
	}
	if len(m.Paths) > 0 && !Exported(m.Name) || strings.Contains(m.Name, "_") { // a key, a label, a flag
		here, err := w.occurs(ctx, m.Name, true)
		if err != nil {
			return a, err
		}
		if here.Cut {
			a.Reason, a.What = oracle.Ambiguous, m.Name+" stands in too many places to look at all"
			return a, nil
		}
		for _, o := range here.List {
			if o.Where == InLiteral || o.Where == InText || o.Where == InProse {
				a.Reason, a.What = oracle.Ambiguous, fmt.Sprintf("%s stands in %s at %s:%d", m.Name, o.Where, o.File, o.Line)
				return a, nil
			}
		}
	}
	return a, nil
}

// wordSearch is World.Occurs or World.OccursAround.
type wordSearch func(ctx context.Context, word string) (Occurrences, error)

// spelled reports whether a string has the whole of a name, and says so in the
// accusation, which then does not stand.
func (w *World) spelled(ctx context.Context, whole string, search wordSearch, a *Accusation) (bool, error) {
	found, err := search(ctx, whole)
	n := slices.IndexFunc(found.List, func(o Occurrence) bool { return o.Where == InLiteral })
	if err != nil || n < 0 {
		return false, err
	}
	a.Reason, a.What = oracle.Ambiguous, fmt.Sprintf("%s stands in %s at %s:%d", whole, InLiteral, short(found.List[n].File), found.List[n].Line)
	return true, nil
}

func (a Accusation) stillGood() bool { return a.Reason == "" && len(a.Found) == 0 }

// nowhere looks for a word in the whole tree and in the packages around it.
func (w *World) nowhere(ctx context.Context, m *Missing) (Accusation, error) {
	var a Accusation
	named, err := w.Named(ctx, m.Name)
	if err != nil {
		return a, err
	}
	if len(named) > 0 {
		return doubt(oracle.Ambiguous, "%s is declared at %s", m.Name, named[0].Span), nil
	}
	a.Witnesses = append(a.Witnesses, "the index has no definition called "+m.Name)
	here, err := w.Occurs(ctx, m.Name)
	if err != nil {
		return a, err
	}
	if here.Short != "" {
		return doubt(oracle.OpenWorld, "%s", here.Short), nil
	}
	if len(here.List) > 0 {
		return Accusation{Found: here.List}, nil
	}
	a.Witnesses = append(a.Witnesses, fmt.Sprintf("the word %s occurs in none of the %d files of the tree", m.Name, here.Files))
	around, err := w.OccursAround(ctx, m.Name)
	if err != nil {
		return a, err
	}
	if len(around.List) > 0 {
		o := around.List[0]
		if file, line, err := w.memberAround(ctx, "", m.Name); err != nil {
			return a, err
		} else if file != "" {
			a = doubt(oracle.External, "declared in a package that the tree imports, %s:%d", short(file), line)
			a.Declared = fmt.Sprintf("%s:%d", short(file), line)
			return a, nil
		}
		return doubt(oracle.External, "a package that the tree imports has the word, %s:%d", short(o.File), o.Line), nil
	}
	a.Witnesses = append(a.Witnesses, fmt.Sprintf("nor in the %d files of the packages that it imports", around.Files))
	if m.Anchored && !strings.Contains(m.Name, "_") {
		return a, nil // a name of Go is not composed
	}
	parts, err := w.Composed(ctx, m.Name)
	if err != nil {
		return a, err
	}
	if parts != "" {
		return doubt(oracle.OpenWorld, "it may be composed at run time of %s", parts), nil
	}
	return a, nil
}
