// Package extractreport is what is told of a run of extraction prompts:
// "sooth.extract/1" in docs/format/extract.md, and how it is laid out.
//
// What is not defined is absent, with a reason beside it.
package extractreport

import (
	"time"

	"sooth/trial"
)

// Schema names the format of a [Report].
const Schema = "sooth.extract/1"

// Report is a run, measured.
type Report struct {
	Schema      string       `json:"schema"` // "sooth.extract/1"
	Run         Run          `json:"run"`
	Corpus      Corpus       `json:"corpus"`
	Systems     []System     `json:"systems"`                     // in order of the suite, then of model
	Comparisons []Comparison `json:"comparisons,omitempty"`       // of the suite's base with the other systems
	Languages   []Language   `json:"variant_languages,omitempty"` // of the variants that were made; absent: none were asked
	Notes       []string     `json:"notes,omitempty"`
}

// Run says which run it was.
type Run struct {
	ID           string         `json:"id"`
	Suite        string         `json:"suite"`
	SuiteHash    string         `json:"suite_hash"`
	FixturesHash string         `json:"fixtures_hash"` // of all reviewed fixtures
	Version      string         `json:"version"`       // of sooth
	Mode         string         `json:"mode"`          // where answers came from
	Confidence   float64        `json:"confidence"`    // observations with less were filtered
	Threshold    float64        `json:"threshold"`     // margin of comparisons, in absolute points
	Started      time.Time      `json:"started"`
	Finished     time.Time      `json:"finished"`
	End          trial.EndState `json:"end"`
	Trials       int            `json:"trials"` // planned
	Answered     int            `json:"answered"`
	NoAnswer     int            `json:"no_answer"`
	InfraErrors  int            `json:"infra_errors"`
}

// Corpus is what was asked about.
type Corpus struct {
	Version  string    `json:"version,omitempty"`
	Reviewed int       `json:"reviewed"` // fixtures that count
	Drafts   []string  `json:"drafts"`   // ids of those that do not
	Lines    int       `json:"lines"`    // of the inputs of those that count
	Fixtures []Fixture `json:"fixtures"` // those that were asked about, in order of id
}

// Fixture is one piece of code with what was expected of it.
type Fixture struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Category   string        `json:"category"`
	Language   string        `json:"language"`
	File       string        `json:"file"` // in the folder of the fixtures
	Weight     float64       `json:"weight"`
	Lines      int           `json:"lines"`
	Exhaustive bool          `json:"exhaustive"`
	Content    string        `json:"content"`
	Must       []Expectation `json:"must_contain"`
	MustNot    []Expectation `json:"must_not_contain"`
}

// Expectation is one thing that an answer must say, or must not.
type Expectation struct {
	Subject   string `json:"subject"`
	Predicate string `json:"predicate"`
	Value     any    `json:"value"`
	Rationale string `json:"rationale,omitempty"`
	FirstLine int    `json:"first_line,omitempty"` // starting at 1; 0: nowhere in particular
	LastLine  int    `json:"last_line,omitempty"`  // inclusive
}

// System is one arm under one model.
type System struct {
	Arm          string      `json:"arm"`
	Kind         string      `json:"kind"` // "prompt", "command"
	Prompt       string      `json:"prompt"`
	Version      string      `json:"version"`
	PromptHash   string      `json:"prompt_hash"`
	Model        string      `json:"model,omitempty"` // empty: a program
	Metrics      Metrics     `json:"metrics"`
	InputTokens  *int        `json:"input_tokens,omitempty"`  // absent: not known
	OutputTokens *int        `json:"output_tokens,omitempty"` // absent: not known
	Uncounted    int         `json:"uncounted,omitempty"`     // answers whose tokens are not all known: the two sums are then lower bounds
	CostUSD      *float64    `json:"cost_usd,omitempty"`      // absent: not known, or nothing was paid
	Unpriced     int         `json:"unpriced,omitempty"`      // answers whose cost is not known beside those of CostUSD, which is then a lower bound
	Baseline     *Comparison `json:"baseline,omitempty"`      // absent: the manifest has none
	Repeats      *Stability  `json:"repeats,omitempty"`       // absent: asked once
	Variants     []Stability `json:"variants,omitempty"`      // by kind; absent: none were asked
	Results      []Result    `json:"results"`                 // in order of fixture, variant, repeat
}

// Name is how a system is called.
func (s System) Name() string {
	if s.Model == "" {
		return s.Arm
	}
	return s.Arm + " " + s.Model
}

// Rate is an estimate with its 95 % interval; the unit is the fixture.
type Rate struct {
	Value  *float64 `json:"value"`
	Low    *float64 `json:"low,omitempty"`
	High   *float64 `json:"high,omitempty"`
	N      int      `json:"n"` // fixtures that counted
	Method string   `json:"method,omitempty"`
	Reason string   `json:"reason,omitempty"` // why something is absent
}

