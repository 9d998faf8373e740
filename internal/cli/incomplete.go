package cli

import (
	"errors"
	"fmt"

	"sooth/internal/runner"
	"sooth/trial"
)

// incomplete is the error of a run that ended before it was whole: exit code 4,
// with what to do. nil: it is whole.
func incomplete(o runner.Outcome) error {
	kept := fmt.Sprintf("after %d of %d trials, all of them kept", o.Counts.Recorded(), o.Run.Trials)
	var text string
	switch o.Run.End {
	case trial.Interrupted:
		text = "interrupted " + kept + "; hint: the same command goes on"
	case trial.BudgetExceeded:
		text = "budget exceeded " + kept + "; hint: the same command with a larger --budget goes on"
	case trial.ErrorsTolerance:
		text = fmt.Sprintf("%d of %d trials ended as infra_error; hint: the reasons are in the report; ", o.Counts.InfraErrors, o.Run.Trials)
		if o.Run.Mode == "live" {
			text += "the same command asks those again, and nothing else; "
		}
		text += "--tolerance sets what is borne"
	default:
		return nil
	}
	return &failure{code: exitIncomplete, err: errors.New(text)}
}
