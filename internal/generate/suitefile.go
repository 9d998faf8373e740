package generate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sooth/question"
)

// The files of a suite that Run's result is written to, beside suite.yaml.
const (
	QuestionsFile = "questions.jsonl"
	SystemFile    = "prompts/system.txt"
	TemplateFile  = "prompts/question.txt"
	GroundedFile  = "prompts/grounded.txt"
	ReportFile    = "generated.json"
)

// System is the system prompt of a generated suite. It says how to answer, not
// what.
const System = `You answer questions about one code base, written in Go. Each question has one right answer, which a machine knows.
Answer briefly and exactly. Names of Go are written import path, dot, name (example.com/shop/cart.Cart.Add); a shorter form is enough where it is clear.
Paths are relative to the root of the code base; lines start at 1. Where several names are asked for, give all of them and no others.
If you do not know, say so: a wrong answer is worse than none.
`

// Template is the template of the prompt of an arm without context.
const Template = "{prompt}\n"

// Grounded is the template of the prompt of an arm with a text.
const Grounded = "This is what an index of the code base says:\n\n{context}\n\n{prompt}\n"

// Arms are the arms that a suite about a code base has unless others are said:
// beside none what search hits, one chosen context, and tools over its facts give.
func Arms() []string {
	return []string{
		"topk: {kind: topk, template: " + GroundedFile + "}",
		"smart: {kind: smart, template: " + GroundedFile + "}",
		"tools: {kind: tools, template: " + TemplateFile + "}",
	}
}

// Compared are the lines that hold each of some arms against none; the primary
// comparison is that of primary.
func Compared(arms []string, primary string) []string {
	list := []string{"primary: {criterion: right, base: none, arm: " + primary + "}", "comparisons:"}
	for _, arm := range arms {
		name, _, _ := strings.Cut(arm, ":")
		list = append(list, "  - {base: none, arm: "+name+"}")
	}
	return list
}

// Head is what suite.yaml says.
type Head struct {
	Name, Description, Toolchain string
	Corpus                       Corpus
	Seed                         uint64
	Arms                         []string // further arms, each a line of YAML: "smart: {kind: smart, template: …}"
	More                         []string // further lines of YAML, such as comparisons
}

// Corpus says what a suite is about: a module at a version, or a folder.
type Corpus struct {
	Module, Version, Sum string // Sum is that of go.sum, "h1:…"
	Dir                  string // relative to the suite's folder
	Commit               string // of the folder, where it has a history
}

// WriteHead writes suite.yaml. Equal heads give equal bytes.
func WriteHead(w io.Writer, h Head) error {
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, strconv.Quote(value))
		}
	}
	b.WriteString("schema: sooth.suite/1\n")
	line("name", h.Name)
	b.WriteString("kind: questions\n")
	line("description", h.Description)
	line("toolchain", h.Toolchain)
	b.WriteString("corpus:\n")
	line("  module", h.Corpus.Module)
	line("  version", h.Corpus.Version)
	line("  sum", h.Corpus.Sum)
	line("  dir", h.Corpus.Dir)
	line("  commit", h.Corpus.Commit)
	fmt.Fprintf(&b, "prompts:\n  system: %s\narms:\n  none: {kind: none, template: %s}\n", SystemFile, TemplateFile)
	for _, arm := range h.Arms {
		b.WriteString("  " + arm + "\n")
	}
	fmt.Fprintf(&b, "questions: %s\ncriteria: [right, V1, V2, V3, V4]\nrepeats: 3\nseed: %d\n", QuestionsFile, h.Seed)
	for _, line := range h.More {
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteQuestions writes one question a line.
func WriteQuestions(w io.Writer, list []question.Question) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for _, q := range list {
		if err := e.Encode(q); err != nil {
			return err
		}
	}
	return b.Flush()
}
