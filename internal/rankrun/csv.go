package rankrun

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"

	"sooth/internal/rankreport"
	"sooth/score"
)

// writeCSV writes one value a row.
func writeCSV(out io.Writer, r *rankreport.Report) error {
	w := csv.NewWriter(out)
	w.Write([]string{"class", "query", "system", "state", "failure", "measure", "value", "first_relevant", "hits", "latency_ms"})
	for _, q := range r.Queries {
		for _, a := range q.Answers {
			first, hits := "", ""
			if a.FirstRelevant != nil {
				first = strconv.Itoa(*a.FirstRelevant)
			}
			if a.State == score.Answered {
				hits = strconv.Itoa(len(a.Hits))
			}
			base := []string{q.Class, q.ID, a.System, string(a.State), string(a.Failure)}
			rest := []string{first, hits, strconv.FormatFloat(a.LatencyMS, 'f', -1, 64)}
			names := slices.Sorted(maps.Keys(a.Values))
			if len(names) == 0 {
				w.Write(slices.Concat(base, []string{"", ""}, rest))
			}
			for _, name := range names {
				w.Write(slices.Concat(base, []string{name, strconv.FormatFloat(a.Values[name], 'g', -1, 64)}, rest))
			}
		}
	}
	w.Flush()
	return w.Error()
}
