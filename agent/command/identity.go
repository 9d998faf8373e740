package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"sooth/internal/fingerprint"
	"sooth/llm"
)

// shown is how many digits of a sum tell two of them apart for a reader.
const shown = 8

var _ llm.Program = (*Driver)(nil)

// Program is the version that the program reports, or, where it was not asked
// for one, the beginning of the SHA-256 of its file; and the same of the arguments
// and files that it is given with every question. It is empty before [Driver.Probe].
func (d *Driver) Program() string {
	d.probing.Lock()
	defer d.probing.Unlock()
	return d.identity
}

// identify notes what the program is.
func (d *Driver) identify(ctx context.Context, version string) error {
	if version == "" {
		file, err := fingerprint.Sum(context.WithoutCancel(ctx), d.program) // a caller's few seconds are meant for hosts
		if err != nil || file.SHA256 == fingerprint.Missing {
			return d.fail(NotStarted, "its file cannot be read: %v", err)
		}
		version = "file " + file.SHA256[:shown]
	}
	d.probing.Lock()
	defer d.probing.Unlock()
	d.identity = version + ", asked as " + d.asked
	return nil
}

// asked is the beginning of the SHA-256 of the arguments and files that the program
// is given with every question, as they are written down: without the values of
// variables.
func (c *Config) asked() string {
	h := sha256.New()
	for _, list := range [][]string{c.Command[1:], c.System, c.Model, c.Set} {
		fmt.Fprintf(h, "%q\n", list)
	}
	fmt.Fprintf(h, "%q", c.Home) // printed in the order of its names
	return hex.EncodeToString(h.Sum(nil))[:shown]
}
