package lookup

import (
	"context"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/lang"
)

// Outside answers for a symbol, for its availability, or for the members of a type or
// package, that the tree does not declare: of its dependencies and the standard
// library, "http.Client.Do", "net/http.Client.Do" or the package "net/http", whose
// import path must be whole. since may be nil. An answer that says where the symbol is
// declared, or what else was asked, is left as it is.
func Outside(ctx context.Context, packages lang.Packages, since Since, a *Answer) error {
	if a.Complete() || a.Relation != Symbol && a.Relation != Members && a.Relation != Available {
		return nil
	}
	name, subjects := Clean(a.Argument), a.Subjects
	a.Subjects = []string{}
	for i := strings.LastIndexByte(name, '/') + 1; i < len(name); i++ {
		if name[i] != '.' {
			continue
		}
		paths, err := packages.Paths(ctx, name[:i])
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := a.outside(ctx, packages, since, path, path+name[i:]); err != nil {
				return err
			}
		}
		if len(a.Subjects) > 0 {
			return nil
		}
	}
	if err := a.outside(ctx, packages, since, name, name); err != nil {
		return err
	}
	if len(a.Subjects) == 0 {
		a.Subjects = subjects
	}
	return nil
}

// Complete says whether nothing is to be sought outside of the tree: something was
// found, and of a symbol its declaration.
func (a *Answer) Complete() bool {
	if a.Relation != Symbol {
		return len(a.Facts) > 0
	}
	return slices.ContainsFunc(a.Facts, func(f fact.Fact) bool { return f.Kind == fact.Definition })
}

// outside adds what a package says of a subject.
func (a *Answer) outside(ctx context.Context, packages lang.Packages, since Since, path, subject string) error {
	var found []fact.Fact
	if a.Relation != Available {
		symbols, err := packages.Symbols(ctx, path)
		if err != nil {
			return err
		}
		for _, f := range symbols.Facts {
			if wanted(a.Relation, &f, subject) {
				found = append(found, f)
			}
		}
	}
	if a.Relation != Members && (a.Relation == Available || len(found) > 0) && !slices.ContainsFunc(a.Facts, func(f fact.Fact) bool { return f.Kind == fact.Available && f.Subject == subject }) {
		if f, ok := since.fact(path, subject); ok {
			found = append(found, f)
		}
	}
	if len(found) > 0 {
		a.Subjects, a.Near = append(a.Subjects, subject), nil
		a.Facts = append(found, a.Facts...)
	}
	return nil
}

// wanted says whether a fact of a package answers for subject.
func wanted(r Relation, f *fact.Fact, subject string) bool {
	if r == Symbol {
		return f.Subject == subject && (f.Kind == fact.Definition || f.Kind == fact.Deprecated || f.Kind == fact.Available)
	}
	if f.Kind == fact.Promotes {
		return f.Subject == subject
	}
	rest, ok := strings.CutPrefix(f.Subject, subject+".")
	return ok && f.Kind == fact.Definition && rest != "" && !strings.Contains(rest, ".")
}
