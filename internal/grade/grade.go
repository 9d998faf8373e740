// Package grade turns records into measurements: it takes the code out of an
// answer, has it judged by the oracles, and says of each criterion what they
// found.
//
// Verdicts are cheap and can always be made again: grading asks no model
// anything, and the same records give the same points.
package grade

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"

	"sooth/internal/report"
	"sooth/lang"
	"sooth/oracle/behave"
	"sooth/oracle/code"
	"sooth/score"
	"sooth/suite"
	"sooth/trial"
)

// Grader grades the answers of one suite. Its oracles are handed in; it knows
// no language.
type Grader struct {
	Suite   *suite.Suite
	Extract lang.Extractor
	Code    *code.Oracle
	Behave  *behave.Oracle
	// Verdicts keeps what Code found between gradings; nil: judge anew.
	Verdicts Cache
	// Progress is told how many answers are judged, of how many; nil: nobody.
	Progress func(stage string, done, total int)
}

// Graded is all that was found.
type Graded struct {
	Points   []score.Point             // in order of task, arm, model, repeat, criterion
	Trials   map[string][]report.Trial // by task, in the same order
	Controls []report.Control
	Tools    []report.ToolUse
	// Scoreboard is told of a suite of kind questions.
	Scoreboard []report.Score
	Cost       trial.Cost // summed in the order of Trials, so that it has the same bits each time
}

// subject is one program on its way through the oracles.
type subject struct {
	id       string
	task     *suite.Task
	record   trial.Record
	told     report.Trial // of a trial, without its judgement
	taken    lang.Extraction
	judged   code.Judgement
	behaves  score.Result
	skipRun  bool           // hidden tests would say nothing new
	control  bool           // of a control arm: its verdicts are told nowhere
	planted  *suite.Planted // of the control arm
	criteria map[string]score.Result
}

// Grade grades all records and the control arms. The order of records does not
// matter. An error means that grading itself could not be done.
func (g *Grader) Grade(ctx context.Context, records iter.Seq2[trial.Record, error]) (*Graded, error) {
	list, err := answers(g.Suite, records)
	if err != nil {
		return nil, err
	}
	controls, err := g.controls(tasksOf(g.Suite))
	if err != nil {
		return nil, err
	}
	var all []*subject
	for _, a := range list {
		all = append(all, &subject{id: fmt.Sprintf("%s/%s/%s/%d", a.Task, a.Arm, a.Model, a.Repeat), task: a.task, record: a.Record, told: a.told})
	}
	trials := all
	key := g.controlsKey(controls)
	accounts, known := g.recallControls(ctx, key)
	if !known {
		all = append(slices.Clip(all), controls...)
	}
	if err := g.judgeCode(ctx, all); err != nil {
		return nil, err
	}
	if err := g.judgeBehaviour(ctx, all); err != nil {
		return nil, err
	}
	for _, s := range all {
		s.conclude()
	}
	if !known {
		accounts = g.account(controls)
		g.keepControls(ctx, key, controls, accounts)
	}
	graded := g.collect(trials, accounts)
	graded.Tools = toolUse(g.Suite, list)
	return graded, nil
}

// judgeCode has every program judged by the code oracle, on all cores.
func (g *Grader) judgeCode(ctx context.Context, all []*subject) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan *subject)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for s := range work {
				if err := g.judgeOne(ctx, s); err != nil {
					cancel(fmt.Errorf("%s: %w", s.id, err))
				}
				mu.Lock()
				done++
				g.progress("checked", done, len(all))
				mu.Unlock()
			}
		})
	}
feed:
	for _, s := range all {
		select {
		case work <- s:
		case <-ctx.Done():
			break feed
		}
	}
	close(work)
	wg.Wait()
	return context.Cause(ctx)
}

func (g *Grader) judgeOne(ctx context.Context, s *subject) error {
	if s.record.State != score.Answered {
		return nil
	}
	s.taken = g.Extract.Extract(s.record.Answer)
	files := make([]lang.File, len(s.taken.Files))
	for i, f := range s.taken.Files {
		files[i] = f.File
	}
	judged, err := g.judge(ctx, lang.Program{Files: files, Module: s.task.Module, Target: s.task.Target}, s.control)
	if err != nil {
		return err
	}
	s.judged = judged
	return nil
}

// judgeBehaviour runs the hidden tests of every program that compiles.
func (g *Grader) judgeBehaviour(ctx context.Context, all []*subject) error {
	var items []behave.Item
	byID := map[string]*subject{}
	for _, s := range all {
		switch {
		case s.record.State != score.Answered || s.skipRun:
			continue
		case len(s.task.Tests) == 0:
			s.behaves = untested()
			continue
		case s.judged.Criteria[score.Compiles].Outcome != score.Pass:
			s.behaves = score.Result{Outcome: score.Unknown, Reason: "does not compile"}
			continue
		}
		item := behave.Item{ID: s.id, Module: s.task.Module, Target: s.task.Target, Tests: s.task.Tests, Control: s.planted != nil}
		for _, f := range s.taken.Files {
			item.Files = append(item.Files, f.File)
		}
		items = append(items, item)
		byID[s.id] = s
	}
	if len(items) == 0 {
		return nil
	}
	done := 0
	var mu sync.Mutex
	err := g.Behave.Judge(ctx, items, func(id string, r score.Result) {
		mu.Lock()
		defer mu.Unlock()
		byID[id].behaves = r
		done++
		g.progress("tested", done, len(items))
	})
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return unjudged(err, byID)
}

// unjudged makes items that the surroundings kept from being judged unknown,
// each with its reason; any other error ends the grading.
func unjudged(err error, byID map[string]*subject) error {
	if err == nil {
		return nil
	}
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, e := range list {
		var item *behave.ItemError
		if !errors.As(e, &item) || byID[item.ID] == nil {
			return err
		}
		byID[item.ID].behaves = score.Result{Outcome: score.Unknown, Reason: "could not be run: " + item.Err.Error(), Oracle: "behave"}
	}
	return nil
}

func (g *Grader) progress(stage string, done, total int) {
	if g.Progress != nil {
		g.Progress(stage, done, total)
	}
}
