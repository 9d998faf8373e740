package cli

import (
	"context"
	"fmt"
	"slices"

	"sooth/internal/forecast"
	"sooth/internal/runner"
	"sooth/suite"
)

// printForecast says what a plan would ask, what it may cost, how long it may
// take, and what it can show.
func (p *program) printForecast(ctx context.Context, s *suite.Suite, plan []suite.Trial, f *runFlags) error {
	costs, err := f.forecast(s)
	if err != nil {
		return err
	}
	paid := f.mode == "live"
	var before *latencies
	if paid {
		if before, err = p.latencies(ctx, s, plan); err != nil {
			return err
		}
		costs.Took = before.took
	}
	told := forecast.Of(plan, costs)
	for _, r := range told.Rows {
		fmt.Fprintf(p.out, "  %s, %s: %d trials", r.Arm, r.Model, r.Calls)
		switch {
		case !paid:
		case r.High == nil:
			fmt.Fprintf(p.out, ", %d to %d tokens in, up to %d out, cost not known: %s", r.InputLow, r.InputHigh, r.Output, r.Unknown)
		default:
			fmt.Fprintf(p.out, ", %d to %d tokens in, up to %d out, $%.2f to $%.2f", r.InputLow, r.InputHigh, r.Output, *r.Low, *r.High)
		}
		fmt.Fprintln(p.out)
	}
	if calls, low, high := told.Total(); paid && high != nil {
		fmt.Fprintf(p.out, "in all %d calls, $%.2f to $%.2f by the prices of %s\n", calls, *low, *high, costs.Prices.Date)
	}
	if paid && slices.ContainsFunc(told.Rows, func(r forecast.Row) bool { return costs.Tools(r.Arm) }) {
		fmt.Fprintf(p.out, "arms with tools are reckoned at %d requests a trial: how often a model calls is not known before\n", forecast.Requests)
	}
	if paid {
		p.printDuration(told, before, f.jobs)
	}
	shares := s.Kind == suite.ClaimsKind || s.Kind == suite.CKGKind
	for _, line := range forecast.Effect(told.Tasks, told.Repeats, shares) {
		fmt.Fprintln(p.out, line)
	}
	return nil
}

// printDuration says how long a plan may take, by how long earlier answers took.
func (p *program) printDuration(told forecast.Forecast, before *latencies, jobs int) {
	each := jobs == 0 // nobody said how many: every provider has a limit of its own
	at := fmt.Sprintf("%d at once", jobs)
	if each {
		jobs = runner.Jobs
		at = fmt.Sprintf("%d at once of each provider, and more where it bears them", jobs)
	}
	took, known := told.Duration(jobs, each)
	if !known {
		i := slices.IndexFunc(told.Rows, func(r forecast.Row) bool { return r.Took == 0 })
		fmt.Fprintf(p.out, "how long it takes is not known: there is no earlier answer of %s\n", told.Rows[i].Model)
		return
	}
	fmt.Fprintf(p.out, "about %s with %s, by the %d earlier answers of these models that were looked at\n", roughly(took), at, before.answers())
}
