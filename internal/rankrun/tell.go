package rankrun

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sooth/internal/fingerprint"
	"sooth/internal/rankreport"
	"sooth/rank"
	"sooth/score"
	"sooth/search"
	"sooth/stat"
	"sooth/suite"
	"sooth/trial"
)

func absolute(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		return full
	}
	return dir
}

// answered is a record with its ranking.
type answered struct {
	record  trial.Record
	ranking search.Ranking
}

// teller puts a report together.
type teller struct {
	suite   *suite.Search
	systems []*system
	answers map[string][]answered // by query, in the order of the repeats and systems
	report  *rankreport.Report
}

// tell measures the records of a run.
func tell(ctx context.Context, s *suite.Search, systems []*system, run trial.Run, records iter.Seq2[trial.Record, error]) (*rankreport.Report, error) {
	t := &teller{suite: s, systems: systems, answers: map[string][]answered{}, report: &rankreport.Report{
		Schema: rankreport.Schema,
		Run: rankreport.Run{
			ID: run.ID, Suite: s.Name, SuiteHash: s.Hash, CorpusHash: s.Corpus, Version: run.Version, Seed: s.Seed, K: s.K, Depth: s.Depth,
			Started: run.Started, Finished: run.Finished, End: run.End,
		},
		Table: []rankreport.Row{}, Queries: []rankreport.Query{},
	}}
	if s.Universe != nil {
		t.report.Run.Universe = s.Universe.Len()
	}
	if p := s.Primary; p != nil {
		t.report.Run.Primary = &rankreport.Primary{Class: p.Class, Measure: p.Measure, Base: p.Base, System: p.System}
	}
	if len(s.Pilot) > 0 {
		t.report.Run.NotRecorded = "pilot: " + strings.Join(s.Pilot, ", ")
	}
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		ranking, err := decode(r.Answer)
		if err != nil {
			return nil, fmt.Errorf("run %s: the record of query %q and system %q holds no ranking: %w", run.ID, r.Task, r.Arm, err)
		}
		t.answers[r.Task] = append(t.answers[r.Task], answered{r, ranking})
		t.report.Run.Repeats = max(t.report.Run.Repeats, r.Repeat+1)
	}
	if t.report.Run.Repeats == 1 {
		t.report.Run.Repeats = 0 // nothing was asked again
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, y := range systems {
		t.report.Systems = append(t.report.Systems, t.system(y))
	}
	for _, c := range s.Classes {
		if err := t.class(c); err != nil {
			return nil, err
		}
	}
	t.notes()
	return t.report, nil
}

// of returns the answer of one system to one query: the first where it was
// asked several times.
func (t *teller) of(query, system string) (answered, bool) {
	for _, a := range t.answers[query] {
		if a.record.Arm == system && a.record.Repeat == 0 {
			return a, true
		}
	}
	return answered{}, false
}

// system counts what one system did.
func (t *teller) system(y *system) rankreport.System {
	r := rankreport.System{Name: y.Name, Kind: y.Kind, Definition: y.definition, Server: y.said, Files: y.files, Failures: map[search.Word]int{}}
	r.Changed = slices.ContainsFunc(y.files, func(f fingerprint.File) bool { return f.After != "" })
	var latencies []time.Duration
	for _, q := range t.suite.Queries {
		a, ok := t.of(q.ID, y.Name)
		if !ok {
			continue
		}
		if t.unstable(q.ID, y.Name) {
			r.Unstable++
		}
		latencies = append(latencies, t.latencies(q.ID, y.Name)...)
		r.Noise += a.ranking.Noise
		if r.Definition == "" {
			r.Definition = a.record.System // of a run that is measured again
		}
		if a.record.State != score.Answered {
			word, _ := failure(a.record.Reason)
			r.Failures[word]++
			continue
		}
		r.Answered++
		if len(a.ranking.Hits) == 0 {
			r.Empty++
		}
		r.Duplicates += a.ranking.Duplicates
		for _, h := range a.ranking.Hits {
			if u := t.suite.Universe; u != nil && !u.Has(h.ID) {
				r.Outside++
			}
		}
	}
	if y.noise != nil {
		r.Noise, _ = y.noise() // of the whole session, not of answers alone
	}
	r.Latency = percentiles(latencies)
	return r
}

// percentiles are nearest-rank.
func percentiles(list []time.Duration) *rankreport.Latency {
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	at := func(p float64) float64 {
		i := int(math.Ceil(p*float64(len(list)))) - 1
		return milliseconds(list[max(0, min(i, len(list)-1))])
	}
	return &rankreport.Latency{N: len(list), P50: at(0.5), P90: at(0.9), P95: at(0.95), P99: at(0.99), Max: at(1)}
}

func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e6) / 1e3 }

