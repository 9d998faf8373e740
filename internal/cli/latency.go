package cli

import (
	"context"
	"slices"
	"time"

	"sooth/score"
	"sooth/suite"
)

// latencyRecords bounds the records that are read to learn how long answers take.
const latencyRecords = 5000

// latencies is how long answers of models took in earlier live runs.
type latencies struct {
	byArm   map[[2]string]*latency // of this suite, by arm and model
	byModel map[string]*latency    // of any suite and arm
}

type latency struct {
	sum time.Duration
	n   int
}

func (l *latency) mean() time.Duration { return l.sum / time.Duration(l.n) }

// latencies reads the newest live runs, until enough is known of a plan's models.
func (p *program) latencies(ctx context.Context, s *suite.Suite, plan []suite.Trial) (*latencies, error) {
	l := &latencies{byArm: map[[2]string]*latency{}, byModel: map[string]*latency{}}
	if kept, err := p.kept(); err != nil || !kept {
		return l, err
	}
	store, err := p.store(ctx, true)
	if err != nil {
		return l, err
	}
	defer store.Close()
	runs, err := store.Runs(ctx)
	if err != nil {
		return l, err
	}
	asked, left := models(plan), latencyRecords
	for _, run := range slices.Backward(runs) {
		if run.Mode != "live" || left <= 0 || l.knows(plan) {
			continue
		}
		for r, err := range store.Records(ctx, run.ID) {
			if err != nil {
				return l, err
			}
			left--
			if r.State != score.Answered || !r.Recorded.IsZero() || !slices.Contains(asked, r.Model) {
				continue // none, given before, or of another model
			}
			took := r.Finished.Sub(r.Started)
			add(l.byModel, r.Model, took)
			if run.Suite == s.Name {
				add(l.byArm, [2]string{r.Arm, r.Model}, took)
			}
		}
	}
	return l, nil
}

func add[K comparable](means map[K]*latency, key K, took time.Duration) {
	if means[key] == nil {
		means[key] = &latency{}
	}
	means[key].sum += took
	means[key].n++
}

// knows reports whether every arm and model of a plan was asked before.
func (l *latencies) knows(plan []suite.Trial) bool {
	return !slices.ContainsFunc(plan, func(t suite.Trial) bool { return l.byArm[[2]string{t.Arm, t.Model}] == nil })
}

// took is how long an answer took: under the same arm of the suite, else by the
// same model anywhere; 0: it was never asked.
func (l *latencies) took(arm, model string) time.Duration {
	if known := l.byArm[[2]string{arm, model}]; known != nil {
		return known.mean()
	}
	if known := l.byModel[model]; known != nil {
		return known.mean()
	}
	return 0
}

// answers counts the answers that the figures rest on.
func (l *latencies) answers() int {
	n := 0
	for _, known := range l.byModel {
		n += known.n
	}
	return n
}
