package question

// Outcome is what an answer to a question came to.
type Outcome string

// The outcomes. Every answer has exactly one.
const (
	Right     Outcome = "right"     // the whole of what was asked, and nothing wrong beside it
	Wrong     Outcome = "wrong"     // another value than the truth
	Partial   Outcome = "partial"   // some right names and some missing or wrong ones
	Abstained Outcome = "abstained" // the answer says that it does not know
	Unread    Outcome = "unread"    // no value of the asked shape could be read: a failure to verify, told apart from wrong
)

// Outcomes are all outcomes there are, the best first.
func Outcomes() []Outcome { return []Outcome{Right, Partial, Wrong, Unread, Abstained} }
