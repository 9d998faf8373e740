package code

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"sooth/claim"
	"sooth/lang"
	"sooth/oracle"
	"sooth/score"
)

// Blocks judges the blocks of code of a text in the context of a module. It is
// safe for concurrent use if what it was made of is.
type Blocks struct {
	checker lang.Checker
	extract lang.Extractor
	module  ModuleOf
	imports func(ctx context.Context, qualifier string, names []string) (string, error)
}

// ModuleOf returns the module in whose context code with these imports is meant.
type ModuleOf func(ctx context.Context, imports []string) (lang.Module, error)

var _ oracle.Oracle = (*Blocks)(nil)

// NewBlocks returns an oracle for blocks of code. imports returns the import path
// that a fragment means by a qualifier that it does not import, where the
// fragment selects names from it; empty: none for sure.
func NewBlocks(c lang.Checker, e lang.Extractor, m ModuleOf, imports func(ctx context.Context, qualifier string, names []string) (string, error)) *Blocks {
	return &Blocks{checker: c, extract: e, module: m, imports: imports}
}

// Name implements oracle.Oracle.
func (*Blocks) Name() string { return Name }

// Judges implements oracle.Oracle.
func (*Blocks) Judges(c claim.Claim) bool { return c.Kind == claim.Code && c.Block != nil }

// folder is where a block stands in the module: nowhere that there is.
const folder = "sooth-block/"

// Judge implements oracle.Oracle. A block is refuted if it names something that
// was invented, or, being a whole program, does not compile; a fragment lacks
// what stands around it, so that nothing else can be held against it.
func (b *Blocks) Judge(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	if elided(c.Block.Content) {
		return oracle.Undecide(c, oracle.NotAnAssertion, "parts of the code are left out"), nil
	}
	e := b.extract.Extract("```go\n" + strings.TrimRight(c.Block.Content, "\n") + "\n```\n")
	if len(e.Files) != 1 {
		return oracle.Undecide(c, oracle.NotUnderstood, e.Reason), nil
	}
	file := e.Files[0]
	whole := c.Object == "file"
	file.Name = folder + file.Name // not in the package at the root of the module
	if !whole {
		text, err := b.complete(ctx, file)
		if err != nil {
			return oracle.Verdict{}, err
		}
		file.Text = text
	}
	module, err := b.module(ctx, importsOf(file.Text))
	if err != nil {
		return oracle.Verdict{}, err
	}
	report, err := b.checker.Check(ctx, lang.Program{Files: []lang.File{file.File}, Module: module, Target: lang.Target{Language: "go"}})
	if ctx.Err() != nil {
		return oracle.Verdict{}, ctx.Err()
	}
	if err != nil {
		return oracle.Undecide(c, oracle.NotAvailable, err.Error()), nil
	}
	s := sentence{claim: c, file: file, report: report, program: whole && strings.Contains("\n"+file.Text, "\npackage main") && !sketched(file.Text, report)}
	v := s.pass()
	if v.Strength == "" {
		v.Strength = report.Strength
	}
	return v, nil
}

// complete gives a fragment the imports that it needs, on the line of its package
// clause, in the place of those that were guessed from names alone: a name before
// a dot may be a variable, or a package of any module.
func (b *Blocks) complete(ctx context.Context, file lang.Extracted) (string, error) {
	lines := strings.Split(file.Text, "\n")
	if b.imports == nil || len(file.Lines) == 0 || !strings.HasPrefix(lines[0], "package ") {
		return file.Text, nil
	}
	for i := 1; i < len(lines) && i < len(file.Lines) && file.Lines[i] == 0; i++ {
		if strings.HasPrefix(lines[i], "import ") {
			lines[i] = ""
		}
	}
	text := strings.Join(lines[1:], "\n")
	used := selectors(text)
	qualifiers := make([]string, 0, len(used))
	for q := range used {
		qualifiers = append(qualifiers, q)
	}
	slices.Sort(qualifiers)
	for _, q := range qualifiers {
		path, err := b.imports(ctx, q, used[q])
		if err != nil {
			return "", err
		}
		if path != "" && !strings.Contains(text, `"`+path+`"`) {
			lines[0] += fmt.Sprintf("; import %s %q", q, path)
		}
	}
	return lines[0] + "\n" + text, nil
}

// importsOf returns the import paths of a file.
func importsOf(text string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	var paths []string
	for _, i := range file.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// selectors returns the words that stand before a dot and a capital letter,
// with what follows them.
func selectors(text string) map[string][]string {
	word := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	found := map[string][]string{}
	for i := 1; i+1 < len(text); i++ {
		if text[i] != '.' || !word(text[i-1]) || text[i+1] < 'A' || text[i+1] > 'Z' {
			continue
		}
		start := i
		for start > 0 && word(text[start-1]) {
			start--
		}
		end := i + 1
		for end < len(text) && word(text[end]) {
			end++
		}
		if q := text[start:i]; q[0] >= 'a' && q[0] <= 'z' && (start == 0 || text[start-1] != '.') && !slices.Contains(found[q], text[i+1:end]) {
			found[q] = append(found[q], text[i+1:end])
		}
	}
	return found
}

// elided reports whether a block leaves out parts of itself.
func elided(code string) bool {
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		if line == "..." || line == "…" || strings.Contains(line, "…") || strings.Contains(line, "{...}") || strings.Contains(line, "{ ... }") ||
			strings.Contains(line, "(...)") || strings.Contains(line, ", ...)") || strings.HasPrefix(line, "...") {
			return true
		}
	}
	return false
}

