package plant

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sooth/lang"
	"sooth/score"
	"sooth/suite"
)

// Verification is what a second look at planted faults found.
type Verification struct {
	Confirmed int       // the tool says today what the line says it said
	Skipped   int       // faults in behaviour, where no runner was given
	Refuted   []Refuted // in the order of the faults
}

// Refuted is a planted fault that its tool does not confirm.
type Refuted struct{ ID, Reason string }

// Verify confirms faults of s again, each with the tool that its line names:
// the program as Apply makes it is built, its API line, its paragraph and the
// absence of its name are looked up, its hidden tests are run.
func Verify(ctx context.Context, s *suite.Suite, planted []suite.Planted, o Options) (Verification, error) {
	scratch, err := os.MkdirTemp(o.Scratch, "verify-")
	if err != nil {
		return Verification{}, err
	}
	defer os.RemoveAll(scratch)
	var v Verification
	known := 0
	for i := range s.Tasks {
		task := &s.Tasks[i]
		var mine []suite.Planted
		for _, p := range planted {
			if p.Task == task.ID {
				mine = append(mine, p)
			}
		}
		known += len(mine)
		if len(mine) == 0 {
			continue
		}
		if err := verifyTask(ctx, task, mine, o, filepath.Join(scratch, fmt.Sprintf("t%03d", i)), &v); err != nil {
			return Verification{}, fmt.Errorf("task %q: %w", task.ID, err)
		}
	}
	if known != len(planted) {
		return Verification{}, fmt.Errorf("%d of %d planted faults are of tasks that the suite does not have", len(planted)-known, len(planted))
	}
	return v, nil
}

func verifyTask(ctx context.Context, task *suite.Task, planted []suite.Planted, o Options, dir string, v *Verification) error {
	p, err := open(ctx, o.Go, task, dir)
	if err != nil {
		return err
	}
	w := &witness{g: o.Go, p: p, sources: new(sources)}
	mutants := map[string]*mutant{}
	var compiled, loaded []*mutant
	for _, one := range planted {
		files, err := Files(*task, one)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			continue
		}
		m := &mutant{kind: score.Kind(one.Kind), symbol: one.Symbol, line: one.Line}
		m.path, m.owner, m.name = w.split(one.Symbol)
		if m.kind == score.InventedPackage {
			m.path, m.name = one.Symbol, one.Symbol
			loaded = append(loaded, m)
		} else {
			compiled = append(compiled, m)
		}
		m.text = files[slices.IndexFunc(task.Reference, func(f lang.File) bool { return f.Name == one.File })].Text
		mutants[one.ID] = m
	}
	said, err := build(ctx, o.Go, dir, "compiled", p.name, compiled)
	if err != nil {
		return err
	}
	unloaded, err := build(ctx, o.Go, dir, "loaded", p.name, loaded)
	if err != nil {
		return err
	}
	for _, one := range planted {
		m := mutants[one.ID]
		if m == nil {
			reason := ""
			if output, err := nothingToBuild(ctx, o.Go, task, filepath.Join(dir, "prose")); err != nil {
				reason = err.Error()
			} else if output != one.Confirmed.Output {
				reason = "go build says " + output
			}
			v.note(one.ID, reason)
			continue
		}
		if one.Confirmed.By == "hidden tests" && o.Run == nil {
			v.Skipped++
			continue
		}
		reason, err := w.again(ctx, o, one, m, append(said[m], unloaded[m]...))
		if err != nil {
			return err
		}
		v.note(one.ID, reason)
	}
	return nil
}

func (v *Verification) note(id, reason string) {
	if reason == "" {
		v.Confirmed++
	} else {
		v.Refuted = append(v.Refuted, Refuted{id, reason})
	}
}

// split takes a symbol apart: "net/http.Client.Foo" is of the package net/http.
func (w *witness) split(symbol string) (path, owner, name string) {
	for known := range w.p.packages {
		if strings.HasPrefix(symbol, known+".") && len(known) > len(path) {
			path = known
		}
	}
	if path == "" { // a package that the reference does not use
		slash := strings.LastIndexByte(symbol, '/') + 1
		first, _, _ := strings.Cut(symbol[slash:], ".")
		path = symbol[:slash] + first
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(symbol, path), ".")
	if owner, name, ok := strings.Cut(rest, "."); ok {
		return path, owner, name
	}
	return path, "", cmp.Or(rest, symbol)
}

// again asks the tool that a line names, and returns why it disagrees.
func (w *witness) again(ctx context.Context, o Options, one suite.Planted, m *mutant, said []complaint) (string, error) {
	if one.Criterion != Criterion(m.kind) {
		return fmt.Sprintf("faults of kind %q fail %q, not %q", one.Kind, Criterion(m.kind), one.Criterion), nil
	}
	if one.Confirmed.By == "go build" {
		if m.kind == score.TooNew {
			m.proof.language = regexp.MustCompile(`requires go1\.\d+ or later`).FindString(one.Confirmed.Output)
			if m.proof.language == "" {
				return "no release in what the compiler said", nil
			}
		}
		if m.kind == score.Unused && strings.Contains(one.Confirmed.Output, "imported and not used") {
			m.name = `"` + one.Symbol + `"`
		}
		_, output, dropped := w.confirm(m, said)
		if output = strings.ReplaceAll(output, w.g.Root, "$GOROOT"); dropped == "" && output != one.Confirmed.Output {
			dropped = "the compiler now says: " + output
		}
		return dropped, nil
	}
	if len(said) > 0 {
		return fmt.Sprintf("does not compile: line %d: %s", said[0].line, said[0].text), nil
	}
	switch {
	case strings.HasPrefix(one.Confirmed.By, "api/"):
		since, file, line, ok := added(w.g.Root, one.Confirmed.Output)
		if !ok || file != one.Confirmed.By || line != one.Confirmed.Output || since <= minor(w.p.task.Target.Version) {
			return "no such line in an API file after the target", nil
		}
		if !strings.HasPrefix(line, "pkg "+m.path+", ") || !strings.Contains(line, m.name) {
			return "the API line is about another symbol", nil
		}
	case one.Confirmed.By == "Deprecated:":
		dir := filepath.Join(w.g.Root, "src", filepath.FromSlash(m.path))
		if l, ok := w.p.packages[m.path]; ok {
			dir = l.Dir
		}
		declared, err := w.sources.declared(dir)
		if err != nil {
			return "", err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(one.Symbol, m.path), ".")
		if paragraph := deprecation(declared[name]); paragraph != one.Confirmed.Output {
			return "the source now says: " + paragraph, nil
		}
	case one.Confirmed.By == "hidden tests":
		ran, err := o.Run.Run(ctx, w.p.task, w.p.name, m.text)
		if err != nil {
			return "", err
		}
		if ran.Passed || ran.Decisive == "" {
			return "the hidden tests do not fail steadily", nil
		}
	default:
		return fmt.Sprintf("unknown tool %q", one.Confirmed.By), nil
	}
	return "", nil
}
