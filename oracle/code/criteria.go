package code

import (
	"fmt"
	"go/version"
	"slices"
	"strings"

	"sooth/lang"
	"sooth/score"
)

// court applies the rules to one report.
type court struct {
	report lang.Report
	target string // "1.21"
}

// compiles fails for every problem that is not a note. What only could not be
// determined, such as a module that cannot be read, makes it unknown.
func (c *court) compiles() score.Result {
	var r score.Result
	r.Outcome = score.Pass
	for _, p := range c.report.Problems {
		r.Diagnostics = append(r.Diagnostics, p.Diagnostic)
		switch {
		case p.Note:
		case p.Kind == score.CouldNotDetermine:
			if r.Outcome == score.Pass {
				r.Outcome, r.Reason = score.Unknown, words(p.Diagnostic)
			}
		case r.Outcome != score.Fail:
			r.Outcome, r.Reason = score.Fail, words(p.Diagnostic)
		}
	}
	if !c.report.Parsed && r.Outcome == score.Pass {
		r.Outcome, r.Reason = score.Unknown, "the program could not be read"
	}
	return r
}

// exists fails for accusations alone. A name that could not be looked up makes
// it unknown, and so does a package that was not read completely and is used.
func (c *court) exists() score.Result {
	r := score.Result{Outcome: score.Pass}
	for _, p := range c.report.Problems {
		d := p.Diagnostic
		switch {
		case p.Accuses:
			if r.Outcome != score.Fail {
				r.Outcome, r.Reason = score.Fail, words(d)
			}
		case p.Unsure != "":
			d.Note = true
			if r.Outcome == score.Pass {
				r.Outcome, r.Reason = score.Unknown, subject(d)+": "+p.Unsure
			}
		default:
			continue
		}
		r.Diagnostics = append(r.Diagnostics, d)
	}
	if open, ok := c.openInUse(); ok && r.Outcome == score.Pass {
		r.Outcome, r.Reason = score.Unknown, "package "+open.Package+" was not read completely: "+open.Reason
	}
	return r
}

// available fails for every symbol and language feature that came after the
// target.
func (c *court) available() score.Result {
	if !version.IsValid("go" + c.target) {
		return score.Result{Outcome: score.Unknown, Reason: fmt.Sprintf("the target has no version that can be compared: %q", c.target)}
	}
	r := score.Result{Outcome: score.Pass}
	seen := map[score.Diagnostic]bool{}
	add := func(d score.Diagnostic) {
		if seen[d] {
			return
		}
		seen[d] = true
		if !d.Note && r.Outcome == score.Pass {
			r.Outcome, r.Reason = score.Fail, d.Message
		}
		r.Diagnostics = append(r.Diagnostics, d)
	}
	for _, ref := range c.report.References {
		if ofStandardLibrary(ref) && c.tooNew(ref.Since) {
			name := nameOf(ref)
			add(score.Diagnostic{
				Kind: score.TooNew, Span: ref.Span, Symbol: name, Evidence: ref.SinceFrom,
				Message: fmt.Sprintf("%s came with %s; the target is %s", name, ref.Since, c.target),
			})
		}
	}
	for _, f := range c.report.Features {
		if !c.tooNew(f.Since) {
			continue
		}
		d := score.Diagnostic{
			Kind: score.TooNew, Span: f.Span, Symbol: f.Name, Evidence: f.From, Note: f.Note,
			Message: fmt.Sprintf("%s came with %s; the target is %s", f.Name, f.Since, c.target),
		}
		if f.Note {
			d.Message = fmt.Sprintf("%s: since %s; before, the program means something else", f.Name, f.Since)
		}
		add(d)
	}
	for _, p := range c.report.Problems { // what the checker itself refused at the target
		known := slices.ContainsFunc(r.Diagnostics, func(d score.Diagnostic) bool {
			return d.Span.File == p.Span.File && d.Span.Line == p.Span.Line && !d.Note
		})
		if p.Kind == score.TooNew && !p.Note && !known {
			add(p.Diagnostic)
		}
	}
	return c.unlessUnresolved(r)
}

