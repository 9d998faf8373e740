package suite

import (
	"reflect"

	"sooth/internal/nearest"
)

// readExtractAnswers reads the recorded answers of a suite of kind extract. Their
// task is the id of a fixture, or with "~" and a kind of variant behind it one of
// a variant of it.
func (l *extractLoader) readExtractAnswers(name string, at place) {
	clean, ok := l.name(name, at)
	if name == "" || !ok || l.extract.Corpus == nil {
		return
	}
	lines := map[answerKey]int{}
	var arms, fixtures []string
	known := map[string]bool{}
	for _, a := range l.extract.Arms {
		arms = append(arms, a.Name)
		known["arm "+a.Name] = true
	}
	for _, f := range l.extract.Corpus.Fixtures {
		fixtures = append(fixtures, f.ID)
		known[f.ID] = true
	}
	keys := fields(reflect.TypeFor[Recorded](), "repeat", "recorded", "sent")
	l.rows(clean, at, true, keys, func(r row, _ []byte) {
		a, ok := l.answer(r)
		if !ok {
			return
		}
		if id, _ := FixtureOf(a.Task); !known[id] {
			l.problems.add(r.at("task"), nearest.Hint(id, fixtures), "an answer to an unknown fixture %q", id)
			return
		}
		if !known["arm "+a.Arm] {
			l.problems.add(r.at("arm"), nearest.Hint(a.Arm, arms), "an answer under an unknown arm %q", a.Arm)
			return
		}
		k := answerKey{a.Task, a.Arm, a.Model, a.Repeat}
		if before, twice := lines[k]; twice {
			l.problems.add(place{r.file, r.line, 1}, "leave one, or give it another repeat", "a second answer to fixture %q, arm %q, model %q, repeat %d: the first is on line %d", k.task, k.arm, k.model, k.repeat, before)
			return
		}
		lines[k] = r.line
		l.extract.Recorded = append(l.extract.Recorded, a)
	})
}
