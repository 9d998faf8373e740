// Package command searches with a program: one process a query, started without
// a shell.
package command

import (
	"context"
	"fmt"
	"slices"

	"sooth/search"
)

// Config says which program answers, and how its output is read.
type Config struct {
	Command    []string // with placeholders; see search.Values
	Dir        string   // it is run in
	Environ    []string // all that it is given
	NoHitsExit []int    // exit codes that say that there are no hits
	Hits       *search.Extractor
}

// Engine is a [search.System].
type Engine struct {
	config Config
}

// New makes an engine. Nothing is run.
func New(c Config) *Engine { return &Engine{c} }

// Search runs the program once. It ends with ctx.
func (e *Engine) Search(ctx context.Context, q search.Query, k int) (search.Ranking, error) {
	v := search.Values{Query: q, K: k}
	argv := make([]string, len(e.config.Command))
	for i, argument := range e.config.Command {
		if i > 0 { // the program is not chosen by a query
			var err error
			if argument, err = v.Expand(argument, nil); err != nil {
				return search.Ranking{}, err
			}
		}
		argv[i] = argument
	}
	o, err := Run(ctx, search.Process{Command: argv, Dir: e.config.Dir, Environ: e.config.Environ})
	r := search.Ranked(nil, 0, o.Stdout, o.Latency)
	if err != nil {
		return r, err
	}
	if slices.Contains(e.config.NoHitsExit, o.Exit) && o.Exit != 0 {
		r.Hits = []search.Hit{}
		return r, nil
	}
	if o.Exit != 0 {
		return r, &search.Failure{Word: search.Exited, Exit: &o.Exit, Stderr: o.Stderr, Reason: fmt.Sprintf("exit code %d", o.Exit) + said(o.Stderr)}
	}
	if r.Hits, r.Noise, err = e.config.Hits.Hits(o.Stdout, v); err != nil {
		return r, err
	}
	return r, nil
}

// Close does nothing: no process outlives its query.
func (e *Engine) Close() error { return nil }
