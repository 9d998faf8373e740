package suite

import (
	"encoding/json"
	"strings"

	"sooth/question"
)

// CodeBase is what all questions of a suite are about: a module at a version,
// or a folder.
type CodeBase struct {
	Module, Version string
	Sum             string // of the module, as in go.sum: "h1:…"; empty: not pinned further
	Dir             string // of a folder: from the suite's folder, or absolute
	Commit          string // at which the folder was asked about, where it has a history
}

// generatedFile is what sooth generate tells of the questions that it made.
const generatedFile = "generated.json"

// FactCoverage says how many facts of the code base can be asked about.
type FactCoverage struct{ Askable, Facts int }

// readCoverage reads how many facts can be asked about, where the report of the
// making of the questions lies beside them.
func (l *loader) readCoverage() {
	if _, err := l.root.Stat(generatedFile); err != nil {
		return
	}
	text, ok := l.read(generatedFile, place{file: generatedFile}, maxText, true)
	if !ok {
		return
	}
	var told struct {
		Coverage []struct {
			Facts   int `json:"facts"`
			Askable int `json:"askable"`
		} `json:"coverage"`
	}
	if err := json.Unmarshal(text, &told); err != nil {
		l.problems.add(place{generatedFile, 1, 1}, "sooth generate writes it", "not a report of generated questions: %v", err)
		return
	}
	var sum FactCoverage
	for _, c := range told.Coverage {
		if c.Askable < 0 || c.Askable > c.Facts {
			l.problems.add(place{generatedFile, 1, 1}, "", "%d of %d facts cannot be asked about", c.Askable, c.Facts)
			return
		}
		sum.Askable, sum.Facts = sum.Askable+c.Askable, sum.Facts+c.Facts
	}
	if sum.Facts > 0 {
		l.suite.Coverage = &sum
	}
}

// readCodeBase reads the key corpus.
func (l *loader) readCodeBase(top mapping) {
	if !top.has("corpus") {
		return
	}
	m, ok := l.mapping(suiteFile, `"corpus"`, top.values["corpus"], codeBaseKeys())
	if !ok {
		return
	}
	c := CodeBase{Module: m.text("module"), Version: m.text("version"), Sum: m.text("sum"), Dir: m.text("dir"), Commit: m.text("commit")}
	switch {
	case (c.Module == "") == (c.Dir == ""):
		l.problems.add(m.at(m.node), "corpus: {module: example.com/shop, version: v1.2.3}, or corpus: {dir: ../shop}", "a corpus is a module or a folder")
	case (c.Module == "") != (c.Version == ""):
		l.problems.add(m.at(m.node), "", "a module has a version, and a folder has none")
	case c.Sum != "" && (!strings.HasPrefix(c.Sum, "h1:") || c.Module == ""):
		l.problems.add(m.place("sum"), "copy it from a go.sum", "%q is not the sum of a module", c.Sum)
	case c.Dir != "" && l.suite.Tree != "":
		l.problems.add(m.place("dir"), "leave one of them out", "the code base is named twice: by corpus and by tree")
	}
	l.suite.CodeBase = &c
	if c.Dir != "" {
		l.suite.Tree = c.Dir
	}
}

// placed says which module a question is about: its own, or that of the suite.
func (s *Suite) placed(q *question.Question) {
	if q.Module == "" && s.CodeBase != nil {
		q.Module, q.Version = s.CodeBase.Module, s.CodeBase.Version
	}
}
