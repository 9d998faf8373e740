package rankcompare

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"sooth/internal/rankfile"
	"sooth/rank"
	"sooth/stat"
)

// TREC says how two runs in TREC's format are compared.
type TREC struct {
	Qrels    string // file of judgements
	A, B     string // files with runs; of all three at most one "-"
	Measures []string
	Topics   string // file with texts, classes and labels of topics; empty: none
	Options  rank.Options
	Depth    int // documents shown, and within which a first relevant one counts; 0: 10
}

// Load reads two runs beside judgements. The caller adds Primary, Where and
// Gates. Warnings are for the reader.
func (t TREC) Load(ctx context.Context, stdin io.Reader) (in Input, warnings []string, err error) {
	if t.Depth == 0 {
		t.Depth = 10
	}
	measures, err := t.measures()
	if err != nil {
		return in, nil, err
	}
	qrels, err := rankfile.Open(ctx, t.Qrels, stdin)
	if err != nil {
		return in, nil, err
	}
	defer qrels.Close()
	judgements, err := rank.ReadJudgements(qrels.Text, t.Options)
	if err != nil {
		return in, nil, err
	}
	in = Input{Depth: t.Depth, Level: t.Options.Level, Corpus: digest(qrels.Text.Data)}
	labels, err := t.labels(ctx, stdin)
	if err != nil {
		return in, nil, err
	}
	known := map[string]bool{}
	for _, name := range judgements.Topics() {
		known[name] = true
		in.Queries = append(in.Queries, t.query(judgements, name, measures, labels[name]))
	}
	strangers := 0
	for name := range labels {
		if !known[name] {
			strangers++
		}
	}
	if strangers > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: %s without judgements left out", t.Topics, topics(strangers)))
	}
	for i, name := range []string{t.A, t.B} {
		system, said, err := t.run(ctx, stdin, name, i == 1, judgements, measures, &in)
		if err != nil {
			return in, nil, err
		}
		warnings = append(warnings, said...)
		if i == 0 {
			in.A = system
		} else {
			in.B = system
		}
	}
	in.name()
	in.classify(measures)
	neither := 0
	in.Queries = slices.DeleteFunc(in.Queries, func(q Query) bool {
		gone := q.A.State == Missing && q.B.State == Missing
		if gone {
			neither++
		}
		return gone
	})
	if neither > 0 {
		warnings = append(warnings, fmt.Sprintf("%s of %s in neither run and left out; with --complete they count as 0", topics(neither), t.Qrels))
	}
	if len(in.Queries) == 0 {
		return in, nil, &rank.InputError{Name: t.Qrels, Reason: "no topic of it is in a run", Hint: "compare the first columns of the files"}
	}
	return in, warnings, nil
}

