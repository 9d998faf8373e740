package cli

import (
	"context"
	"path/filepath"
	"strings"

	"sooth/internal/corpora"
	"sooth/internal/grade"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/oracle/behave"
	"sooth/suite"
)

// corpus fetches the module that a question is about.
func (p *program) corpus(ctx context.Context, s *suite.Suite, t *suite.Task, g *toolchain.Go) (sources, error) {
	pin := corpora.Pin{Module: t.ModulePath, Version: t.ModuleVer}
	if c := s.CodeBase; c != nil && c.Module == pin.Module {
		pin.Sum = c.Sum
	} else {
		pin.Sum = pinnedSum(t.Module, pin.Module, pin.Version)
	}
	fetched, err := corpora.Fetch(ctx, g, pin, filepath.Join(p.db, "corpora"))
	if err != nil {
		return sources{}, err
	}
	if fetched.Open != "" {
		p.say("%s@%s: not all that it needs is there: %s", pin.Module, pin.Version, plain(fetched.Open))
	}
	dir, err := filepath.Abs(fetched.Dir)
	if err != nil {
		return sources{}, err
	}
	return sources{dir, p.treeState(dir), pin.Module + " " + pin.Version}, nil
}

// pinnedSum is the sum that the go.sum of a suite has for a module; empty: none.
func pinnedSum(m lang.Module, module, version string) string {
	for _, f := range m.Files {
		if f.Name != "go.sum" {
			continue
		}
		for line := range strings.Lines(f.Text) {
			if fields := strings.Fields(line); len(fields) == 3 && fields[0] == module && fields[1] == version {
				return fields[2]
			}
		}
	}
	return ""
}

// questions wires what judges the answers of a suite of kind questions: what
// was asked needs nothing, whatever else an answer says is judged by the
// sources of the code base, where the suite names one.
func (p *program) questions(ctx context.Context, s *suite.Suite, j judging) (*instruments, error) {
	g, err := p.toolchain(ctx)
	if err != nil {
		return nil, err
	}
	i := &instruments{go_: g, sandbox: "not needed"}
	var executing *behave.Oracle
	if j.execute {
		if executing, err = p.isolate(ctx, i, j, nil); err != nil {
			return nil, err
		}
	}
	i.grader = &grade.Questions{Suite: s, Progress: p.progress, Judge: func(ctx context.Context, t *suite.Task) (grade.Judge, error) {
		if from := sourceOf(s, t); from.dir == "" && from.module == "" {
			p.say("the suite names no code base: of the answers only what was asked is judged; hint: tree in suite.yaml names the folder")
			return nil, nil
		}
		return p.judgeOf(ctx, i, s, t, executing)
	}}
	return i, nil
}
