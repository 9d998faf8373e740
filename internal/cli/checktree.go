package cli

import (
	"context"

	"sooth/fact/factmem"
	"sooth/internal/check"
)

// judge opens what texts about a tree are judged by, and says what a reader
// must know of it. Call closing at the end.
func (p *program) judge(ctx context.Context, dir string) (judge *check.Checker, notes []string, closing func() error, err error) {
	judge, err = check.Open(ctx, check.Options{Dir: dir, Store: factmem.New()})
	if err != nil {
		return nil, nil, nil, err
	}
	return judge, nil, judge.Close, nil
}
