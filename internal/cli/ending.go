package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// formatOf is the format that the name of a file asks for by its ending; "":
// none is known for it. A name without an ending is text.
func formatOf(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case "", ".txt", ".text", ".log":
		return "text"
	case ".md", ".markdown":
		return "markdown"
	case ".html", ".htm":
		return "html"
	case ".json":
		return "json"
	case ".jsonl", ".ndjson":
		return "jsonl"
	case ".csv":
		return "csv"
	case ".xml":
		return "junit"
	}
	return ""
}

// settle decides the format where the caller did not, and refuses one that is
// not among those that there are for a kind of suite, " for a suite of kind extract".
func (o *output) settle(formats []string, kind string) error {
	if o.format == "" {
		if o.format = formatOf(o.file); !slices.Contains(formats, o.format) {
			return usage(fmt.Errorf("--output: what a file named %q is to hold is not known; hint: --format is one of %s", filepath.Base(o.file), strings.Join(formats, ", ")))
		}
	}
	return knownFormat(o.format, kind, formats...)
}

// knownFormat refuses a format that is not among those that there are. where may
// say of what they are, " for a suite of kind extract".
func knownFormat(format, where string, formats ...string) error {
	if slices.Contains(formats, format) {
		return nil
	}
	return usage(fmt.Errorf("unknown format %q%s; hint: one of %s", format, where, strings.Join(formats, ", ")))
}
