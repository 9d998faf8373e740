// Package mock answers without a model: for tests, and for trying a suite
// without a key.
package mock

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"sooth/agent"
	"sooth/score"
)

// Model is what every mock answer names as its model, whatever was asked for,
// so that none is taken for a model's.
const Model = "mock"

// Options say how the agent behaves. Shares are in the range [0,1]; which
// trials they hit is a function of the seed and the request.
type Options struct {
	Seed        uint64
	Latency     time.Duration // before every answer
	Jitter      float64       // share of Latency by which it varies, up and down
	NoAnswers   float64       // share of trials that are refused
	InfraErrors float64       // share of trials that fail
	// Reply makes the text of an answer; nil: a fenced block that says what it is.
	Reply func(agent.Request) string
}

// Agent is a mock. It is safe for concurrent use.
type Agent struct{ o Options }

// New returns a mock that behaves as o says.
func New(o Options) (*Agent, error) {
	for name, share := range map[string]float64{"jitter": o.Jitter, "no answers": o.NoAnswers, "infra errors": o.InfraErrors} {
		if !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("share of %s is %v, want 0 to 1", name, share)
		}
	}
	if o.NoAnswers+o.InfraErrors > 1 {
		return nil, fmt.Errorf("shares of no answers and infra errors are %v together, want at most 1", o.NoAnswers+o.InfraErrors)
	}
	if o.Latency < 0 {
		return nil, fmt.Errorf("latency is %v, want 0 or more", o.Latency)
	}
	return &Agent{o}, nil
}

// Name is "mock".
func (a *Agent) Name() string { return "mock" }

// Answer answers as a function of the request and the options alone.
func (a *Agent) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) {
	digest := Digest(a.o.Seed, r)
	random := rand.New(rand.NewPCG(binary.BigEndian.Uint64(digest[:8]), binary.BigEndian.Uint64(digest[8:16])))
	fate, swing := random.Float64(), 2*random.Float64()-1
	if a.o.Latency > 0 {
		wait := time.NewTimer(time.Duration(float64(a.o.Latency) * (1 + a.o.Jitter*swing)))
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-ctx.Done():
			return agent.Answer{}, ctx.Err()
		}
	} else if err := ctx.Err(); err != nil {
		return agent.Answer{}, err
	}
	switch {
	case fate < a.o.InfraErrors:
		return agent.Answer{}, &agent.Failure{State: score.InfraError, Reason: "mock failure"}
	case fate < a.o.InfraErrors+a.o.NoAnswers:
		return agent.Answer{}, &agent.Failure{State: score.NoAnswer, Reason: "mock refusal"}
	}
	text := ""
	if a.o.Reply != nil {
		text = a.o.Reply(r)
	} else {
		text = fmt.Sprintf("This is the answer of a mock, not of a model.\n\n```go\npackage solution\n\n// Mock names the request that it was made from.\nconst Mock = \"%x\"\n```\n", digest[:8])
	}
	// No usage: a mock has no tokens, and made-up counts would enter a sum.
	return agent.Answer{Text: text, Model: Model, StopReason: "end_turn"}, nil
}

// Digest is the hash of a request from which everything about its answer
// follows.
func Digest(seed uint64, r agent.Request) [sha256.Size]byte {
	h := sha256.New()
	for _, s := range []string{
		strconv.FormatUint(seed, 10), r.Task, r.Arm, r.Model, strconv.Itoa(r.Repeat), r.System, r.Prompt,
	} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(s)))
		h.Write(length[:])
		h.Write([]byte(s))
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return sum
}
