// Package report is what is told of a run: the fifth joint, "sooth.report/1"
// in docs/format/report.md. It holds numbers and words, ready to be laid out;
// it computes nothing.
package report

import (
	"time"

	"sooth/score"
	"sooth/source"
)

// Schema is the name and version of the format.
const Schema = "sooth.report/1"

// Report is all that is told of one run, or of two that are compared.
type Report struct {
	Schema      string       `json:"schema"`
	Run         Run          `json:"run"`
	Against     *Against     `json:"against,omitempty"` // where the run is held against an earlier one
	Suite       Suite        `json:"suite"`
	Arms        []Arm        `json:"arms"`
	Controls    []Control    `json:"controls"`
	Rates       []Rate       `json:"rates"`       // arms × criteria
	Comparisons []Comparison `json:"comparisons"` // the primary one first
	Sentences   []string     `json:"sentences"`   // one per criterion of the primary pair of arms
	Discordant  []Discordant `json:"discordant"`
	Failures    []Failure    `json:"failures"`
	Scoreboard  []Score      `json:"scoreboard,omitempty"` // of a suite of kind questions: measures by arm and model, then of the suite
	Tools       []ToolUse    `json:"tools,omitempty"`      // of arms that offer tools, and whatever was called
	Hypotheses  []Hypothesis `json:"hypotheses,omitempty"` // what was declared before the run, in the suite's order
	Gates       []Gate       `json:"gates,omitempty"`      // what was demanded of the run, in the order given
	Tasks       []Task       `json:"tasks"`
	Notes       []string     `json:"notes,omitempty"` // limits and warnings that a reader must know
}

// Run describes the run.
type Run struct {
	ID        string     `json:"id"`
	Started   time.Time  `json:"started"`
	Finished  *time.Time `json:"finished"`
	End       string     `json:"end"` // completed, budget_exceeded, interrupted, errors_above_tolerance, running
	Mode      string     `json:"mode"`
	Toolchain string     `json:"toolchain"`          // in use, "go1.26.8"
	Level     string     `json:"level"`              // judged at, "go1.26"
	Sandbox   string     `json:"sandbox"`            // "namespaces", "bubblewrap", "none: …"
	Version   string     `json:"version"`            // of sooth
	Trials    int        `json:"trials"`             // in the plan
	Records   int        `json:"records"`            // finished
	CostUSD   *float64   `json:"cost_usd"`           // null: nothing was priced
	Unpriced  int        `json:"unpriced,omitempty"` // records whose cost is not known beside those of CostUSD, which is then a lower bound
}

// Against is the earlier run that a run is held against, and what the two do not
// share. Every list is sorted.
type Against struct {
	Run      Run      `json:"run"`
	New      []string `json:"new,omitempty"`      // tasks that the earlier run did not ask
	Gone     []string `json:"gone,omitempty"`     // tasks that it asked and the later one did not
	Reworded []string `json:"reworded,omitempty"` // tasks that one of them asked in other words than the suite has now: not compared
	NewArms  []string `json:"new_arms,omitempty"`
	GoneArms []string `json:"gone_arms,omitempty"`
}

// Suite describes the suite.
type Suite struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind,omitempty"` // of the suite, where it is not code: "claims"
	Description string   `json:"description,omitempty"`
	Hash        string   `json:"hash"`
	Tasks       int      `json:"tasks"`
	Repeats     int      `json:"repeats"`
	Models      []string `json:"models"`
}

// Control is a control arm: what the measuring instrument says of answers that
// are known to be right or wrong.
type Control struct {
	Name   string `json:"name"` // "reference", "planted"
	N      int    `json:"n"`
	Right  int    `json:"right"` // accepted on every criterion; or found by the right criterion
	Misses []Miss `json:"misses,omitempty"`
	Reason string `json:"reason,omitempty"` // why it was not run, when N is 0
}

// Miss is a control that the instrument got wrong.
type Miss struct {
	ID     string `json:"id"`
	Want   string `json:"want"` // "pass", or the criterion that should have failed
	Got    string `json:"got"`
	Reason string `json:"reason"`
}

// Discordant is a task on which two arms differ.
type Discordant struct {
	Task      string      `json:"task"`
	Base      string      `json:"base"`
	Arm       string      `json:"arm"`
	Model     string      `json:"model,omitempty"`
	Criterion string      `json:"criterion"`
	Better    string      `json:"better"` // the arm that passes
	Reason    string      `json:"reason"` // one line
	Evidence  string      `json:"evidence,omitempty"`
	Span      source.Span `json:"span,omitzero"` // in the failing arm's answer
}

// Failure counts answers of one arm that failed a criterion by one kind.
type Failure struct {
	Arm       string     `json:"arm"`
	Model     string     `json:"model,omitempty"`
	Criterion string     `json:"criterion"`
	Kind      score.Kind `json:"kind"`
	Answers   int        `json:"answers"`
	Findings  int        `json:"findings"` // diagnostics
}
