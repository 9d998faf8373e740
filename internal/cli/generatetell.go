package cli

import (
	"fmt"
	"io"
	"strings"

	"sooth/internal/generate"
)

// tellGenerated prints what was made, for people.
func tellGenerated(w io.Writer, r generate.Report, folder string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d questions in %s (%d asked for)\n", r.Questions, folder, r.Wanted)
	fmt.Fprintf(&b, "%-18s %9s %6s %6s %7s %13s %8s\n", "kind", "questions", "true", "false", "tried", "contradicted", "unknown")
	for _, k := range r.Kinds {
		unknown := 0
		for _, n := range k.Unknown {
			unknown += n
		}
		fmt.Fprintf(&b, "%-18s %9d %6s %6s %7d %13d %8d\n", k.Kind, k.Questions, countOr(k.True), countOr(k.False), k.Tried, k.Contradicted, unknown)
	}
	d := r.Diversity
	fmt.Fprintf(&b, "patterns: %d of %d; subjects: %d; packages: %d of %d", d.Patterns, d.Available, d.Subjects, d.Packages, d.Of)
	if d.Evenness != nil {
		fmt.Fprintf(&b, "; evenness of patterns %.3f", *d.Evenness)
	}
	fmt.Fprintf(&b, "\ndifficulty: %d easy, %d medium, %d hard\n", r.Difficulty["easy"], r.Difficulty["medium"], r.Difficulty["hard"])
	for _, c := range r.Coverage {
		fmt.Fprintf(&b, "facts of kind %s: %d, askable %d (%.1f %%), asked %d\n", c.Kind, c.Facts, c.Askable, 100*float64(c.Askable)/float64(c.Facts), c.Asked)
	}
	for _, a := range r.Absent {
		fmt.Fprintf(&b, "%s: %s\n", a.Pattern, plain(a.Reason))
	}
	for _, x := range r.Dropped {
		fmt.Fprintf(&b, "dropped, the routes do not agree: %s %s %s: %s\n", x.Kind, plain(x.Subject), plain(x.Object), oneLine(x.Reason))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func countOr(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}
