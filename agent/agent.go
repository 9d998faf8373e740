// Package agent is the contract of whatever answers a prompt: a model behind
// an API, a coding tool on the command line, recorded answers, a mock.
package agent

import (
	"context"
	"time"

	"sooth/score"
)

// Request is one question to an agent: exactly what it may see, and the trial
// it belongs to.
type Request struct {
	Task, Arm, Model string
	Repeat           int // starting at 0
	System, Prompt   string
	Parameters       map[string]string // sent to the provider as they are, e.g. temperature
}

// Answer is what came back.
type Answer struct {
	Text       string
	Model      string // as returned by the provider
	StopReason string
	Recorded   time.Time // when the answer was first given; zero: now
	ToolCalls  []ToolCall
	Usage      Usage
	Attempts   int      // requests that it took, those with a Retry-After not counted; 0: one
	Retries    int      // of Attempts, those that repeated a request which had failed
	Sent       Sent     // zero: the prompt was sent once
	CostUSD    *float64 // nil: not known, or nothing was paid
}

// Usage counts tokens; -1 is never used: an absent count is nil.
type Usage struct {
	Input      *int `json:"input,omitempty"`
	Output     *int `json:"output,omitempty"`
	CacheRead  *int `json:"cache_read,omitempty"`
	CacheWrite *int `json:"cache_write,omitempty"`
}

// Sent counts the bytes of text that a model was sent in a trial of several
// turns: prompts, its own earlier turns and results of tools.
type Sent struct {
	Sum  int `json:"sum"`  // over all requests
	Peak int `json:"peak"` // of the largest request
}

// ToolCall is one call of a tool during a trial.
type ToolCall struct {
	Tool      string        `json:"tool"`
	Arguments string        `json:"arguments"` // JSON as sent
	Result    string        `json:"result_sha256"`
	Excerpt   string        `json:"excerpt,omitempty"` // the beginning of the result, for a reader; of a failed call see Error
	Bytes     int           `json:"bytes"`             // of the result as the model was shown it
	Latency   time.Duration `json:"latency_ns"`
	Error     string        `json:"error,omitempty"`
	Empty     bool          `json:"empty,omitempty"`  // the tool found nothing
	Cached    bool          `json:"cached,omitempty"` // answered from an earlier, equal call of the trial
	Started   time.Time     `json:"started,omitzero"`
}

// Agent answers prompts. It is safe for concurrent use.
type Agent interface {
	// Name identifies the agent in records: "replay", "anthropic".
	Name() string
	// Answer answers one request. A *Failure says that there is no answer and
	// whose doing it was; any other error is an InfraError. What is known all the
	// same (a text that was cut off, tokens, attempts, cost) comes beside it.
	Answer(ctx context.Context, r Request) (Answer, error)
}

// Failure is the error of a trial that ended without an answer.
type Failure struct {
	State  score.State // NoAnswer or InfraError
	Reason string      // one clause: "refused", "truncated", "no recorded answer"
}

func (f *Failure) Error() string { return string(f.State) + ": " + f.Reason }
