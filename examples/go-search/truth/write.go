package truth

import (
	"fmt"
	"regexp"
	"strings"
)

// Witness is the file of what go/types says of the queries of class H: query,
// tab, document. The suite does not read it: there the filters are answered
// from facts, and a test compares the two.
const Witness = "H.ids"

// Files returns the query files of a search suite (docs/format/search.md), by
// name, one for each class: "A.tsv". Queries that nothing answers belong to
// class A, in a file of their own.
func Files(queries []Query) map[string]string {
	files := map[string]string{}
	headers := map[string]string{
		"A": "id\tclass\tquery\tpattern",
		"B": "id\tclass\tquery\tpattern",
		"D": "id\tclass\tquery\tids\tnote",
		"E": "id\tclass\tquery\tmodern\tlegacy\tnote",
		"F": "id\tclass\tquery\tpattern",
		"H": "id\tclass\tquery\tfilter\tnote",
		"N": "id\tclass\tquery\tnegative\tnote",
	}
	for _, q := range queries {
		name := q.Class + ".tsv"
		if files[name] == "" {
			files[name] = "# Made by cmd/truth: see README.md.\n" + headers[q.Class] + "\n"
		}
		var row []string
		switch q.Class {
		case "A", "B":
			row = []string{q.ID, q.Class, q.Text, exactly(q.Answer)}
		case "H":
			row = []string{q.ID, q.Class, q.Text, q.Filter, q.Family}
			for _, id := range q.IDs {
				files[Witness] += q.ID + "\t" + id + "\n"
			}
		case "D":
			row = []string{q.ID, q.Class, q.Text, strings.Join(q.IDs, " "), q.Family}
		case "E":
			row = []string{q.ID, q.Class, q.Text, exactly(q.Modern), exactly(q.Legacy), q.Family}
		case "F":
			row = []string{q.ID, q.Class, q.Text, exactly(q.Copies...)}
		case "N":
			row = []string{q.ID, "A", q.Text, "true", q.Family}
		}
		files[name] += strings.Join(row, "\t") + "\n"
	}
	return files
}

// exactly returns the pattern that matches these ids alone.
func exactly(ids ...string) string {
	quoted := make([]string, len(ids))
	for i, id := range ids {
		quoted[i] = regexp.QuoteMeta(id)
	}
	if len(quoted) == 1 {
		return "^" + quoted[0] + "$"
	}
	return fmt.Sprintf("^(%s)$", strings.Join(quoted, "|"))
}

// StandardPattern returns the pattern on ids that tells the documents of the
// standard library from the others: RE2 cannot say "not internal", so it names
// the packages.
func StandardPattern(packages []string) string {
	quoted := make([]string, len(packages))
	for i, p := range packages {
		quoted[i] = regexp.QuoteMeta(p)
	}
	return `^(` + strings.Join(quoted, "|") + `)(\.|$)`
}
