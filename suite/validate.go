package suite

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"sooth/source"
)

// Summary says what is in a suite: the data of `sooth suite validate`.
type Summary struct {
	Tasks     int
	Modules   []Count // tasks by module under test, most first
	Targets   []Count // tasks by target version, oldest first
	Arms      []ArmSummary
	Models    []string // of the recorded answers, in order of their first row
	Recorded  int      // recorded answers
	Trials    int      // of the whole plan over the recorded models; over one model where none is recorded
	Reference int      // tasks with a right answer
	Tested    int      // tasks with hidden tests
	Planted   int      // planted faults
	Warnings  []source.Problem
}

// Count is how often a word was met.
type Count struct {
	Name string
	N    int
}

// ArmSummary says how complete the recorded answers of an arm are.
type ArmSummary struct {
	Name, Kind string
	Recorded   int // answers that the plan uses
	Missing    int // answers that the plan needs and that are not there; 0 without recorded answers
}

// Validate says what is in a suite that was loaded, and what its author may not
// have meant. Load refuses what is wrong; a warning never stops a run.
func (s *Suite) Validate() Summary {
	sum := Summary{Tasks: len(s.Tasks), Recorded: len(s.Recorded), Planted: len(s.Planted), Warnings: slices.Clone(s.warnings)}
	warn := func(file, hint, format string, arguments ...any) {
		sum.Warnings = append(sum.Warnings, source.Problem{File: shown(s.Dir, file), Message: fmt.Sprintf(format, arguments...), Hint: hint})
	}
	modules, targets := map[string]int{}, map[string]int{}
	behaves := slices.Contains(s.Criteria, "behaves")
	for _, t := range s.Tasks {
		modules[t.ModulePath]++
		targets[t.Target.Version]++
		if len(t.Reference) > 0 {
			sum.Reference++
		}
		if len(t.Tests) > 0 {
			sum.Tested++
		} else if behaves {
			warn(t.Path, "", "task %q has no tests: its behaviour cannot be judged", t.ID)
		}
		if given := s.leaks(t); len(given) > 0 {
			warn(t.Path, "say what is wanted, not what to call", "the prompt of task %q names what the right answer uses: %s", t.ID, strings.Join(given, ", "))
		}
		if t.Expected != nil {
			if given := t.Expected.given(t.Prompt); len(given) > 0 {
				warn(t.Path, "say what is wanted, not what to find", "the prompt of task %q names what is expected: %s", t.ID, strings.Join(given, ", "))
			}
		}
		s.unequal(t, warn)
	}
	if sum.Reference == 0 && s.Kind != ClaimsKind && s.Kind != QuestionsKind && s.Kind != CKGKind {
		warn(suiteFile, "add controls: {reference: …}", "no right answers: nothing shows that the grading works")
	}
	sum.Modules = counts(modules)
	sum.Targets = counts(targets)
	slices.SortFunc(sum.Targets, func(a, b Count) int {
		return cmp.Or(cmp.Compare(rank(newer(a.Name, "go"+b.Name)), rank(newer(b.Name, "go"+a.Name))))
	})
	s.recorded(&sum, warn)
	return sum
}

// recorded holds the recorded answers against the plan.
func (s *Suite) recorded(sum *Summary, warn func(file, hint, format string, arguments ...any)) {
	type cell struct {
		task, arm, model string
	}
	has := map[cell]int{}
	beyond := 0
	for _, r := range s.Recorded {
		if !slices.Contains(sum.Models, r.Model) {
			sum.Models = append(sum.Models, r.Model)
		}
		if r.Repeat >= s.Repeats {
			beyond++
			continue
		}
		has[cell{r.Task, r.Arm, r.Model}]++
	}
	sum.Trials = len(s.Tasks) * len(s.Arms) * s.Repeats * max(len(sum.Models), 1)
	missing := 0
	for _, a := range s.Arms {
		arm := ArmSummary{Name: a.Name, Kind: a.Kind}
		for _, t := range s.Tasks {
			for _, m := range sum.Models {
				n := has[cell{t.ID, a.Name, m}]
				arm.Recorded += n
				arm.Missing += s.Repeats - n
			}
		}
		missing += arm.Missing
		sum.Arms = append(sum.Arms, arm)
	}
	if missing > 0 {
		warn(suiteFile, "record them, or run another model", "%d of %d recorded answers are missing: those trials end as infra_error and their pairs are not compared", missing, sum.Trials)
	}
	if beyond > 0 {
		warn(suiteFile, "raise repeats", "answers with a repeat that the suite does not plan: %d", beyond)
	}
}

// unequal warns of a sham that is not as long as the text it stands in for: then
// length alone could make the difference.
func (s *Suite) unequal(t Task, warn func(file, hint, format string, arguments ...any)) {
	for _, sham := range s.Arms {
		for _, real := range s.Arms {
			a, b := len(t.Contexts[sham.Name]), len(t.Contexts[real.Name])
			if sham.injects() && sham.Kind == "sham" && real.Kind == "inject" && b > 0 && (a*100 < b*95 || a*100 > b*105) {
				warn(path.Join(path.Dir(t.Path), sham.Context), "make it as long, within 5 %", "the sham text of task %q has %d bytes, but the text of arm %q has %d", t.ID, a, real.Name, b)
			}
		}
	}
}

// counts orders words by how often they were met, then by name.
func counts(m map[string]int) []Count {
	var list []Count
	for name, n := range m {
		list = append(list, Count{name, n})
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	return list
}
