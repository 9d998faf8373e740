package rank

import (
	"math"
	"runtime"
)

// Evaluation is what the measures say of one run.
type Evaluation struct {
	RunID    string // the tag of its last line
	Measures []Measure
	Topics   []TopicResult // by name, in bytes ascending
	// Missing are the topics that have judgements and no documents. They are
	// among Topics under Options.Complete.
	Missing []string
	// Unjudged is the number of topics that have documents and no judgements.
	Unjudged int
	// Repeated counts the documents left out because their topic had them
	// already; only Options.Lenient lets there be any.
	Repeated int
}

// TopicResult is what the measures say of one topic.
type TopicResult struct {
	Name    string
	Values  []float64 // one for each measure
	Missing bool      // the run has no document for it
	Grades  []int     // of the first documents, -1 not judged, -2 judged below 0; see Extra
	Ties    []Tied    // one for each measure, where asked for
	// Documents are the first ones, in order; see Extra.
	Documents []Graded
}

// Graded is a document of a run beside its judgement.
type Graded struct {
	Hit
	Grade int // -1: not judged, -2: judged below 0
}

// Summary is the measure with the given index over all topics: the mean, for
// counts the sum, for geometric means exp of the mean of logarithms.
func (e *Evaluation) Summary(measure int) float64 {
	sum := 0.0
	for i := range e.Topics {
		sum += e.Topics[i].Values[measure]
	}
	n := float64(len(e.Topics))
	switch e.Measures[measure].Mean() {
	case Sum:
		return sum
	case Geometric:
		return math.Exp(ratio(sum, n))
	}
	return ratio(sum, n)
}

// Extra says what Evaluate computes beside the values.
type Extra struct {
	Grades    int  // first documents whose grades are kept for each topic
	Ties      bool // what equal scores leave open, for each topic and measure
	Documents int  // first documents that are kept for each topic, with their scores
}

// Evaluate computes the measures for every topic of a run: lines "topic Q0
// document rank score tag". Topics need not be contiguous, and the result does
// not depend on the order of lines, but for RunID. The whole run is read:
// topics without judgements are checked for their form and counted.
//
// A line that cannot be read is an [*InputError]; where there are several, the
// first in the file.
func Evaluate(j *Judgements, run Text, measures []Measure, o Options, extra Extra) (*Evaluation, error) {
	var tag string
	err := guard(run, func() (err error) {
		if err = checkText(run, "a run"); err == nil {
			tag, err = lastTag(run)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	w := &work{judgements: j, run: run, options: o, extra: extra}
	for _, m := range measures {
		w.formulas = append(w.formulas, compile(m, o, j.top))
	}
	if w.outline, err = outlineOf(run, j, threads); err != nil {
		return nil, err
	}
	if err := w.all(threads); err != nil {
		return nil, err
	}
	e := &Evaluation{RunID: tag, Measures: measures, Unjudged: len(w.outline.unknown), Repeated: w.repeated}
	kept := 0 // results are moved where some are left out: they take much room
	for i, name := range j.names {
		if w.pieces[i+1] == w.pieces[i] {
			e.Missing = append(e.Missing, name)
			if !o.Complete {
				continue
			}
		}
		if kept < i {
			w.results[kept] = w.results[i]
		}
		kept++
	}
	clear(w.results[kept:])
	e.Topics = w.results[:kept:kept]
	return e, nil
}

// lastTag returns the tag of the last line of a run that has content.
func lastTag(run Text) (string, error) {
	data := run.Data
	for end := len(data); end > start(data); {
		if data[end-1] == '\n' {
			end--
			continue
		}
		words, _ := run.words(end-1, 6)
		from := end
		for from > 0 && data[from-1] != '\n' {
			from--
		}
		if len(words) == 0 || words[0][0] == '#' {
			end = from
			continue
		}
		if len(words) < 6 {
			return "", nil // reported with its place when the line is read
		}
		return string(words[5][:min(len(words[5]), 1<<16)]), nil
	}
	return "", &InputError{Name: run.Name, Reason: "no document in it", Hint: `each line of a run is "topic Q0 document rank score tag"`}
}
