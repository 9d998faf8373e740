package rank

import "io"

// Generate writes qrels and a grouped or interleaved run for benchmarks.
func Generate(qrels, run io.Writer, topics, documents int, mixed bool) {
	how := grouped
	if mixed {
		how = interleaved
	}
	generate(qrels, run, topics, documents, 1, how)
}
