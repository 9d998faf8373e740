package extractreport

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"sooth/internal/tabular"
)

// writeCSV writes one row for each answer.
func writeCSV(w io.Writer, r *Report) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{
		"run", "arm", "version", "model", "fixture", "category", "language", "variant", "repeat", "state", "tp", "fn", "fp", "unjudged", "duplicates",
		"parsed", "filtered", "not_understood", "lost_by", "parse_error", "partial", "infra_error", "schema_violations",
	})
	byID := map[string]Fixture{}
	for _, f := range r.Corpus.Fixtures {
		byID[f.ID] = f
	}
	for _, s := range r.Systems {
		for _, x := range s.Results {
			var stages []string
			for _, m := range x.Misses {
				stages = append(stages, m.Stage)
			}
			f := byID[x.Fixture]
			_ = c.Write([]string{
				r.Run.ID, tabular.Spreadsheet(s.Arm), tabular.Spreadsheet(s.Version), tabular.Spreadsheet(s.Model), x.Fixture, tabular.Spreadsheet(f.Category), tabular.Spreadsheet(f.Language), x.Variant, fmt.Sprint(x.Repeat), x.State,
				fmt.Sprint(len(x.Found)), fmt.Sprint(len(x.Misses)), fmt.Sprint(len(x.Wrong)), fmt.Sprint(len(x.Unjudged)), fmt.Sprint(x.Duplicates),
				fmt.Sprint(x.Parsed), fmt.Sprint(len(x.Filtered)), fmt.Sprint(len(x.Unknown)), strings.Join(stages, ";"), tabular.Spreadsheet(x.ParseError), tabular.Spreadsheet(x.Partial), tabular.Spreadsheet(x.Infra), violated(x),
			})
		}
	}
	c.Flush()
	return c.Error()
}

// violated counts the places where an answer does not fit the schema.
func violated(x Result) string {
	if x.MoreViolations {
		return fmt.Sprintf("more than %d", len(x.Violations))
	}
	return fmt.Sprint(len(x.Violations))
}
