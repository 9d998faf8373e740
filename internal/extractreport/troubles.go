package extractreport

import "slices"

// Trouble is one thing that went wrong with an answer to a fixture, and how often
// over repeats.
type Trouble struct {
	Fixture  string
	Stage    string // "parse", "filtered", "normalisation", "missing", "false positive", "infra error"
	Line     int    // of the fixture's code, starting at 1; 0: none
	LastLine int
	Expected string // empty: nothing was
	Reason   string
	Why      string // the rationale of the expectation
	Got      string // what was said instead
	Repeats  int    // answers that it happened in
	Of       int    // answers
}

// troubles are what went wrong, the same of several repeats once.
type troubles struct {
	list    []Trouble
	place   map[Trouble]int // in list
	answers map[string]int  // by fixture
}

func newTroubles() *troubles {
	return &troubles{place: map[Trouble]int{}, answers: map[string]int{}}
}

func (f *troubles) note(t Trouble) {
	if i, ok := f.place[t]; ok {
		f.list[i].Repeats++
		return
	}
	f.place[t] = len(f.list)
	t.Repeats = 1
	f.list = append(f.list, t)
}

// counted returns the list when all answers were counted.
func (f *troubles) counted() []Trouble {
	for i := range f.list {
		f.list[i].Of = f.answers[f.list[i].Fixture]
	}
	return f.list
}

// Troubles returns what went wrong in the answers of a system, in order of
// fixture and of place in it. The same trouble of several repeats is one.
func (r *Report) Troubles(s System) []Trouble {
	byID := map[string]*Fixture{}
	for i := range r.Corpus.Fixtures {
		byID[r.Corpus.Fixtures[i].ID] = &r.Corpus.Fixtures[i]
	}
	found := newTroubles()
	for _, x := range s.Results {
		f := byID[x.Fixture]
		if x.Variant != "" || f == nil {
			continue
		}
		found.answers[x.Fixture]++
		if x.Infra != "" {
			found.note(Trouble{Fixture: x.Fixture, Stage: "infra error", Reason: x.Infra})
			continue
		}
		for _, m := range x.Misses {
			t := Trouble{Fixture: x.Fixture, Stage: m.Stage, Reason: m.Reason}
			if m.Expectation >= 0 && m.Expectation < len(f.Must) {
				e := f.Must[m.Expectation]
				t.Line, t.LastLine, t.Expected, t.Why = e.FirstLine, e.LastLine, e.String(), e.Rationale
			}
			if m.Nearest != nil {
				t.Got = m.Nearest.String()
			}
			found.note(t)
		}
		for _, w := range x.Wrong {
			t := Trouble{Fixture: x.Fixture, Stage: "false positive", Line: w.Said.Line, LastLine: w.Said.Line, Reason: w.Reason, Got: w.Said.String()}
			if w.Forbidden != nil && *w.Forbidden < len(f.MustNot) {
				e := f.MustNot[*w.Forbidden]
				t.Why = e.Rationale
				if t.Line == 0 {
					t.Line, t.LastLine = e.FirstLine, e.LastLine
				}
			}
			found.note(t)
		}
		if len(x.Misses) == 0 && (x.ParseError != "" || x.Partial != "") {
			reason := x.ParseError
			if reason == "" {
				reason = x.Partial
			}
			found.note(Trouble{Fixture: x.Fixture, Stage: "parse", Reason: reason})
		}
	}
	return found.counted()
}

// Misfits returns where the answers of a system do not fit the suite's JSON
// Schema, in order of fixture; the same of several repeats is one.
func (r *Report) Misfits(s System) []Trouble {
	found := newTroubles()
	for _, x := range s.Results {
		if x.Variant != "" || x.Infra != "" {
			continue
		}
		found.answers[x.Fixture]++
		violations := x.Violations
		if x.MoreViolations {
			violations = append(slices.Clip(violations), Violation{Reason: "and more"})
		}
		for _, v := range violations {
			found.note(Trouble{Fixture: x.Fixture, Stage: "parse", Got: v.Path, Reason: v.Reason})
		}
	}
	return found.counted()
}
