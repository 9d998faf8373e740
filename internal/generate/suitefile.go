package generate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"sooth/docs/format"
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

// Head is what suite.yaml says.
type Head struct {
	Name, Description, Toolchain string
	Corpus                       Corpus
	Seed                         uint64
	Arms                         []Arm  // beside the one without grounding
	Primary                      string // name of the arm that the primary comparison is about
}

// Corpus says what a suite is about: a module at a version, or a folder.
type Corpus struct {
	Module, Version, Sum string // Sum is that of go.sum, "h1:…"
	Dir                  string // relative to the suite's folder
	Commit               string // of the folder, where it has a history
}

// Write writes a suite into a folder. Prompts that are there already stay: somebody
// may have changed them. Equal heads and results give equal bytes.
func Write(folder string, h Head, r Result) error {
	if err := os.MkdirAll(filepath.Join(folder, "prompts"), 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{SystemFile: System, TemplateFile: Template, GroundedFile: Grounded} {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	var questions, told bytes.Buffer
	if err := writeQuestions(&questions, r.Questions); err != nil {
		return err
	}
	e := json.NewEncoder(&told)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r.Report); err != nil {
		return err
	}
	type file struct {
		name string
		text []byte
	}
	files := []file{{QuestionsFile, questions.Bytes()}, {ReportFile, told.Bytes()}, {format.SuiteFile, []byte(format.Suite)}}
	for _, a := range h.Arms {
		if a.Snapshot != nil {
			files = append(files, file{a.snapshotFile(), a.Snapshot})
		}
	}
	for _, f := range append(files, file{"suite.yaml", h.yaml()}) {
		if err := os.WriteFile(filepath.Join(folder, f.name), f.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// yaml is the text of suite.yaml.
func (h Head) yaml() []byte {
	var b bytes.Buffer
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, strconv.Quote(value))
		}
	}
	fmt.Fprintf(&b, "# yaml-language-server: $schema=%s\nschema: sooth.suite/1\n", format.SuiteFile)
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
		b.WriteString("  " + arm.yaml() + "\n")
	}
	fmt.Fprintf(&b, "questions: %s\ncriteria: [right, V1, V2, V3, V4]\nrepeats: 3\nseed: %d\n", QuestionsFile, h.Seed)
	fmt.Fprintf(&b, "primary: {criterion: right, base: none, arm: %s}\ncomparisons:\n", h.Primary)
	for _, arm := range h.Arms {
		b.WriteString("  - {base: none, arm: " + arm.Name + "}\n")
	}
	return b.Bytes()
}

// writeQuestions writes one question a line.
func writeQuestions(w io.Writer, list []question.Question) error {
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
