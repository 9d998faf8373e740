// Package trial defines the durable record of one trial and keeps it: the
// third joint, "sooth.trial/1" in docs/format/trial.md.
//
// Records cost money and never change. A record is committed before its trial
// is reported finished; nothing is deleted by itself.
package trial

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"sooth/agent"
	"sooth/internal/fingerprint"
	"sooth/score"
)

// Record is what an agent or engine did in one trial.
type Record struct {
	Schema string `json:"schema"` // "sooth.trial/1"
	Run    string `json:"run"`
	// Key is the SHA-256, hex, of what the model and the server could see:
	// see [Key].
	Key      string      `json:"key"`
	Task     string      `json:"task"`
	Arm      string      `json:"arm"`
	Model    string      `json:"model"`
	Repeat   int         `json:"repeat"` // starting at 0
	Order    int         `json:"order"`  // place in the plan, starting at 0
	State    score.State `json:"state"`
	Reason   string      `json:"reason,omitempty"` // of no_answer and infra_error
	System   string      `json:"system,omitempty"`
	Prompt   string      `json:"prompt"`
	Answer   string      `json:"answer,omitempty"`
	Returned string      `json:"model_returned,omitempty"` // model id as returned
	Stop     string      `json:"stop_reason,omitempty"`
	Agent    string      `json:"agent"`             // "replay"
	Program  string      `json:"program,omitempty"` // identity of the program that answered as a model: its version, and how it is asked
	Usage    agent.Usage `json:"usage,omitzero"`
	CostUSD  *float64    `json:"cost_usd,omitempty"`

	Parameters map[string]string `json:"parameters,omitempty"`
	ToolCalls  []agent.ToolCall  `json:"tool_calls,omitempty"`
	Attempts   int               `json:"attempts"`
	Retries    int               `json:"retries,omitempty"` // of Attempts, those that repeated a request which had failed
	Sent       agent.Sent        `json:"sent,omitzero"`     // bytes of text sent in a trial of several turns
	Started    time.Time         `json:"started"`
	Finished   time.Time         `json:"finished"`
	Recorded   time.Time         `json:"recorded,omitzero"` // when a replayed answer was first given
}

// EndState says how a run ended.
type EndState string

// The end states of a run.
const (
	Running         EndState = "running" // or killed: the next start resumes it
	Completed       EndState = "completed"
	BudgetExceeded  EndState = "budget_exceeded"
	Interrupted     EndState = "interrupted"
	ErrorsTolerance EndState = "errors_above_tolerance"
)

// Run is one run of a suite.
type Run struct {
	ID        string    `json:"id"`
	Suite     string    `json:"suite"`      // name
	SuiteDir  string    `json:"suite_dir"`  // where it was loaded from
	SuiteHash string    `json:"suite_hash"` // hex
	Toolchain string    `json:"toolchain"`  // level at which it is judged
	Plan      string    `json:"plan"`       // SHA-256 of the plan's keys: what makes the same command resume it
	Trials    int       `json:"trials"`     // in the plan
	Seed      uint64    `json:"seed"`
	Mode      string    `json:"mode"`    // replay, mock
	Version   string    `json:"version"` // of sooth
	Started   time.Time `json:"started"`
	Finished  time.Time `json:"finished,omitzero"`
	End       EndState  `json:"end"`
	// Servers is what the MCP servers of the arms, by name, said of themselves before
	// the first question: name, version, and the version of the protocol that was agreed on.
	Servers map[string]Server `json:"servers,omitempty"`
	// Arms is what the arms were, by name: what a later command is held against
	// before it goes on with the run.
	Arms map[string]Arm `json:"arms,omitempty"`
}

// Arm is what an arm was while a run asked under it.
type Arm struct {
	Definition string `json:"definition"`       // SHA-256, hex, of its resolved definition
	Server     string `json:"server,omitempty"` // digest of its server; empty without one
}

// NewArm returns what an arm is, by its resolved definition and the digest of its
// server.
func NewArm(definition, server string) Arm {
	sum := sha256.Sum256([]byte(definition))
	return Arm{Definition: hex.EncodeToString(sum[:]), Server: server}
}

// Server is what an MCP server says of itself.
type Server struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Protocol string `json:"protocol"`
	Tools    int    `json:"tools"` // that it offers
	// Offered are the tools that the arm's models see, by name.
	Offered []Offered `json:"offered,omitempty"`
	// Files are what the suite says that the server reads, as they were before the
	// first question.
	Files []fingerprint.File `json:"files,omitempty"`
}

// Offered is a tool as a model sees it.
type Offered struct {
	Name string `json:"name"`
	Hash string `json:"hash"` // SHA-256, hex, of its description, a NUL byte and the schema of its arguments
}
