package rank

import (
	"strconv"
	"strings"
)

// Measure is one number to compute of a ranking. The zero Measure is none.
// Measures are comparable with ==; [Measure.String] prints one in the spelling
// of ir_measures and [ParseMeasure] reads it back.
type Measure struct {
	Kind       Kind
	Cutoff     int     // ranks that count; 0: all
	Rel        int     // smallest grade that is relevant; 0: Options.Level
	Patience   float64 // RBP's p
	Beta       float64 // SetF: weight of recall, as trec_eval has it; 0 means 1
	Recall     float64 // IPrec: the recall point
	Times      float64 // Rprec: multiple of R; 0 means 1
	Top        int     // RBP, ERR: the highest grade; 0: see the kind
	Exponent   bool    // gain 2^grade − 1 instead of the grade
	Relative   bool    // P, SetP: divided by what could have been reached
	JudgedOnly bool    // documents without a judgement are left out first
	Gains      string  // "grade:gain,…" where a gain is not the grade, by grade
	Points     string  // recall points of the mean, coefficients of Utility: "a,b,…"
}

// String prints the measure: Kind(parameter=value,…)@cutoff. Parameters at
// their default are left out.
func (m Measure) String() string {
	var parameters []string
	add := func(name, value string) { parameters = append(parameters, name+"="+value) }
	if m.Beta != 0 {
		add("beta", number(m.Beta))
	}
	if m.Exponent {
		add("dcg", "'exp-log2'")
	}
	if m.Gains != "" {
		add("gains", "{"+m.Gains+"}")
	}
	if m.JudgedOnly {
		add("judged_only", "True")
	}
	if m.Top != 0 {
		add("max_rel", strconv.Itoa(m.Top))
	}
	if m.Patience != 0 {
		add("p", number(m.Patience))
	}
	if m.Points != "" {
		add("points", "["+m.Points+"]")
	}
	if m.Rel != 0 {
		add("rel", strconv.Itoa(m.Rel))
	}
	if m.Relative {
		add("relative", "True")
	}
	if m.Times != 0 {
		add("times", number(m.Times))
	}
	var b strings.Builder
	b.WriteString(string(m.Kind))
	if len(parameters) > 0 {
		b.WriteString("(" + strings.Join(parameters, ",") + ")")
	}
	switch {
	case m.Kind == IPrec:
		b.WriteString("@" + number(m.Recall))
	case m.Cutoff > 0:
		b.WriteString("@" + strconv.Itoa(m.Cutoff))
	}
	return b.String()
}

// number is the shortest decimal form of x that reads back as x.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// gain is the gain of one grade.
type gain struct {
	grade int32
	gain  float64
}

// gains reads Measure.Gains: "0:0,1:1.5". ok is false when it is malformed.
func (m Measure) gains() (list []gain, ok bool) {
	if m.Gains == "" {
		return nil, true
	}
	for part := range strings.SplitSeq(m.Gains, ",") {
		grade, value, found := strings.Cut(part, ":")
		g, err := strconv.ParseInt(grade, 10, 32)
		x, err2 := strconv.ParseFloat(value, 64)
		if !found || err != nil || err2 != nil || g < 0 || !(x >= -1e100 && x <= 1e100) {
			return nil, false
		}
		list = append(list, gain{int32(g), x})
	}
	return list, true
}

// points reads Measure.Points.
func (m Measure) points() (list []float64, ok bool) {
	for part := range strings.SplitSeq(m.Points, ",") {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil || !(x >= -1e100 && x <= 1e100) {
			return nil, false
		}
		list = append(list, x)
	}
	return list, true
}

// Of computes the measure for one ranking.
func (m Measure) Of(t *Topic) float64 { return compile(m, t.options, t.top).of(t) }

// formula is a measure made ready for many topics.
type formula struct {
	Measure
	level   int
	list    []gain    // custom gains
	numbers []float64 // Points, parsed
	top     int       // highest grade of RBP and ERR
	value   func(*Topic, *formula) float64
}

func compile(m Measure, o Options, top int) *formula {
	f := &formula{Measure: m, level: m.Rel, top: m.Top}
	if f.level == 0 {
		f.level = o.level()
	}
	f.list, _ = m.gains()
	if m.Points != "" {
		f.numbers, _ = m.points()
	}
	if f.top == 0 {
		f.top = 4
		if m.Kind == RBP {
			f.top = max(top, 1)
		}
	}
	for _, k := range kinds() {
		if k.kind == m.Kind {
			f.value = k.value
		}
	}
	return f
}

func (f *formula) of(t *Topic) float64 {
	if f.value == nil {
		return 0
	}
	if f.JudgedOnly {
		t = t.judgedOnly()
	}
	return f.value(t, f)
}
