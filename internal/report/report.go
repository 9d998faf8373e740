// Package report is what is told of a run: the fifth joint, "sooth.report/1"
// in docs/format/report.md. It holds numbers and words, ready to be laid out;
// it computes nothing.
package report

import (
	"time"

	"sooth/oracle"
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

// Arm describes an arm and how its trials ended.
type Arm struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Trials     int    `json:"trials"`
	Answered   int    `json:"answered"`
	NoAnswer   int    `json:"no_answer"`
	InfraError int    `json:"infra_error"`
	Retried    int    `json:"retried"` // trials of which a request was sent again after it had failed
	// Effort are means over the answered trials; null where there are none.
	Effort *ArmEffort `json:"effort,omitempty"`
}

// ToolUse is what the trials of one arm did with one tool. Its first row, with
// an empty Tool, is about all tools of the arm together.
type ToolUse struct {
	Arm    string `json:"arm"`
	Tool   string `json:"tool"`
	Trials int    `json:"trials"` // that called it; of the first row: that were recorded
	Never  int    `json:"never"`  // of the first row: trials that were offered tools and called none
	Calls  int    `json:"calls"`  // repeated equal calls of a trial included
	Cached int    `json:"cached"` // of them answered from the first one
	Errors int    `json:"errors"` // of them refused or failed
	Empty  int    `json:"empty"`  // of them found nothing
	Bytes  int    `json:"bytes"`  // of results, as the model was shown them
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

// Rate is one cell of the table arms × criteria. N = Pass + Fail + Unknown +
// NotApplicable + NoAnswer + InfraError.
//
// In a suite of kind claims the criteria are kinds of statements, and what is
// counted are statements: Pass those that are verified, Fail those that are
// refuted (Near of them are locations off by at most three lines), Unknown those
// that are undecided. Decided is then the mean over tasks of the share verified,
// with an interval over tasks, and Pooled the share over all statements.
type Rate struct {
	Arm           string      `json:"arm"`
	Model         string      `json:"model,omitempty"`
	Criterion     string      `json:"criterion"`
	Pass          int         `json:"pass"`
	Fail          int         `json:"fail"`
	Near          int         `json:"near,omitempty"`
	Unknown       int         `json:"unknown"`
	NotApplicable int         `json:"not_applicable"`
	NoAnswer      int         `json:"no_answer"`
	InfraError    int         `json:"infra_error"`
	N             int         `json:"n"`
	Decided       Interval    `json:"decided"` // pass ÷ (pass + fail), Wilson
	Bounds        [2]*float64 `json:"bounds"`  // pass ÷ n, and (pass + all undecided) ÷ n: the worst and the best case
	Pooled        *float64    `json:"pooled,omitempty"`
	// Repeated is filled in where trials were repeated, for k = 1 up to the
	// number of repeats. Decided is then the mean over tasks.
	Repeated []Repeated `json:"repeated,omitempty"`
}

// Status says whether a target was reached.
type Status string

// The states of a target. What was not measured is never met.
const (
	Met         Status = "met"
	NotMet      Status = "not met"
	NotMeasured Status = "not measured"
)

// Score is one line of the scoreboard of a suite of kind questions: a share K ÷ N with its interval over questions, or a
// number that was counted. Rows without an arm are about the suite.
type Score struct {
	Arm     string   `json:"arm,omitempty"`
	Model   string   `json:"model,omitempty"`
	Measure string   `json:"measure"`
	Group   string   `json:"group,omitempty"` // the answers that are counted, where not all: "kind calls"
	K       int      `json:"k"`
	N       int      `json:"n"`     // answers, statements, pairs or questions; the n of Value counts questions
	Value   Interval `json:"value"` // null where nothing was measured, with the reason
	Target  string   `json:"target,omitempty"`
	Status  Status   `json:"status,omitempty"` // of Target
	// Shown says that the whole interval lies beyond the target: no accident of which questions were drawn.
	Shown *bool `json:"shown,omitempty"`
}

// Repeated says what k answers to one task are worth, as unbiased means over
// tasks.
type Repeated struct {
	K          int      `json:"k"`
	AtLeastOne *float64 `json:"pass_at_k"`  // pass@k: at least one of k answers passes
	All        *float64 `json:"pass_hat_k"` // pass^k: all of k answers pass
	Tasks      int      `json:"tasks"`      // with at least k decided repeats
	Short      int      `json:"short"`      // with fewer, left out
	Reason     string   `json:"reason,omitempty"`
}

// Interval is an estimate with its 95 % interval; null where undefined, then
// Reason says why.
type Interval struct {
	Value  *float64 `json:"value"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	N      int      `json:"n"`
	Method string   `json:"method,omitempty"` // "wilson", "newcombe paired", …
	Reason string   `json:"reason,omitempty"`
}

// Test is the result of a significance test.
type Test struct {
	P      *float64 `json:"p"`
	Method string   `json:"method"`
	Reason string   `json:"reason,omitempty"`
}

// McNemar is the McNemar family on one table.
type McNemar struct {
	Exact  Test     `json:"exact"` // two-sided
	MidP   Test     `json:"mid_p"`
	Chi2   *float64 `json:"chi2"` // with continuity correction
	Chi2P  Test     `json:"chi2_p"`
	OneWay Test     `json:"one_sided"` // exact, P(arm better)
}

// Comparison compares two arms on one criterion over the tasks that both decided.
type Comparison struct {
	Base      string `json:"base"`
	Arm       string `json:"arm"`
	Model     string `json:"model,omitempty"`
	Criterion string `json:"criterion"`
	Unit      string `json:"unit"` // "task"
	Primary   bool   `json:"primary"`
	N         int    `json:"n"` // pairs that count
	Lost      Lost   `json:"lost"`
	// Table is [[a,b],[c,d]]: rows base pass and fail, columns arm pass and
	// fail. b: only base passes (the worry); c: only arm passes (the gain).
	Table      [2][2]int `json:"table"`
	McNemar    *McNemar  `json:"mcnemar"`             // one repeat
	SignFlip   *Test     `json:"sign_flip,omitempty"` // more repeats
	Difference Interval  `json:"difference"`          // rate of arm − rate of base
	// Means are the rates of base and arm over the pairs that count, where there
	// are repeats or statements are compared: means of the shares of tasks.
	Means    *[2]float64 `json:"means,omitempty"`
	HolmP    *float64    `json:"holm_p"` // of secondary comparisons; null for the primary
	Power    Power       `json:"power"`
	Sentence string      `json:"sentence"`
}

// Lost counts the pairs that do not count, by the first cause that applies in
// this order.
type Lost struct {
	InfraError    int      `json:"infra_error"`
	NoAnswer      int      `json:"no_answer"`
	Unknown       int      `json:"unknown"`
	NotApplicable int      `json:"not_applicable"`
	Tasks         []string `json:"tasks,omitempty"` // "task: cause"
}

// Power says what the design could have shown.
type Power struct {
	MDE      *float64 `json:"mde"`   // smallest gain shown with power 0.8 at 0.05, in points of rate (0..1)
	At80     *float64 `json:"at_80"` // power at that gain
	Sentence string   `json:"sentence"`
}

// Gate is a demand on a comparison, and whether it was shown: a one-sided
// non-inferiority test at 0.05 of its own. It passes only if Limit, and Worst
// where there is one, lie on the demanded side of Bound.
type Gate struct {
	Gate     string   `json:"gate"`  // as written: "compiles > -0.05"
	Where    string   `json:"where"` // what was compared: "none → context"
	Measure  string   `json:"measure"`
	Above    bool     `json:"above"` // B − A must lie above Bound, else below
	Bound    float64  `json:"bound"`
	Passed   bool     `json:"passed"`
	N        int      `json:"n"`
	Against  int      `json:"against"`         // units that B alone lost
	Estimate *float64 `json:"estimate"`        // B − A
	Limit    *float64 `json:"limit"`           // the 95 % confidence bound of B − A on the demanded side
	Worst    *float64 `json:"worst,omitempty"` // Limit with those that B alone lost counted as failed
	P        *float64 `json:"p"`
	Method   string   `json:"method"`
	Reason   string   `json:"reason,omitempty"` // why Limit is null
	Sentence string   `json:"sentence"`
}

// The outcomes of a hypothesis.
const (
	Held      = "held"
	NotHeld   = "not held"
	NotTested = "not tested"
)

// Hypothesis is what was declared before a run, and what the run says of it. It
// is held only if Limit lies on the declared side of its bound.
type Hypothesis struct {
	ID      string  `json:"id"`
	Says    string  `json:"says,omitempty"`
	Shows   string  `json:"shows"` // as declared: "prompt_bytes(smart) < 0.5 * prompt_bytes(files)"
	Model   string  `json:"model,omitempty"`
	Outcome string  `json:"outcome"` // held, not held, not tested
	N       int     `json:"n"`       // tasks with both values
	Arm     float64 `json:"arm"`     // mean under the arm
	Base    float64 `json:"base"`
	// Refuted says that the opposite is shown. What is not held and not refuted is
	// open: the run shows neither.
	Refuted  bool     `json:"refuted,omitempty"`
	Estimate *float64 `json:"estimate"` // mean of arm − factor × base
	Limit    *float64 `json:"limit"`    // its 95 % confidence bound on the declared side
	Sentence string   `json:"sentence"`
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

// Task is one task with its trials.
type Task struct {
	ID           string   `json:"id"`
	Prompt       string   `json:"prompt"`
	Target       string   `json:"target"` // "go 1.26"
	Module       string   `json:"module,omitempty"`
	SuccessHints []string `json:"success_hints,omitempty"` // for the reader; never scored
	FailureHints []string `json:"failure_hints,omitempty"`
	Discordant   bool     `json:"discordant"` // on the primary comparison's arms, any criterion
	Trials       []Trial  `json:"trials"`
}

// Trial is one graded trial.
type Trial struct {
	Arm       string                  `json:"arm"`
	Model     string                  `json:"model"`
	Repeat    int                     `json:"repeat"`
	State     score.State             `json:"state"`
	Reason    string                  `json:"reason,omitempty"`
	Answer    string                  `json:"answer"`
	Taken     string                  `json:"taken,omitempty"` // which code block was taken and why
	Code      []Code                  `json:"code,omitempty"`  // the files as graded
	Given     *Excerpt                `json:"given,omitempty"` // what the arm put beside the task's prompt
	ToolCalls int                     `json:"tool_calls"`
	Calls     []Call                  `json:"calls,omitempty"` // of tools, in their order
	Effort    Effort                  `json:"effort"`
	Criteria  map[string]score.Result `json:"criteria"`
	Outcome   score.Outcome           `json:"outcome"`
	Solved    score.Outcome           `json:"solved"`
	Verdicts  []oracle.Verdict        `json:"verdicts,omitempty"`
}

// Excerpt is the beginning of a text.
type Excerpt struct {
	Text  string `json:"text"`
	Bytes int    `json:"bytes"` // of the whole text
}

// Call is one call of a tool, as far as a reader needs it.
type Call struct {
	Tool      string  `json:"tool"`
	Arguments string  `json:"arguments"`        // JSON as the model wrote it, its beginning
	Result    Excerpt `json:"result"`           // as the model was shown it; of a run that did not keep its text, the bytes alone
	Failed    bool    `json:"failed,omitempty"` // Result says why
	Empty     bool    `json:"empty,omitempty"`  // nothing was found
	Cached    bool    `json:"cached,omitempty"` // answered from an earlier, equal call of the trial
	LatencyMS int64   `json:"latency_ms"`
}

// ArmEffort is what the answered trials of an arm took, as means. Tokens are
// means over the trials of which they are known, null where of none.
type ArmEffort struct {
	Trials       int      `json:"trials"` // answered
	PromptBytes  float64  `json:"prompt_bytes"`
	SentBytes    float64  `json:"sent_bytes"`
	ToolCalls    float64  `json:"tool_calls"`
	Counted      int      `json:"counted"` // trials whose tokens are known
	InputTokens  *float64 `json:"input_tokens"`
	OutputTokens *float64 `json:"output_tokens"`
	LatencyMS    float64  `json:"latency_ms"`
}

// Effort is what a trial took.
type Effort struct {
	PromptBytes  int      `json:"prompt_bytes"` // of the user prompt; with tools, of the largest request
	SentBytes    int      `json:"sent_bytes"`   // of all requests together
	InputTokens  *int     `json:"input_tokens,omitempty"`
	OutputTokens *int     `json:"output_tokens,omitempty"`
	CachedTokens *int     `json:"cached_tokens,omitempty"` // read from a cache
	LatencyMS    int64    `json:"latency_ms"`
	CostUSD      *float64 `json:"cost_usd,omitempty"`
	Retries      int      `json:"retries,omitempty"`
}

// Code is one file of an answer as the answer gave it. The spans of
// diagnostics count its lines; FirstLine is the line of the answer on which it
// starts.
type Code struct {
	Name      string `json:"name"`
	Text      string `json:"text"`
	FirstLine int    `json:"first_line"`
}
