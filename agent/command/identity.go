package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"sooth/llm"
)

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
func (d *Driver) identify(version string) error {
	if version == "" {
		sum, err := d.fileSum()
		if err != nil {
			return d.fail(NotStarted, "%v", err)
		}
		version = "file " + sum
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
	return short(h.Sum(nil))
}

// fileSum is the beginning of the SHA-256 of the program's file.
func (d *Driver) fileSum() (string, error) {
	f, err := os.Open(d.program)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return short(h.Sum(nil)), nil
}

// short is as much of a sum as tells two of them apart for a reader.
func short(sum []byte) string { return hex.EncodeToString(sum[:4]) }
