package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sooth/internal/generate"
	"sooth/internal/ground"
	"sooth/question"
)

// leaveOut takes out of the arms those whose text, made from the facts of the code
// base, would be empty for some question: in a tree with hardly a declaration their
// trials could only end as infra_error.
func (f *generateFlags) leaveOut(ctx context.Context, o ground.Options, questions []question.Question) error {
	corpus, err := ground.Open(ctx, o)
	if err != nil {
		return err
	}
	defer corpus.Close()
	var kept []generate.Arm
	for _, arm := range f.arms {
		missing := 0
		if arm.Template == generate.GroundedFile {
			if missing, err = unanswerable(ctx, corpus, ground.Kind(arm.Kind), questions); err != nil {
				return err
			}
		}
		if missing > 0 {
			f.leftOut(arm.Name, fmt.Sprintf("the index has nothing to say to %d of %d questions", missing, len(questions)))
			continue
		}
		kept = append(kept, arm)
	}
	f.arms = kept
	if !slices.ContainsFunc(kept, func(a generate.Arm) bool { return a.Name == f.primary }) {
		f.primary = kept[0].Name // tools over the facts are never left out
	}
	return nil
}

// unanswerable counts the questions to which facts have no text of a kind.
func unanswerable(ctx context.Context, corpus *ground.Corpus, kind ground.Kind, questions []question.Question) (missing int, err error) {
	for _, q := range questions {
		_, err := corpus.Context(ctx, ground.Request{Kind: kind, Query: q.Texts[0]})
		switch {
		case errors.Is(err, ground.ErrNothing):
			missing++
		case err != nil:
			return 0, err
		}
	}
	return missing, nil
}
