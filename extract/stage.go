package extract

import "fmt"

// Stage names where an expectation was lost, or what else went wrong.
type Stage string

// The stages.
const (
	Parse         Stage = "parse"          // nothing could be read, or the answer broke off
	Filtered      Stage = "filtered"       // observed, with too little confidence
	Normalisation Stage = "normalisation"  // observed, but not understood
	Missing       Stage = "missing"        // not observed
	FalsePositive Stage = "false positive" // observed, and false
)

// Claim is an observation as it was understood.
type Claim struct {
	Said      Observation `json:"said"`
	Subject   Name        `json:"subject"`
	Predicate Name        `json:"predicate"`
}

// Lost is an observation that did not get through a stage.
type Lost struct {
	Observation Observation `json:"observation"`
	Reason      string      `json:"reason"`
}

// Record is one answer on its way through the stages.
type Record struct {
	// Infra says why there is no answer that could be judged, when the
	// surroundings are to blame. Such a record counts nowhere.
	Infra    string  `json:"infra_error,omitempty"`
	Answer   Answer  `json:"answer"`
	Filtered []Lost  `json:"filtered,omitempty"` // by confidence
	Unknown  []Lost  `json:"unknown,omitempty"`  // by normalisation
	Claims   []Claim `json:"claims"`             // what is left
}

// Process takes a raw answer through all stages. Observations with less than
// confidence are filtered; those that give none are kept. n may be nil: every
// name is then taken as it is.
func Process(raw string, n *Normaliser, confidence float64) Record {
	return ProcessAnswer(ParseAnswer(raw), n, confidence)
}

// ProcessAnswer is Process for an answer that was read already, or that came
// from a tool.
func ProcessAnswer(a Answer, n *Normaliser, confidence float64) Record {
	r := Record{Answer: a, Claims: []Claim{}}
	for _, o := range a.Observations {
		if o.Confidence != nil && *o.Confidence < confidence {
			r.Filtered = append(r.Filtered, Lost{o, fmt.Sprintf("confidence %v is below the filter's %v", *o.Confidence, confidence)})
			continue
		}
		c, reason := n.claim(o)
		if reason != "" {
			r.Unknown = append(r.Unknown, Lost{o, reason})
			continue
		}
		r.Claims = append(r.Claims, c)
	}
	return r
}

// claim understands the names of an observation.
func (n *Normaliser) claim(o Observation) (Claim, string) {
	subject, reason := n.Subject(o.Subject)
	if reason != "" {
		return Claim{}, reason
	}
	predicate, reason := n.Predicate(o.Predicate)
	if reason != "" {
		return Claim{}, reason
	}
	return Claim{o, subject, predicate}, ""
}
