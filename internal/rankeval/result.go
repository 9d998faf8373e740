package rankeval

import (
	"context"
	"fmt"
	"io"
	"strings"

	"sooth/internal/rankfile"
	"sooth/rank"
)

// result is everything there is to tell.
type result struct {
	options    Options
	columns    []rank.Column // asked for
	companions []int         // for each column the index of its Judged measure, -1: none
	residuals  []int         // for each column the index of its residual, -1: none
	topics     int           // in the judgements
	judgements int
	highest    int // grade
	repeated   int // judgements left out
	runs       []run
	pairs      []pair
}

// run is one run, evaluated. Values are indexed like columns; what accompanies
// them follows.
type run struct {
	name string
	*rank.Evaluation
}

// people says whether the format is read by people or by programs that show
// something to them: they see how much of a ranking was judged at all.
func (o *Options) people() bool { return o.Format != "trec" }

// gather reads and evaluates everything.
func gather(ctx context.Context, o Options, columns []rank.Column, stdin io.Reader) (*result, error) {
	r := &result{options: o, columns: columns}
	qrels, err := rankfile.Open(ctx, o.Qrels, stdin)
	if err != nil {
		return nil, err
	}
	defer qrels.Close()
	j, err := rank.ReadJudgements(qrels.Text, o.rank())
	if err != nil {
		return nil, err
	}
	r.topics, r.judgements, r.highest, r.repeated = len(j.Topics()), j.Len(), j.HighestGrade(), j.Repeated
	measures, extra := r.plan()
	for _, name := range o.Runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f, err := rankfile.Open(ctx, name, stdin)
		if err != nil {
			return nil, err
		}
		e, err := rank.Evaluate(j, f.Text, measures, o.rank(), extra)
		f.Close()
		if err != nil {
			return nil, err
		}
		if len(e.Topics) == 0 || len(e.Missing) == r.topics && !o.Complete {
			return nil, &rank.InputError{Name: f.Text.Name, Reason: fmt.Sprintf("none of its %d topics has judgements in %s", e.Unjudged, o.Qrels),
				Hint: "compare the first column of both files; with --complete the topics of the judgements count as 0"}
		}
		r.runs = append(r.runs, run{f.Text.Name, e})
	}
	if len(r.runs) > 1 && o.Format != "trec" {
		r.compare()
	}
	return r, nil
}

// plan lists the measures to compute: the columns, and for people how much of
// what each measure saw was judged, and the residual of RBP.
func (r *result) plan() ([]rank.Measure, rank.Extra) {
	var measures []rank.Measure
	extra := rank.Extra{Ties: r.options.Ties}
	index := map[rank.Measure]int{}
	for _, c := range r.columns {
		measures = append(measures, c.Measure)
		if c.Special == rank.RelString {
			extra.Grades = max(extra.Grades, c.Length)
		}
	}
	beside := func(m rank.Measure) int {
		i, ok := index[m]
		if !ok {
			i = len(measures)
			index[m] = i
			measures = append(measures, m)
		}
		return i
	}
	for _, c := range r.columns {
		companion, residual := -1, -1
		if m := c.Measure; r.options.people() && c.Special == rank.Number && !c.Whole {
			if m.Kind != rank.Judged && m.Kind != rank.Unjudged && m.Kind != rank.RBPResidual && m.Kind != rank.IDCG {
				companion = beside(rank.Measure{Kind: rank.Judged, Cutoff: m.Cutoff})
			}
			if m.Kind == rank.RBP {
				residual = beside(rank.Measure{Kind: rank.RBPResidual, Patience: m.Patience, Cutoff: m.Cutoff})
			}
		}
		r.companions, r.residuals = append(r.companions, companion), append(r.residuals, residual)
	}
	return measures, extra
}

// warnings are what a reader must know beside the numbers.
func (r *result) warnings() []string {
	var list []string
	if r.repeated > 0 {
		list = append(list, fmt.Sprintf("%s: %s left out, their documents had one already", r.options.Qrels, count(r.repeated, "judgement")))
	}
	for _, e := range r.runs {
		if n := len(e.Missing); n > 0 && !r.options.Complete {
			list = append(list, fmt.Sprintf("%s: no document for %s of %d with judgements (%s); they are left out, with --complete they count as 0",
				e.name, count(n, "topic"), r.topics, some(e.Missing)))
		}
		if e.Unjudged > 0 {
			list = append(list, fmt.Sprintf("%s: %s without judgements left out", e.name, count(e.Unjudged, "topic")))
		}
		if e.Repeated > 0 {
			list = append(list, fmt.Sprintf("%s: %s left out, their topics had them already", e.name, count(e.Repeated, "document")))
		}
	}
	return list
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// some names the first of a list.
func some(list []string) string {
	short := make([]string, 0, 5)
	for _, s := range list[:min(len(list), 5)] {
		short = append(short, fmt.Sprintf("%.40q", s))
	}
	if len(list) > 5 {
		short = append(short, "…")
	}
	return strings.Join(short, ", ")
}
