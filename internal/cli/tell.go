package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sooth/internal/assemble"
	"sooth/internal/render"
	"sooth/internal/report"
	"sooth/internal/sandbox"
	"sooth/suite"
	"sooth/trial"
)

// output says where a report goes, and how it is laid out.
type output struct {
	format  string
	file    string
	verbose bool
}

func (o *output) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.format, "format", "text", "`format` of the report: "+strings.Join(render.Formats(), ", "))
	flags.StringVarP(&o.file, "output", "o", "", "write the report to `file` instead of stdout")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "text: everything, not the first few")
}

// check refuses, before anything is done, what could not be written after it.
func (o *output) check() error {
	if !slices.Contains(render.Formats(), o.format) {
		return usage(fmt.Errorf("unknown format %q; hint: one of %s", o.format, strings.Join(render.Formats(), ", ")))
	}
	if o.file == "" {
		return nil
	}
	f, err := os.OpenFile(o.file, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return usage(fmt.Errorf("--output: %w", err))
	}
	return f.Close()
}

func (j *judging) add(flags *pflag.FlagSet) {
	flags.StringVar(&j.sandbox, "sandbox", "", "none: execute answers without isolation; only for answers that you trust")
	flags.BoolVar(&j.fresh, "fresh", false, "judge anew what was judged before")
}

// check refuses a sandbox that there is none of.
func (j *judging) check() error {
	if j.sandbox == "" || slices.Contains(sandbox.Names(), j.sandbox) {
		return nil
	}
	return usage(fmt.Errorf("unknown sandbox %q; hint: one of %s", j.sandbox, strings.Join(sandbox.Names(), ", ")))
}

// tell grades the records of a run and returns its report.
func (p *program) tell(ctx context.Context, s *suite.Suite, tools *instruments, run trial.Run, records recordsOf) (*report.Report, error) {
	graded, err := tools.grader.Grade(ctx, records)
	if err != nil {
		return nil, err
	}
	return assemble.Report(assemble.Input{Suite: s, Run: run, Graded: graded, Toolchain: tools.go_.Version, Sandbox: tools.sandbox})
}

// show writes a report to where it is wanted.
func (p *program) show(r *report.Report, o output, options render.Options) error {
	p.clear()
	options.Verbose = o.verbose
	if o.file == "" {
		options.Colour = p.colours(p.out)
		return render.Report(p.out, r, o.format, options)
	}
	f, err := os.Create(o.file)
	if err != nil {
		return err
	}
	if err := render.Report(f, r, o.format, options); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
