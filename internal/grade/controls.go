package grade

import (
	"fmt"
	"strings"

	"sooth/internal/plant"
	"sooth/internal/report"
	"sooth/lang"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// The names of the control arms.
const (
	referenceArm = "reference"
	plantedArm   = "planted"
)

// controls makes the answers that are known to be right or wrong. They go the
// same way as every other answer, through a fenced block.
func (g *Grader) controls(tasks map[string]*suite.Task) ([]*subject, error) {
	var list []*subject
	for i := range g.Suite.Tasks {
		task := &g.Suite.Tasks[i]
		if len(task.Reference) == 0 {
			continue
		}
		list = append(list, &subject{
			id: task.ID + "/" + referenceArm, task: task, control: true,
			record: trial.Record{Task: task.ID, Arm: referenceArm, State: score.Answered, Answer: fenced(task.Reference)},
		})
	}
	for i := range g.Suite.Planted {
		p := &g.Suite.Planted[i]
		task, ok := tasks[p.Task]
		if !ok {
			return nil, fmt.Errorf("planted fault %q names task %q, which the suite does not have", p.ID, p.Task)
		}
		answer, err := plant.Apply(*task, *p)
		if err != nil {
			return nil, err
		}
		list = append(list, &subject{
			id: p.ID, task: task, control: true, planted: p, skipRun: p.Criterion != score.Behaves,
			record: trial.Record{Task: task.ID, Arm: plantedArm, State: score.Answered, Answer: answer},
		})
	}
	return list, nil
}

// account counts what the instrument made of the controls.
func (g *Grader) account(list []*subject) []report.Control {
	reference := report.Control{Name: referenceArm}
	planted := report.Control{Name: plantedArm}
	for _, s := range list {
		if s.planted == nil {
			reference.N++
			if got := s.failing(true); got == "" {
				reference.Right++
			} else {
				reference.Misses = append(reference.Misses, report.Miss{ID: s.id, Want: "pass", Got: got, Reason: s.reason(got)})
			}
			continue
		}
		planted.N++
		want := s.planted.Criterion
		got := s.failing(false)
		if s.found() {
			planted.Right++
			continue
		}
		if got == "" {
			got = "pass"
		}
		reason := s.reason(want)
		if reason == "" {
			reason = "nothing was found"
		}
		planted.Misses = append(planted.Misses, report.Miss{ID: s.id, Want: want, Got: got, Reason: reason})
	}
	if reference.N == 0 {
		reference.Reason = "the suite has no reference answers"
	}
	if planted.N == 0 {
		planted.Reason = "the suite has no planted faults; hint: sooth suite plant " + g.Suite.Dir
	}
	return []report.Control{reference, planted}
}

// found says whether a planted fault was found by the right criterion: that one
// fails, and of the others at most `compiles`, which an invented name fails as
// well, and a language feature that the compiler knows to be too new.
func (s *subject) found() bool {
	want := s.planted.Criterion
	for _, name := range []string{score.Compiles, score.Exists, score.Available, score.Current, score.Behaves} {
		failed := s.criteria[name].Outcome == score.Fail
		switch {
		case name == want && !failed:
			return false
		case name != want && failed && !(name == score.Compiles && (want == score.Exists || want == score.Available)):
			return false
		}
	}
	return true
}

// failing lists the criteria that fail, or with strict those that do not pass.
func (s *subject) failing(strict bool) string {
	var names []string
	for _, name := range []string{score.Compiles, score.Exists, score.Available, score.Current, score.Behaves} {
		o := s.criteria[name].Outcome
		if o == score.Fail || strict && o == score.Unknown {
			names = append(names, name+" "+string(o))
		}
	}
	return strings.Join(names, ", ")
}

// reason is the reason of the criterion that names starts with.
func (s *subject) reason(names string) string {
	name, _, _ := strings.Cut(names, " ")
	return s.criteria[name].Reason
}

// fenced is a right answer as a model would have given it.
func fenced(files []lang.File) string {
	var b strings.Builder
	for _, f := range files {
		if len(files) > 1 {
			fmt.Fprintf(&b, "%s:\n\n", f.Name)
		}
		fmt.Fprintf(&b, "```go\n%s\n```\n", strings.TrimSuffix(f.Text, "\n"))
	}
	return b.String()
}
