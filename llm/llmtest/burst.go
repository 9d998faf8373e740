package llmtest

import (
	"encoding/binary"
	"math/rand/v2"
	"time"
)

// Burst misbehaves at random, as a function of the seed, the request and how
// often it came.
type Burst struct {
	Seed    uint64
	Latency time.Duration
	// Shares of calls, each 0 to 1, together at most 1.
	RateLimits, Overloads, Drops, HalfBodies float64
	// WaitFrom and WaitTo bound the Retry-After of a rate limit; the range is
	// drawn in whole seconds. Every other one is a date.
	WaitFrom, WaitTo time.Duration
	// Tries bounds how often one request is turned away without a Retry-After,
	// so that a policy with more attempts must succeed; 0: no bound.
	Tries int
	// Then says how the other calls are answered; nil: with an answer.
	Then func(Call) Behaviour
}

// Behave is the [Options.Behave] of a burst.
func (b Burst) Behave(c Call) Behaviour {
	random := rand.New(rand.NewPCG(b.Seed^binary.BigEndian.Uint64(c.Hash[:8]), uint64(c.Try)))
	fate := random.Float64()
	behaviour := Behaviour{}
	if b.Then != nil {
		behaviour = b.Then(c)
	}
	behaviour.Latency = max(behaviour.Latency, b.Latency)
	if fate < b.RateLimits {
		behaviour.Fault, behaviour.AsDate = RateLimit, random.IntN(2) == 1
		seconds := int64(b.WaitTo/time.Second - b.WaitFrom/time.Second)
		behaviour.RetryAfter = b.WaitFrom + time.Duration(random.Int64N(seconds+1))*time.Second
		return behaviour
	}
	if b.Tries > 0 && c.Try >= b.Tries {
		return behaviour
	}
	fate -= b.RateLimits
	for _, x := range []struct {
		share float64
		fault Fault
	}{{b.Overloads, Overload}, {b.Drops, Drop}, {b.HalfBodies, HalfBody}} {
		if fate < x.share {
			behaviour.Fault = x.fault
			return behaviour
		}
		fate -= x.share
	}
	return behaviour
}
