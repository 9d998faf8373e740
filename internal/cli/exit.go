package cli

import (
	"context"
	"errors"
	"syscall"

	"sooth/internal/extractrun"
	"sooth/internal/runner"
	places "sooth/source" // the name is taken by the source of a code base
)

// The exit codes.
const (
	exitSurroundings = 1
	exitUsage        = 2
	exitFound        = 3
	exitIncomplete   = 4
)

// failure is an error with its exit code.
type failure struct {
	code   int
	err    error
	silent bool // everything has been said already
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// usage says that the caller must change the command or a file that he named.
func usage(err error) error { return &failure{code: exitUsage, err: err} }

// errPipe is the error of writing to a reader that went away.
const errPipe = syscall.EPIPE

// classify finds the exit code of an error that does not carry one.
func classify(err error) *failure {
	var invalid *places.Invalid
	var unknown *extractrun.Unknown
	var changed *runner.ChangedError
	switch {
	case errors.As(err, &invalid), errors.As(err, &unknown), errors.As(err, &changed):
		return &failure{code: exitUsage, err: err}
	case errors.Is(err, context.Canceled):
		return &failure{code: exitIncomplete, err: errors.New("interrupted; hint: the same command resumes")}
	}
	return &failure{code: exitSurroundings, err: err, silent: errors.Is(err, errPipe)}
}
