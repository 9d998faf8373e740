package report

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
