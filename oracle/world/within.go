package world

import (
	"context"

	"sooth/fact"
)

// withinEmbedded returns a type that a type embeds, or one embedded in that, which
// has a member of a name with a small letter: the code of another package cannot
// select it, but a text may speak of it.
func (w *World) withinEmbedded(ctx context.Context, t Symbol, name string, steps int) (string, error) {
	if steps == 0 || Exported(name) {
		return "", nil
	}
	embeds, err := w.Of(ctx, t.Package, t.Subject, fact.Embeds)
	if err != nil {
		return "", err
	}
	for _, e := range embeds {
		path := w.PackageOf(ctx, e.Object)
		members, err := w.Lookup(ctx, path, e.Object+"."+name)
		if err != nil {
			return "", err
		}
		if len(members) > 0 {
			return short(e.Object), nil
		}
		if found, err := w.withinEmbedded(ctx, Symbol{path, fact.Fact{Subject: e.Object}}, name, steps-1); err != nil || found != "" {
			return found, err
		}
	}
	return "", nil
}

// owners returns the names of a type and of all that it embeds.
func (w *World) owners(ctx context.Context, t Symbol, steps int) ([]string, error) {
	list := []string{fact.LastName(&t.Fact)}
	embeds, err := w.Of(ctx, t.Package, t.Subject, fact.Embeds)
	if err != nil || steps == 0 {
		return list, err
	}
	for _, e := range embeds {
		list = append(list, fact.LastName(&fact.Fact{Subject: e.Object}))
	}
	return list, nil
}
