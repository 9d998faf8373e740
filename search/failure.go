package search

import "fmt"

// Word says in which way a search failed.
type Word string

// The ways in which a search fails. All are infrastructure errors: the pair of
// query and system is excluded from comparisons and counted.
const (
	TimedOut    Word = "timed_out"   // no answer within the time given
	Killed      Word = "killed"      // ended by a signal that was not ours
	Exited      Word = "exited"      // ended with an exit code that is a failure
	NotStarted  Word = "not_started" // could not be started or connected to
	Rubbish     Word = "rubbish"     // answered what is no ranking: HTML, broken JSON, hits without ids
	TooLarge    Word = "too_large"   // answered more than is read
	Refused     Word = "refused"     // answered with an error of its own: an HTTP status, isError
	Disconnects Word = "disconnects" // ended the session in the middle of a call
)

// Words returns every way in which a search fails.
func Words() []Word {
	return []Word{TimedOut, Killed, Exited, NotStarted, Rubbish, TooLarge, Refused, Disconnects}
}

// Failure is the error of a search without a ranking.
type Failure struct {
	Word   Word
	Reason string // one clause, without secrets
	Exit   *int   // exit code of a program, where it ended by itself
	Status int    // HTTP status; 0: none
	Stderr string // the end of what it said there, bounded
}

func (f *Failure) Error() string { return string(f.Word) + ": " + f.Reason }

// Failf makes a Failure.
func Failf(word Word, format string, arguments ...any) *Failure {
	return &Failure{Word: word, Reason: fmt.Sprintf(format, arguments...)}
}
