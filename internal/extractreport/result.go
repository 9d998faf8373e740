package extractreport

// Result is one answer to one fixture, or to a variant of it, judged.
type Result struct {
	Fixture    string      `json:"fixture"`
	Variant    string      `json:"variant,omitempty"` // kind of the variant; absent: the fixture itself
	Repeat     int         `json:"repeat"`            // starting at 0
	State      string      `json:"state"`             // "passed", "failed", "infra_error"
	Infra      string      `json:"infra_error,omitempty"`
	ParseError string      `json:"parse_error,omitempty"`
	Partial    string      `json:"partial,omitempty"`    // why the answer is not whole
	Form       string      `json:"form,omitempty"`       // how the answer was written
	Parsed     int         `json:"parsed"`               // observations that could be read
	Violations []Violation `json:"violations,omitempty"` // where the answer does not fit the suite's JSON Schema: the first 20
	// MoreViolations: there are others than those.
	MoreViolations bool          `json:"more_violations,omitempty"`
	Unread         []Unread      `json:"unread,omitempty"` // items that could not
	Filtered       []Lost        `json:"filtered,omitempty"`
	Unknown        []Lost        `json:"not_understood,omitempty"`
	Found          []Found       `json:"found,omitempty"`    // true positives, in order of the expectations
	Misses         []Miss        `json:"misses,omitempty"`   // false negatives, in order of the expectations
	Wrong          []Wrong       `json:"wrong,omitempty"`    // false positives
	Unjudged       []Observation `json:"unjudged,omitempty"` // neither expected nor forbidden
	Duplicates     int           `json:"duplicates,omitempty"`
}

// Observation is one thing that an answer says of the code.
type Observation struct {
	Subject    string   `json:"subject"`
	Predicate  string   `json:"predicate"`
	Value      any      `json:"value"`
	Confidence *float64 `json:"confidence,omitempty"`
	Line       int      `json:"line,omitempty"` // starting at 1; 0: not said
}

// Violation is a place of an answer that its JSON Schema does not allow.
type Violation struct {
	Path   string `json:"path"` // JSON pointer within the document of the answer; empty: all of it
	Reason string `json:"reason"`
}

// Unread is an item of an answer that could not be read.
type Unread struct {
	Offset int    `json:"offset"` // bytes from the start of the answer, starting at 0
	Reason string `json:"reason"`
}

// Lost is an observation that did not get through a stage.
type Lost struct {
	Observation Observation `json:"observation"`
	Reason      string      `json:"reason"`
}

// Found is an expectation with the observation that satisfies it. The
// expectation is named by its place in must_contain, starting at 0.
type Found struct {
	Expectation int         `json:"expectation"`
	Said        Observation `json:"said"`
	Subject     string      `json:"subject_by,omitempty"` // how it was understood where it was not exact: "synonym", "fuzzy, 1 edit"
	Predicate   string      `json:"predicate_by,omitempty"`
	Coercions   []string    `json:"coercions,omitempty"` // as in "`yes` read as true"
}

// Miss is an expectation without an observation.
type Miss struct {
	Expectation int          `json:"expectation"` // place in must_contain, starting at 0
	Stage       string       `json:"stage"`       // that lost it: "parse", "filtered", "normalisation", "missing"
	Reason      string       `json:"reason"`
	Nearest     *Observation `json:"nearest,omitempty"` // what the answer said instead
}

// Wrong is a false positive.
type Wrong struct {
	Said      Observation `json:"said"`
	Forbidden *int        `json:"forbidden,omitempty"` // place in must_not_contain, starting at 0; absent: the fixture is exhaustive
	Coercions []string    `json:"coercions,omitempty"`
	Reason    string      `json:"reason"`
}

// Stability is how often the claims stayed the same.
type Stability struct {
	Kind      string    `json:"kind"`      // of variants; "repeats"
	Fixtures  int       `json:"fixtures"`  // with at least one pair
	Pairs     int       `json:"pairs"`     // answers held against each other: a variant and its original, or two repeats
	Identical int       `json:"identical"` // of these, with the same claims (subject, predicate, value)
	Rate      Rate      `json:"rate"`
	OtherLine int       `json:"other_line,omitempty"` // identical ones of which a claim names another line of the code
	Skipped   []Skipped `json:"skipped,omitempty"`    // variants that were not made
	Unchanged int       `json:"unchanged,omitempty"`  // fixtures with nothing to change: not asked
	Checked   []Checked `json:"checked_by,omitempty"` // which parsers found the variants to mean the same
	Flickered []Flicker `json:"flickered,omitempty"`
}

// Language counts the variants of the fixtures in one language, over all kinds.
type Language struct {
	Language  string    `json:"language"`
	Fixtures  int       `json:"fixtures"`
	Covered   int       `json:"covered"`              // of these, with at least one variant that a parser found to mean the same
	Variants  int       `json:"variants"`             // that a parser found to mean the same
	Unchanged int       `json:"unchanged,omitempty"`  // with nothing to change: not asked
	NotMade   int       `json:"not_made,omitempty"`   // with a reason: see skipped
	Checked   []Checked `json:"checked_by,omitempty"` // which parsers found them to mean the same
}

// Skipped says why variants were not made.
type Skipped struct {
	Reason   string   `json:"reason"`
	Fixtures []string `json:"fixtures"`
}

// Checked counts the variants that a parser found to mean the same.
type Checked struct {
	Parser   string `json:"parser"`
	Variants int    `json:"variants"`
}

// Flicker is a claim that some answers have and others have not.
type Flicker struct {
	Fixture string `json:"fixture"`
	Claim   string `json:"claim"`   // "tls/cert_verification enabled = false"
	With    int    `json:"with"`    // answers that have it
	Without int    `json:"without"` // answers that have not
	Where   string `json:"where"`   // for a variant: "only in the original", "only in the variant"
}
