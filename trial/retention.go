package trial

import "time"

// Retention says what is always kept: the newest records, and the records of the
// last time, whichever is more.
type Retention struct {
	Records int           // so many of the newest records, over all runs
	Age     time.Duration // records that are younger
}

// Expired returns the runs of which no record needs to be kept, in the order of
// list. A run is removed as a whole or not at all: it expires when all of its
// records are older than Age and so many newer ones are in runs that began after
// it had ended. A run that has not ended never expires.
func (k Retention) Expired(list []Summary, now time.Time) []Summary {
	var out []Summary
	for _, r := range list {
		if r.Finished.IsZero() || r.End == Running || now.Sub(r.Finished) <= k.Age {
			continue
		}
		newer := 0
		for _, other := range list {
			if other.Started.After(r.Finished) {
				newer += other.Counts.Recorded()
			}
		}
		if newer >= k.Records {
			out = append(out, r)
		}
	}
	return out
}
