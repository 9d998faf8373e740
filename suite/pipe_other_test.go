//go:build !unix

package suite

import "errors"

func pipe(string) error { return errors.ErrUnsupported }
