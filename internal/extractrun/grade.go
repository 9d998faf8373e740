package extractrun

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"sooth/extract"
	"sooth/extract/fixture"
	"sooth/internal/perturb"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// graded is one record, judged.
type graded struct {
	extract.Result
	variant string // kind; empty: the fixture itself
	record  extract.Record
	state   score.State
}

// side is all that was recorded of one system: an arm under a model.
type side struct {
	arm     suite.ExtractArm
	model   string
	results []graded // in order of fixture, variant, repeat

	input, output *int // tokens of the results that tell them
	uncounted     int  // results that do not tell both
	cost          trial.Cost
}

// results returns the results that count: those of the fixtures themselves.
func (s *side) own() []extract.Result {
	var list []extract.Result
	for _, g := range s.results {
		if g.variant == "" {
			list = append(list, g.Result)
		}
	}
	return list
}

// grading is the records of a run, judged.
type grading struct {
	sides    []*side           // in order of the suite, then of the model's first record
	fixtures []fixture.Fixture // that were asked about, in order of id
	variants map[string][]perturb.Variant
	kinds    []perturb.Kind
	notes    []string
}

// grade judges records. Those of fixtures that are gone, or no longer
// reviewed, are left out, and said to be.
func grade(ctx context.Context, s *suite.Extract, records iter.Seq2[trial.Record, error], parsers Parsers) (*grading, error) {
	g := &grading{}
	known := map[string]*fixture.Fixture{}
	for i, f := range s.Corpus.Fixtures {
		if f.Status == fixture.Reviewed {
			known[f.ID] = &s.Corpus.Fixtures[i]
		}
	}
	sides, asked, gone := map[[2]string]*side{}, map[string]bool{}, map[string]bool{}
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		id, variant := suite.FixtureOf(r.Task)
		f, arm := known[id], suite.ExtractArm{}
		var ok bool
		if arm, ok = s.Arm(r.Arm); f == nil || !ok {
			what := fmt.Sprintf("fixture %q", id)
			if f != nil {
				what = fmt.Sprintf("arm %q", r.Arm)
			}
			if !gone[what] {
				gone[what] = true
				g.notes = append(g.notes, what+" of the run is not in the suite as it is now, or not reviewed: its answers are left out")
			}
			continue
		}
		asked[id] = true
		if k := perturb.Kind(variant); variant != "" && !slices.Contains(g.kinds, k) {
			g.kinds = append(g.kinds, k)
		}
		key := [2]string{r.Arm, r.Model}
		y := sides[key]
		if y == nil {
			y = &side{arm: arm, model: r.Model}
			sides[key] = y
			g.sides = append(g.sides, y)
		}
		y.add(s, f, r, variant)
	}
	slices.SortFunc(g.kinds, func(a, b perturb.Kind) int {
		return slices.Index(perturb.Kinds(), a) - slices.Index(perturb.Kinds(), b)
	})
	for _, f := range s.Corpus.Fixtures {
		if asked[f.ID] {
			g.fixtures = append(g.fixtures, f)
		}
	}
	g.sort(s)
	var err error
	g.variants, err = variants(ctx, g.fixtures, g.kinds, parsers)
	return g, err
}

// add judges a record.
func (y *side) add(s *suite.Extract, f *fixture.Fixture, r trial.Record, variant string) {
	record := stages(s, y.arm, r)
	result := extract.Judge(f.Case, record, s.Corpus.Normaliser)
	result.Repeat = r.Repeat
	y.results = append(y.results, graded{result, variant, record, r.State})
	y.input, y.output = sum(y.input, r.Usage.Input), sum(y.output, r.Usage.Output)
	if r.Usage.Input == nil || r.Usage.Output == nil {
		y.uncounted++
	}
	y.cost.Add(r)
}

func sum(all, n *int) *int {
	if n == nil {
		return all
	}
	total := *n
	if all != nil {
		total += *all
	}
	return &total
}

// stages takes a record through the stages.
func stages(s *suite.Extract, arm suite.ExtractArm, r trial.Record) extract.Record {
	switch r.State {
	case score.InfraError:
		return extract.Record{Infra: r.Reason}
	case score.NoAnswer:
		answer := extract.ParseAnswer(r.Answer)
		if len(answer.Observations) == 0 {
			answer.Error = r.Reason
		} else if answer.Partial == "" {
			answer.Partial = r.Reason // what a truncated answer held counts
		}
		hold(s, arm, r.Answer, &answer)
		return extract.ProcessAnswer(answer, s.Corpus.Normaliser, s.Confidence)
	}
	if arm.Rules == nil {
		answer := extract.ParseAnswer(r.Answer)
		hold(s, arm, r.Answer, &answer)
		return extract.ProcessAnswer(answer, s.Corpus.Normaliser, s.Confidence)
	}
	text, lost := understood(r.Answer, arm.Rules)
	record := extract.Process(text, s.Corpus.Normaliser, s.Confidence)
	record.Unknown = append(record.Unknown, lost...)
	return record
}

// hold says where the answer to a prompt does not fit the suite's schema. What a
// program prints was never asked to.
func hold(s *suite.Extract, arm suite.ExtractArm, text string, a *extract.Answer) {
	if s.AnswerSchema != nil && arm.Kind == suite.PromptArm {
		a.Violations, a.MoreViolations = s.AnswerSchema.Check(text, *a)
	}
}

// sort brings systems and their results into the order of the report.
func (g *grading) sort(s *suite.Extract) {
	place := map[string]int{}
	for i, a := range s.Arms {
		place[a.Name] = i
	}
	slices.SortStableFunc(g.sides, func(a, b *side) int { return place[a.arm.Name] - place[b.arm.Name] })
	for _, y := range g.sides {
		slices.SortStableFunc(y.results, func(a, b graded) int { return compareResults(a, b) })
	}
}
