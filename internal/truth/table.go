package truth

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Table writes the score as Markdown: gates, classes, forms, patterns.
func (s *Score) Table(w io.Writer) {
	fmt.Fprintf(w, "%d texts made of %d statements and mutants\n\n", s.Texts, s.Items)
	for _, g := range s.Gates() {
		fmt.Fprintf(w, "- %s\n", g)
	}
	fmt.Fprintf(w, "- what only running could tell: %d texts, %d of them verified\n\n", s.All.Unknown, s.All.Guessed)
	counts(w, "class (anchored)", s.Class)
	counts(w, "form (anchored)", s.Form)
	bare := map[string]*Counts{"all": &s.Bare}
	counts(w, "without anchor", bare)
	fmt.Fprintf(w, "| pattern | refuted | of these wrongly | verified rightly | falsely |\n|---|--:|--:|--:|--:|\n")
	for _, k := range slices.Sorted(maps.Keys(s.Pattern)) {
		c := s.Pattern[k]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d |\n", k, c.Accused, c.Wrongly, c.TrueVerified, c.FalseVerified)
	}
	fmt.Fprintln(w)
}

func counts(w io.Writer, title string, m map[string]*Counts) {
	fmt.Fprintf(w, "| %s | false | refuted | verified | true | verified | refutations | wrong |\n|---|--:|--:|--:|--:|--:|--:|--:|\n", title)
	for _, k := range slices.SortedFunc(maps.Keys(m), natural) {
		c := m[k]
		fmt.Fprintf(w, "| %s | %d | %s | %s | %d | %s | %d | %d |\n", k, c.False, percent(c.FalseRefuted, c.False), percent(c.FalseVerified, c.False),
			c.True, percent(c.TrueVerified, c.True), c.Accused, c.Wrongly)
	}
	fmt.Fprintln(w)
}

// natural puts M2 before M10.
func natural(a, b string) int {
	if len(a) != len(b) && strings.HasPrefix(a, "M") && strings.HasPrefix(b, "M") {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func percent(k, n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(k)/float64(n))
}
