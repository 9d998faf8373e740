package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"path"
	"strings"
	"time"

	"sooth/extract"
	"sooth/extract/answerschema"
	"sooth/extract/fixture"
	"sooth/source"
)

// ExtractKind is the kind of suite that measures what a prompt, or a program,
// extracts from code.
const ExtractKind = "extract"

// The kinds of arms of a suite of kind extract.
const (
	PromptArm  = "prompt"  // a prompt that models are asked
	CommandArm = "command" // a program that is given a file
)

// Extract is a suite of kind extract as loaded: all files read, all names
// resolved. docs/format/extract.md is its format.
type Extract struct {
	Dir          string
	Name         string
	Description  string
	Hash         string // SHA-256 over every file that belongs to the suite but the manifest, hex
	Fixtures     string // folder of the fixtures, relative to Dir
	FixturesHash string // of all reviewed fixtures
	Corpus       *fixture.Corpus
	Vocabulary   string               // vocabulary.toml as written; empty: there is none
	Answer       string               // JSON Schema of an answer, as written; empty: there is none
	AnswerSchema *answerschema.Schema // of Answer; nil: there is none
	Confidence   float64              // observations with less are filtered, 0 to 1
	Threshold    float64              // margin of the comparison with the baseline, in absolute points
	Parameters   map[string]string    // sent to models as they are
	FileTokens   int                  // tokens that the prompt of one file may have; 0: no bound
	RunTokens    int                  // tokens that a run may take; 0: no bound
	Repeats      int
	Seed         uint64
	Arms         []ExtractArm // in order of the file
	Base         string       // what the other arms are compared with; empty: nothing
	Recorded     []Recorded   // the recorded answers, all rows
	Answers      string       // the file that they stand in, relative to Dir
	Warnings     []source.Problem
}

// ExtractArm is one system under test: a version of the prompt, or a program.
type ExtractArm struct {
	Name       string
	Kind       string // PromptArm, CommandArm
	Version    string
	PromptFile string // of PromptArm: relative to Dir
	System     string
	Template   string
	PromptHash string // SHA-256, hex, of all that goes into its prompts beside the files

	Command     []string // of CommandArm: program and arguments, never read by a shell
	Environment []string // names of variables that the program is given
	Files       []string // that belong to the program, relative to Dir
	Timeout     time.Duration
	Rules       map[string][]Rule // what a finding of the program says, by its rule; nil: it prints observations
}

// Rule is one observation that a finding stands for.
type Rule struct {
	Subject    string         `json:"subject"`
	Predicate  string         `json:"predicate"`
	Value      *extract.Value `json:"value,omitempty"`      // nil: the finding's own
	Confidence *float64       `json:"confidence,omitempty"` // nil: the finding's own
}

// Arm returns an arm by name.
func (s *Extract) Arm(name string) (ExtractArm, bool) {
	for _, a := range s.Arms {
		if a.Name == name {
			return a, true
		}
	}
	return ExtractArm{}, false
}

// Prompt returns the user prompt for a piece of code under an arm of kind
// prompt, exactly as it is sent.
func (s *Extract) Prompt(a ExtractArm, language, content string) string {
	return render(a.Template, map[string]string{
		"content": content, "path": FileName(language), "language": language,
		"vocabulary": s.Vocabulary, "schema": strings.TrimRight(s.Answer, "\r\n"),
	})
}

// VariantSeparator stands between the id of a fixture and the kind of a variant
// of it in the name of a task.
const VariantSeparator = "~"

// FixtureOf splits the name of a task into the id of its fixture and the kind of
// the variant, which is empty for the fixture itself.
func FixtureOf(task string) (id, variant string) {
	id, variant, _ = strings.Cut(task, VariantSeparator)
	return id, variant
}

// FileName is how the file of a fixture is called where a prompt or a program is
// told: neither its id nor its category, which would tell what is expected.
func FileName(language string) string {
	known := map[string]string{
		"go": "input.go", "python": "input.py", "typescript": "input.ts", "javascript": "input.js", "tsx": "input.tsx", "jsx": "input.jsx",
		"rust": "input.rs", "java": "Input.java", "kotlin": "input.kt", "scala": "input.scala", "swift": "input.swift", "c": "input.c", "cpp": "input.cpp", "c++": "input.cpp",
		"csharp": "input.cs", "c#": "input.cs", "ruby": "input.rb", "php": "input.php", "shell": "input.sh", "bash": "input.sh", "yaml": "input.yaml",
		"json": "input.json", "toml": "input.toml", "xml": "input.xml", "sql": "input.sql", "html": "input.html", "terraform": "input.tf", "hcl": "input.hcl",
		"dockerfile": "Dockerfile", "docker": "Dockerfile", "makefile": "Makefile",
	}
	if name, ok := known[strings.ToLower(language)]; ok {
		return name
	}
	return "input.txt"
}

// promptHash identifies all that goes into the prompts of an arm beside the
// files.
func (s *Extract) promptHash(a ExtractArm) string {
	h := sha256.New()
	for _, part := range []string{a.System, a.Template, s.Vocabulary, s.Answer} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ManifestPath is the path of the manifest, which holds the baseline, relative to
// the folder of the suite.
func (s *Extract) ManifestPath() string { return path.Join(s.Fixtures, fixture.ManifestFile) }

// Fill puts values into the placeholders of an argument of an arm of kind
// command; what a value holds is never read as a placeholder.
func Fill(argument string, values map[string]string) string { return render(argument, values) }
