package cli

import (
	"context"

	"sooth/internal/grade"
	"sooth/suite"
)

// questions wires what judges the answers of a suite of kind questions: what
// was asked needs nothing, whatever else an answer says is judged by the
// sources of the code base, where the suite names one.
func (p *program) questions(ctx context.Context, s *suite.Suite) (*instruments, error) {
	g, err := p.toolchain(ctx)
	if err != nil {
		return nil, err
	}
	i := &instruments{go_: g, sandbox: "not needed"}
	i.grader = &grade.Questions{Suite: s, Progress: p.progress, Judge: func(ctx context.Context, t *suite.Task) (grade.Judge, error) {
		if from := sourceOf(s, t); from.dir == "" && from.module == "" {
			p.say("the suite names no code base: of the answers only what was asked is judged; hint: tree in suite.yaml names the folder")
			return nil, nil
		}
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
	return i, nil
}