// sketched reports whether a program is told in outline: a comment stands for what
// is left out, or it imports nothing and selects from what it does not declare.
func sketched(code string, r lang.Report) bool {
	for i, line := range strings.Split(code, "\n") {
		if comment, ok := strings.CutPrefix(strings.TrimSpace(line), "//"); ok && strings.HasPrefix(strings.TrimSpace(comment), "...") {
			if !slices.ContainsFunc(r.Problems, func(p lang.Problem) bool { return p.Span.Line <= i && !p.Soft }) { // what comes first lacks nothing of it
				return true
			}
			break
		}
	}
	used := selectors(code)
	return !strings.Contains(code, "import") && slices.ContainsFunc(r.Problems, func(p lang.Problem) bool {
		name, undefined := strings.CutPrefix(p.Message, "undefined: ")
		return undefined && used[name] != nil
	})
}

// sentence is what a report means for a block.
type sentence struct {
	claim   claim.Claim
	file    lang.Extracted
	report  lang.Report
	program bool // a whole program: nothing of it can be elsewhere
}

// pass makes the verdict.
func (s sentence) pass() oracle.Verdict {
	r := s.report
	var hard, loose *lang.Problem
	soft := false
	for i := range r.Problems {
		p := &r.Problems[i]
		switch {
		case p.Accuses:
			v := oracle.Refute(s.claim, r.Strength, fmt.Sprintf("%s: %s", s.at(p), s.said(p)), strings.Split(p.Evidence, "; "), p.Suggestion)
			if v.Outcome == oracle.Refuted {
				return v
			}
			loose = p
		case p.Note:
		case p.Soft:
			soft = true
		case p.Unsure != "" || p.Kind == score.CouldNotDetermine || !r.Parsed:
			loose = p
		case !s.program || p.Kind != score.Undefined && p.Kind != score.WrongSignature && p.Kind != score.TypeMismatch:
			loose = p
		case hard == nil:
			hard = p
		}
	}
	switch {
	case !r.Parsed:
		return oracle.Undecide(s.claim, oracle.NotUnderstood, "it cannot be parsed")
	case len(r.Open) > 0 && s.uses(r.Open):
		return oracle.Undecide(s.claim, oracle.OpenWorld, r.Open[0].Package+": "+r.Open[0].Reason)
	case hard != nil && loose == nil:
		return oracle.Refute(s.claim, r.Strength, fmt.Sprintf("%s: %s", s.at(hard), s.said(hard)), []string{
			fmt.Sprintf("go/types with %s: %s", r.Toolchain, hard.Message),
			fmt.Sprintf("the program is complete: its %d names from outside were all resolved, none of its packages is open", len(r.References)),
		}, hard.Suggestion)
	case loose != nil && loose.Unsure != "":
		return oracle.Undecide(s.claim, oracle.OpenWorld, fmt.Sprintf("%s: %s", s.at(loose), loose.Unsure))
	case loose != nil:
		return oracle.Undecide(s.claim, oracle.NoAnchor, fmt.Sprintf("a fragment; %s: %s", s.at(loose), loose.Message))
	case soft && s.program:
		return oracle.Undecide(s.claim, oracle.Ambiguous, "it has unused variables or imports")
	case len(r.References) == 0:
		return oracle.Undecide(s.claim, oracle.NoAnchor, "it names nothing from outside")
	}
	return oracle.Verify(s.claim, r.Strength, fmt.Sprintf("the %d names that it uses exist", len(r.References)))
}

// uses reports whether the block names something of an open package.
func (s sentence) uses(open []lang.Open) bool {
	for _, o := range open {
		for _, ref := range s.report.References {
			if ref.Package == o.Package {
				return true
			}
		}
		if strings.Contains(s.file.Text, `"`+o.Package+`"`) {
			return true
		}
	}
	return false
}

// said is what a problem says in one clause.
func (s sentence) said(p *lang.Problem) string {
	if p.Message != "" {
		return p.Message
	}
	return string(p.Kind) + " " + p.Symbol
}

// at is the line of the text in which a problem is.
func (s sentence) at(p *lang.Problem) string {
	line := p.Span.Line
	if s.file.Lines != nil {
		if line < 1 || line > len(s.file.Lines) || s.file.Lines[line-1] == 0 {
			return "around it"
		}
		line = s.file.Lines[line-1]
	}
	if lines := s.claim.Block.Lines; line >= 1 && line <= len(lines) {
		return fmt.Sprintf("line %d", lines[line-1].Line)
	}
	return "at its end"
}
