package rankrun

import (
	"context"
	"fmt"
	"slices"

	"sooth/internal/rankreport"
	"sooth/suite"
	"sooth/trial"
)

// Again measures the rankings that an earlier run recorded, with the suite as
// it is now. No system is asked, or looked at: what is known of their files is
// in the report of the run itself. Systems and queries without a record are left out.
func Again(ctx context.Context, s *suite.Search, store *trial.Store, run trial.Run) (*rankreport.Report, error) {
	o := Options{Suite: s, Systems: []string{}, Queries: []string{}}
	for r, err := range store.Records(ctx, run.ID) {
		if err != nil {
			return nil, err
		}
		if !slices.Contains(o.Systems, r.Arm) {
			o.Systems = append(o.Systems, r.Arm)
		}
		if !slices.Contains(o.Queries, r.Task) {
			o.Queries = append(o.Queries, r.Task)
		}
	}
	narrowed, err := narrow(o)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	var systems []*system
	for _, y := range narrowed.Systems {
		systems = append(systems, &system{SearchSystem: y})
	}
	r, err := tell(ctx, narrowed, systems, run, store.Records(ctx, run.ID))
	if err == nil && run.SuiteHash != s.Hash {
		r.Notes = append(r.Notes, fmt.Sprintf("the suite has changed since run %s (%.12s then, %.12s now): rankings are measured with the suite as it is now", run.ID, run.SuiteHash, s.Hash))
	}
	return r, err
}
