package cli

import (
	"context"
	"errors"

	"sooth/internal/grade"
	"sooth/lang"
	"sooth/lang/golang"
	"sooth/suite"
)

// statements wires what judges the answers of a suite of kind claims: for each
// module that the suite pins, the facts of its sources in the module cache,
// which are kept in the folder of state.
func (p *program) statements(ctx context.Context, s *suite.Suite) (*instruments, error) {
	g, err := p.toolchain(ctx)
	if err != nil {
		return nil, err
	}
	i := &instruments{go_: g, sandbox: "not needed"}
	modules := make([]lang.Module, len(s.Tasks))
	for n, t := range s.Tasks {
		modules[n] = t.Module
	}
	p.progress("downloading", 0, 0)
	if err := golang.Download(ctx, g, modules); err != nil {
		p.clear()
		return nil, err
	}
	claims := &grade.Claims{Suite: s, Progress: p.progress, Judge: func(ctx context.Context, t *suite.Task) (grade.Judge, error) {
		from, err := p.sources(ctx, s, t)
		if err != nil {
			return nil, err
		}
		ground, err := p.grounds(ctx, from.dir, treeOptions{facts: from.facts, cache: p.db, version: t.ModuleVer, level: s.Toolchain})
		if err != nil {
			return nil, err
		}
		i.closing = append(i.closing, ground.close)
		for _, n := range ground.notes {
			p.say("%s: %s", from.label, n)
		}
		return ground.judge, nil
	}}
	if s.Kind == suite.CKGKind {
		bases := p.codeBases(s)
		i.closing = append(i.closing, bases.close)
		claims.Score = bases.scorer()
	}
	i.grader = claims
	return i, nil
}

// close gives back what the instruments hold.
func (i *instruments) close() error {
	err := i.closing.close()
	if i.cache != nil {
		err = errors.Join(err, i.cache.Close())
	}
	return err
}
