package report

import "sooth/oracle"

// CheckSchema is the name and version of the format of what check tells.
const CheckSchema = "sooth.check/1"

// Check is all that is told of texts that were checked; docs/format/check.md.
type Check struct {
	Schema  string    `json:"schema"`
	Answers []Checked `json:"answers"` // in the order in which the texts were named
	Counts  Counts    `json:"counts"`  // over all texts
	// Stale are the entries of the baseline that nothing in the texts answers to
	// any more, in the baseline's order.
	Stale []Known  `json:"stale,omitempty"`
	Notes []string `json:"notes,omitempty"` // limits that a reader must know
}

// Checked is one text and what was found in it.
type Checked struct {
	Source   string    `json:"source"`         // as the caller named it, slash-separated; "stdin"
	File     string    `json:"file,omitempty"` // relative to the tree, where that is not Source
	Verdicts []Finding `json:"verdicts"`       // in the order of the text
	Counts   Counts    `json:"counts"`
	Ignores  []Ignore  `json:"ignores,omitempty"` // in the order of the text
	Text     string    `json:"-"`                 // that was checked
}

// Finding is a verdict and why it may not be told.
type Finding struct {
	oracle.Verdict
	// Fingerprint identifies the claim in its file wherever it stands there: 32
	// hexadecimal digits. How it is made is in docs/format/check.md.
	Fingerprint string `json:"fingerprint"`
	Known       bool   `json:"known,omitempty"`   // of Refuted: the baseline has it
	Ignored     string `json:"ignored,omitempty"` // the reason that the text gives for passing it over
}

// Silent says that a finding is counted and not told.
func (f Finding) Silent() bool { return f.Known || f.Ignored != "" }

// Counts counts verdicts. A verdict that is Known or Ignored is in no other
// count, so that Verified, Refuted, Undecided, Known and Ignored add up to all.
type Counts struct {
	Verified  int `json:"verified"`
	Refuted   int `json:"refuted"`
	Undecided int `json:"undecided"`
	Near      int `json:"near,omitempty"` // of Refuted: locations off by at most three lines
	Known     int `json:"known,omitempty"`
	Ignored   int `json:"ignored,omitempty"`
}

// Fails says how many claims are told that the caller wants to fail on: what is
// refuted, with undecided also what is undecided.
func (c Counts) Fails(undecided bool) int {
	if undecided {
		return c.Refuted + c.Undecided
	}
	return c.Refuted
}

// Add counts one finding.
func (c *Counts) Add(f Finding) {
	switch {
	case f.Ignored != "":
		c.Ignored++
	case f.Known:
		c.Known++
	case f.Outcome == oracle.Verified:
		c.Verified++
	case f.Outcome == oracle.Refuted:
		c.Refuted++
		if f.Near {
			c.Near++
		}
	default:
		c.Undecided++
	}
}

// Plus returns the sum of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Verified + d.Verified, c.Refuted + d.Refuted, c.Undecided + d.Undecided, c.Near + d.Near, c.Known + d.Known, c.Ignored + d.Ignored}
}

// Claims is the number of claims counted.
func (c Counts) Claims() int { return c.Verified + c.Refuted + c.Undecided + c.Known + c.Ignored }

// Ignore is a comment in a text that passes over what is refuted near it.
type Ignore struct {
	Line    int    `json:"line"` // of the comment, starting at 1
	Reason  string `json:"reason"`
	First   int    `json:"first"` // first line that it covers, starting at 1
	Last    int    `json:"last"`  // last line that it covers
	Used    int    `json:"used"`  // findings that it passes over
	Problem string `json:"problem,omitempty"`
}

// Known is a refutation that a baseline has; one entry of "sooth.baseline/1".
type Known struct {
	File        string `json:"file"` // relative to the tree, slash-separated
	Kind        string `json:"kind"` // of the claim
	Text        string `json:"text"` // of the claim, for the reader; long ones are cut
	Fingerprint string `json:"fingerprint"`
}
