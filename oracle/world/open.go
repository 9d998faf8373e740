package world

import (
	"context"
	"go/types"
	"slices"
	"strings"

	"sooth/fact"
)

// incomplete says which of what could hold a missing name was not read
// completely.
func (w *World) incomplete(ctx context.Context, m *Missing) (string, error) {
	if m.Bare || len(m.In) == 0 && len(m.Paths) == 0 {
		state, err := w.State(ctx)
		if err != nil {
			return "", err
		}
		for _, o := range state.Open { // what could not be typed may still be parsed: nothing else declares names
			if onlyC(o.Reason) {
				continue
			}
			fresh, err := w.Fresh(ctx, strings.TrimSuffix(o.Unit, "_test"))
			if err != nil {
				return "", err
			}
			if fresh.Open != "" && !onlyC(fresh.Open) || hasWord([]byte(o.Reason), m.Name) {
				return o.Unit + ": " + o.Reason, nil
			}
		}
		return "", nil
	}
	for _, p := range m.Paths {
		if why, err := w.Open(ctx, p); err != nil || why != "" {
			return p + ": " + why, err
		}
	}
	for _, t := range m.In {
		if why, err := w.openType(ctx, t, maxSteps); err != nil || why != "" {
			return why, err
		}
	}
	return "", nil
}

// OpenType says why a type of a package that was read may have more members than
// are known; empty: it has not, or it is no type.
func (w *World) OpenType(ctx context.Context, t Symbol) (string, error) {
	s, err := w.Fresh(ctx, strings.TrimSuffix(t.Package, "_test"))
	return s.OpenTypes[t.Subject], err
}

// openType says why a type may have more members than are known.
func (w *World) openType(ctx context.Context, t Symbol, steps int) (string, error) {
	path := strings.TrimSuffix(t.Package, "_test")
	if why, err := w.Open(ctx, path); err != nil || why != "" {
		return path + ": " + why, err
	}
	if why, err := w.OpenType(ctx, t); err != nil || why != "" {
		return why, err
	}
	if steps == 0 {
		return t.Called() + " embeds too much", nil
	}
	if t.Symbol == "alias" {
		under, err := w.under(ctx, t)
		if err != nil {
			return "", err
		}
		if len(under) == 0 {
			return t.Called() + " is another name for something else", nil
		}
		for _, u := range under {
			if why, err := w.openType(ctx, u, steps-1); err != nil || why != "" {
				return why, err
			}
		}
	}
	if !w.Own(ctx, path) { // the fresh look at its package followed what it embeds
		return "", nil
	}
	embeds, err := w.Of(ctx, t.Package, t.Subject, fact.Embeds)
	if err != nil {
		return "", err
	}
	if t.Symbol == "struct" || t.Symbol == "interface" { // what was not typed, as types of C, is no fact
		written, ok := w.Embedded(ctx, t)
		if !ok {
			return "the declaration of " + t.Called() + " is not where it was", nil
		}
		for _, name := range written {
			known := slices.ContainsFunc(embeds, func(f fact.Fact) bool { return fact.LastName(&fact.Fact{Subject: f.Object}) == name })
			if !known && types.Universe.Lookup(name) == nil && name != "" {
				return t.Called() + " embeds " + name + ", which is not known", nil
			}
		}
	}
	for _, e := range embeds {
		p := w.PackageOf(ctx, e.Object)
		if p == e.Object || p == "" { // predeclared: error, comparable
			continue
		}
		list, err := w.Lookup(ctx, p, e.Object)
		if err != nil {
			return "", err
		}
		list = onlyTypes(list)
		if len(list) == 0 {
			return t.Called() + " embeds " + e.Object + ", which is not known", nil
		}
		for _, inner := range list {
			if why, err := w.openType(ctx, inner, steps-1); err != nil || why != "" {
				return why, err
			}
		}
	}
	return "", nil
}
