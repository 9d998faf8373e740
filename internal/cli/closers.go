package cli

import (
	"errors"
	"slices"
)

// closers give back what something holds.
type closers []func() error

func (c *closers) add(closing func() error) { *c = append(*c, closing) }

// close calls each once, the last first.
func (c *closers) close() error {
	var errs []error
	for _, f := range slices.Backward(*c) {
		errs = append(errs, f())
	}
	*c = nil
	return errors.Join(errs...)
}