// class measures the queries of one class.
func (t *teller) class(c search.Class) error {
	measures, err := parsed(c.Measures)
	if err != nil {
		return fmt.Errorf("class %q: %w", c.Name, err)
	}
	told := rankreport.Class{Name: c.Name, Description: c.Description, Truth: c.Truth, Measures: c.Measures, Primary: c.Primary}
	if c.Truth == search.Preference {
		told.Measures = []string{search.PreferenceMeasure}
	}
	var positive, negative []rankreport.Query
	ceilings := map[string][]float64{}
	for _, q := range t.suite.Queries {
		if q.Class != c.Name {
			continue
		}
		if q.Negative {
			told.Negative++
			negative = append(negative, t.query(c, q, nil, nil))
			continue
		}
		told.Queries++
		positive = append(positive, t.query(c, q, measures, ceilings))
	}
	t.report.Classes = append(t.report.Classes, told)
	for i, m := range measures {
		row := t.row(c, c.Measures[i], positive)
		row.Ceiling = stat.Mean(ceilings[c.Measures[i]])
		if c.Truth == search.Qrels {
			t.judgedShare(&row, m, positive)
		}
		t.report.Table = append(t.report.Table, row)
	}
	if c.Truth == search.Preference && len(positive) > 0 {
		t.report.Table = append(t.report.Table, t.preferences(c, positive))
	}
	if len(negative) > 0 {
		t.report.Table = append(t.report.Table, t.falseHits(c, negative))
	}
	both := append(positive, negative...)
	slices.SortFunc(both, func(a, b rankreport.Query) int { return cmp.Compare(a.ID, b.ID) })
	t.report.Queries = append(t.report.Queries, both...)
	return nil
}

// query measures what every system answered to one query.
func (t *teller) query(c search.Class, q search.Query, measures []rank.Measure, ceilings map[string][]float64) rankreport.Query {
	told := rankreport.Query{ID: q.ID, Text: q.Text, Class: q.Class, Labels: q.Labels, Negative: q.Negative, Pattern: q.Truth.Pattern, Filter: q.Truth.Filter}
	var cut []search.Ranking
	for _, y := range t.systems {
		a, _ := t.of(q.ID, y.Name)
		cut = append(cut, a.ranking.Distinct(t.suite.K))
	}
	graded := !q.Negative && c.Truth != search.Preference
	var found truth
	if graded {
		found = settle(t.suite, q, cut)
		if found.warning != "" {
			t.report.Notes = append(t.report.Notes, found.warning)
		}
		if found.known {
			n := len(ideal(found.grades, math.MaxInt))
			told.Relevant = &n
		}
		told.Grades = found.grades
		topic := rank.NewTopic(found.grades, ideal(found.grades, t.suite.K), rank.Options{})
		for i, m := range measures {
			ceilings[c.Measures[i]] = append(ceilings[c.Measures[i]], m.Of(topic))
		}
	}
	for i, y := range t.systems {
		a, ok := t.of(q.ID, y.Name)
		answer := rankreport.Answer{System: y.Name, State: a.record.State, LatencyMS: milliseconds(a.ranking.Latency), Raw: a.ranking.Raw, Unstable: t.unstable(q.ID, y.Name)}
		switch {
		case !ok:
			answer.State, answer.Failure, answer.Reason = score.InfraError, search.NotStarted, "there is no record"
		case a.record.State != score.Answered:
			answer.State = score.InfraError
			answer.Failure, answer.Reason = failure(a.record.Reason)
		default:
			answer.Hits = []rankreport.Hit{}
			for _, h := range cut[i].Hits {
				hit := rankreport.Hit{ID: h.ID, Title: h.Title, Score: h.Score}
				if g, ok := found.grades[h.ID]; ok {
					hit.Grade = &g
				}
				answer.Hits = append(answer.Hits, hit)
			}
			t.measure(c, q, measures, found, &answer)
		}
		told.Answers = append(told.Answers, answer)
	}
	return told
}

// measure computes the values of one answer.
func (t *teller) measure(c search.Class, q search.Query, measures []rank.Measure, found truth, a *rankreport.Answer) {
	a.Values = map[string]float64{}
	switch {
	case q.Negative:
		a.Values[search.FalseHitMeasure] = falseHit(q, a.Hits)
		return
	case c.Truth == search.Preference:
		word, value, defined := preference(q, a.Hits)
		a.Preference = word
		if defined {
			a.Values[search.PreferenceMeasure] = value
		}
		return
	}
	ids := make([]string, len(a.Hits))
	for i, h := range a.Hits {
		ids[i] = h.ID
		if h.Grade != nil && *h.Grade > 0 && a.FirstRelevant == nil {
			n := i + 1
			a.FirstRelevant = &n
		}
	}
	topic := rank.NewTopic(found.grades, ids, rank.Options{})
	for i, m := range measures {
		if v := m.Of(topic); !math.IsNaN(v) && !math.IsInf(v, 0) {
			a.Values[c.Measures[i]] = v
		}
	}
	if q.RecallMin != nil || q.PrecisionMin != nil {
		passed := reached(a.Values["SetR"], q.RecallMin) && reached(a.Values["SetP"], q.PrecisionMin)
		a.Passed = &passed
	}
}

// reached says whether a least value was reached, rounding aside.
func reached(value float64, least *float64) bool { return least == nil || value >= *least-1e-9 }
