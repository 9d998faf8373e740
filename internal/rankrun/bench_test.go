package rankrun_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sooth/internal/rankrun"
)

// BenchmarkOverhead reports what asking, recording and measuring cost for each
// query beyond the engine's own time, in one session of an MCP server and for a
// run file; everything from the first query to the finished report counts.
func BenchmarkOverhead(b *testing.B) {
	const n = 1000
	queries, given := "id\tclass\tquery\tpattern\n", ""
	for i := range n {
		queries += fmt.Sprintf("q%04d\tA\tapple %d\t^b$\n", i, i)
		given += fmt.Sprintf("q%04d Q0 d 1 9 t\nq%04d Q0 a 2 8 t\nq%04d Q0 b 3 7 t\n", i, i, i)
	}
	for _, system := range []string{"mcp", "given"} {
		b.Run(system, func(b *testing.B) {
			dir := write(b, map[string]string{"suite.yaml": strings.Replace(everyCommand, "k: 3", "k: 10", 1), "queries.tsv": queries, "given.run": given})
			var total time.Duration
			for range b.N {
				o := options(b, dir)
				o.Systems = []string{system}
				var first time.Time
				o.OnProgress = func(done, _ int) {
					if done == 0 {
						first = time.Now()
					}
				}
				result, err := rankrun.Run(b.Context(), o)
				if err != nil {
					b.Fatal(err)
				}
				spent := time.Since(first)
				for _, q := range result.Report.Queries {
					spent -= time.Duration(q.Answers[0].LatencyMS * float64(time.Millisecond))
				}
				if result.Report.Systems[0].Answered != n {
					b.Fatalf("%+v", result.Report.Systems[0])
				}
				total += spent
			}
			b.ReportMetric(total.Seconds()*1e3/float64(n*b.N), "overhead-ms/query")
		})
	}
}
