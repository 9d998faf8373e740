package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/internal/extractreport"
)

// extractGates are the gates of suites of kind extract.
func extractGates() []string { return []string{"no-regression", "pass"} }

// extractGate holds the verdicts against the baseline against the gates: exit
// code 3. Systems that the baseline is not of are left aside, but where it is of
// none of them the gate fails: what was not compared has not passed.
func extractGate(r *extractreport.Report, gates []string) error {
	if len(gates) == 0 {
		return nil
	}
	strict := slices.Contains(gates, "pass")
	var failed, why []string
	compared := 0
	for _, s := range r.Systems {
		switch b := s.Baseline; {
		case b == nil:
			why = append(why, "the manifest has no baseline; hint: sooth baseline update --from "+r.Run.ID)
		case b.Verdict == "error":
			why = append(why, s.Name()+": "+strings.Join(b.Reasons, "; "))
		default:
			compared++
			if b.Verdict == "regression" || strict && b.Verdict != "pass" {
				failed = append(failed, fmt.Sprintf("%s: %s", s.Name(), b.Verdict))
			}
		}
	}
	if compared == 0 {
		return &failure{code: exitFound, err: fmt.Errorf("gate %s: nothing was compared with the baseline: %s", strings.Join(gates, ", "), strings.Join(slices.Compact(why), "; "))}
	}
	if len(failed) > 0 {
		return &failure{code: exitFound, err: errors.New("gate " + strings.Join(gates, ", ") + ": " + strings.Join(failed, "; "))}
	}
	return nil
}
