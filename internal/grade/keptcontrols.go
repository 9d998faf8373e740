package grade

import (
	"context"
	"encoding/json"

	"sooth/internal/report"
	"sooth/score"
)

// controlsVersion changes whenever equal judgements of the control arms are told
// of in another way.
const controlsVersion = "controls/1"

// controlsKey is the hash of all that the account of the control arms depends on;
// empty: nothing is kept.
func (g *Grader) controlsKey(list []*subject) string {
	if g.Verdicts == nil {
		return ""
	}
	p := newParts()
	p.texts(controlsVersion, g.Extract.Version(), g.Code.Version(), g.Behave.Version(), g.Suite.Dir) // a hint names the folder
	for _, s := range list {
		criterion := ""
		if s.planted != nil {
			criterion = s.planted.Criterion
		}
		p.texts(s.id, criterion, s.record.Answer, s.task.Target.Language, s.task.Target.Version, s.task.Module.Dir)
		p.files(s.task.Module.Files)
		p.files(s.task.Tests)
	}
	return "controls:" + p.sum()
}

// recallControls returns the account of the control arms if it is known. They
// are the same in every run of a suite, and many: what became of them is kept as
// a whole.
func (g *Grader) recallControls(ctx context.Context, key string) (accounts []report.Control, known bool) {
	if key == "" {
		return nil, false
	}
	value, found, err := g.Verdicts.Get(ctx, key)
	if err != nil || !found {
		return nil, false
	}
	return accounts, json.Unmarshal(value, &accounts) == nil
}

// keepControls keeps an account, unless a control could not be judged and may be
// judged another time.
func (g *Grader) keepControls(ctx context.Context, key string, list []*subject, accounts []report.Control) {
	if key == "" {
		return
	}
	for _, s := range list {
		if s.behaves.Outcome == score.Unknown && s.judged.Criteria[score.Compiles].Outcome == score.Pass {
			return
		}
	}
	if value, err := json.Marshal(accounts); err == nil {
		_ = g.Verdicts.Put(ctx, key, value) // what is not kept is found out again
	}
}
