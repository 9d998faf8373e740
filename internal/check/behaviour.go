package check

import (
	"context"
	"path"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle/behave"
)

// behaviour wires the judge of what texts say of behaviour; nil where the tree
// is no module.
func (c *Checker) behaviour(ctx context.Context) (*behave.Claims, error) {
	state, err := c.options.Store.State(ctx)
	if err != nil {
		return nil, err
	}
	if state.Module == "" {
		return nil, nil
	}
	tree := behave.Tree{Dir: c.options.Dir, Module: state.Module}
	return behave.NewClaims(c.options.Behave, tree, func(ctx context.Context, name string, test bool) ([]string, error) {
		return c.declaring(ctx, state.Module, name, test)
	}), nil
}

// declaring returns the packages of a module that declare something of a name at
// their outermost level: in tests, or outside of them.
func (c *Checker) declaring(ctx context.Context, module, name string, test bool) ([]string, error) {
	var list []string
	for f, err := range c.options.Store.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}, Name: name}) {
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(f.Span.File, "_test.go") != test || !slices.Contains([]string{"func", "struct", "type", "interface", "alias", "var"}, f.Symbol) {
			continue
		}
		pkg := module
		if dir := path.Dir(f.Span.File); dir != "." {
			pkg += "/" + dir
		}
		owner := strings.TrimSuffix(f.Subject, "."+name)
		if owner != pkg && owner != pkg+"_test" || slices.Contains(list, pkg) {
			continue
		}
		list = append(list, pkg)
	}
	return list, nil
}

// Prepare is told all texts before the first is judged: none of them is a witness
// for another. What they say of behaviour is executed all together, as each text by
// itself would take a program of its own.
func (c *Checker) Prepare(ctx context.Context, texts []string) error {
	for _, text := range texts {
		c.world.Judged(text)
	}
	if c.behave == nil {
		return nil
	}
	var all []claim.Claim
	for _, text := range texts {
		all = append(all, claim.Parse(text, claim.Options{Version: c.options.Version})...)
	}
	return c.behave.Prepare(ctx, all)
}
