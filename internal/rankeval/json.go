package rankeval

import (
	"encoding/json"
	"strconv"

	"sooth/rank"
	"sooth/stat"
)

// The JSON format, version 1; docs/format/rank.md describes it.
type jsonResult struct {
	SchemaVersion int           `json:"schema_version"`
	Qrels         jsonQrels     `json:"qrels"`
	Options       jsonOptions   `json:"options"`
	Measures      []jsonMeasure `json:"measures"`
	Runs          []jsonRun     `json:"runs"`
	Comparisons   []jsonPair    `json:"comparisons,omitempty"`
}

type jsonQrels struct {
	File         string `json:"file"`
	Topics       int    `json:"topics"`
	Judgements   int    `json:"judgements"`
	HighestGrade int    `json:"highest_grade"`
}

type jsonOptions struct {
	Level      int  `json:"level"`
	Depth      int  `json:"depth"`
	Complete   bool `json:"complete"`
	JudgedOnly bool `json:"judged_only"`
	Lenient    bool `json:"lenient"`
}

type jsonMeasure struct {
	Label   string `json:"label"`
	Measure string `json:"measure"` // as it parses
}

type jsonRun struct {
	File    string        `json:"file"`
	RunID   string        `json:"run_id"`
	Topics  int           `json:"topics"`
	Missing []string      `json:"missing,omitempty"` // topics with judgements and no documents
	Unknown int           `json:"without_judgements,omitempty"`
	Summary []jsonSummary `json:"summary,omitempty"`
	Values  []jsonTopic   `json:"values,omitempty"`
}

type jsonSummary struct {
	Label    string   `json:"label"`
	Value    *float64 `json:"value"`
	Judged   *float64 `json:"judged,omitempty"`
	Residual *float64 `json:"residual,omitempty"`
	Expected *float64 `json:"expected,omitempty"`
	Min      *float64 `json:"min,omitempty"`
	Max      *float64 `json:"max,omitempty"`
}

type jsonTopic struct {
	Topic   string              `json:"topic"`
	Missing bool                `json:"missing,omitempty"`
	Values  map[string]*float64 `json:"values"`
	Grades  *string             `json:"relstring,omitempty"`
	Ties    map[string]jsonTied `json:"ties,omitempty"`
}

type jsonTied struct {
	Expected *float64 `json:"expected"`
	Min      *float64 `json:"min"`
	Max      *float64 `json:"max"`
	Reason   string   `json:"reason,omitempty"`
}

type jsonPair struct {
	A          string       `json:"a"`
	B          string       `json:"b"`
	Label      string       `json:"label"`
	Topics     int          `json:"topics"`
	OnlyA      int          `json:"only_a"`
	OnlyB      int          `json:"only_b"`
	MeanA      *float64     `json:"mean_a"`
	MeanB      *float64     `json:"mean_b"`
	Difference jsonInterval `json:"difference"`
	Better     int          `json:"better"`
	Worse      int          `json:"worse"`
	Random     jsonTest     `json:"randomization"`
	Ranks      jsonTest     `json:"signed_rank"`
	Holm       *float64     `json:"p_holm"`
	Reason     string       `json:"reason,omitempty"`
}

type jsonInterval struct {
	Value  *float64 `json:"value"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	Level  float64  `json:"level"`
	Method string   `json:"method"`
	Reason string   `json:"reason,omitempty"`
}

type jsonTest struct {
	P      *float64 `json:"p"`
	Method string   `json:"method"`
	Reason string   `json:"reason,omitempty"`
}

func (w *output) json(r *result) {
	o := r.options
	out := jsonResult{SchemaVersion: 1, Qrels: jsonQrels{o.Qrels, r.topics, r.judgements, r.highest},
		Options: jsonOptions{max(o.Level, 1), o.Depth, o.Complete, o.Judged, o.Lenient}}
	for _, c := range r.columns {
		if c.Special == rank.Number {
			out.Measures = append(out.Measures, jsonMeasure{c.Label, c.Measure.String()})
		}
	}
	for i := range r.runs {
		out.Runs = append(out.Runs, r.jsonRun(&r.runs[i]))
	}
	for _, p := range r.pairs {
		out.Comparisons = append(out.Comparisons, jsonPair{
			A: r.runs[p.a].name, B: r.runs[p.b].name, Label: r.columns[p.column].Label, Topics: p.topics, OnlyA: p.onlyA, OnlyB: p.onlyB,
			MeanA: stat.Finite(p.meanA), MeanB: stat.Finite(p.meanB), Better: p.wins, Worse: p.losses, Holm: p.holm, Reason: p.reason,
			Difference: jsonInterval{p.difference.Value, p.difference.Low, p.difference.High, p.difference.Level, p.difference.Method, p.difference.Reason},
			Random:     test(p.randomization), Ranks: test(p.signedRank),
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	encoder.Encode(out) // the writer keeps its error
}

func test(t stat.Test) jsonTest { return jsonTest{t.TwoSided, t.Method, t.Reason} }

func (r *result) jsonRun(e *run) jsonRun {
	out := jsonRun{File: e.name, RunID: e.RunID, Topics: len(e.Topics), Missing: e.Missing, Unknown: e.Unjudged}
	for i, c := range r.columns {
		if r.options.NoMean || c.Special != rank.Number {
			continue
		}
		s := jsonSummary{Label: c.Label, Value: stat.Finite(e.Summary(i))}
		if k := r.companions[i]; k >= 0 {
			s.Judged = stat.Finite(e.Summary(k))
		}
		if k := r.residuals[i]; k >= 0 {
			s.Residual = stat.Finite(e.Summary(k))
		}
		if m, ok := e.tied(i); ok {
			s.Expected, s.Min, s.Max = stat.Finite(m.Expected), stat.Finite(m.Min), stat.Finite(m.Max)
		}
		out.Summary = append(out.Summary, s)
	}
	for t := range e.Topics {
		if !r.options.Topics {
			break
		}
		out.Values = append(out.Values, r.jsonTopic(&e.Topics[t]))
	}
	return out
}

func (r *result) jsonTopic(t *rank.TopicResult) jsonTopic {
	v := jsonTopic{Topic: t.Name, Missing: t.Missing, Values: map[string]*float64{}}
	for i, c := range r.columns {
		if c.Special == rank.RelString {
			s := relString(t, c.Length)
			v.Grades = &s
		}
		if c.Special != rank.Number || !c.InTopics() {
			continue
		}
		v.Values[c.Label] = stat.Finite(t.Values[i])
		if t.Ties != nil && !c.Whole {
			if v.Ties == nil {
				v.Ties = map[string]jsonTied{}
			}
			m := jsonTied{Reason: t.Ties[i].Reason}
			if m.Reason == "" {
				m.Expected, m.Min, m.Max = stat.Finite(t.Ties[i].Expected), stat.Finite(t.Ties[i].Min), stat.Finite(t.Ties[i].Max)
			}
			v.Ties[c.Label] = m
		}
	}
	return v
}

// exact prints a number so that it reads back as itself.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
