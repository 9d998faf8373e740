package rankeval

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"sooth/rank"
)

// output writes a result; the first error ends it.
type output struct {
	*bufio.Writer
	line []byte
}

func newOutput(w io.Writer) *output { return &output{Writer: bufio.NewWriterSize(w, 1<<16)} }

func (w *output) close() error { return w.Flush() }

// trec prints what trec_eval prints: name, topic and value between tabs, the
// name padded to 22 bytes, values with four decimals and counts with none.
func (w *output) trec(r *result) {
	for i := range r.runs {
		e := &r.runs[i]
		if r.options.Topics {
			for t := range e.Topics {
				w.trecTopic(r, &e.Topics[t])
			}
		}
		if !r.options.NoMean {
			w.trecSummary(r, e)
		}
	}
}

func (w *output) trecTopic(r *result, t *rank.TopicResult) {
	for i, c := range r.columns {
		switch {
		case c.Special == rank.RelString:
			w.trecLine(c.Label, t.Name)
			w.line = append(append(append(w.line, '\''), relString(t, c.Length)...), '\'')
			w.endLine()
		case c.InTopics():
			w.trecValue(c.Label, t.Name, t.Values[i], c.Whole)
			if t.Ties != nil && t.Ties[i].Reason == "" && !c.Whole {
				w.trecValue(c.Label+"[expected]", t.Name, t.Ties[i].Expected, false)
				w.trecValue(c.Label+"[min]", t.Name, t.Ties[i].Min, false)
				w.trecValue(c.Label+"[max]", t.Name, t.Ties[i].Max, false)
			}
		}
	}
}

func (w *output) trecSummary(r *result, e *run) {
	for i, c := range r.columns {
		switch {
		case c.Special == rank.RunID:
			w.trecLine(c.Label, "all")
			w.line = append(w.line, e.RunID...)
			w.endLine()
		case c.InSummary():
			w.trecValue(c.Label, "all", e.Summary(i), c.Whole)
			if m, ok := e.tied(i); ok && !c.Whole {
				w.trecValue(c.Label+"[expected]", "all", m.Expected, false)
				w.trecValue(c.Label+"[min]", "all", m.Min, false)
				w.trecValue(c.Label+"[max]", "all", m.Max, false)
			}
		}
	}
}

// tied is the mean over topics of what equal scores leave open; false where it
// was not computed for one of them.
func (e *run) tied(i int) (sum rank.Tied, ok bool) {
	if e.Measures[i].Mean() != rank.Arithmetic {
		return sum, false
	}
	for t := range e.Topics {
		ties := e.Topics[t].Ties
		if ties == nil || ties[i].Reason != "" {
			return sum, false
		}
		sum.Expected += ties[i].Expected
		sum.Min += ties[i].Min
		sum.Max += ties[i].Max
	}
	n := float64(len(e.Topics))
	return rank.Tied{Expected: sum.Expected / n, Min: sum.Min / n, Max: sum.Max / n}, true
}

func (w *output) trecLine(label, topic string) {
	w.line = append(w.line[:0], label...)
	for n := len(label); n < 22; n++ {
		w.line = append(w.line, ' ')
	}
	w.line = append(append(append(w.line, '\t'), topic...), '\t')
}

func (w *output) trecValue(label, topic string, x float64, whole bool) {
	w.trecLine(label, topic)
	if whole {
		w.line = strconv.AppendInt(w.line, int64(x), 10)
	} else {
		w.line = strconv.AppendFloat(w.line, x, 'f', 4, 64)
	}
	w.endLine()
}

func (w *output) endLine() {
	w.line = append(w.line, '\n')
	w.Write(w.line)
}

// relString shows grades as trec_eval does: 0 to 9, ">" above, "-" without a
// judgement, "." in the pool and not judged.
func relString(t *rank.TopicResult, length int) string {
	var b strings.Builder
	for _, g := range t.Grades[:min(length, len(t.Grades))] {
		switch {
		case g > 9:
			b.WriteByte('>')
		case g >= 0:
			b.WriteByte('0' + byte(g))
		case g == -1:
			b.WriteByte('-')
		default:
			b.WriteByte('.')
		}
	}
	return b.String()
}
