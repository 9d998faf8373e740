// Package citation judges what a text says of places: that a file, a line or a
// range exists, that a symbol stands there, that a file contains a text.
package citation

import (
	"context"
	"fmt"
	"path"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
	"sooth/source"
)

// Name is the name of the oracle in verdicts.
const Name = "citation"

// Oracle judges claims of the kinds Citation, Location and Contains of one text.
type Oracle struct {
	world *world.World
	text  *world.Text
}

var _ oracle.Oracle = (*Oracle)(nil)

// New returns an oracle for the claims of a text about a world.
func New(w *world.World, t *world.Text) *Oracle { return &Oracle{world: w, text: t} }

// Name implements oracle.Oracle.
func (*Oracle) Name() string { return Name }

// Judges implements oracle.Oracle.
func (*Oracle) Judges(c claim.Claim) bool {
	return c.Kind == claim.Citation || c.Kind == claim.Location || c.Kind == claim.Contains
}

// Judge implements oracle.Oracle.
func (o *Oracle) Judge(ctx context.Context, c claim.Claim) (oracle.Verdict, error) {
	place, err := o.world.Locate(ctx, c.Place.File, o.text.Folder, c.Anchor == "linked")
	if err != nil {
		return oracle.Verdict{}, err
	}
	switch c.Kind {
	case claim.Location:
		return o.location(ctx, c, place)
	case claim.Contains:
		return o.contains(c, place)
	}
	v, err := o.cited(ctx, c, place)
	if err != nil || !c.Negated {
		return v, err
	}
	return denied(c, v), nil
}

// cited judges that a file, and its lines, exist.
func (o *Oracle) cited(ctx context.Context, c claim.Claim, p world.Place) (oracle.Verdict, error) {
	switch {
	case len(p.Files) == 0 && len(p.Folders) > 0 && c.Place.Line == 0:
		return oracle.Verify(c, fact.Syntax, "a folder", source.Span{File: p.Folders[0]}), nil
	case len(p.Files) == 0:
		return o.absent(ctx, c, p)
	case len(p.Files) > 1:
		if c.Place.Line == 0 {
			return oracle.Verify(c, fact.Syntax, fmt.Sprintf("%d files, such as %s", len(p.Files), p.Files[0]), source.Span{File: p.Files[0]}), nil
		}
		return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d files end so, such as %s and %s", len(p.Files), p.Files[0], p.Files[1])), nil
	}
	v, err := o.lines(ctx, c, p.Files[0])
	if err != nil || v.Outcome != oracle.Refuted {
		return v, err
	}
	for _, other := range p.Others { // a bare name may be that of another file
		if w, err := o.lines(ctx, c, other); err != nil || w.Outcome != oracle.Refuted {
			return oracle.Undecide(c, oracle.Ambiguous, other+" has that name too"), err
		}
	}
	return v, nil
}

// lines judges that a file has the lines of a citation.
func (o *Oracle) lines(ctx context.Context, c claim.Claim, file string) (oracle.Verdict, error) {
	first, last := c.Place.Line, max(c.Place.Line, c.Place.EndLine)
	if first == 0 {
		return oracle.Verify(c, fact.Syntax, "the file exists", source.Span{File: file}), nil
	}
	if c.Place.EndLine > 0 && c.Place.EndLine < first {
		return oracle.Undecide(c, oracle.Ambiguous, "the range ends before it begins"), nil
	}
	data, err := o.world.Read(file)
	if err != nil {
		return oracle.Undecide(c, oracle.OpenWorld, file+" cannot be read"), nil
	}
	count := source.NewLines(string(data)).Count()
	at := source.Span{File: file, Line: min(first, max(count, 1)), EndLine: min(last, max(count, 1))}
	switch {
	case last <= count:
		return oracle.Verify(c, fact.Syntax, fmt.Sprintf("the file has %d lines", count), at), nil
	case last == count+1:
		return oracle.Verify(c, fact.Syntax, fmt.Sprintf("the file ends at line %d; note: the citation goes one line past it", count), at), nil
	}
	witnesses := []string{fmt.Sprintf("%s, read now, has %d lines", file, count)}
	known, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.File}, Subject: file})
	if err != nil {
		return oracle.Verdict{}, err
	}
	switch {
	case len(known) > 0 && abs(known[0].Index-count) > 1:
		return oracle.Undecide(c, oracle.Ambiguous, "the index and the file differ; hint: index again"), nil
	case len(known) > 0:
		witnesses = append(witnesses, fmt.Sprintf("the index has it with %d lines", known[0].Index))
	default:
		witnesses = append(witnesses, fmt.Sprintf("it has %d line ends", strings.Count(string(data), "\n")))
	}
	v := oracle.Refute(c, fact.Syntax, fmt.Sprintf("the file ends at line %d", count), witnesses, "", source.Span{File: file, Line: max(count, 1)})
	return v, nil
}

func abs(n int) int { return max(n, -n) }

