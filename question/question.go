// Package question is the contract of a question with a machine-made truth: what is asked, what is right, how an answer
// in free text is read into a typed value, and how that value is judged.
//
// A question says nothing about how its truth was made, only which independent routes agreed on it. Reading and judging
// need no code base: everything that makes an answer right is in the question. Whatever else an answer says is the
// business of the judges of claims.
//
// All lines start at 1. All paths are relative to the root of the code base, with forward slashes.
package question

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Version is the version of the format of a question, as docs/format/question.md describes it.
const Version = 1

// Kind says what is asked.
type Kind string

// The kinds. The shape of the answer is in brackets.
const (
	DefinedWhere    Kind = "defined-where"    // where is the subject declared [location]
	Imports         Kind = "imports"          // does the subject (a package or file) import the object [boolean]
	ImportedNames   Kind = "imported-names"   // which names of the object does the subject use [names]
	Calls           Kind = "calls"            // does the subject call the object [boolean]
	Callers         Kind = "callers"          // who calls the subject [names]
	Callees         Kind = "callees"          // what does the subject call [names]
	Returns         Kind = "returns"          // what does the subject return [signature]
	Takes           Kind = "takes"            // what does the subject take [signature]
	Implementers    Kind = "implementers"     // which types implement the subject [names]
	Implements      Kind = "implements"       // does the subject implement the object [boolean]
	Embeds          Kind = "embeds"           // does the subject embed the object [boolean]
	Receiver        Kind = "receiver"         // has the subject, a method, a pointer as its receiver [boolean]
	FieldType       Kind = "field-type"       // of what type is the subject, a field [signature]
	Value           Kind = "value"            // what is the value of the subject, a constant [text]
	Methods         Kind = "methods"          // which methods has the subject [names]
	Exports         Kind = "exports"          // does the subject (a package) export the object [boolean]
	Fields          Kind = "fields"           // which fields has the subject [names]
	CoveredBy       Kind = "covered-by"       // which tests reach the subject [names]
	Deprecated      Kind = "deprecated"       // is the subject deprecated [boolean]
	ReplacedBy      Kind = "replaced-by"      // what replaces the deprecated subject [names]
	Since           Kind = "since"            // since which version is the subject there [text]
	Contains        Kind = "contains"         // does the subject (a file) contain the text of the object [boolean]
	Count           Kind = "count"            // how many [number]
	LastChanged     Kind = "last-changed"     // which commit last changed the subject [text]
	FilesChanged    Kind = "files-changed"    // which files did the commit change [names]
	TestPasses      Kind = "test-passes"      // does the test pass [boolean], executed
	FunctionReturns Kind = "function-returns" // what does the call of the object return [text], executed
	Panics          Kind = "panics"           // does the call of the object panic [boolean], executed
)

// Shape is the type of a right answer.
type Shape string

// The shapes.
const (
	Boolean   Shape = "boolean"   // yes or no
	Location  Shape = "location"  // a file and a line
	Names     Shape = "names"     // a set of names; the empty set is an answer ("none")
	Number    Shape = "number"    // a whole number
	Signature Shape = "signature" // types, as Go writes them
	Text      Shape = "text"      // an exact string: a version, a commit, a value
)

// Question is one question and all that makes an answer to it right.
type Question struct {
	// ID is the hash of what is asked and what is right (see [Question.Hash]): 12 hexadecimal digits.
	ID string `json:"id"`
	// Kind says what is asked.
	Kind Kind `json:"kind"`
	// Pattern names the wording that made Texts[0], such as "calls/does-x-call-y".
	Pattern string `json:"pattern"`
	// Texts are the question and its paraphrases. Texts[0] is the prompt of the task; the others are asked to see
	// whether the answers agree.
	Texts []string `json:"texts"`
	// Subject is the qualified name, path or commit that is asked about.
	Subject string `json:"subject"`
	// Object is the second name, or the text that is searched, or the literal call that is executed.
	Object string `json:"object,omitempty"`
	// Module and Version pin the code base that the question is about, as the module proxy names it; both are empty
	// where it is a folder.
	Module  string `json:"module,omitempty"`
	Version string `json:"version,omitempty"`
	// Package and File are where the subject lives.
	Package string `json:"package,omitempty"`
	File    string `json:"file,omitempty"`
	// Level is the highest of the levels 1 to 3 that judges an answer: existence, structure, behaviour.
	Level int `json:"level"`
	// Balance is "true" where yes is right, "false" for a sampled non-edge or a name that does not exist, and empty
	// where the answer is not yes or no.
	Balance string `json:"balance,omitempty"`
	// Difficulty is "easy", "medium" or "hard", by the properties in Measures.
	Difficulty string `json:"difficulty,omitempty"`
	// Measures are the measured properties behind Difficulty, such as how many names are nearly the subject's.
	Measures map[string]int `json:"measures,omitempty"`
	// Truth is what is right.
	Truth Answer `json:"truth"`
	// Witness are the independent routes that agreed on Truth, such as "go/types", "go/parser", "ctags", "git".
	Witness []string `json:"witness"`
}

// Answer is a typed answer. Exactly the field of its Shape is set; for Names an empty, non-nil set says "none".
type Answer struct {
	// Shape says which field is set.
	Shape Shape `json:"shape"`
	// Boolean is yes or no.
	Boolean *bool `json:"boolean,omitempty"`
	// Places are all places that are right, any of them.
	Places []Place `json:"places,omitempty"`
	// Names are the whole set of right names.
	Names []Name `json:"names,omitempty"`
	// Number is the count.
	Number *int64 `json:"number,omitempty"`
	// Signature is a list of types or a whole signature as go/types prints it, with package names (not paths) as
	// qualifiers: "(context.Context, string)", "error", "func(w io.Writer) (int, error)". "()" is nothing at all.
	Signature string `json:"signature,omitempty"`
	// Text is any of the spellings that are right.
	Text []string `json:"text,omitempty"`
}

// Place is where something is declared.
type Place struct {
	// File is the path of the file from the root.
	File string `json:"file"`
	// Line is the line of the declared name.
	Line int `json:"line"`
	// First and Last are the lines of the whole declaration, doc comment excluded. Both count.
	First int `json:"first"`
	Last  int `json:"last"`
}

// Name is one name of a set, in all the spellings under which it may be given: the qualified one first.
type Name []string

// Hash is the identity of a question: the first 12 hexadecimal digits of the SHA-256 of its kind, subject, object and
// truth, written as one JSON object with the keys kind, subject, object and truth in this order. Wording, witnesses,
// measures and the version of the module are no part of it.
func (q Question) Hash() (string, error) {
	content, err := json.Marshal(struct {
		Kind    Kind   `json:"kind"`
		Subject string `json:"subject"`
		Object  string `json:"object"`
		Truth   Answer `json:"truth"`
	}{q.Kind, q.Subject, q.Object, q.Truth})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6]), nil
}
