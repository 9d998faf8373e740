package rankcompare

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sooth/internal/rankreport"
	"sooth/rank"
	"sooth/score"
	"sooth/search"
	"sooth/trial"
)

// ReadRun reads the JSON of a run of search engines, sooth.rankrun/1.
func ReadRun(name string, text []byte) (*rankreport.Report, error) {
	fault := func(reason, hint string) error {
		return &rank.InputError{Name: name, Reason: reason, Hint: hint}
	}
	var r rankreport.Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fault("no JSON of a rank run: "+err.Error(), "sooth rank run SUITE --format json writes it; two TREC runs are compared with --qrels")
	}
	if r.Schema != rankreport.Schema {
		return nil, fault(fmt.Sprintf("schema %q where %q is read", r.Schema, rankreport.Schema), "sooth rank run SUITE --format json writes it")
	}
	return &r, nil
}

// Runs says which system of which run is compared with which.
type Runs struct {
	First, Second *rankreport.Report // the same where both systems are of one run
	A, B          string             // names of systems; empty where there is no choice
}

// Load makes the input of a comparison of two systems. Runs on different
// corpora are refused: what they measured is not the same.
func (r Runs) Load() (Input, error) {
	x, y := r.First, r.Second
	if x.Run.CorpusHash != y.Run.CorpusHash || x.Run.K != y.Run.K {
		return Input{}, &Invalid{fmt.Sprintf("the runs cannot be compared: corpus %.12s at k = %d, and corpus %.12s at k = %d; hint: run both systems on the same queries and truth; sooth rank diff tells two corpora apart", x.Run.CorpusHash, x.Run.K, y.Run.CorpusHash, y.Run.K)}
	}
	a, err := r.system(x, r.A, 0)
	if err != nil {
		return Input{}, err
	}
	b, err := r.system(y, r.B, 1)
	if err != nil {
		return Input{}, err
	}
	if x == y && a.Name == b.Name {
		return Input{}, &Invalid{fmt.Sprintf("system %q cannot be compared with itself; hint: the systems are %s", a.Name, systems(x))}
	}
	in := Input{Suite: x.Run.Suite, Corpus: x.Run.CorpusHash, Depth: x.Run.K, Level: 1, Seed: x.Run.Seed,
		A: System{Name: a.Name, Source: "run " + x.Run.ID, Kind: a.Kind, Changed: a.Changed}, B: System{Name: b.Name, Source: "run " + y.Run.ID, Kind: b.Kind, Changed: b.Changed}}
	if a.Name == b.Name {
		in.A.Name, in.B.Name = a.Name+"@"+x.Run.ID, b.Name+"@"+y.Run.ID
		if in.A.Name == in.B.Name {
			return Input{}, &Invalid{fmt.Sprintf("run %s cannot be compared with itself", x.Run.ID)}
		}
	}
	in.classesOf(x)
	for _, q := range x.Queries {
		i := slices.IndexFunc(y.Queries, func(o rankreport.Query) bool { return o.ID == q.ID })
		if i < 0 {
			return Input{}, &Invalid{fmt.Sprintf("query %q of run %s is not in run %s, though their corpora have one hash; hint: one of the files was changed", q.ID, x.Run.ID, y.Run.ID)}
		}
		in.Queries = append(in.Queries, in.queryOf(q, answerOf(q, a.Name), answerOf(y.Queries[i], b.Name)))
	}
	if p := x.Run.Primary; x == y && p != nil && p.Base == a.Name && p.System == b.Name {
		in.Primary = &Target{p.Class, p.Measure}
	}
	for _, run := range slices.Compact([]*rankreport.Report{x, y}) {
		for _, n := range run.Notes {
			if !slices.Contains(in.Notes, n) && !strings.HasPrefix(n, "canonical-lookup") && !aboutOthers(n, run, a.Name, b.Name) {
				in.Notes = append(in.Notes, n)
			}
		}
		if run.Run.NotRecorded != "" {
			in.Notes = append(in.Notes, "not for the record: "+run.Run.NotRecorded)
		}
		switch run.Run.End {
		case "", trial.Completed:
		case trial.ErrorsTolerance:
			in.Notes = append(in.Notes, fmt.Sprintf("in run %s more searches failed than were borne", run.Run.ID))
		default:
			in.Notes = append(in.Notes, fmt.Sprintf("run %s ended %s: queries that were not asked are missing", run.Run.ID, strings.ReplaceAll(string(run.Run.End), "_", " ")))
		}
	}
	return in, nil
}

// aboutOthers says whether a note of a run is about systems that are not compared.
func aboutOthers(note string, run *rankreport.Report, a, b string) bool {
	words := strings.FieldsFunc(note, func(c rune) bool { return c == ' ' || c == ',' || c == ':' })
	if slices.Contains(words, a) || slices.Contains(words, b) {
		return false
	}
	return slices.ContainsFunc(run.Systems, func(s rankreport.System) bool { return slices.Contains(words, s.Name) })
}

