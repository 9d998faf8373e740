// Package extract reads the observations that a prompt made of code, matches
// them with what was expected, and measures the difference.
//
// The rules are in docs/format/fixture.md. Everything here is a function of
// its arguments: no file, no clock, no randomness.
package extract

// Observation is one thing that an answer says of the code.
type Observation struct {
	Subject    string   `json:"subject"` // path of segments between "/"
	Predicate  string   `json:"predicate"`
	Value      Value    `json:"value"`
	Confidence *float64 `json:"confidence"`     // within [0, 1]; null: the answer gives none that can be read
	Line       int      `json:"line,omitempty"` // in the input, starting at 1; 0: not said
}

// Expectation is one thing that an answer must say, or must not.
type Expectation struct {
	Subject   string `json:"subject"`
	Predicate string `json:"predicate"`
	Value     Value  `json:"value"`
	Rationale string `json:"rationale,omitempty"`  // why it is expected, shown with a miss
	FirstLine int    `json:"first_line,omitempty"` // in the input, starting at 1; 0: nowhere in particular
	LastLine  int    `json:"last_line,omitempty"`  // inclusive; 0: as FirstLine
	Tail      int    `json:"tail,omitempty"`       // last segments of the subject that count; 0: as the case says
}

// lines returns the expected range; 0, 0: none.
func (e Expectation) lines() (first, last int) { return e.FirstLine, max(e.FirstLine, e.LastLine) }

// Case is what a fixture asks of an answer.
type Case struct {
	ID       string
	Category string
	Lines    int // lines of the input
	Must     []Expectation
	MustNot  []Expectation
	// Exhaustive says that Must is everything there is to say: whatever else an
	// answer says is false.
	Exhaustive          bool
	Weight              float64 // 0 means 1
	MinConfidence       float64 // what an observation must reach to satisfy an expectation
	ConfidenceTolerance float64 // how far below is near enough
	LineTolerance       *int    // nil: lines never decide whether an observation fits
	Tail                int     // last segments of a subject that count; 0: as the matcher says
}

// weight is the declared weight, 1 where none is.
func (c Case) weight() float64 {
	if c.Weight == 0 {
		return 1
	}
	return c.Weight
}

// Negative reports whether nothing is expected: the answer passes by saying
// nothing false.
func (c Case) Negative() bool { return len(c.Must) == 0 }
