package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"sooth/suite"
	"sooth/trial"
)

// retention are the flags of runs prune --retain.
type retention struct {
	on            bool
	records, days int
	flags         *pflag.FlagSet
}

func (r *retention) add(flags *pflag.FlagSet) {
	r.flags = flags
	flags.BoolVar(&r.on, "retain", false, "keep the newest records and the young ones, whichever are more, and remove runs of which neither needs any")
	flags.IntVar(&r.records, "records", 1000, "with --retain: the newest `number` of records")
	flags.IntVar(&r.days, "days", 30, "with --retain: records of the last `days`")
}

// retain removes the runs that retention does not keep.
func (p *program) retain(ctx context.Context, ids []string, keep int, suites []string, r retention, yes bool) error {
	switch {
	case len(ids) > 0 || keep != 0 || len(suites) > 0:
		return usage(errors.New("--retain decides by itself; hint: give it alone, or name runs, or use --keep"))
	case r.records < 0 || r.days < 0:
		return usage(errors.New("--records and --days must be 0 or more"))
	}
	c, err := p.evalConfig()
	if err != nil {
		return err
	}
	if c.RetentionDays != nil && !r.flags.Changed("days") {
		r.days = *c.RetentionDays
	}
	if c.RetentionMaxCount != nil && !r.flags.Changed("records") {
		r.records = *c.RetentionMaxCount
	}
	store, err := p.existing(ctx, !yes)
	if err != nil {
		return err
	}
	defer store.Close()
	list, err := store.Runs(ctx)
	if err != nil {
		return err
	}
	doomed := map[string]bool{}
	for _, x := range (trial.Retention{Records: r.records, Age: time.Duration(r.days) * 24 * time.Hour}).Expired(list, p.now()) {
		if p.isBaseline(x) {
			p.say("run %s is the baseline of %s and is kept", x.ID, x.Suite)
			continue
		}
		doomed[x.ID] = true
	}
	if len(doomed) == 0 {
		fmt.Fprintln(p.out, "nothing to remove")
		return nil
	}
	return p.remove(ctx, store, list, doomed, yes)
}

// isBaseline says whether the manifest of a run's suite names it as what others
// are compared with. A suite that is gone names nothing.
func (p *program) isBaseline(r trial.Summary) bool {
	if _, err := os.Stat(filepath.Join(r.SuiteDir, "suite.yaml")); err != nil || suite.KindOf(r.SuiteDir) != suite.ExtractKind {
		return false
	}
	s, err := suite.LoadExtract(r.SuiteDir)
	if err != nil {
		return true // what cannot be read may name it
	}
	b := s.Corpus.Manifest.Baseline
	return b != nil && b.Run == r.ID
}
