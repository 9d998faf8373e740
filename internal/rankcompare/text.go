package rankcompare

import (
	"fmt"
	"io"

	"sooth/internal/tabular"
)

// shown is how many queries are told in full, on either side, where not all are.
const shown = 5

// text tells of a comparison on a terminal or in a pipe.
func (r *Result) text(w io.Writer, all bool) error {
	say := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	say("%s\n%s\n", tabular.Clean(r.heading()), tabular.Clean(r.sources()))
	for _, s := range r.sentences() {
		say("\n%s\n", tabular.Clean(s))
	}
	for _, g := range r.Gates {
		say("\ngate %s (%s): %s\n", tabular.Clean(g.Gate), tabular.Clean(g.Where), tabular.Clean(g.Sentence))
	}
	for _, t := range r.tables() {
		say("\n")
		if err := t.Text(w); err != nil {
			return err
		}
	}
	for _, part := range r.parts() {
		say("\n%s\n", tabular.Clean(part.title))
		if len(part.list) == 0 {
			say("\nnone\n")
		}
		for i, c := range part.list {
			if i == shown && !all {
				say("\n… and %d more (--all shows them)\n", len(part.list)-i)
				break
			}
			say("\n%s\n", tabular.Clean(r.change(c)))
			if err := r.topTens(r.detail(c.Query)).Text(w); err != nil {
				return err
			}
		}
	}
	say("\n%s\n", marks)
	for _, n := range r.Notes {
		say("note: %s\n", tabular.Clean(n))
	}
	return nil
}

// markdown tells of a comparison as a page of Markdown.
func (r *Result) markdown(w io.Writer, all bool) error {
	say := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	say("# Search quality: %s → %s\n\n%s\n\n%s\n", tabular.Escape(r.A.Name), tabular.Escape(r.B.Name), tabular.Escape(r.heading()), tabular.Escape(r.sources()))
	for _, s := range r.sentences() {
		say("\n%s\n", tabular.Escape(s))
	}
	if len(r.Gates) > 0 {
		say("\n")
	}
	for _, g := range r.Gates {
		say("- **%s** gate `%s` (%s): %s\n", map[bool]string{true: "passed", false: "failed"}[g.Passed], tabular.Clean(g.Gate), tabular.Escape(g.Where), tabular.Escape(g.Sentence))
	}
	for _, t := range r.tables() {
		say("\n")
		if err := t.Markdown(w); err != nil {
			return err
		}
	}
	for _, part := range r.parts() {
		say("\n## %s\n", tabular.Escape(part.title))
		if len(part.list) == 0 {
			say("\nnone\n")
		}
		for i, c := range part.list {
			if i == shown && !all {
				say("\n… and %d more\n", len(part.list)-i)
				break
			}
			say("\n### %s\n\n", tabular.Escape(r.change(c)))
			if err := r.topTens(r.detail(c.Query)).Markdown(w); err != nil {
				return err
			}
		}
	}
	say("\n%s\n", marks)
	if len(r.Notes) > 0 {
		say("\n## Notes\n\n")
	}
	for _, n := range r.Notes {
		say("- %s\n", tabular.Escape(n))
	}
	return nil
}

// sentences are those of what was decided on beforehand.
func (r *Result) sentences() []string {
	var list []string
	for _, c := range r.Comparisons {
		if c.Primary {
			list = append(list, c.Sentence)
		}
	}
	return list
}

// tables are the tables of a comparison, those with something in them.
func (r *Result) tables() []tabular.Table {
	list := []tabular.Table{r.differences()}
	for _, f := range []func() (tabular.Table, bool){r.partition, r.losses, r.open} {
		if t, ok := f(); ok {
			list = append(list, t)
		}
	}
	return list
}

// part is the queries that changed in one direction.
type part struct {
	title string
	list  []Change
}

func (r *Result) parts() []part {
	return []part{
		{fmt.Sprintf("Better with %s (%d)", r.B.Name, len(r.Winners)), r.Winners},
		{fmt.Sprintf("Worse with %s (%d)", r.B.Name, len(r.Losers)), r.Losers},
	}
}
