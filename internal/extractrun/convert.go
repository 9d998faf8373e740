package extractrun

import (
	"encoding/json"
	"fmt"
	"slices"

	"sooth/extract"
	"sooth/extract/fixture"
	"sooth/internal/extractreport"
	"sooth/stat"
)

// plain returns a value as JSON has it; a number stays as it was written.
func plain(v extract.Value) any {
	switch v.Kind {
	case extract.Bool:
		return v.Bool
	case extract.Number:
		if text, err := v.MarshalJSON(); err == nil {
			return json.Number(text)
		}
		return v.Number
	case extract.List:
		list := []any{}
		for _, e := range v.List {
			list = append(list, plain(e))
		}
		return list
	}
	return v.Text
}

func observation(o extract.Observation) extractreport.Observation {
	return extractreport.Observation{Subject: o.Subject, Predicate: o.Predicate, Value: plain(o.Value), Confidence: o.Confidence, Line: o.Line}
}

func lost(list []extract.Lost) []extractreport.Lost {
	var out []extractreport.Lost
	for _, l := range list {
		out = append(out, extractreport.Lost{Observation: observation(l.Observation), Reason: l.Reason})
	}
	return out
}

// index finds an expectation among those of its fixture.
func index(list []extract.Expectation, e extract.Expectation) int {
	return slices.IndexFunc(list, func(o extract.Expectation) bool {
		return o.Subject == e.Subject && o.Predicate == e.Predicate && o.Value.Kind == e.Value.Kind && o.Value.String() == e.Value.String() && o.FirstLine == e.FirstLine && o.LastLine == e.LastLine
	})
}

// by says how a name was understood; empty: to the letter.
func by(n extract.Name) string {
	switch n.How {
	case extract.Exact, extract.Outside, "":
		return ""
	case extract.Fuzzy:
		return fmt.Sprintf("%q by %d edits", n.Said, n.Distance)
	}
	return fmt.Sprintf("%q by %s", n.Said, n.How)
}

func coercions(list []extract.Coercion) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.String())
	}
	return out
}

// result tells of one answer.
func result(f *fixture.Fixture, g graded) extractreport.Result {
	r := g.Result
	out := extractreport.Result{
		Fixture: r.Case, Variant: g.variant, Repeat: r.Repeat, State: "failed", Infra: r.Infra, ParseError: r.ParseError, Partial: r.Partial,
		Form: g.record.Answer.Form, Parsed: len(g.record.Answer.Observations), Filtered: lost(g.record.Filtered), Unknown: lost(g.record.Unknown), Duplicates: len(r.Duplicates),
	}
	switch {
	case r.Infra != "":
		out.State = "infra_error"
		return out
	case r.Passed():
		out.State = "passed"
	}
	for _, v := range g.record.Answer.Violations {
		out.Violations = append(out.Violations, extractreport.Violation(v))
	}
	out.MoreViolations = g.record.Answer.MoreViolations
	for _, b := range g.record.Answer.Bad {
		out.Unread = append(out.Unread, extractreport.Unread(b))
	}
	for _, p := range r.Pairs {
		out.Found = append(out.Found, extractreport.Found{
			Expectation: index(f.Must, p.Expectation), Said: observation(p.Claim.Said), Subject: by(p.Claim.Subject), Predicate: by(p.Claim.Predicate), Coercions: coercions(p.Coercions),
		})
	}
	for _, m := range r.Misses {
		miss := extractreport.Miss{Expectation: index(f.Must, m.Expectation), Stage: string(m.Stage), Reason: m.Reason}
		if m.Nearest != nil {
			o := observation(*m.Nearest)
			miss.Nearest = &o
		}
		out.Misses = append(out.Misses, miss)
	}
	for _, w := range r.Wrong {
		wrong := extractreport.Wrong{Said: observation(w.Claim.Said), Coercions: coercions(w.Coercions), Reason: w.Reason}
		if w.Forbidden != nil {
			if i := index(f.MustNot, *w.Forbidden); i >= 0 {
				wrong.Forbidden = &i
			}
		}
		out.Wrong = append(out.Wrong, wrong)
	}
	for _, c := range r.Unjudged {
		out.Unjudged = append(out.Unjudged, observation(c.Said))
	}
	return out
}

func rate(i stat.Interval) extractreport.Rate {
	return extractreport.Rate{Value: i.Value, Low: i.Low, High: i.High, N: i.N, Method: i.Method, Reason: i.Reason}
}

func measures(m extract.Measures) extractreport.Measures {
	return extractreport.Measures{
		Fixtures: m.Fixtures, TP: m.TP, FP: m.FP, FN: m.FN, Unjudged: m.Unjudged, Duplicates: m.Duplicates,
		Precision: rate(m.Precision), Recall: rate(m.Recall), F1: rate(m.F1),
		MacroPrecision: rate(m.MacroPrecision), MacroRecall: rate(m.MacroRecall), MacroF1: rate(m.MacroF1),
	}
}

func metrics(m extract.Metrics) extractreport.Metrics {
	out := extractreport.Metrics{
		Measures: measures(m.Measures), Results: m.Results, Passed: m.Passed, Failed: m.Failed, InfraErrors: m.Infra, ParseErrors: m.ParseErrors, Misfits: m.Misfits, Partial: m.Partial,
		Stages: map[string]int{}, ByCategory: groups(m.ByCategory), ByPredicate: groups(m.ByPredicate),
		Negatives: extractreport.Negatives{
			Fixtures: m.Negatives.Fixtures, Passed: m.Negatives.Passed, Failed: m.Negatives.Failed, FP: m.Negatives.FP, Lines: m.Negatives.Lines,
			PerThousand: m.Negatives.PerThousand, Reason: m.Negatives.Reason,
		},
	}
	for _, stage := range []extract.Stage{extract.Parse, extract.Missing, extract.FalsePositive, extract.Normalisation, extract.Filtered} {
		out.Stages[string(stage)] = m.Stages[stage]
	}
	return out
}

func groups(list []extract.Group) []extractreport.Group {
	out := []extractreport.Group{}
	for _, g := range list {
		out = append(out, extractreport.Group{Name: g.Name, Measures: measures(g.Measures)})
	}
	return out
}

func comparison(c extract.Comparison, base, system string, id extract.Identity, measured string) extractreport.Comparison {
	out := extractreport.Comparison{
		Base: base, System: system, Verdict: string(c.Verdict), Reasons: c.Reasons, Margin: c.Margin, Lost: c.Lost,
		BaseID: extractreport.Identity{Prompt: id.Prompt, Version: id.PromptVersion, PromptHash: id.PromptHash, Model: id.Model, FixturesHash: id.FixturesHash, Run: id.Run, MeasuredAt: measured},
	}
	for _, x := range c.Changes {
		out.Changes = append(out.Changes, extractreport.Change{
			Measure: x.Measure, Decides: x.Decides, N: x.N, Changed: x.Changed, Before: x.Before, Now: x.Now, Drop: x.Drop, P: x.P, Adjusted: x.Adjusted,
			Method: x.Method, FlipP: x.FlipP, Verdict: string(x.Verdict), Reason: x.Reason,
		})
	}
	out.Regressed, out.Improved = moved(c.Regressed), moved(c.Improved)
	return out
}

func moved(list []extract.Moved) []extractreport.Moved {
	var out []extractreport.Moved
	for _, m := range list {
		out = append(out, extractreport.Moved{Fixture: m.Fixture, Before: extractreport.Tally(m.Before), Now: extractreport.Tally(m.Now), Drop: m.Drop})
	}
	return out
}
