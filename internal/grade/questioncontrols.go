package grade

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"sooth/internal/report"
	"sooth/question"
	"sooth/question/answerer"
)

// controlWays is in how many ways each question is answered by a control arm.
const controlWays = 2

// questionControls answers every question rightly, and with one fact made wrong,
// by code that shares nothing with the reader of answers: the right answers must
// be right, and the wrong ones must not. The ways change from question to
// question.
func questionControls(asked []*question.Question) ([]report.Control, error) {
	reference, planted := report.Control{Name: referenceArm}, report.Control{Name: plantedArm}
	var names []string
	for _, q := range asked {
		names = append(names, q.Subject)
		for _, n := range q.Truth.Names {
			names = append(names, n[0])
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	random := rand.New(rand.NewPCG(1, 2))
	for i, q := range asked {
		line, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		as, err := answerer.Parse(line)
		if err != nil {
			return nil, err
		}
		for n := range controlWays {
			way := (i + n*answerer.Notations/controlWays) % answerer.Notations
			id := fmt.Sprintf("%s/way %d", q.ID, way+1)
			reference.N++
			if got := question.Judge(*q, question.Read(answerer.Perfect(as, way), *q)); got.Outcome == question.Right {
				reference.Right++
			} else {
				reference.Misses = append(reference.Misses, report.Miss{ID: id, Want: "pass", Got: string(got.Outcome), Reason: got.Reason})
			}
			wrong, what := answerer.Mutate(as, random, names)
			planted.N++
			if got := question.Judge(*q, question.Read(answerer.Perfect(wrong, way), *q)); got.Outcome != question.Right {
				planted.Right++
			} else {
				planted.Misses = append(planted.Misses, report.Miss{ID: id, Want: "right", Got: "pass", Reason: what + " was not found"})
			}
		}
	}
	return []report.Control{reference, planted}, nil
}
