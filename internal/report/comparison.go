package report

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
