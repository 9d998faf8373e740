// Package suite is the plan: the tasks, the arms and what is to be compared.
//
// A suite is a folder with suite.yaml in it; its format is
// docs/format/suite.md, "sooth.suite/1". Load reads one and refuses whatever
// is wrong with it, with file, line and column, before anything is asked.
package suite

import (
	"time"

	"sooth/agent"
	"sooth/claim"
	"sooth/lang"
	"sooth/question"
	"sooth/score"
	"sooth/source"
	"sooth/tool"
)

// Suite is a suite as loaded: all files read, all names resolved.
type Suite struct {
	Dir         string
	Name        string
	Kind        string // "code", "claims", "questions"
	Description string
	Hash        string // SHA-256 over every file that belongs to the suite, hex
	Toolchain   string // level at which answers are judged: "go1.26"
	System      string // system prompt
	Tasks       []Task // in order of id
	Arms        []Arm  // in order of the file
	Criteria    []string
	Primary     *Comparison  // needs no correction
	Comparisons []Comparison // in order; Primary among them, first
	Hypotheses  []Hypothesis // in order
	Repeats     int
	Recorded    []Recorded    // the recorded answers of replay, all rows
	Answers     string        // the file that they stand in, relative to Dir
	Planted     []Planted     // the planted faults of the control arm
	Seed        uint64        // of the order of trials
	CodeBase    *CodeBase     // of kind questions: what they are about; nil: each question says it, or there is none
	Coverage    *FactCoverage // of kind questions, where it is known
	Commands    []Command     // programs that answer prompts, in order of the file
	Tree        string        // folder of the code base that tasks without a module are about, from Dir or absolute

	warnings []source.Problem // what Load noticed and did not refuse
}

// Task is one task.
type Task struct {
	ID         string
	Path       string // of task.yaml, relative to Suite.Dir
	Prompt     string
	Module     lang.Module // go.mod, go.sum
	ModulePath string      // the module under test, for the reader: "github.com/cenkalti/backoff/v5", "std"
	ModuleVer  string
	Packages   []string // import paths that the task is about
	Extra      []string // import paths that an answer may use besides
	Target     lang.Target
	Reference  []lang.File       // a right answer; the control arm "reference"
	Tests      []lang.File       // hidden tests of behaviour
	Contexts   map[string]string // arm name → text given to the agent, as read
	// Ungrounded says for the arms whose text could not be made why: their trials
	// are not asked.
	Ungrounded map[string]string
	// Tree is the folder of the code base that the task is about, from Suite.Dir
	// or absolute; empty: the module under test.
	Tree         string
	SuccessHints []string // never scored
	FailureHints []string // never scored
	// Question is what a task of a suite of kind questions asks, with what is
	// right; nil: the task is none. Prompt is then its first wording.
	Question *question.Question
	// Expected is what a task of a suite of kind ckg expects; nil: it is none.
	Expected *Expected
}

// Arm is a named way of grounding the agent.
type Arm struct {
	Name     string
	Kind     string // "none", "inject", "sham", "mcp", "recorded", "files", "graph", "topk", "smart", "tools"
	Context  string // for inject and sham: file name in each task's folder
	Template string // user prompt with {prompt} and {context}

	// For mcp: program and arguments of the server, never read by a shell; the
	// tools that the model may see (empty: all that it has); the names of the
	// variables that it is given beside the harmless ones.
	Server      []string
	Tools       []string
	Environment []string
	// Snapshot is the file beside the suite with the tools that the server must
	// offer, in name, description and schema alike, and Expected is what it holds;
	// empty: nothing is expected.
	Snapshot string
	Expected []tool.Definition
	// Files are what the server reads, from Suite.Dir or absolute: it must be the
	// same after the run.
	Files []string

	// For mcp in place of Server: the address of a server over HTTP, and the headers
	// of each request, in which {env.NAME} stands for a variable. Timeout is that of
	// one call, with either; 0: a minute.
	URL     string
	Headers map[string]string
	Timeout time.Duration

	// For the kinds whose text is made from the facts of the task's code base:
	// the tokens and the files or hits that it has at most; 0: the kind's default.
	Budget, Top int
	// Of names the arm that a sham imitates: another task's text of as many
	// bytes, or another task's results of tools.
	Of string
	// Protocol says how a model calls tools: "native", or "text" where it has no
	// interface for that. For mcp, tools and the sham of either.
	Protocol string

	offers bool // tools are offered: also of a sham of such an arm
}

// ClaimsKind is the kind of suite whose answers are prose about code: what they
// state is judged, statement by statement.
const ClaimsKind = "claims"

// ClaimCriteria returns what a suite of kind claims can report, in table order:
// the truth of all statements, then that of each kind.
func ClaimCriteria() []string {
	list := []string{score.Truth}
	for _, k := range []claim.Kind{claim.Citation, claim.Location, claim.Symbol, claim.Signature, claim.Structure, claim.Contains, claim.Code, claim.Behaviour} {
		list = append(list, string(k))
	}
	return list
}

// injects reports whether the arm puts a text of a file into the prompt.
func (a Arm) injects() bool { return a.Kind == "inject" || a.Kind == "sham" && a.Of == "" }

// Comparison names two arms and the criterion that decides. Criterion is empty
// where all are compared.
type Comparison struct {
	Criterion, Base, Arm string
}

// Recorded is one recorded answer; one line of answers.jsonl.
type Recorded struct {
	Task         string `json:"task"`
	Arm          string `json:"arm"`
	Repeat       int    `json:"repeat"`
	Model        string `json:"model"`
	Recorded     string `json:"recorded"` // date
	PromptSHA256 string `json:"prompt_sha256"`
	Answer       string `json:"answer"`
	// ToolCalls are those that the agent made before it answered; nil: none, or
	// they were not recorded.
	ToolCalls []agent.ToolCall `json:"tool_calls,omitempty"`
	Sent      agent.Sent       `json:"sent,omitzero"` // bytes of text sent over several turns
	Line      int              `json:"-"`             // in the file, starting at 1
	column    int              // of prompt_sha256
	Time      time.Time        `json:"-"`
}

// Planted is one fault that a machine put into a right answer; one line of
// planted.jsonl. Confirmed says which independent tool found it, and how.
type Planted struct {
	ID        string `json:"id"` // task/kind/n
	Task      string `json:"task"`
	Kind      string `json:"kind"`      // a score.Kind
	Criterion string `json:"criterion"` // the criterion that must fail
	File      string `json:"file"`      // "solution.go"
	Find      string `json:"find"`      // the text that was replaced, unique in the reference
	Replace   string `json:"replace"`
	Line      int    `json:"line"` // of the fault in the mutated file
	Symbol    string `json:"symbol,omitempty"`
	Confirmed struct {
		By     string `json:"by"`     // "go build", "api/go1.22.txt", "Deprecated:", "hidden tests"
		Output string `json:"output"` // the decisive line
	} `json:"confirmed"`
}

// Trial is one entry of a plan.
type Trial struct {
	Order  int // place in the run, starting at 0
	Task   string
	Arm    string
	Model  string
	Repeat int
	System string
	Prompt string // the user prompt as sent
	// Ungrounded is why the arm's text could not be made; such a trial is
	// recorded as infra_error and nobody is asked. Empty: it is asked.
	Ungrounded string
}
