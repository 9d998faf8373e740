package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sooth/internal/assemble"
	"sooth/internal/gate"
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
	gates   []string
	demands []gate.Gate // gates, read
}

func (o *output) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.format, "format", "", "`format` of the report: "+strings.Join(render.Formats(), ", ")+" (default: by the ending of the file that --output names, else text)")
	flags.StringVarP(&o.file, "output", "o", "", "write the report to `file` instead of stdout")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "text: everything, not the first few")
	flags.StringArrayVar(&o.gates, "gate", nil, "exit 3 unless this is `shown`: 'compiles > -0.05', 'base=none, arm=context: solved > 0'; may be repeated")
}

// check refuses, before anything is done, what could not be written after it.
func (o *output) check() (err error) {
	if o.demands, err = parseGates(o.gates); err != nil {
		return err
	}
	for _, g := range o.demands {
		if err := g.Only(gate.ReportLabels()); err != nil {
			return usage(err)
		}
	}
	if err := o.settle(render.Formats(), ""); err != nil {
		return err
	}
	return checkOutput(o.file)
}

func (j *judging) add(flags *pflag.FlagSet) {
	flags.StringVar(&j.sandbox, "sandbox", "", "none: execute answers without isolation; only for answers that you trust")
	flags.BoolVar(&j.fresh, "fresh", false, "judge anew what was judged before")
	flags.BoolVar(&j.execute, "execute", false, "suites of questions: execute, in the sandbox, what answers say that tests and functions of the code base do")
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

// show decides the gates and writes a report to where it is wanted. The error
// is that of gates that failed only where all else went well.
func (p *program) show(r *report.Report, o output, options render.Options) (err error) {
	p.clear()
	if r.Gates, err = gate.Report(r, o.demands); err != nil {
		return usage(err)
	}
	if err := p.lay(r, o, options); err != nil {
		return err
	}
	return failedGates(r.Gates)
}

// lay writes a report as it is.
func (p *program) lay(r *report.Report, o output, options render.Options) error {
	options.Verbose, options.Colour = o.verbose, o.file == "" && p.colours(p.out)
	return p.write(o.file, func(w io.Writer) error { return render.Report(w, r, o.format, options) })
}
