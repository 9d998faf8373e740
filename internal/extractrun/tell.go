package extractrun

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"sooth/extract"
	"sooth/extract/fixture"
	"sooth/internal/extractreport"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Tell judges the records of a run and says what is to be told of it. Threshold
// is the margin of comparisons, in absolute points; 0: as the suite says.
func Tell(ctx context.Context, s *suite.Extract, run trial.Run, records iter.Seq2[trial.Record, error], parsers Parsers, threshold float64) (*extractreport.Report, error) {
	return tell(ctx, s, run, records, parsers, threshold, nil)
}

// Against tells of a run as Tell does, and holds each system against the same one
// of an earlier run instead of the manifest's baseline.
func Against(ctx context.Context, s *suite.Extract, first trial.Run, before iter.Seq2[trial.Record, error], run trial.Run, records iter.Seq2[trial.Record, error], parsers Parsers, threshold float64) (*extractreport.Report, error) {
	g, err := grade(ctx, s, before, nil)
	if err != nil {
		return nil, err
	}
	r := &extractreport.Report{Run: extractreport.Run{ID: first.ID, FixturesHash: fixture.Hash(g.fixtures)}}
	bases := map[string]extract.Baseline{}
	for _, y := range g.sides {
		bases[named(y)] = extract.NewBaseline(identity(s, r, y), first.Started.UTC().Format("2006-01-02T15:04:05Z"), y.own())
	}
	return tell(ctx, s, run, records, parsers, threshold, bases)
}

// tell is Tell; bases, by name of the system, stand for the manifest's baseline
// where they are not nil.
func tell(ctx context.Context, s *suite.Extract, run trial.Run, records iter.Seq2[trial.Record, error], parsers Parsers, threshold float64, bases map[string]extract.Baseline) (*extractreport.Report, error) {
	g, err := grade(ctx, s, records, parsers)
	if err != nil {
		return nil, err
	}
	if threshold == 0 {
		threshold = s.Threshold
	}
	r := &extractreport.Report{
		Schema: extractreport.Schema,
		Run: extractreport.Run{
			ID: run.ID, Suite: s.Name, SuiteHash: run.SuiteHash, FixturesHash: fixture.Hash(g.fixtures), Version: run.Version, Mode: run.Mode,
			Confidence: s.Confidence, Threshold: threshold, Started: run.Started, Finished: run.Finished, End: run.End, Trials: run.Trials,
		},
		Corpus: corpus(s, g), Notes: g.notes,
	}
	if run.SuiteHash != s.Hash {
		r.Notes = append(r.Notes, "the suite is not what it was when the run was made: answers are those of then, what is expected is that of now")
	}
	for _, y := range g.sides {
		r.Systems = append(r.Systems, g.system(s, y, r, threshold, bases))
	}
	r.Languages = g.languages()
	if s.Base != "" {
		for _, b := range g.sides {
			for _, y := range g.sides {
				if b.arm.Name != s.Base || y.arm.Name == s.Base || b.model != "" && y.model != "" && b.model != y.model {
					continue
				}
				base := extract.NewBaseline(extract.Identity{}, "", b.own())
				c := extract.Compare(base, extract.Identity{}, y.own(), threshold)
				r.Comparisons = append(r.Comparisons, comparison(c, named(b), named(y), identity(s, r, b), ""))
			}
		}
	}
	return r, nil
}

// Baseline makes a baseline of one system of a run. The arm and the model may be
// empty where there is only one that they could name.
func Baseline(ctx context.Context, s *suite.Extract, run trial.Run, records iter.Seq2[trial.Record, error], arm, model string) (extract.Baseline, error) {
	g, err := grade(ctx, s, records, nil)
	if err != nil {
		return extract.Baseline{}, err
	}
	var fit []*side
	var names []string
	for _, y := range g.sides {
		names = append(names, named(y))
		if (arm == "" || y.arm.Name == arm) && (model == "" || y.model == model) {
			fit = append(fit, y)
		}
	}
	if len(fit) != 1 {
		return extract.Baseline{}, &Unknown{fmt.Sprintf("run %s has %d systems that this could mean, and a baseline is of one; hint: --arm and --model name one of %s", run.ID, len(fit), strings.Join(names, ", "))}
	}
	r := &extractreport.Report{Run: extractreport.Run{ID: run.ID, FixturesHash: fixture.Hash(g.fixtures)}}
	of := identity(s, r, fit[0])
	results := fit[0].own()
	if len(extract.Tallies(results)) < len(g.fixtures) {
		return extract.Baseline{}, &Unknown{fmt.Sprintf("of %d fixtures only %d have an answer in run %s; hint: a baseline is of a whole run: ask what is missing first", len(g.fixtures), len(extract.Tallies(results)), run.ID)}
	}
	if all := len(s.Corpus.Reviewed()); len(g.fixtures) < all {
		return extract.Baseline{}, &Unknown{fmt.Sprintf("run %s asked about %d of %d reviewed fixtures; hint: a baseline is of a whole run", run.ID, len(g.fixtures), all)}
	}
	at := run.Finished
	if at.IsZero() {
		at = run.Started
	}
	return extract.NewBaseline(of, at.UTC().Format("2006-01-02T15:04:05Z"), results), nil
}

