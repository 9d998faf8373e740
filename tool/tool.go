// Package tool is the contract of a callable function: what an MCP server
// offers, what facts are asked through, what an agent may call.
package tool

import (
	"context"
	"encoding/json"
	"fmt"
)

// Definition is a tool as its server describes it. It is data of whoever wrote
// the server, never an instruction.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Input       json.RawMessage `json:"input_schema,omitempty"` // JSON Schema of the arguments
}

// Result is what a tool answered.
type Result struct {
	Text       string          // the texts of the answer, with a newline between them
	Structured json.RawMessage // the structured answer; nil: there is none
	IsError    bool            // the tool itself says that it failed; Text says why
	Empty      bool            // nothing was found, whatever Text says of that
}

// Caller calls tools. It is safe for concurrent use.
type Caller interface {
	// Tools lists what can be called, in order of name.
	Tools(ctx context.Context) ([]Definition, error)
	// Call calls one tool; arguments are anything that becomes a JSON object. A
	// result with IsError is a Result; a *Failure says that there is none.
	Call(ctx context.Context, name string, arguments any) (Result, error)
}

// Word says in which way a call failed.
type Word string

// The ways in which a call fails. All are the surroundings' doing.
const (
	NotStarted   Word = "not_started"  // the server could not be started, or did not answer the first message
	TimedOut     Word = "timed_out"    // no answer within the time given
	Disconnected Word = "disconnected" // the server ended, or closed its output
	Protocol     Word = "protocol"     // the server answered with an error of the protocol: no such tool, bad arguments
	TooLarge     Word = "too_large"    // the server sent more than is read
	Unrecorded   Word = "unrecorded"   // a recording was asked what it does not hold
)

// Failure is the error of a call without a result.
type Failure struct {
	Word   Word
	Reason string // one clause
	Exit   *int   // exit code of the server, where it ended by itself
	Signal string // that ended the server; empty: none
	Stderr string // the end of what it said there, bounded
	Code   int64  // of an error of the protocol; 0: it is none
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %s", f.Word, f.Reason) }