// absent judges a path that the tree does not have.
func (o *Oracle) absent(ctx context.Context, c claim.Claim, p world.Place) (oracle.Verdict, error) {
	name := c.Place.File
	outside, err := o.elsewhere(ctx, c, p)
	if err != nil || outside.Outcome != "" {
		return outside, err
	}
	linked := c.Anchor == "linked"
	switch {
	case strings.HasPrefix(name, "/"):
		return oracle.Undecide(c, oracle.External, "an absolute path"), nil
	case p.Ignored:
		return oracle.Undecide(c, oracle.External, "it is where generated or ignored files are"), nil
	case c.Anchor == "" || !strings.Contains(p.Clean, "/") && c.Place.Line == 0 && !linked:
		return oracle.Undecide(c, oracle.NoAnchor, "a file name alone"), nil
	case strings.Contains(p.Clean, "/") && !p.Inside && !linked:
		return oracle.Undecide(c, oracle.External, "the tree has no folder "+path.Dir(p.Clean)), nil
	case p.Leaves:
		return oracle.Undecide(c, oracle.External, "it is outside of the tree"), nil
	case strings.Contains(p.Clean, "/") && !p.Inside && !o.world.Checkout():
		return oracle.Undecide(c, oracle.OpenWorld, "the tree is no checkout: its folder "+path.Dir(p.Clean)+" may have been left out"), nil
	}
	near, siblings, short, err := o.world.NearFile(ctx, p.Clean)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if short != "" {
		return oracle.Undecide(c, oracle.OpenWorld, short), nil
	}
	if c.Place.Line == 0 && !linked { // a file that is to be written, or was generated, has such a name too
		if near == "" || !siblings {
			return oracle.Undecide(c, oracle.NoAnchor, "no file there has a name like it"), nil
		}
	}
	base := path.Base(p.Clean)
	used, err := o.world.Mentions(ctx, base)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if used != "" {
		return oracle.Undecide(c, oracle.OpenWorld, "it may be generated: "+used+" names it"), nil
	}
	known, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.File}, Name: base, Limit: 1})
	if err != nil {
		return oracle.Verdict{}, err
	}
	if len(known) > 0 {
		return oracle.Undecide(c, oracle.Ambiguous, known[0].Subject+" has that name"), nil
	}
	witnesses := []string{"the index has no file " + base, "the tree, walked now, has no path that ends in " + p.Clean}
	return oracle.Refute(c, fact.Syntax, "there is no such file", witnesses, near), nil
}

// elsewhere judges a path of a package that is not of the tree.
func (o *Oracle) elsewhere(ctx context.Context, c claim.Claim, p world.Place) (oracle.Verdict, error) {
	file, lines, err := o.world.FileAround(ctx, p.Clean)
	if err != nil || file == "" {
		return oracle.Verdict{}, err
	}
	if lines >= 0 && max(c.Place.Line, c.Place.EndLine) <= lines+1 && strings.Contains(p.Clean, "/") {
		return oracle.Verify(c, fact.Syntax, "a file of another module: "+file), nil
	}
	return oracle.Undecide(c, oracle.External, file+" is of another module"), nil
}

// denied turns the verdict on a citation around.
func denied(c claim.Claim, v oracle.Verdict) oracle.Verdict {
	switch v.Outcome {
	case oracle.Refuted:
		return oracle.Verify(c, v.Strength, "it is not there: "+v.Reason, v.Evidence...)
	case oracle.Verified:
		if len(v.Evidence) != 1 || v.Evidence[0].File == "" || strings.Contains(v.Reason, "note:") {
			return oracle.Undecide(c, oracle.Ambiguous, v.Reason)
		}
		return oracle.Refute(c, v.Strength, "it exists: "+v.Reason, []string{"the tree, walked now, has " + v.Evidence[0].File, "it was opened and read"}, "", v.Evidence...)
	}
	return v
}

// contains judges that a file contains a text.
func (o *Oracle) contains(c claim.Claim, p world.Place) (oracle.Verdict, error) {
	switch {
	case len(p.Files) == 0:
		return oracle.Undecide(c, oracle.NoAnchor, "there is no such file"), nil
	case len(p.Files) > 1:
		return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("%d files end so", len(p.Files))), nil
	}
	file := p.Files[0]
	data, err := o.world.Read(file)
	if err != nil {
		return oracle.Undecide(c, oracle.OpenWorld, file+" cannot be read"), nil
	}
	text := string(data)
	if i := strings.Index(text, c.Object); i >= 0 {
		at := source.NewLines(text).Position(i)
		span := source.Span{File: file, Line: at.Line, Column: at.Column}
		if c.Negated {
			return oracle.Refute(c, fact.Text, "it does contain it", []string{"found at " + span.String(), fmt.Sprintf("it occurs %d times", strings.Count(text, c.Object))}, "", span), nil
		}
		return oracle.Verify(c, fact.Text, "it contains it", span), nil
	}
	if strings.Contains(squeeze(text), squeeze(c.Object)) {
		return oracle.Undecide(c, oracle.Ambiguous, "it contains it but for blanks, quotes, comment marks or case"), nil
	}
	witnesses := []string{"the text does not occur in " + file, "nor does it without regard to blanks, quotes, comment marks and case"}
	if c.Negated {
		return oracle.Verify(c, fact.Text, "it does not contain it", source.Span{File: file}), nil
	}
	return oracle.Refute(c, fact.Text, "the file does not contain it", witnesses, "", source.Span{File: file}), nil
}

// squeeze leaves of a text what counts when it is quoted freely.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n/*#\"'`\\>-“”‘’", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