// Measures are the rates of a group of fixtures; docs/format/fixture.md has
// their definitions.
type Measures struct {
	Fixtures       int  `json:"fixtures"`
	TP             int  `json:"tp"`
	FP             int  `json:"fp"`
	FN             int  `json:"fn"`
	Unjudged       int  `json:"unjudged"`
	Duplicates     int  `json:"duplicates"`
	Precision      Rate `json:"precision"`
	Recall         Rate `json:"recall"`
	F1             Rate `json:"f1"`
	MacroPrecision Rate `json:"macro_precision"`
	MacroRecall    Rate `json:"macro_recall"`
	MacroF1        Rate `json:"macro_f1"`
}

// Metrics is what was measured of a system. Variants are not in it.
type Metrics struct {
	Measures
	Results     int            `json:"results"` // scored
	Passed      int            `json:"passed"`  // fixtures of which every scored repeat passed
	Failed      int            `json:"failed"`
	InfraErrors int            `json:"infra_errors"`
	ParseErrors int            `json:"parse_errors"`
	Misfits     int            `json:"misfits"` // answers that do not fit the suite's JSON Schema, whatever could be read in them
	Partial     int            `json:"partial"` // answers that broke off
	Stages      map[string]int `json:"stages"`  // what was lost or false, by the stage that lost it
	Negatives   Negatives      `json:"negatives"`
	ByCategory  []Group        `json:"by_category"`
	ByPredicate []Group        `json:"by_predicate"`
}

// Negatives says how fixtures fared that expect nothing.
type Negatives struct {
	Fixtures    int      `json:"fixtures"`
	Passed      int      `json:"passed"`
	Failed      int      `json:"failed"`
	FP          int      `json:"fp"`
	Lines       int      `json:"lines"`
	PerThousand *float64 `json:"fp_per_1000_lines"`
	Reason      string   `json:"reason,omitempty"`
}

// Group is the measures of one category or predicate.
type Group struct {
	Name string `json:"name"`
	Measures
}

// Comparison is a system held against the baseline, or against another one.
type Comparison struct {
	Base      string   `json:"base"` // "baseline", "run 1d91dc4286", or the name of a system
	System    string   `json:"system"`
	Verdict   string   `json:"verdict"` // "pass", "review", "regression", "error"
	Reasons   []string `json:"reasons,omitempty"`
	Margin    float64  `json:"threshold"`
	BaseID    Identity `json:"base_identity"`
	Changes   []Change `json:"changes,omitempty"`
	Regressed []Moved  `json:"regressed,omitempty"`
	Improved  []Moved  `json:"improved,omitempty"`
	Lost      []string `json:"lost,omitempty"` // fixtures without a scored result in the run
}

// Identity says what was measured with what. What is absent is not known.
type Identity struct {
	Prompt       string `json:"prompt,omitempty"`
	Version      string `json:"version,omitempty"`
	PromptHash   string `json:"prompt_hash,omitempty"`
	Model        string `json:"model,omitempty"`
	FixturesHash string `json:"fixtures_hash,omitempty"`
	Run          string `json:"run,omitempty"`
	MeasuredAt   string `json:"measured_at,omitempty"`
}

// Change is one measure, before and now.
type Change struct {
	Measure  string   `json:"measure"`
	Decides  bool     `json:"decides"`
	N        int      `json:"n"`
	Changed  int      `json:"changed"`
	Before   *float64 `json:"before"`
	Now      *float64 `json:"now"`
	Drop     *float64 `json:"drop"` // before − now, in absolute points
	P        *float64 `json:"p"`    // one-sided, that there is a drop on these fixtures
	Adjusted *float64 `json:"adjusted_p,omitempty"`
	Method   string   `json:"method,omitempty"`
	FlipP    *float64 `json:"sign_flip_p,omitempty"` // one-sided, that there is a drop on fixtures like these; decides nothing
	Verdict  string   `json:"verdict,omitempty"`
	Reason   string   `json:"reason,omitempty"`
}

// Moved is a fixture whose result is not what it was.
type Moved struct {
	Fixture string  `json:"fixture"`
	Before  Tally   `json:"before"`
	Now     Tally   `json:"now"`
	Drop    float64 `json:"f1_drop"` // in absolute points; below 0: better
}

// Tally is what one fixture added up to over its scored repeats.
type Tally struct {
	Repeats int `json:"repeats"`
	TP      int `json:"tp"`
	FP      int `json:"fp"`
	FN      int `json:"fn"`
	Clean   int `json:"clean"`
}