// system finds a system by its name, or where none is named and there are two,
// the one in that place.
func (r Runs) system(run *rankreport.Report, name string, place int) (rankreport.System, error) {
	for i, s := range run.Systems {
		if s.Name == name || name == "" && (len(run.Systems) == 1 || len(run.Systems) == 2 && r.First == r.Second && i == place) {
			return s, nil
		}
	}
	if name == "" {
		return rankreport.System{}, &Invalid{fmt.Sprintf("which system of run %s? hint: name two of %s", run.Run.ID, systems(run))}
	}
	return rankreport.System{}, &Invalid{fmt.Sprintf("run %s has no system %q; hint: the systems are %s", run.Run.ID, name, systems(run))}
}

func systems(run *rankreport.Report) string {
	var names []string
	for _, s := range run.Systems {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// negative is the class of the queries of a class that must find nothing: they
// have a measure of their own.
func negative(class string) string { return class + " negative" }

// classesOf makes the classes and measures of a run.
func (in *Input) classesOf(r *rankreport.Report) {
	add := func(c Class) {
		in.Classes = append(in.Classes, c)
		for _, name := range c.Measures {
			if !slices.ContainsFunc(in.Measures, func(m Measure) bool { return m.Name == name }) {
				in.Measures = append(in.Measures, newMeasure(name))
			}
		}
	}
	var common []string
	for i, c := range r.Classes {
		measures := c.Measures
		if len(measures) == 0 {
			measures = []string{search.PreferenceMeasure}
		}
		primary := c.Primary
		if primary == "" {
			primary = measures[0]
		}
		if c.Queries > 0 || c.Negative == 0 {
			add(Class{Name: c.Name, Description: c.Description, Measures: measures, Primary: primary, Unranked: c.Truth == search.Preference, Complete: c.Truth != search.Preference && c.Truth != search.Qrels})
		}
		if i == 0 {
			common = slices.Clone(measures)
		}
		common = slices.DeleteFunc(common, func(m string) bool { return !slices.Contains(measures, m) })
		if c.Negative > 0 {
			add(Class{Name: negative(c.Name), Description: "must find nothing", Measures: []string{search.FalseHitMeasure}, Primary: search.FalseHitMeasure, Unranked: true})
		}
	}
	if !slices.ContainsFunc(r.Classes, func(c rankreport.Class) bool { return c.Negative > 0 }) {
		in.Overall = common
	}
}

func answerOf(q rankreport.Query, system string) *rankreport.Answer {
	for i := range q.Answers {
		if q.Answers[i].System == system {
			return &q.Answers[i]
		}
	}
	return nil
}

// queryOf makes a query of one of a run with two answers, nil where a system was
// not asked.
func (in *Input) queryOf(q rankreport.Query, a, b *rankreport.Answer) Query {
	class := q.Class
	if q.Negative {
		class = negative(class)
	}
	c := in.class(class)
	out := Query{ID: q.ID, Text: q.Text, Class: class, Labels: q.Labels, Relevant: q.Relevant, Unranked: c.Unranked, Ceilings: map[string]float64{}}
	for _, name := range c.Measures {
		m := newMeasure(name)
		switch {
		case name == search.PreferenceMeasure:
			out.Ceilings[name] = 1
		case name == search.FalseHitMeasure:
			out.Ceilings[name] = 0
		case len(q.Grades) > 0 && m.same.Kind != "":
			if value, ok := m.same.Ceiling(q.Grades, rank.Options{}); ok {
				out.Ceilings[name] = value
			}
		}
	}
	out.A, out.B = answered(a, c), answered(b, c)
	return out
}

func answered(a *rankreport.Answer, c Class) Answer {
	if a == nil {
		return Answer{State: Missing, Reason: "not asked"}
	}
	if a.State != score.Answered {
		reason := string(a.Failure)
		if a.Reason != "" {
			reason += ": " + a.Reason
		}
		return Answer{State: InfraError, Reason: reason}
	}
	out := Answer{State: Answered, Retrieved: len(a.Hits), Values: a.Values}
	if a.FirstRelevant != nil {
		out.FirstRelevant = *a.FirstRelevant
	}
	for _, h := range a.Hits {
		grade := h.Grade
		if none := 0; grade == nil && c.Complete {
			grade = &none
		}
		out.Hits = append(out.Hits, Hit{ID: h.ID, Title: h.Title, Score: h.Score, Grade: grade})
	}
	if !c.Complete && !c.Unranked {
		out.Judged = map[string]float64{}
		for _, name := range c.Measures {
			out.Judged[name] = judged(out.Hits, newMeasure(name).same.Cutoff)
		}
	}
	return out
}

// judged is the share of the first k documents that have a judgement; 0: all.
func judged(hits []Hit, k int) float64 {
	if k > 0 && k < len(hits) {
		hits = hits[:k]
	}
	n := 0
	for _, h := range hits {
		if h.Grade != nil && *h.Grade >= 0 {
			n++
		}
	}
	if len(hits) == 0 {
		return 0 // as rank's Judged
	}
	return float64(n) / float64(len(hits))
}
