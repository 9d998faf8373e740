package world

import (
	"context"
	"fmt"
	"strings"

	"sooth/fact"
	"sooth/internal/nearest"
	"sooth/oracle"
)

// throughVariable follows the name from the types of the tree that a variable of
// that name usually has: those it abbreviates, and those whose methods call
// their receiver so.
func (r *resolver) throughVariable(ctx context.Context) error {
	first := r.n.Parts[0]
	if Exported(first) || len(r.n.Parts) < 2 {
		return nil
	}
	candidates, err := r.w.symbols(ctx, fact.Query{Name: first, Fold: true})
	if err != nil {
		return err
	}
	types := onlyTypes(candidates)
	members, err := r.w.Named(ctx, r.n.Parts[1])
	if err != nil {
		return err
	}
	for _, m := range members { // of a type that a receiver or parameter of this name has
		if !m.IsMember() {
			continue
		}
		owner := strings.TrimSuffix(m.Subject, "."+r.n.Parts[1])
		u, err := r.w.unit(ctx, strings.TrimSuffix(m.Package, "_test"))
		if err != nil {
			return err
		}
		if u.receivers[owner] == first || u.variables[first][owner[strings.LastIndexByte(owner, '.')+1:]] != nil {
			if err := r.follow(ctx, []Symbol{m}, r.n.Parts[2:]); err != nil {
				return err
			}
		}
	}
	for _, t := range types {
		list, err := r.w.Members(ctx, t, r.n.Parts[1])
		if err != nil {
			return err
		}
		if err := r.follow(ctx, list, r.n.Parts[2:]); err != nil {
			return err
		}
	}
	if len(r.found) == 0 {
		around, err := r.w.variableTypes(ctx, first)
		if err != nil {
			return err
		}
		for _, t := range around {
			list, err := r.w.Members(ctx, t, r.n.Parts[1])
			if err != nil {
				return err
			}
			if err := r.follow(ctx, list, r.n.Parts[2:]); err != nil {
				return err
			}
		}
	}
	if len(r.found) == 0 && len(members) > 0 && len(r.m.Paths) == 0 && len(r.m.In) == 0 {
		r.unclear = true
	}
	return nil
}

// mayBeVariable reports whether the qualifier may be a variable, field or
// parameter that has the member, so that what was not found is somewhere else.
func (r *resolver) mayBeVariable(ctx context.Context) (bool, error) {
	members, err := r.w.Named(ctx, r.n.Last())
	if err != nil {
		return false, err
	}
	first := r.n.Parts[0]
	others, err := r.w.Named(ctx, first)
	if err != nil {
		return false, err
	}
	for _, s := range others {
		if s.Symbol != "field" && s.Symbol != "var" || memberless(s) {
			continue
		}
		types, err := r.w.Types(ctx, s)
		if err != nil {
			return false, err
		}
		if len(types) == 0 || len(r.m.In) == 0 && len(r.m.Paths) == 0 { // it was followed in vain, or cannot be
			return true, nil
		}
	}
	if Exported(first) {
		return false, nil
	}
	if len(r.m.In) > 0 && len(r.m.Paths) == 0 {
		if len(nearest.Words(first)) > 1 {
			return false, nil // few variables are called like a type of two words
		}
		return r.w.selected(ctx, first+"."+r.n.Last())
	}
	for _, m := range members {
		if m.IsMember() {
			return r.w.usedAsVariable(ctx, first)
		}
	}
	if len(members) == 0 {
		return r.w.usedAsVariable(ctx, first)
	}
	return false, nil
}

// renamed judges a name whose qualifier nothing here has: Muxer.Handle where
// there is Mux.Handle. It is missing where a type with nearly that name has the
// member.
func (w *World) renamed(ctx context.Context, n Name) (Meaning, error) {
	unknown := Meaning{Reason: oracle.External, What: "nothing here is called " + n.Parts[0]}
	if Exported(n.Parts[0]) && w.packages != nil {
		file, line, err := w.memberAround(ctx, n.Parts[0], n.Last())
		if err != nil {
			return Meaning{}, err
		}
		if file != "" { // of a type of another module, whose package is not said
			return Meaning{Around: fmt.Sprintf("%s:%d", short(file), line)}, nil
		}
	}
	if !Exported(n.Parts[0]) {
		return unknown, nil
	}
	members, err := w.Named(ctx, n.Last())
	if err != nil {
		return Meaning{}, err
	}
	for _, m := range members {
		owner := strings.TrimSuffix(m.Subject, "."+n.Last())
		dot := strings.LastIndexByte(owner, '.')
		if m.IsMember() && dot >= 0 && Alike(n.Parts[0], owner[dot+1:]) != Stranger {
			return Meaning{Missing: &Missing{Name: n.Parts[0], Loose: true}}, nil
		}
	}
	return unknown, nil
}
