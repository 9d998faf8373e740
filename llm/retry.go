package llm

import (
	"context"
	"fmt"
	"time"
)

// Policy says how often and after what pauses a request is sent again.
type Policy struct {
	// Attempts is how many requests are sent at most, the first one included.
	// A request that was turned away with a Retry-After is not counted: the
	// provider has said when it wants it.
	Attempts int
	// Pause is the bound of the pause after the first attempt; it doubles with
	// each further one, up to Longest. The pause is drawn evenly from zero to
	// the bound ("full jitter"), so that those who failed together do not
	// come back together.
	Pause   time.Duration
	Longest time.Duration // 0: one minute
	// Patience bounds the sum of the waits that Retry-After asks for where ctx
	// has no deadline. 0: 15 minutes.
	Patience time.Duration
	// Jitter draws from [0,1). It must be safe for concurrent use; nil: always
	// the whole bound.
	Jitter func() float64
	// Observe hears of every pause before it begins; nil: nobody does.
	Observe func(Pause)
}

// Pause is one wait between two requests.
type Pause struct {
	Attempt  int           // that failed, starting at 1
	Attempts int           // that there may be
	Asked    bool          // by the provider's Retry-After: the attempt is not counted
	Wait     time.Duration // that begins now
	Err      *Error        // why
}

// Effort is what an answer took.
type Effort struct {
	Attempts int // requests sent and counted
	Deferred int // requests turned away with a Retry-After, not counted
	Waited   time.Duration
}

// ForAgents is the preset for trials: 3 attempts, 500 ms doubling.
func ForAgents(jitter func() float64) Policy {
	return Policy{Attempts: 3, Pause: 500 * time.Millisecond, Jitter: jitter}
}

// ForExtraction is the preset for extracting observations: 5 attempts, 500 ms
// doubling.
func ForExtraction(jitter func() float64) Policy {
	return Policy{Attempts: 5, Pause: 500 * time.Millisecond, Jitter: jitter}
}

// Do calls ask until it succeeds, fails for good, or has used up the policy. A
// Retry-After is kept to the nanosecond, counted from the moment the response
// was there, so that the server never sees the request early. A wait that would
// outlast ctx's deadline is not begun. The error is ask's last one, or ctx's.
func (p Policy) Do(ctx context.Context, ask func(context.Context) (Response, error)) (Response, Effort, error) {
	var effort Effort
	started := time.Now()
	for {
		response, err := ask(ctx)
		e, again := passing(ctx, err)
		asked := e != nil && e.Wait > 0
		if !again || !asked {
			effort.Attempts++
		}
		if !again || !asked && effort.Attempts >= max(p.Attempts, 1) {
			return response, effort, err
		}
		pause := Pause{Attempt: effort.Attempts, Attempts: max(p.Attempts, 1), Asked: asked, Wait: e.Wait, Err: e}
		if asked {
			pause.Attempt++ // the one that is under way
			if late := p.late(ctx, effort.Waited, e.Wait); late != "" {
				effort.Attempts++
				return response, effort, fmt.Errorf("%w; asked to wait %v, %s", err, e.Wait, late)
			}
			effort.Deferred++
		} else {
			pause.Wait = p.pause(effort.Attempts)
			if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= pause.Wait {
				return response, effort, fmt.Errorf("%w; given up after %v, the deadline comes before the next attempt", err, time.Since(started).Round(time.Millisecond))
			}
		}
		if p.Observe != nil {
			p.Observe(pause)
		}
		effort.Waited += pause.Wait
		if err := sleep(ctx, pause.Wait); err != nil {
			return response, effort, err
		}
	}
}

// late says why a wait is too long, "" if it is not.
func (p Policy) late(ctx context.Context, waited, wait time.Duration) string {
	if deadline, ok := ctx.Deadline(); ok {
		if time.Until(deadline) <= wait {
			return "which is beyond the deadline"
		}
		return ""
	}
	patience := p.Patience
	if patience == 0 {
		patience = 15 * time.Minute
	}
	if waited+wait > patience {
		return fmt.Sprintf("which is beyond the %v that is waited", patience)
	}
	return ""
}

// pause draws the pause after the n-th attempt, starting at 1.
func (p Policy) pause(n int) time.Duration {
	bound, longest := p.Pause, p.Longest
	if longest == 0 {
		longest = time.Minute
	}
	for range n - 1 {
		if bound *= 2; bound >= longest {
			break
		}
	}
	bound = min(bound, longest)
	if p.Jitter == nil {
		return bound
	}
	return time.Duration(p.Jitter() * float64(bound))
}

// sleep waits, or returns ctx's error when it ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
