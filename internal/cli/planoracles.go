package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/internal/sandbox"
	"sooth/lang/golang"
	"sooth/score"
	"sooth/suite"
)

// printOracles says what would judge the answers of a suite, and whether it is
// there: a run whose judge is missing is paid for and says "unknown".
func (p *program) printOracles(ctx context.Context, s *suite.Suite, j judging) {
	var compiler string
	g, err := p.toolchain(ctx)
	if err == nil {
		_, err = golang.NewChecker(golang.Options{Go: g, Level: s.Toolchain})
	}
	if err != nil {
		compiler = fmt.Sprintf("not available, the run would end before anything is asked: %v", err)
	} else {
		compiler = fmt.Sprintf("%s at the level %s", g.Version, s.Toolchain)
	}
	static := slices.DeleteFunc(slices.Clone(s.Criteria), func(c string) bool { return c == score.Behaves })
	if s.Kind == suite.ClaimsKind || s.Kind == suite.CKGKind || s.Kind == suite.QuestionsKind {
		compiler = "the facts of the code base, by " + compiler
	}
	if len(static) > 0 {
		fmt.Fprintf(p.out, "judged by\n  %s: %s\n", strings.Join(static, ", "), compiler)
	}
	if len(static) == len(s.Criteria) {
		return
	}
	tested := 0
	for _, t := range s.Tasks {
		if len(t.Tests) > 0 {
			tested++
		}
	}
	where := "executed without isolation (--sandbox=none)"
	box, err := sandbox.Named(ctx, j.sandbox, p.environ)
	switch {
	case err != nil:
		where = fmt.Sprintf("not available, so unknown in every trial: %v", err)
	case j.sandbox != "none":
		where = "in the sandbox " + box.Name()
	}
	fmt.Fprintf(p.out, "  %s: hidden tests of %d of %d tasks, %s\n", score.Behaves, tested, len(s.Tasks), where)
}