// measures parses the names and refuses what has no mean over queries.
func (t TREC) measures() ([]rank.Column, error) {
	names := t.Measures
	if len(names) == 0 {
		names = []string{"nDCG@10", "RR@10", "AP", "P@10", "R@100"}
	}
	var list []rank.Column
	for _, name := range names {
		columns, err := rank.ParseColumns(name)
		if err != nil {
			return nil, &Invalid{err.Error()}
		}
		for _, c := range columns {
			if c.Special != rank.Number || c.Whole || c.Measure.Mean() != rank.Arithmetic {
				if len(columns) > 1 {
					continue // a set has some that cannot be compared
				}
				return nil, &Invalid{fmt.Sprintf("measure %q has no mean over queries, so there is nothing to compare; hint: for example nDCG@10, RR@10, P@5", name)}
			}
			if !slices.ContainsFunc(list, func(o rank.Column) bool { return o.Label == c.Label }) {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// Invalid is a mistake in the command.
type Invalid struct{ Reason string }

func (e *Invalid) Error() string { return e.Reason }

// query is a topic before the runs are read.
func (t TREC) query(j *rank.Judgements, name string, measures []rank.Column, l topicLabels) Query {
	q := Query{ID: name, Text: l.text, Class: l.class, Labels: l.labels, Ceilings: map[string]float64{},
		A: Answer{State: Missing, Reason: "no document in the run"}, B: Answer{State: Missing, Reason: "no document in the run"}}
	relevant := 0
	for _, grade := range j.Grades(name) {
		if grade >= max(t.Options.Level, 1) {
			relevant++
		}
	}
	q.Relevant = &relevant
	for _, c := range measures {
		if value, ok := j.Ceiling(name, c.Measure, t.Options); ok {
			q.Ceilings[c.Label] = value
		}
	}
	return q
}

// run evaluates one run and puts its answers into the queries.
func (t TREC) run(ctx context.Context, stdin io.Reader, name string, second bool, j *rank.Judgements, columns []rank.Column, in *Input) (System, []string, error) {
	f, err := rankfile.Open(ctx, name, stdin)
	if err != nil {
		return System{}, nil, err
	}
	defer f.Close()
	measures := make([]rank.Measure, 0, 2*len(columns))
	for _, c := range columns {
		measures = append(measures, c.Measure)
	}
	for _, c := range columns {
		measures = append(measures, rank.Measure{Kind: rank.Judged, Cutoff: c.Measure.Cutoff})
	}
	e, err := rank.Evaluate(j, f.Text, measures, t.Options, rank.Extra{Ties: true, Documents: t.Depth})
	if err != nil {
		return System{}, nil, err
	}
	at := 0
	for i := range e.Topics {
		topic := &e.Topics[i]
		for in.Queries[at].ID != topic.Name {
			at++
		}
		q := &in.Queries[at]
		answer := t.answer(topic, columns)
		if second {
			q.B = answer
		} else {
			q.A = answer
		}
	}
	var warnings []string
	if n := len(e.Missing); n > 0 && !t.Options.Complete {
		warnings = append(warnings, fmt.Sprintf("%s: no document for %s of %d; left out of comparisons, with --complete counted as 0", f.Text.Name, topics(n), len(j.Topics())))
	}
	if e.Unjudged > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: %s without judgements left out", f.Text.Name, topics(e.Unjudged)))
	}
	if e.Repeated > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: %d documents left out, their topics had them already", f.Text.Name, e.Repeated))
	}
	return System{Name: e.RunID, Source: f.Text.Name, Kind: "file", Digest: digest(f.Text.Data), Tag: e.RunID}, warnings, nil
}

func (t TREC) answer(topic *rank.TopicResult, columns []rank.Column) Answer {
	a := Answer{State: Answered, Retrieved: len(topic.Documents), Values: map[string]float64{}, Judged: map[string]float64{}, Ties: map[string]rank.Tied{}}
	for i, c := range columns {
		a.Values[c.Label] = topic.Values[i]
		a.Ties[c.Label] = topic.Ties[i]
		if k := c.Measure.Kind; k != rank.Judged && k != rank.Unjudged && k != rank.RBPResidual {
			a.Judged[c.Label] = topic.Values[len(columns)+i]
		}
	}
	for i, d := range topic.Documents {
		score := d.Score
		hit := Hit{ID: d.Document, Score: stat.Finite(score)}
		if grade := d.Grade; grade != -1 {
			if grade < 0 {
				grade = -1 // in the pool, not judged: the qrels say so by any grade below 0
			}
			hit.Grade = &grade
		}
		if a.FirstRelevant == 0 && d.Grade >= max(t.Options.Level, 1) {
			a.FirstRelevant = i + 1
		}
		a.Hits = append(a.Hits, hit)
	}
	return a
}

// name gives the systems the names by which they are told apart: their tags,
// or where those are equal or empty their files.
func (in *Input) name() {
	if in.A.Tag == in.B.Tag || in.A.Tag == "" || in.B.Tag == "" {
		in.A.Name, in.B.Name = in.A.Source, in.B.Source
	}
	if in.A.Name == in.B.Name {
		in.A.Name, in.B.Name = "A", "B"
	}
}

// classify makes the classes out of the labels; all have the same measures.
func (in *Input) classify(columns []rank.Column) {
	var names []string
	for _, c := range columns {
		m := newMeasure(c.Label)
		m.Name, m.same, m.Denominator = c.Label, c.Measure, c.Measure.Denominator()
		in.Measures = append(in.Measures, m)
		names = append(names, c.Label)
	}
	in.Overall = names
	for _, class := range values(in.Queries, "class") {
		in.Classes = append(in.Classes, Class{Name: class, Measures: names, Primary: names[0]})
	}
	in.Primary = &Target{Measure: names[0]}
	if len(in.Classes) == 1 {
		in.Primary.Class = in.Classes[0].Name
	}
}

func topics(n int) string {
	if n == 1 {
		return "1 topic"
	}
	return fmt.Sprintf("%d topics", n)
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
