package rank

import (
	"bytes"
	"cmp"
	"slices"
)

// work is one evaluation under way. Workers write to results of different
// topics only.
type work struct {
	judgements *Judgements
	run        Text
	options    Options
	extra      Extra
	formulas   []*formula
	outline    *outline
	pieces     []int32 // CSR: the segments of each topic are order[pieces[t]:pieces[t+1]]
	order      []int32
	strangers  []int32 // segments of topics without judgements
	results    []TopicResult
	values     []float64
	repeated   int
}

// worker is the memory that one goroutine uses for one topic after the other.
type worker struct {
	*work
	entries  []entry
	table    table
	topic    Topic
	fault    *fault // the first in the file
	repeated int
}

// fault is what is wrong with a line; its message is made for one fault only,
// since to count lines means to read the file up to there.
type fault struct {
	offset int
	reason func() string
	hint   string
}

// entry is a document of a run.
type entry struct {
	score float64
	place place
	grade int32
}

// all evaluates every topic.
func (w *work) all(threads int) error {
	names := w.judgements.names
	w.index()
	w.results = make([]TopicResult, len(names))
	w.values = make([]float64, len(names)*len(w.formulas))
	logs := newLogarithms(1 << 12)
	workers := make([]*worker, threads)
	for i := range workers {
		workers[i] = &worker{work: w}
		workers[i].topic.logs = logs
	}
	err := parallel(w.run, threads, len(names)+len(w.strangers), 8, func(n, i int) {
		if i < len(names) {
			workers[n].evaluate(int32(i))
			return
		}
		workers[n].entries = workers[n].entries[:0]
		workers[n].read(w.strangers[i-len(names)])
	})
	if err != nil {
		return err
	}
	var first *worker
	for _, x := range workers {
		w.repeated += x.repeated
		if x.fault != nil && (first == nil || x.fault.offset < first.fault.offset) {
			first = x
		}
	}
	if first == nil {
		return nil
	}
	return guard(w.run, func() error {
		f := first.fault
		return w.run.fault(f.offset, f.reason(), f.hint)
	})
}

// index gives each topic its segments.
func (w *work) index() {
	segments := w.outline.segments
	w.pieces = make([]int32, len(w.judgements.names)+1)
	for _, s := range segments {
		if s.topic >= 0 {
			w.pieces[s.topic+1]++
		}
	}
	for i := range w.judgements.names {
		w.pieces[i+1] += w.pieces[i]
	}
	next := slices.Clone(w.pieces)
	w.order = make([]int32, w.pieces[len(w.pieces)-1])
	for i, s := range segments {
		if s.topic < 0 {
			w.strangers = append(w.strangers, int32(i))
			continue
		}
		w.order[next[s.topic]] = int32(i)
		next[s.topic]++
	}
}

// evaluate computes one topic.
func (w *worker) evaluate(topic int32) {
	j := w.judgements
	result := &w.results[topic]
	result.Name = j.names[topic]
	result.Values = w.values[int(topic)*len(w.formulas):][:len(w.formulas):len(w.formulas)]
	segments := w.order[w.pieces[topic]:w.pieces[topic+1]]
	result.Missing = len(segments) == 0
	if result.Missing && !w.options.Complete {
		return
	}
	lines := 0
	for _, s := range segments {
		lines += int(w.outline.segments[s].lines)
	}
	w.entries = slices.Grow(w.entries[:0], lines)
	for _, s := range segments {
		if !w.read(s) {
			return
		}
	}
	if !w.match(j.list[j.first[topic]:j.first[topic+1]]) {
		return
	}
	w.sort()
	t := &w.topic
	t.reset()
	t.options, t.top = w.options, j.top
	for _, e := range j.list[j.first[topic]:j.first[topic+1]] {
		t.count(e.grade)
	}
	kept := w.entries
	if w.options.Depth > 0 && len(kept) > w.options.Depth {
		kept = kept[:w.options.Depth]
	}
	for i := range kept {
		t.grades = append(t.grades, kept[i].grade)
	}
	t.finish()
	for _, e := range kept[:min(w.extra.Documents, len(kept))] {
		result.Documents = append(result.Documents, Graded{Hit{string(e.place.in(w.run.Data)), e.score}, int(e.grade)})
	}
	for i, f := range w.formulas {
		result.Values[i] = f.of(t)
	}
	if w.extra.Ties {
		result.Ties = w.ties(t, result.Values)
	}
	for _, g := range t.first(w.extra.Grades)[:min(w.extra.Grades, len(t.grades))] {
		result.Grades = append(result.Grades, int(g))
	}
}

// sort orders the entries; a run that is in order already costs one look.
func (w *worker) sort() {
	data := w.run.Data
	compare := func(a, b entry) int {
		if c := cmp.Compare(b.score, a.score); c != 0 {
			return c
		}
		return bytes.Compare(b.place.in(data), a.place.in(data))
	}
	if !slices.IsSortedFunc(w.entries, compare) {
		slices.SortFunc(w.entries, compare)
	}
}

// fail keeps the fault that comes first in the file.
func (w *worker) fail(offset int, hint string, reason func() string) {
	if w.fault == nil || offset < w.fault.offset {
		w.fault = &fault{offset, reason, hint}
	}
}
