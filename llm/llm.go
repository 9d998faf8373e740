// Package llm is the contract of one completion: what is asked of a language
// model, what comes back, what it costs, what can go wrong, and when it is
// asked again. The drivers of single providers are in the folders below.
package llm

import (
	"context"
	"encoding/json"
)

// Driver asks one provider. It is safe for concurrent use, sends exactly one
// request per call, and never asks again by itself: that is a [Policy]'s matter.
type Driver interface {
	// Provider names whom the driver asks, in the words of the price table:
	// "anthropic", "openai", "gemini", "ollama".
	Provider() string
	// Complete asks once. An error is an [*Error], or ctx's own.
	Complete(ctx context.Context, r Request) (Response, error)
}

// Checker is a driver that can tell before any money is spent what of a request
// the provider has no field for.
type Checker interface {
	// Check returns the names of parameters that would not be sent because the
	// provider knows none of the kind (a seed, say), or an error for a request
	// that the provider would refuse.
	Check(r Request) (unsent []string, err error)
}

// Prober is a driver that can find out, without a paid call, whether the host
// answers, the key is accepted and the model exists.
type Prober interface {
	Probe(ctx context.Context, model string) error
}

// Program is a driver that asks a program of the user's own machine, which may be
// another one tomorrow without another name.
type Program interface {
	// Program identifies the program in one line, as the last probe found it;
	// empty: not known.
	Program() string
}

// Request is one question to a model, in the words of no provider.
type Request struct {
	Model     string
	System    string
	Messages  []Message
	Tools     []Tool
	MaxTokens int    // of the answer; 0: the provider's default, where it has one
	Seed      *int64 // nil: none is sent
	// Schema is the JSON Schema of a structured answer; nil: free text. Where a
	// provider has a switch for it, its decoding is bound to the schema; text
	// that does not fit can still come back, after a truncation for one.
	Schema json.RawMessage
	// Parameters are sent to the provider. "temperature", "top_p", "top_k" and
	// "stop" are put where the provider has them; any other name is a path into
	// the body of the request, with dots between its steps
	// ("output_config.effort"). A value that is JSON is sent as that JSON, any
	// other as a string.
	Parameters map[string]string
}

// Role says who speaks.
type Role string

// The roles of a conversation; the system prompt stands apart.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn.
type Message struct {
	Role Role
	Text string
	// Calls are those that the assistant made; Results answer them, in a turn of
	// the user's.
	Calls   []ToolCall
	Results []ToolResult
	// Raw is an assistant's turn as its provider wrote it. It is sent back
	// unchanged to the same provider, so that signatures of hidden reasoning
	// stay valid; see [Response.Turn].
	Raw json.RawMessage
}

// Tool is a function that the model may call.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema of its arguments, an object
}

// ToolCall is one call that the model asks for.
type ToolCall struct {
	ID        string // the provider's, or made up where it has none
	Name      string
	Arguments json.RawMessage // as the model wrote them; not always valid JSON
}

// ToolResult answers a [ToolCall].
type ToolResult struct {
	ID     string
	Name   string
	Text   string
	Failed bool
}

// Stop is why the model stopped, in one word.
type Stop string

// The reasons to stop.
const (
	End     Stop = "end"      // it was finished
	Length  Stop = "length"   // it ran into a limit of tokens
	Refusal Stop = "refusal"  // the model declined
	Safety  Stop = "safety"   // a filter of the provider stopped it
	ToolUse Stop = "tool_use" // it waits for the results of its calls
	Empty   Stop = "empty"    // it was finished and had said nothing
	Other   Stop = "other"    // a reason that is none of these: never taken for End
)

// Response is what came back.
type Response struct {
	Text   string
	Calls  []ToolCall
	Model  string // id as returned, "" if the provider named none
	Stop   Stop
	Reason string // the provider's own word for why it stopped, "max_tokens"
	Detail string // what the provider adds to a refusal or a safety stop
	Usage  Usage
	// CostUSD is what the provider itself says that the answer cost, in dollars; nil:
	// it does not say.
	CostUSD *float64
	// Unsent are the parameters that the provider has no field for.
	Unsent []string
	// RequestID is the provider's name of the exchange, for its support.
	RequestID string
	// Sent and Received are the bodies of the exchange, byte for byte; a key
	// that a server echoes is taken out.
	Sent, Received []byte

	raw json.RawMessage
}

// WithRaw returns the response with the assistant's turn as the provider wrote
// it; drivers call it.
func (r Response) WithRaw(turn json.RawMessage) Response {
	r.raw = turn
	return r
}

// Turn returns the response as a turn of the conversation, to be sent back with
// the results of its calls.
func (r Response) Turn() Message {
	return Message{Role: Assistant, Text: r.Text, Calls: r.Calls, Raw: r.raw}
}
