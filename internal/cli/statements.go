package cli

import (
	"context"

	"sooth/internal/grade"
	"sooth/oracle/behave"
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
	if err := p.download(ctx, g, s); err != nil {
		return nil, err
	}
	claims := &grade.Claims{Suite: s, Progress: p.progress, Judge: func(ctx context.Context, t *suite.Task) (grade.Judge, error) {
		return p.judgeOf(ctx, i, s, t, nil)
	}}
	if s.Kind == suite.CKGKind {
		bases := p.codeBases(s)
		i.add(bases.close)
		claims.Score = bases.scorer()
	}
	i.grader = claims
	return i, nil
}

// judgeOf opens the judge of what answers to a task say of its code base. executing
// executes what they say of behaviour; nil: nothing does.
func (p *program) judgeOf(ctx context.Context, i *instruments, s *suite.Suite, t *suite.Task, executing *behave.Oracle) (grade.Judge, error) {
	from, err := p.sources(ctx, s, t)
	if err != nil {
		return nil, err
	}
	ground, err := p.grounds(ctx, from.dir, treeOptions{facts: from.facts, cache: p.db, version: t.ModuleVer, level: s.Toolchain, behave: executing})
	if err != nil {
		return nil, err
	}
	i.add(ground.close)
	for _, n := range ground.notes {
		p.say("%s: %s", from.label, n)
	}
	return ground.judge, nil
}
