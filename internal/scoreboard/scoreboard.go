// Package scoreboard tells what answers to questions came to: shares with their intervals over questions, held against
// their targets.
//
// The question is the unit: answers to one question resemble each other. Nothing that was not measured has a value,
// and no target is met without one.
package scoreboard

import (
	"cmp"
	"slices"

	"sooth/internal/consistency"
	"sooth/internal/report"
	"sooth/question"
	"sooth/score"
)

// Answer is one answer to a question, judged.
type Answer struct {
	Question   *question.Question
	Arm, Model string
	Repeat     int
	State      score.State
	Result     question.Result // of an answered trial
	Value      *question.Answer
	// Levels counts the statements by what decides them: V1, V2, V3.
	Levels map[string]score.Counts
}

// Agreement is what the answers to one question under one arm are together.
type Agreement struct {
	Question   *question.Question
	Arm, Model string
	consistency.Report
}

// Input is what a scoreboard is made of.
type Input struct {
	Answers    []Answer
	Agreements []Agreement
	Questions  []*question.Question // all of the suite
	Arms       []string             // in table order
	Seed       uint64               // of resampling
	// Facts says how many facts of the code base can be asked about, of how many; nil: nobody has counted.
	Facts *Share
}

// Share is k of n.
type Share struct{ K, N int }

// Make returns the rows of the scoreboard: those of each arm and model in order, then those of the suite.
func Make(in Input) []report.Score {
	type key struct{ arm, model string }
	answers, agreements := map[key][]Answer{}, map[key][]Agreement{}
	var keys []key
	for _, a := range in.Answers {
		k := key{a.Arm, a.Model}
		if answers[k] == nil {
			keys = append(keys, k)
		}
		answers[k] = append(answers[k], a)
	}
	for _, a := range in.Agreements {
		agreements[key{a.Arm, a.Model}] = append(agreements[key{a.Arm, a.Model}], a)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(slices.Index(in.Arms, a.arm), slices.Index(in.Arms, b.arm)), cmp.Compare(a.model, b.model))
	})
	var rows []report.Score
	for _, k := range keys {
		for _, row := range of(answers[k], agreements[k], in.Seed) {
			row.Arm, row.Model = k.arm, k.model
			rows = append(rows, row)
		}
	}
	return append(rows, suite(in)...)
}

// of makes the rows of one arm and model.
func of(answers []Answer, agreements []Agreement, seed uint64) []report.Score {
	t := table{seed: seed}
	for _, o := range question.Outcomes() {
		t.add(answers, string(o), "", func(a Answer) (int, int) { return yes(a.given() && a.Result.Outcome == o), yes(a.counts()) })
	}
	t.add(answers, "no answer", "", func(a Answer) (int, int) { return yes(a.State == score.NoAnswer), yes(a.counts()) })
	t.add(answers, "answered", "", func(a Answer) (int, int) { return yes(a.given() && a.Value != nil), yes(a.counts()) })
	t.add(answers, "yes where no is right", "", func(a Answer) (int, int) { return a.said(true), yes(a.counts() && a.Question.Balance == "false") })
	t.add(answers, "no where yes is right", "", func(a Answer) (int, int) { return a.said(false), yes(a.counts() && a.Question.Balance == "true") })
	t.add(answers, "precision", "", func(a Answer) (int, int) { return a.Result.Hits, a.Result.Given })
	t.add(answers, "recall", "", func(a Answer) (int, int) {
		if a.Value == nil {
			return 0, 0
		}
		return a.Result.Hits, a.Result.Right
	})
	for _, level := range []string{score.Existence, score.Structure, score.Behaviour} {
		t.add(answers, level, "", func(a Answer) (int, int) {
			c := a.Levels[level]
			return c.Verified, c.Verified + c.Refuted
		})
	}
	t.pairs(agreements, score.Consistency, func(r consistency.Report) (int, int) { return r.Agree, r.Pairs })
	t.pairs(agreements, "consistent but wrong", func(r consistency.Report) (int, int) {
		return yes(r.State == consistency.Wrong), yes(r.State != consistency.Unknown)
	})
	t.pairs(agreements, "inconsistent", func(r consistency.Report) (int, int) {
		return yes(r.State == consistency.Inconsistent), yes(r.State != consistency.Unknown)
	})
	t.add(answers, "refuted", "", func(a Answer) (int, int) { c := a.statements(); return c.Refuted, total(c) })
	t.add(answers, NotVerified, "", func(a Answer) (int, int) { c := a.statements(); return c.Refuted + c.Undecided, total(c) })
	for _, group := range []struct {
		name string
		of   func(q *question.Question) string
	}{
		{"kind", func(q *question.Question) string { return string(q.Kind) }},
		{"difficulty", func(q *question.Question) string { return q.Difficulty }},
	} {
		by := map[string]bool{}
		for _, a := range answers {
			if g := group.of(a.Question); g != "" {
				by[g] = true
			}
		}
		for _, g := range sorted(by) {
			t.add(answers, string(question.Right), group.name+" "+g, func(a Answer) (int, int) {
				mine := a.counts() && group.of(a.Question) == g
				return yes(mine && a.given() && a.Result.Outcome == question.Right), yes(mine)
			})
		}
	}
	return t.rows
}

// NotVerified is the measure of the statements that failed to verify: refuted or undecided.
const NotVerified = "not verified"

// counts says whether the trial is one that counts: the surroundings did not fail.
func (a Answer) counts() bool { return a.State == score.Answered || a.State == score.NoAnswer }

// given says whether there is an answer.
func (a Answer) given() bool { return a.State == score.Answered }

// said is 1 where the answer says the given word and the other one is right.
func (a Answer) said(word bool) int {
	return yes(a.given() && a.Question.Balance != "" && a.Value != nil && a.Value.Boolean != nil && *a.Value.Boolean == word && a.Result.Outcome == question.Wrong)
}

// statements counts the statements of all levels.
func (a Answer) statements() score.Counts {
	var c score.Counts
	for _, n := range a.Levels {
		c = c.Plus(n)
	}
	return c
}

func total(c score.Counts) int { return c.Verified + c.Refuted + c.Undecided }

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func sorted(set map[string]bool) []string {
	var list []string
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}
