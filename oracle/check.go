package oracle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"sooth/claim"
)

// unjudged is the name in verdicts that no oracle made.
const unjudged = "none"

// Check judges claims and returns their verdicts in the order of the claims,
// whatever the number of processors, all of which it uses. Each claim is judged
// by the one oracle that judges its kind; what is no assertion, was not
// understood or has no oracle is undecided. Two oracles that want one claim are
// a fault of the caller. The first error in the order of the claims is returned.
func Check(ctx context.Context, oracles []Oracle, claims []claim.Claim) ([]Verdict, error) {
	verdicts := make([]Verdict, len(claims))
	errs := make([]error, len(claims))
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(claims)) {
		workers.Go(func() {
			for inner.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(claims) {
					return
				}
				if verdicts[i], errs[i] = judge(inner, oracles, claims[i]); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var first error
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) { // others were only interrupted by it
			return nil, err
		}
		first = cmp.Or(first, err)
	}
	if first != nil {
		return nil, first
	}
	return verdicts, nil
}

// judge finds the oracle of a claim and asks it, unless the claim says nothing
// that could be judged.
func judge(ctx context.Context, oracles []Oracle, c claim.Claim) (Verdict, error) {
	if err := ctx.Err(); err != nil {
		return Verdict{}, err
	}
	var mine Oracle
	for _, o := range oracles {
		if !o.Judges(c) {
			continue
		}
		if mine != nil {
			return Verdict{}, fmt.Errorf("line %d: two oracles, %q and %q, judge one claim of kind %q", c.Line, mine.Name(), o.Name(), c.Kind)
		}
		mine = o
	}
	var v Verdict
	switch {
	case c.Kind == claim.Structure && c.Verb == "":
		v = Undecide(c, NotUnderstood, "")
	case c.Modality != "":
		v = Undecide(c, NotAnAssertion, c.Modality)
	case mine == nil && c.Kind == claim.Behaviour:
		v = Undecide(c, NotAvailable, "behaviour is not executed")
	case mine == nil:
		v = Undecide(c, NotAvailable, "no oracle for "+string(c.Kind))
	default:
		var err error
		if v, err = mine.Judge(ctx, c); err != nil {
			return Verdict{}, fmt.Errorf("line %d: cannot judge %q: %w", c.Line, c.Text, err)
		}
		v.Claim = c
	}
	if v.Oracle == "" {
		v.Oracle = unjudged
		if mine != nil {
			v.Oracle = mine.Name()
		}
	}
	if v.Strength == "" {
		v.Strength = "text"
	}
	return v, nil
}

// Counts says how many claims of a text were judged how.
type Counts struct {
	Verified  int `json:"verified"`
	Refuted   int `json:"refuted"`
	Undecided int `json:"undecided"`
	Near      int `json:"near"` // of the refuted: locations off by at most three lines
}

// Count counts verdicts.
func Count(verdicts []Verdict) Counts {
	var n Counts
	for _, v := range verdicts {
		switch v.Outcome {
		case Verified:
			n.Verified++
		case Refuted:
			n.Refuted++
		case Undecided:
			n.Undecided++
		}
		if v.Near {
			n.Near++
		}
	}
	return n
}