// current fails for every deprecated symbol whose named replacement is there
// at the target. Other deprecated symbols are notes: there is nothing that the
// program should have used.
func (c *court) current() score.Result {
	r := score.Result{Outcome: score.Pass}
	for _, ref := range c.report.References {
		if ref.Deprecated == "" {
			continue
		}
		name := nameOf(ref)
		d := score.Diagnostic{
			Kind: score.Deprecated, Span: ref.Span, Symbol: name, Evidence: ref.Deprecated,
			Suggestion: ref.Replacement, Message: name + " is deprecated; use " + ref.Replacement,
		}
		switch {
		case ref.Replacement == "":
			d.Note, d.Message = true, name+" is deprecated; the notice names no replacement"
		case !ref.ReplacementKnown:
			d.Note, d.Message = true, name+" is deprecated; its replacement "+ref.Replacement+" was not found"
		case c.tooNew(ref.ReplacementSince):
			d.Note, d.Message = true, fmt.Sprintf("%s is deprecated; its replacement %s came with %s, after the target %s", name, ref.Replacement, ref.ReplacementSince, c.target)
		case r.Outcome == score.Pass:
			r.Outcome, r.Reason = score.Fail, d.Message
		}
		r.Diagnostics = append(r.Diagnostics, d)
	}
	return c.unlessUnresolved(r)
}

// unlessUnresolved turns a pass into unknown if part of the program could not
// be resolved: what stands there was not judged.
func (c *court) unlessUnresolved(r score.Result) score.Result {
	if r.Outcome != score.Pass {
		return r
	}
	for _, p := range c.report.Problems {
		if unresolved(p) {
			r.Outcome, r.Reason = score.Unknown, "not all of the program could be resolved: "+subject(p.Diagnostic)
			return r
		}
	}
	if open, ok := c.openInUse(); ok {
		r.Outcome, r.Reason = score.Unknown, "package "+open.Package+" was not read completely: "+open.Reason
	}
	return r
}

// unresolved reports whether a problem left a name without its meaning.
func unresolved(p lang.Problem) bool {
	switch p.Kind {
	case score.InventedPackage, score.InventedFunction, score.InventedType, score.InventedField, score.InventedMethod, score.Undefined, score.CouldNotDetermine:
		return true
	}
	return p.Accuses || p.Unsure != ""
}

// openInUse returns the first package that was not read completely and that
// the program refers to.
func (c *court) openInUse() (lang.Open, bool) {
	if len(c.report.Open) == 0 {
		return lang.Open{}, false
	}
	used := map[string]bool{}
	for _, ref := range c.report.References {
		used[ref.Package] = true
	}
	for _, open := range c.report.Open {
		if used[open.Package] {
			return open, true
		}
	}
	return lang.Open{}, false
}

// tooNew reports whether something came after the target. What is not a
// release of the language, such as a module's version, never does: the module
// is pinned.
func (c *court) tooNew(since string) bool {
	return version.IsValid("go"+since) && version.IsValid("go"+c.target) && version.Compare("go"+since, "go"+c.target) > 0
}

// ofStandardLibrary reports whether a reference is to what comes with the
// toolchain, so that its first release is one of the language.
func ofStandardLibrary(ref lang.Reference) bool { return ref.Module == "std" || ref.Module == "" }

// nameOf names what a reference is to: "net/http.Client.Do"; a package by
// its path alone.
func nameOf(ref lang.Reference) string {
	return strings.TrimSuffix(ref.Package+"."+ref.Symbol, ".")
}

// words says in one clause what a diagnostic is about.
func words(d score.Diagnostic) string {
	if d.Symbol != "" {
		return string(d.Kind) + ": " + d.Symbol
	}
	message, _, _ := strings.Cut(d.Message, "\n")
	return string(d.Kind) + ": " + message
}

// subject names what a diagnostic is about.
func subject(d score.Diagnostic) string {
	if d.Symbol != "" {
		return d.Symbol
	}
	message, _, _ := strings.Cut(d.Message, "\n")
	return message
}
