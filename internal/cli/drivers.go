package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sooth/internal/grade"
	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/golang"
	"sooth/oracle/behave"
	"sooth/oracle/code"
	"sooth/suite"
	"sooth/trial"
)

// instruments are the judges of one invocation, and what they stand on.
type instruments struct {
	go_     *toolchain.Go
	sandbox string // name, or "none: why"
	grader  grader
	closers
}

// grader turns records into measurements.
type grader interface {
	Grade(ctx context.Context, records recordsOf) (*grade.Graded, error)
}

// judging says how answers are to be judged.
type judging struct {
	sandbox string // "", "none"
	execute bool   // execute what answers say of the behaviour of a code base
	fresh   bool   // judge anew, without what an earlier judgement left in the cache
}

// instruments finds the toolchain and a sandbox, downloads the modules that the
// suite pins, and wires the oracles. Nothing is graded before all is there.
func (p *program) instruments(ctx context.Context, s *suite.Suite, j judging) (*instruments, error) {
	if s.Kind == suite.ClaimsKind || s.Kind == suite.CKGKind {
		return p.statements(ctx, s)
	}
	if s.Kind == suite.QuestionsKind {
		return p.questions(ctx, s, j)
	}
	g, err := p.toolchain(ctx)
	if err != nil {
		return nil, err
	}
	i := &instruments{go_: g}
	if err := p.keep(); err != nil {
		return nil, err
	}
	verdicts, err := p.openCache(ctx, p.db)
	if err != nil {
		return nil, err
	}
	i.add(verdicts.Close)
	checker, err := golang.NewChecker(golang.Options{Go: g, Cache: verdicts, Level: s.Toolchain})
	if err != nil {
		return nil, errors.Join(err, i.close())
	}
	if err := p.download(ctx, g, s); err != nil {
		return nil, errors.Join(err, i.close())
	}
	grader := &grade.Grader{Suite: s, Extract: golang.Extractor{}, Code: code.New(checker), Progress: p.progress}
	var judged behave.Cache
	if !j.fresh {
		grader.Verdicts, judged = verdicts, verdicts
	}
	if grader.Behave, err = p.isolate(ctx, i, j, judged); err != nil {
		return nil, errors.Join(err, i.close())
	}
	i.grader = grader
	return i, nil
}

// download has the modules that the tasks of a suite pin.
func (p *program) download(ctx context.Context, g *toolchain.Go, s *suite.Suite) error {
	modules := make([]lang.Module, len(s.Tasks))
	for n, t := range s.Tasks {
		modules[n] = t.Module
	}
	started := p.now()
	p.progress("downloading", 0, 0)
	if err := golang.Download(ctx, g, modules); err != nil {
		p.clear()
		return err
	}
	if d := p.now().Sub(started); d > time.Second {
		p.say("modules of %d tasks are there (%.1f s)", len(s.Tasks), d.Seconds())
	}
	return nil
}

// isolate finds a sandbox for the hidden tests. Without one they are not run.
func (p *program) isolate(ctx context.Context, i *instruments, j judging, judged behave.Cache) (*behave.Oracle, error) {
	box, err := sandbox.Named(ctx, j.sandbox, p.environ)
	if j.sandbox == "none" {
		p.say("warning: --sandbox=none: answers are executed on this machine without any isolation")
	}
	reason := ""
	switch {
	case errors.Is(err, sandbox.ErrNone):
		reason = err.Error()
		i.sandbox = "none"
		p.say("hidden tests are not run: %v", err)
	case err != nil:
		return nil, err
	default:
		i.sandbox = box.Name()
	}
	return behave.New(behave.Options{Go: i.go_, Sandbox: box, SandboxReason: reason, Cache: judged}), nil
}

// keep makes the folder of what is kept. Where it is ours by default it keeps
// itself out of the repository that it lies in.
func (p *program) keep() error {
	if err := os.MkdirAll(p.db, 0o755); err != nil {
		return fmt.Errorf("%w; hint: --db names another folder", err)
	}
	if hidden := filepath.Join(p.db, ".gitignore"); p.db == defaultDB && !exists(hidden) {
		return os.WriteFile(hidden, []byte("*\n"), 0o644)
	}
	return nil
}

// store opens runs.db.
func (p *program) store(ctx context.Context, readOnly bool) (*trial.Store, error) {
	if err := p.database(); err != nil {
		return nil, err
	}
	if !readOnly {
		if err := p.keep(); err != nil {
			return nil, err
		}
	}
	return trial.Open(ctx, filepath.Join(p.db, "runs.db"), trial.Options{ReadOnly: readOnly})
}
