package plant

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"

	"sooth/score"
	"sooth/suite"
)

// tried is how many candidates are built for each fault that is wanted: the
// names are near misses, so few of them turn out to exist.
const tried = 5

// makeTask makes the faults of one task; dir is its own.
func makeTask(ctx context.Context, task *suite.Task, o Options, dir string) ([]suite.Planted, TaskStats, error) {
	stats := TaskStats{Task: task.ID, Target: task.Target.Version, Planted: map[score.Kind]int{}, Dropped: map[score.Kind]map[string]int{}, Why: map[score.Kind]string{}}
	defer os.RemoveAll(dir)
	p, err := open(ctx, o.Go, task, dir)
	if err != nil {
		return nil, stats, err
	}
	w := &witness{g: o.Go, p: p, sources: new(sources)}
	confirmed, err := w.compile(ctx, o, dir, &stats)
	if err != nil {
		return nil, stats, err
	}
	if confirmed[score.DoesNotBehave], err = w.behave(ctx, o, confirmed[score.DoesNotBehave], &stats); err != nil {
		return nil, stats, err
	}
	chosen := choose(confirmed, o)
	var planted []suite.Planted
	for _, kind := range kinds() {
		for i, c := range chosen[kind] {
			one := p.planted(c.m, c.by, c.output)
			one.ID = identity(task.ID, kind, i+1)
			planted = append(planted, one)
		}
		stats.Planted[kind] = len(chosen[kind])
		if len(chosen[kind]) == 0 && stats.Why[kind] == "" {
			stats.Why[kind] = "no candidate was confirmed"
		}
	}
	return planted, stats, nil
}

// identity names a fault: "std-title-names/invented-function/1".
func identity(task string, kind score.Kind, n int) string {
	return fmt.Sprintf("%s/%s/%d", task, strings.ReplaceAll(string(kind), " ", "-"), n)
}

// found is a mutant with its confirmation.
type found struct {
	m          *mutant
	by, output string
}

// candidates returns the mutants of a kind, in the order in which they are to
// be tried.
func (p *program) candidates(kind score.Kind, seed uint64) []*mutant {
	var list []*mutant
	switch kind {
	case score.InventedPackage:
		list = p.invented()
	case score.InventedFunction, score.InventedType:
		list = p.qualified(kind)
	case score.InventedField:
		list = p.fields()
	case score.InventedMethod:
		list = p.methods()
	case score.WrongSignature:
		list = p.signatures()
	case score.Undefined:
		list = p.undefined()
	case score.Syntax:
		list = p.syntax()
	case score.Unused:
		list = p.unused()
	case score.TooNew:
		list = p.rewrites(kind, newer())
	case score.Deprecated:
		list = append(p.rewrites(kind, older()), p.helpers()...)
	case score.DoesNotBehave:
		list = p.misbehaving()
	}
	var out []*mutant
	for _, m := range list {
		if p.apply(m) {
			out = append(out, m)
		}
	}
	return arrange(out, seed, p.task.ID)
}

// compile builds candidates of every kind and returns those that are
// confirmed; of "does not behave" those that compile.
func (w *witness) compile(ctx context.Context, o Options, dir string, stats *TaskStats) (map[score.Kind][]found, error) {
	all := map[score.Kind][]*mutant{}
	reference := &mutant{text: w.p.source}
	compiled, loaded := []*mutant{reference}, []*mutant(nil)
	for _, kind := range kinds() {
		if why := w.impossible(kind, o); why != "" {
			stats.Why[kind] = why
			continue
		}
		list := w.p.candidates(kind, o.Seed)
		if len(list) == 0 {
			stats.Why[kind] = "no place for one"
		}
		list = list[:min(len(list), tried*max(quota(kind, o.Each), 2))]
		all[kind] = list
		if kind == score.InventedPackage {
			loaded = append(loaded, list...)
		} else {
			compiled = append(compiled, list...)
		}
	}
	said, err := build(ctx, w.g, dir, "compiled", w.p.name, compiled)
	if err != nil {
		return nil, err
	}
	if wrong := said[reference]; len(wrong) > 0 {
		return nil, fmt.Errorf("the reference does not build: %s:%d: %s", w.p.name, wrong[0].line, wrong[0].text)
	}
	unloaded, err := build(ctx, w.g, dir, "loaded", w.p.name, loaded)
	if err != nil {
		return nil, err
	}
	maps.Copy(said, unloaded)
	confirmed := map[score.Kind][]found{}
	for _, kind := range kinds() {
		for _, m := range all[kind] {
			if o.Built != nil {
				o.Built(Built{Task: w.p.task.ID, Kind: kind, Text: m.text, Errors: lines(said[m])})
			}
			by, output, dropped := w.confirm(m, said[m])
			if dropped != "" {
				stats.drop(kind, dropped)
				continue
			}
			confirmed[kind] = append(confirmed[kind], found{m, by, strings.ReplaceAll(output, w.g.Root, "$GOROOT")})
		}
	}
	return confirmed, nil
}

// lines writes complaints as "line: text".
func lines(said []complaint) []string {
	var out []string
	for _, c := range said {
		out = append(out, fmt.Sprintf("%d: %s", c.line, c.text))
	}
	return out
}

// impossible says why a task can have no fault of a kind.
func (w *witness) impossible(kind score.Kind, o Options) string {
	switch kind {
	case score.TooNew:
		if minor(w.p.task.Target.Version) >= minor(strings.TrimPrefix(o.Go.Version, "go")) {
			return fmt.Sprintf("the target %s is the toolchain's own release: nothing is newer", w.p.task.Target.Version)
		}
	case score.DoesNotBehave:
		if o.Run == nil {
			return "no runner for the hidden tests was given"
		}
		if len(w.p.task.Tests) == 0 {
			return "the task has no hidden tests"
		}
	}
	return ""
}

// behave runs the hidden tests against mutants that compile until enough of
// them are known to fail. The reference must pass first.
func (w *witness) behave(ctx context.Context, o Options, list []found, stats *TaskStats) ([]found, error) {
	if len(list) == 0 {
		return nil, nil
	}
	ran, err := o.Run.Run(ctx, w.p.task, w.p.name, w.p.source)
	if err != nil {
		return nil, err
	}
	if !ran.Passed {
		return nil, errors.New("the reference does not pass its hidden tests: " + ran.Decisive)
	}
	var failing []found
	for _, c := range list {
		if len(failing) >= quota(score.DoesNotBehave, o.Each) {
			break
		}
		ran, err := o.Run.Run(ctx, w.p.task, w.p.name, c.m.text)
		switch {
		case err != nil:
			return nil, err
		case ran.Passed:
			stats.drop(score.DoesNotBehave, "passes the hidden tests")
		case !ran.Built:
			stats.drop(score.DoesNotBehave, "does not compile")
		case ran.Decisive == "":
			stats.drop(score.DoesNotBehave, "hangs, or fails only now and then")
		default:
			failing = append(failing, found{c.m, "hidden tests", ran.Decisive})
		}
	}
	return failing, nil
}
