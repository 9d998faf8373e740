// Package rankeval is `sooth rank eval`: qrels and runs in, a table of measures
// out, with a comparison where there are several runs.
//
// In the format "trec" its output is that of trec_eval 10.0, byte for byte,
// except where [Differences] says otherwise. Everything it does is a function
// of its options and inputs; the command line only fills in [Options].
package rankeval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sooth/rank"
)

// Options are the arguments and flags of `sooth rank eval QRELS RUN…`.
type Options struct {
	Qrels string   // file with the judgements; "-": standard input
	Runs  []string // files with runs, the first is what others are compared with; at most one "-"

	Measures []string // -m, --measure: a measure or a set; none: "official"
	Topics   bool     // -q, --topics: values of each topic as well
	NoMean   bool     // -n, --no-summary: without the values over all topics
	Complete bool     // -c, --complete: topics that the run lacks count, as 0
	Level    int      // -l, --level: smallest grade that is relevant; 0: 1
	Judged   bool     // -J, --judged-only: documents without a judgement are left out
	Depth    int      // -M, --depth: documents kept for each topic; 0: all
	Size     int      // -N, --collection: documents in the collection, for utility

	Format  string // --format: trec, text, json, csv, markdown, html; "": trec for one run, text for several
	Ties    bool   // --ties: expected, least and largest value over the orders of equal scores
	Lenient bool   // --lenient: numbers as trec_eval reads them, first or better of two equal documents
	Explain bool   // --explain: after the result, where and why trec_eval is not followed; alone: only that
	Seed    uint64 // --seed: of what is drawn at random in comparisons
	Threads int    // --threads: 0: one for each processor
}

// Formats are the values of Options.Format.
func Formats() []string { return []string{"trec", "text", "json", "csv", "markdown", "html"} }

// Invalid is a mistake in the options: the caller must change the command.
type Invalid struct{ Reason string }

func (e *Invalid) Error() string { return e.Reason }

func invalid(format string, args ...any) error { return &Invalid{fmt.Sprintf(format, args...)} }

// ExitCode is 0 for nil, 2 for what the caller must change (options, files that
// are not there, files that cannot be read as what they should be), else 1.
func ExitCode(err error) int {
	var option *Invalid
	var input *rank.InputError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &option), errors.As(err, &input):
		return 2
	}
	return 1
}

// Run evaluates and writes. Results go to stdout, warnings to stderr, one line
// each. Errors are [*Invalid], [*rank.InputError], or what reading and writing
// returned; nothing is written to stdout before every file has been read.
func Run(ctx context.Context, o Options, stdin io.Reader, stdout, stderr io.Writer) error {
	if o.Explain && o.Qrels == "" && len(o.Runs) == 0 {
		return explain(stdout)
	}
	columns, err := o.check()
	if err != nil {
		return err
	}
	r, err := gather(ctx, o, columns, stdin)
	if err != nil {
		return err
	}
	for _, w := range r.warnings() {
		fmt.Fprintln(stderr, "warning: "+w)
	}
	out := newOutput(stdout)
	switch r.options.Format {
	case "trec":
		out.trec(r)
	case "text":
		out.text(r)
	case "json":
		out.json(r)
	case "csv":
		out.csv(r)
	case "markdown":
		out.markdown(r)
	case "html":
		out.html(r)
	}
	if err := out.close(); err != nil {
		return err
	}
	if o.Explain {
		return explain(stderr)
	}
	return nil
}

// check validates the options and parses the measures.
func (o *Options) check() ([]rank.Column, error) {
	if o.Qrels == "" || len(o.Runs) == 0 {
		return nil, invalid("judgements and at least one run are needed; hint: sooth rank eval QRELS RUN")
	}
	pipes := 0
	for _, name := range append([]string{o.Qrels}, o.Runs...) {
		if name == "-" {
			pipes++
		}
	}
	if pipes > 1 {
		return nil, invalid("standard input can be read once only, and \"-\" is there %d times", pipes)
	}
	if o.Format == "" {
		o.Format = "trec"
		if len(o.Runs) > 1 {
			o.Format = "text"
		}
	}
	if !slices.Contains(Formats(), o.Format) {
		return nil, invalid("no format %q; hint: one of %s", o.Format, strings.Join(Formats(), ", "))
	}
	if o.Level < 0 || o.Depth < 0 || o.Size < 0 {
		return nil, invalid("-l %d, -M %d, -N %d: none may be below 0; hint: leave out what is not needed", o.Level, o.Depth, o.Size)
	}
	names := o.Measures
	if len(names) == 0 {
		names = []string{"official"}
		if o.Format != "trec" {
			names = []string{"nDCG@10", "RR@10", "AP", "P@10", "R@100"}
		}
	}
	var columns []rank.Column
	for _, name := range names {
		list, err := rank.ParseColumns(name)
		if err != nil {
			return nil, &Invalid{err.Error()}
		}
		columns = append(columns, list...)
	}
	return rank.Arrange(columns), nil
}

func (o *Options) rank() rank.Options {
	return rank.Options{Level: o.Level, Depth: o.Depth, JudgedOnly: o.Judged, Complete: o.Complete,
		Collection: o.Size, Lenient: o.Lenient, Threads: o.Threads}
}
