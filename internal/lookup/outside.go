package lookup

import (
	"context"
	"strings"

	"sooth/fact"
	"sooth/lang"
)

// Outside answers for a symbol, or for the members of a type or package, that the
// tree does not declare: of its dependencies and the standard library,
// "http.Client.Do", "net/http.Client.Do" or the package "net/http", whose import
// path must be whole. An answer that has facts is left as it is.
func Outside(ctx context.Context, packages lang.Packages, a *Answer) error {
	if len(a.Facts) > 0 || a.Relation != Symbol && a.Relation != Members {
		return nil
	}
	name := Clean(a.Argument)
	for i := strings.LastIndexByte(name, '/') + 1; i < len(name); i++ {
		if name[i] != '.' {
			continue
		}
		paths, err := packages.Paths(ctx, name[:i])
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := a.outside(ctx, packages, path, path+name[i:]); err != nil {
				return err
			}
		}
		if len(a.Facts) > 0 {
			return nil
		}
	}
	return a.outside(ctx, packages, name, name)
}

// outside adds what a package says of a subject.
func (a *Answer) outside(ctx context.Context, packages lang.Packages, path, subject string) error {
	symbols, err := packages.Symbols(ctx, path)
	if err != nil {
		return err
	}
	before := len(a.Facts)
	for _, f := range symbols.Facts {
		if wanted(a.Relation, &f, subject) {
			a.Facts = append(a.Facts, f)
		}
	}
	if len(a.Facts) > before {
		a.Subjects, a.Near = append(a.Subjects, subject), nil
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
