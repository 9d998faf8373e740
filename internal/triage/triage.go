// Package triage decides which verdicts about a text are told: those of what a
// change adds, without those that a comment in the text passes over and those
// that a baseline knows. Whatever is not told is counted.
package triage

import (
	"slices"
	"sort"

	"sooth/internal/report"
	"sooth/oracle"
	"sooth/source"
)

// Text is a text with the verdicts about all of its claims.
type Text struct {
	Source   string // as the caller named it
	File     string // its name in fingerprints: relative to the tree where it is inside, slash-separated
	Text     string
	Verdicts []oracle.Verdict // in the order of the text
	// Added are the lines that a change adds; nil: the whole text counts.
	Added *Lines
}

// Options say what is passed over.
type Options struct {
	Baseline *Baseline // nil: nothing is known
	// Undecided: what is undecided is to be told as well, so that a comment may
	// pass it over.
	Undecided bool
}

// Triage sorts the verdicts about one text.
func Triage(t Text, o Options) report.Checked {
	c := report.Checked{Source: t.Source, File: t.File, Verdicts: []report.Finding{}, Text: t.Text, Ignores: ignores(t.Text)}
	if c.File == c.Source {
		c.File = ""
	}
	o.Baseline.saw(t.File)
	prints, passes := fingerprints(t.File, t.Verdicts), newPasses(c.Ignores)
	for i, v := range t.Verdicts {
		v.Evidence = closed(v.Evidence)
		f := report.Finding{Verdict: v, Fingerprint: prints[i]}
		first, last := lines(v.Claim)
		if v.Outcome == oracle.Refuted || v.Outcome == oracle.Undecided && o.Undecided {
			f.Ignored = passes.covering(first, last)
		}
		if v.Outcome == oracle.Refuted && f.Ignored == "" {
			f.Known = o.Baseline.knows(f)
		}
		if t.Added != nil && !t.Added.meets(first, last) {
			continue
		}
		c.Verdicts = append(c.Verdicts, f)
		c.Counts.Add(f)
	}
	if t.Added != nil {
		c.Ignores = within(c.Ignores, t.Added)
	}
	return c
}

// closed says of each place where it ends.
func closed(places []source.Span) []source.Span {
	places = slices.Clone(places)
	for i := range places {
		if p := &places[i]; p.EndLine == 0 {
			p.EndLine = p.Line
		}
	}
	return places
}

// passes finds the comment that covers a claim.
type passes struct {
	list  []report.Ignore
	index []int // of the comments that have a reason, in list
	reach []int // the last line that any of index up to here covers
}

func newPasses(list []report.Ignore) *passes {
	p := &passes{list: list}
	reach := 0
	for i, g := range list {
		if g.Problem == "" {
			reach = max(reach, g.Last)
			p.index, p.reach = append(p.index, i), append(p.reach, reach)
		}
	}
	return p
}

// covering returns the reason of the first comment that covers a line of a
// claim, and notes its use. No comment covers lines before those that an
// earlier one begins with.
func (p *passes) covering(first, last int) string {
	i := sort.SearchInts(p.reach, first)
	if i == len(p.index) || p.list[p.index[i]].First > last {
		return ""
	}
	p.list[p.index[i]].Used++
	return p.list[p.index[i]].Reason
}
