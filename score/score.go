// Package score defines a measurement: one measure of one trial.
//
// A measurement never hides what could not be found out: an outcome is a word,
// a value that does not exist is absent, and each carries its reason.
package score

import "sooth/source"

// State says how a trial ended, before anything was judged.
type State string

// The states of a trial. Every rate counts Answered trials; the others are
// counted beside it and never silently.
const (
	Answered   State = "answered"
	NoAnswer   State = "no_answer"   // refusal, truncation, safety stop, empty: the model's doing
	InfraError State = "infra_error" // the surroundings failed: excluded pairwise, counted
)

// Outcome is what one criterion says of one answer.
type Outcome string

// The outcomes. Unknown is never Pass.
const (
	Pass          Outcome = "pass"
	Fail          Outcome = "fail"
	Unknown       Outcome = "unknown"        // no machine here could decide; the reason says why
	NotApplicable Outcome = "not_applicable" // the criterion asks nothing of this answer
)

// And is the three-valued AND: Fail wins, then Unknown; NotApplicable says
// nothing. The AND of nothing, or of NotApplicable alone, is NotApplicable.
func And(outcomes ...Outcome) Outcome {
	all := NotApplicable
	for _, o := range outcomes {
		switch o {
		case Fail:
			return Fail
		case Unknown, "":
			all = Unknown
		case Pass:
			if all == NotApplicable {
				all = Pass
			}
		}
	}
	return all
}

// The criteria of generated code, in the order of every table. Outcome is the
// AND of the first four; Solved is Outcome AND Behaves.
const (
	Compiles  = "compiles"
	Exists    = "exists"
	Available = "available"
	Current   = "current"
	Behaves   = "behaves"
	All       = "outcome"
	Solved    = "solved"
)

// Criteria returns the names of the criteria of generated code in table order,
// the two derived ones last.
func Criteria() []string {
	return []string{Compiles, Exists, Available, Current, Behaves, All, Solved}
}

// Kind classifies what is wrong, in words that a reader of a report knows. The
// closed list is in docs/format/code.md.
type Kind string

// The kinds of diagnostics.
const (
	Syntax            Kind = "syntax error"
	InventedPackage   Kind = "invented package"
	InventedFunction  Kind = "invented function" // also a package-level variable or constant
	InventedType      Kind = "invented type"
	InventedField     Kind = "invented field"
	InventedMethod    Kind = "invented method"
	Undefined         Kind = "undefined name" // a local, lower-case name
	WrongSignature    Kind = "wrong signature"
	TypeMismatch      Kind = "type mismatch"
	Unused            Kind = "unused import or variable"
	OtherError        Kind = "other compile error"
	TooNew            Kind = "too new for the target"
	Deprecated        Kind = "deprecated"
	DoesNotBehave     Kind = "does not behave"
	NoCode            Kind = "no code produced"
	CouldNotDetermine Kind = "could not be determined"
	FalseStatement    Kind = "false statement" // of an answer in prose
	WrongAnswer       Kind = "wrong answer"    // to a question
	PartialAnswer     Kind = "partial answer"
	Abstention        Kind = "abstained"
	UnreadAnswer      Kind = "no answer could be read"
	Contradiction     Kind = "contradiction"   // of two answers to one question
	Unmet             Kind = "not as expected" // of an answer to a task of CKG
)

// Diagnostic is one finding about an answer, with its evidence.
type Diagnostic struct {
	Kind       Kind        `json:"kind"`
	Span       source.Span `json:"span"`                 // in the code as the answer gave it: line 1 is the first line of its block
	Symbol     string      `json:"symbol,omitempty"`     // qualified, e.g. "net/http.Client.Foo"
	Message    string      `json:"message"`              // the checker's own words
	Suggestion string      `json:"suggestion,omitempty"` // the nearest true name, or the replacement
	Evidence   string      `json:"evidence,omitempty"`   // what proves it: an API file's line, a "Deprecated:" paragraph, a test's output
	Note       bool        `json:"note,omitempty"`       // does not count against the answer
}

// Result is what one measure found.
type Result struct {
	Outcome     Outcome      `json:"outcome,omitempty"` // for criteria; empty for measures with a value
	Value       *float64     `json:"value,omitempty"`   // for measures; absent when undefined, then Reason says why
	Reason      string       `json:"reason,omitempty"`  // one clause
	Oracle      string       `json:"oracle,omitempty"`  // who judged
	Strength    string       `json:"strength,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
	Counts      *Counts      `json:"counts,omitempty"` // of measures that are shares of statements: what was counted
}

// The measures of answers to questions. Right is pass where the answer is the
// whole truth and nothing else. The others are shares of statements, by what
// decides them: is it there, is it built as said, does it do what is said. The
// last is the share of pairs of answers to one question that agree.
const (
	Right       = "right"
	Existence   = "V1"
	Structure   = "V2"
	Behaviour   = "V3"
	Consistency = "V4"
)

// Expected is the measure of what a task of CKG expects: its value is the share
// that the answer meets.
const Expected = "expected"

// Truth is the measure of all statements of an answer; of those of one kind it
// is the kind's name. Its value is verified ÷ (verified + refuted).
const Truth = "truth"

// Counts counts the verdicts on the statements of an answer.
type Counts struct {
	Verified  int `json:"verified"`
	Refuted   int `json:"refuted"`
	Near      int `json:"near"` // of Refuted: locations off by at most three lines
	Undecided int `json:"undecided"`
}

// Plus returns the sum of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Verified + d.Verified, c.Refuted + d.Refuted, c.Near + d.Near, c.Undecided + d.Undecided}
}

// Point is one measurement: one measure of one trial. It is the fourth joint,
// "sooth.point/1" in docs/format/point.md.
type Point struct {
	Run     string `json:"run,omitempty"`
	Task    string `json:"task"`
	Arm     string `json:"arm"`
	Model   string `json:"model,omitempty"`
	Repeat  int    `json:"repeat"` // starting at 0
	State   State  `json:"state"`
	Measure string `json:"measure"` // "compiles", "nDCG@10", …
	Result
}
