package extractrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/agent"
	"sooth/internal/fingerprint"
	"sooth/internal/process"
	"sooth/score"
	"sooth/search"
	"sooth/search/command"
	"sooth/suite"
)

// program is an arm of kind command that is ready to run.
type program struct {
	arm        suite.ExtractArm
	path       string // of the program
	dir        string // it runs in: that of the suite
	environ    []string
	files      []fingerprint.File // of it, the program first, before it runs
	definition string
}

// ready finds the program of an arm and hashes what belongs to it.
func ready(ctx context.Context, s *suite.Extract, a suite.ExtractArm, environ []string) (*program, error) {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return nil, err
	}
	p := &program{arm: a, dir: dir, environ: process.Environment(environ, a.Environment)}
	if name := a.Command[0]; strings.ContainsAny(name, "/"+string(filepath.Separator)) {
		if p.path = filepath.FromSlash(name); !filepath.IsAbs(p.path) {
			p.path = filepath.Join(dir, p.path)
		}
		if info, err := os.Stat(p.path); err != nil || info.IsDir() {
			return nil, fmt.Errorf("arm %q: the program %q is not there; hint: build or install it", a.Name, name)
		}
	} else {
		path, _ := process.Lookup(environ, "PATH")
		if p.path, err = process.Find(name, path); err != nil {
			return nil, fmt.Errorf("arm %q: the program %q is not in PATH; hint: install it, or write its path", a.Name, name)
		}
	}
	p.files, err = fingerprint.All(ctx, dir, append([]string{p.path}, a.Files...))
	if err != nil {
		return nil, fmt.Errorf("arm %q: %w", a.Name, err)
	}
	digests := map[string]string{}
	for i, f := range p.files {
		if f.SHA256 == fingerprint.Missing {
			return nil, fmt.Errorf("arm %q: %q is not there; hint: correct `files`", a.Name, f.Path)
		}
		name := a.Command[0] // wherever it was found
		if i > 0 {
			name = a.Files[i-1]
		}
		digests[name] = f.SHA256
	}
	text, err := json.Marshal(map[string]any{"kind": a.Kind, "version": a.Version, "command": a.Command, "digests": digests})
	p.definition = string(text)
	return p, err
}

// changed says which files of the program are not what they were before it ran.
func (p *program) changed(ctx context.Context) error {
	now := slices.Clone(p.files)
	if err := fingerprint.Again(ctx, p.dir, now); err != nil {
		return err
	}
	var all []error
	for _, f := range now {
		if f.After != "" {
			all = append(all, fmt.Errorf("%q of arm %q has changed during the run: SHA-256 %.12s before, %.12s after; hint: run again while nothing is built", f.Path, p.arm.Name, f.SHA256, f.After))
		}
	}
	return errors.Join(all...)
}

// answer runs the program on a piece of code.
func (p *program) answer(ctx context.Context, language, content string) (agent.Answer, error) {
	scratch, err := os.MkdirTemp("", "sooth-extract-")
	if err != nil {
		return agent.Answer{}, err
	}
	defer os.RemoveAll(scratch)
	file := filepath.Join(scratch, suite.FileName(language))
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		return agent.Answer{}, err
	}
	argv := []string{p.path}
	for _, a := range p.arm.Command[1:] {
		argv = append(argv, suite.Fill(a, map[string]string{"path": file, "language": language}))
	}
	inner, cancel := context.WithTimeout(ctx, p.arm.Timeout)
	defer cancel()
	o, err := command.Run(inner, search.Process{Command: argv, Dir: p.dir, Environ: p.environ})
	var failure *search.Failure
	switch {
	case ctx.Err() != nil:
		return agent.Answer{}, ctx.Err()
	case errors.As(err, &failure):
		return agent.Answer{Text: string(o.Stdout)}, &agent.Failure{State: score.InfraError, Reason: failure.Error()}
	case err != nil:
		return agent.Answer{}, err
	case o.Exit != 0:
		reason := fmt.Sprintf("exit code %d", o.Exit)
		if o.Stderr != "" {
			reason += fmt.Sprintf("; it said last: %q", o.Stderr)
		}
		return agent.Answer{Text: string(o.Stdout)}, &agent.Failure{State: score.InfraError, Reason: reason}
	}
	return agent.Answer{Text: string(o.Stdout)}, nil
}