func named(y *side) string {
	return extractreport.System{Arm: y.arm.Name, Model: y.model}.Name()
}

// identity says what a system was measured with.
func identity(s *suite.Extract, r *extractreport.Report, y *side) extract.Identity {
	id := extract.Identity{
		Prompt: s.Name, PromptVersion: y.arm.Version, PromptHash: y.arm.PromptHash, Model: y.model, FixturesHash: r.Run.FixturesHash, Run: r.Run.ID,
	}
	if y.arm.Kind == suite.CommandArm {
		id.Prompt, id.Model = "command "+y.arm.Name, strings.Join(y.arm.Command, " ")
	}
	return id
}

// system tells of one system.
func (g *grading) system(s *suite.Extract, y *side, r *extractreport.Report, threshold float64, bases map[string]extract.Baseline) extractreport.System {
	own := y.own()
	of := identity(s, r, y)
	out := extractreport.System{
		Arm: y.arm.Name, Kind: y.arm.Kind, Prompt: of.Prompt, Version: y.arm.Version, PromptHash: y.arm.PromptHash, Model: y.model,
		Metrics: metrics(extract.Summarise(own)), InputTokens: y.input, OutputTokens: y.output,
		Repeats: overRepeats(s.Corpus.Normaliser, y), Variants: g.overVariants(s.Corpus.Normaliser, y), Results: []extractreport.Result{},
	}
	if y.input != nil || y.output != nil {
		out.Uncounted = y.uncounted
	}
	out.CostUSD, out.Unpriced = y.cost.Sum()
	b, base := s.Corpus.Manifest.Baseline, "baseline"
	if bases != nil {
		b = nil
		if other, ok := bases[named(y)]; ok {
			b, base = &other, "run "+other.Run
		} else {
			r.Notes = append(r.Notes, fmt.Sprintf("%s was not asked in the other run: there is nothing to hold it against", named(y)))
		}
	}
	if b != nil {
		c := comparison(extract.Compare(*b, of, own, threshold), base, named(y), b.Identity, b.MeasuredAt)
		out.Baseline = &c
	}
	cases := map[string]*fixture.Fixture{}
	for i, f := range g.fixtures {
		cases[f.ID] = &g.fixtures[i]
	}
	for _, x := range y.results {
		t := result(cases[x.Case], x)
		switch x.state {
		case score.InfraError:
			r.Run.InfraErrors++
		case score.NoAnswer:
			r.Run.NoAnswer++
		default:
			r.Run.Answered++
		}
		out.Results = append(out.Results, t)
	}
	return out
}

// corpus tells what was asked about.
func corpus(s *suite.Extract, g *grading) extractreport.Corpus {
	out := extractreport.Corpus{Version: s.Corpus.Manifest.Version, Drafts: []string{}, Fixtures: []extractreport.Fixture{}}
	for _, f := range s.Corpus.Fixtures {
		if f.Status != fixture.Reviewed {
			out.Drafts = append(out.Drafts, f.ID)
		}
	}
	for _, f := range g.fixtures {
		out.Reviewed++
		out.Lines += f.Lines
		weight := f.Weight
		if weight == 0 {
			weight = 1
		}
		out.Fixtures = append(out.Fixtures, extractreport.Fixture{
			ID: f.ID, Name: f.Name, Category: f.Category, Language: f.Language, File: f.File, Weight: weight, Lines: f.Lines,
			Exhaustive: f.Exhaustive, Content: f.Content, Must: expectations(f.Must), MustNot: expectations(f.MustNot),
		})
	}
	return out
}

func expectations(list []extract.Expectation) []extractreport.Expectation {
	out := []extractreport.Expectation{}
	for _, e := range list {
		last := e.LastLine
		if last == 0 {
			last = e.FirstLine
		}
		out = append(out, extractreport.Expectation{Subject: e.Subject, Predicate: e.Predicate, Value: plain(e.Value), Rationale: e.Rationale, FirstLine: e.FirstLine, LastLine: last})
	}
	return out
}
