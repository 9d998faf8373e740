package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sooth/internal/report"
	"sooth/internal/triage"
)

// readBaseline reads a baseline; the empty name is one that knows nothing.
func readBaseline(name string) (*triage.Baseline, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		hint := ""
		if errors.Is(err, fs.ErrNotExist) {
			hint = "; hint: --write-baseline " + name + " makes it"
		}
		return nil, fmt.Errorf("--baseline: %w%s", err, hint)
	}
	defer file.Close()
	b, err := triage.ReadBaseline(file)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return b, nil
}

// writeBaseline writes what is refuted in the texts, and returns it as a
// baseline. What the file has of other texts that are still there stays.
func (p *program) writeBaseline(name, dir string, texts []checked, c *report.Check) (*triage.Baseline, error) {
	var known []report.Known
	before, err := readBaseline(name)
	switch {
	case err == nil:
		known = slices.DeleteFunc(before.Entries(), func(k report.Known) bool {
			return gone(dir, k.File) || slices.ContainsFunc(texts, func(t checked) bool { return t.file == k.File })
		})
	case !errors.Is(err, fs.ErrNotExist):
		return nil, usage(fmt.Errorf("--write-baseline: %w", err))
	}
	n := len(known)
	for i, t := range texts {
		known = append(known, triage.Refuted(t.file, c.Answers[i])...)
	}
	var text bytes.Buffer
	if err := triage.WriteBaseline(&text, known); err != nil {
		return nil, err
	}
	if err := replace(name, text.Bytes()); err != nil {
		return nil, fmt.Errorf("--write-baseline: %w", err)
	}
	p.say("%s: %d refutations, %d of them of texts that were not checked now", name, len(known), n)
	return triage.ReadBaseline(&text)
}

// gone says that a tree has a file no longer.
func gone(dir, file string) bool {
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return false
	}
	_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(file)))
	return errors.Is(err, fs.ErrNotExist)
}
