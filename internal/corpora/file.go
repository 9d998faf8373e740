package corpora

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Schema names the format of a list of corpora.
const Schema = "sooth.corpora/1"

// Entry is one code base of a list.
type Entry struct {
	Module  string   `yaml:"module"`
	Version string   `yaml:"version"`
	Sum     string   `yaml:"sum"` // as in go.sum
	Style   []string `yaml:"style"`
	// FirstRelease is the day of the oldest version that is known, Oldest which
	// that is; Released the day of Version. Days are written 2006-01-02.
	FirstRelease string `yaml:"first_release"`
	Oldest       string `yaml:"oldest"`
	Released     string `yaml:"released"`
	Popularity   string `yaml:"popularity"`    // in words
	Note         string `yaml:"contamination"` // why a model may know it
}

// Pin is what is fetched.
func (e Entry) Pin() Pin { return Pin{Module: e.Module, Version: e.Version, Sum: e.Sum} }

// Exposure says what a model can have read of a corpus.
type Exposure string

// The exposures.
const (
	Unseen  Exposure = "younger than the cut-off"                         // the first release came after it
	Older   Exposure = "older versions may have been read"                // some release came before it
	Seen    Exposure = "this version may have been read"                  // this version came before it
	Unknown Exposure = "not known: the cut-off of the model is not given" // nobody said when training ended
)

// Exposure compares the days of a corpus with the end of a model's training; the
// zero time: not known.
func (e Entry) Exposure(cutOff time.Time) Exposure {
	if cutOff.IsZero() {
		return Unknown
	}
	first, err := time.Parse(time.DateOnly, e.FirstRelease)
	if err != nil {
		return Unknown
	}
	released, err := time.Parse(time.DateOnly, e.Released)
	switch {
	case err != nil:
		return Unknown
	case first.After(cutOff):
		return Unseen
	case released.After(cutOff):
		return Older
	}
	return Seen
}

// maxFile bounds a list, in bytes.
const maxFile = 1 << 20

// Read reads a list of corpora and refuses what is wrong with it. name is what
// errors call it.
func Read(text []byte, name string) ([]Entry, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxFile)
	}
	var list struct {
		Schema  string
		Corpora []yaml.Node
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: the file is empty", name)
		}
		return nil, fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if list.Schema != Schema {
		return nil, fmt.Errorf("%s: schema is %q; hint: schema: %s", name, list.Schema, Schema)
	}
	if len(list.Corpora) == 0 {
		return nil, fmt.Errorf("%s: no corpora", name)
	}
	var out []Entry
	var wrong []error
	seen := map[string]bool{}
	for i := range list.Corpora {
		n := &list.Corpora[i]
		var e Entry
		at := func(format string, a ...any) {
			wrong = append(wrong, fmt.Errorf("%s:%d:%d: %s", name, n.Line, n.Column, fmt.Sprintf(format, a...)))
		}
		if err := strict(n, &e); err != nil {
			at("%s", strings.TrimPrefix(err.Error(), "yaml: "))
			continue
		}
		switch {
		case e.Module == "" || e.Version == "":
			at("module or version is missing")
		case !strings.HasPrefix(e.Sum, "h1:") || len(e.Sum) != len("h1:")+44:
			at("the sum of %q is %q; hint: sum: \"h1:…\" as in go.sum", e.Module, e.Sum)
		case seen[e.Module+"@"+e.Version]:
			at("%s@%s stands twice", e.Module, e.Version)
		}
		seen[e.Module+"@"+e.Version] = true
		for key, day := range map[string]string{"first_release": e.FirstRelease, "released": e.Released} {
			if _, err := time.Parse(time.DateOnly, day); err != nil {
				at("%s is %q; hint: a day as 2026-01-31", key, day)
			}
		}
		out = append(out, e)
	}
	return out, errors.Join(wrong...)
}

// strict decodes a node and refuses keys that are not known.
func strict(n *yaml.Node, e *Entry) error {
	text, err := yaml.Marshal(n)
	if err != nil {
		return err
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	return d.Decode(e)
}
