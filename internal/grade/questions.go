package grade

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"sooth/internal/consistency"
	"sooth/internal/report"
	"sooth/internal/scoreboard"
	"sooth/oracle"
	"sooth/question"
	"sooth/score"
	"sooth/source"
	"sooth/suite"
	"sooth/trial"
)

// Questions grades the answers of one suite of kind questions: what was asked
// is judged by what is right, whatever else the answer says by the code base.
type Questions struct {
	Suite *suite.Suite
	// Judge returns who judges texts about the code base of a task, or nil where
	// there is none: then only what was asked is judged. It is asked once for each
	// code base.
	Judge func(ctx context.Context, t *suite.Task) (Judge, error)
	// Progress is told how many answers are judged, of how many; nil: nobody.
	Progress func(stage string, done, total int)
}

// answered is one record on its way.
type answered struct {
	record  trial.Record
	task    *suite.Task
	told    report.Trial // without its judgement
	reading question.Reading
	board   scoreboard.Answer
	results map[string]score.Result
	found   []oracle.Verdict
}

// Grade grades all records, whatever their order. An error means that grading
// itself could not be done.
func (g *Questions) Grade(ctx context.Context, records iter.Seq2[trial.Record, error]) (*Graded, error) {
	var asked []*question.Question
	for _, t := range g.Suite.Tasks {
		asked = append(asked, t.Question)
	}
	read, err := answers(g.Suite, records)
	if err != nil {
		return nil, err
	}
	list := make([]*answered, len(read))
	for i, a := range read {
		list[i] = &answered{record: a.Record, task: a.task, told: a.told}
	}
	judges, err := g.judges(ctx, list)
	if err != nil {
		return nil, err
	}
	for i, a := range list {
		if err := g.judge(ctx, a, judges[a.base()]); err != nil {
			return nil, err
		}
		if g.Progress != nil {
			g.Progress("checked", i+1, len(list))
		}
	}
	graded := &Graded{Trials: map[string][]report.Trial{}}
	if graded.Controls, err = questionControls(asked); err != nil {
		return nil, err
	}
	graded.Tools = toolUse(g.Suite, read)
	in := scoreboard.Input{Questions: asked, Seed: g.Suite.Seed}
	for _, arm := range g.Suite.Arms {
		in.Arms = append(in.Arms, arm.Name)
	}
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && sameQuestion(list[from].record, list[to].record) {
			to++
		}
		in.Agreements = append(in.Agreements, g.agree(list[from:to]))
		for _, a := range list[from:to] {
			g.add(graded, a)
			in.Answers = append(in.Answers, a.board)
		}
		from = to
	}
	if c := g.Suite.Coverage; c != nil {
		in.Facts = &scoreboard.Share{K: c.Askable, N: c.Facts}
	}
	graded.Scoreboard = scoreboard.Make(in)
	return graded, nil
}

func sameQuestion(a, b trial.Record) bool {
	return a.Task == b.Task && a.Arm == b.Arm && a.Model == b.Model
}

// preparing is a judge that can do for many texts at once what takes long for
// each.
type preparing interface {
	Prepare(ctx context.Context, texts []string) error
}

// base names the code base of the answer's question.
func (a *answered) base() string {
	if a.task.ModulePath != "" {
		return a.task.ModulePath + "@" + a.task.ModuleVer
	}
	return a.task.Tree
}

// judges opens who judges texts about each code base, and shows him the answers.
func (g *Questions) judges(ctx context.Context, list []*answered) (map[string]Judge, error) {
	judges, texts := map[string]Judge{}, map[string][]string{}
	for _, a := range list {
		if a.record.State != score.Answered || g.Judge == nil {
			continue
		}
		base := a.base()
		if _, known := judges[base]; !known {
			judge, err := g.Judge(ctx, a.task)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", base, err)
			}
			judges[base] = judge
		}
		texts[base] = append(texts[base], a.record.Answer)
	}
	for _, base := range slices.Sorted(maps.Keys(judges)) {
		if p, ok := judges[base].(preparing); ok {
			if err := p.Prepare(ctx, texts[base]); err != nil {
				return nil, fmt.Errorf("%s: %w", base, err)
			}
		}
	}
	return judges, nil
}

// judge reads one answer and judges what it says.
func (g *Questions) judge(ctx context.Context, a *answered, judge Judge) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a.board = scoreboard.Answer{Question: a.task.Question, Arm: a.record.Arm, Model: a.record.Model, Repeat: a.record.Repeat, State: a.record.State}
	if a.record.State != score.Answered {
		return nil
	}
	q := *a.task.Question
	a.reading = question.Read(a.record.Answer, q)
	a.board.Result, a.board.Value = question.Judge(q, a.reading), a.reading.Value
	if judge != nil {
		var err error
		if a.found, err = judge.Check(ctx, "", a.record.Answer); err != nil {
			return fmt.Errorf("question %s, arm %s: %w", a.record.Task, a.record.Arm, err)
		}
	}
	a.board.Levels = levels(q, a.reading, a.board.Result, a.found)
	return nil
}

// agree compares the answers to one question under one arm, and gives the first
// of them the measurement.
func (g *Questions) agree(list []*answered) scoreboard.Agreement {
	q := list[0].task.Question
	var answers []consistency.Answer
	for _, a := range list {
		a.results = map[string]score.Result{}
		if a.record.State == score.Answered {
			answers = append(answers, consistency.Answer{Repeat: a.record.Repeat, Reading: a.reading, Result: a.board.Result})
		}
	}
	r := consistency.Compare(*q, answers)
	result := score.Result{Outcome: score.NotApplicable, Reason: "fewer than two answers were read", Oracle: "consistency"}
	if r.Pairs > 0 {
		result.Counts = &score.Counts{Verified: r.Agree, Refuted: r.Pairs - r.Agree}
		result.Value, result.Outcome, result.Reason = r.Rate(), score.Pass, string(r.State)
		if r.State == consistency.Inconsistent {
			result.Outcome, result.Reason = score.Fail, fmt.Sprintf("%d of %d pairs of answers contradict each other", r.Pairs-r.Agree, r.Pairs)
		}
		for _, c := range r.Contradictions {
			result.Diagnostics = append(result.Diagnostics, score.Diagnostic{
				Kind: score.Contradiction, Message: fmt.Sprintf("answers %d and %d: %s", c.A+1, c.B+1, c.Said), Span: source.Span{File: "answer", Line: 1, Column: 1},
			})
		}
	}
	list[0].results[score.Consistency] = result
	return scoreboard.Agreement{Question: q, Arm: list[0].record.Arm, Model: list[0].record.Model, Report: r}
}
