package triage

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"sooth/internal/report"
	"sooth/oracle"
)

// BaselineSchema is the name and version of the format of baselines.
const BaselineSchema = "sooth.baseline/1"

// maxBaseline bounds the file of a baseline, in bytes.
const maxBaseline = 64 << 20

// Baseline are the refutations that are known. The zero value and nil know
// nothing.
type Baseline struct {
	entries []report.Known
	known   map[string]int // place in entries, by fingerprint
	used    map[int]bool
	seen    map[string]bool // files that were looked at
}

// File is the file of a baseline.
type File struct {
	Schema  string         `json:"schema"`
	Refuted []report.Known `json:"refuted"`
}

// ReadBaseline reads a baseline. The error says where in the file it is wrong.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBaseline+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxBaseline:
		return nil, fmt.Errorf("1:1: larger than %d MiB", maxBaseline>>20)
	}
	var f File
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: is no baseline: %w; hint: write it anew with --write-baseline", place(text, d, err), err)
	}
	if f.Schema != BaselineSchema {
		return nil, fmt.Errorf("1:1: has schema %q, want %q; hint: write it anew with --write-baseline", f.Schema, BaselineSchema)
	}
	if d.More() {
		return nil, errors.New("1:1: has more than one JSON document; hint: write it anew with --write-baseline")
	}
	b := &Baseline{entries: f.Refuted, known: map[string]int{}, used: map[int]bool{}, seen: map[string]bool{}}
	for i, e := range f.Refuted {
		if e.Fingerprint == "" || e.File == "" {
			return nil, fmt.Errorf("1:1: entry %d (%q) lacks its file or fingerprint; hint: write it anew with --write-baseline", i+1, e.Text)
		}
		b.known[e.Fingerprint] = i
	}
	return b, nil
}

// Entries lists what is known, in the order of the file.
func (b *Baseline) Entries() []report.Known { return slices.Clone(b.entries) }

// place is the line:column of a decoding error, where it has one.
func place(text []byte, d *json.Decoder, err error) string {
	offset := d.InputOffset()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	offset = min(max(offset, 0), int64(len(text)))
	line := 1 + bytes.Count(text[:offset], []byte("\n"))
	return fmt.Sprintf("%d:%d", line, int(offset)-bytes.LastIndexByte(text[:offset], '\n'))
}

// knows says whether a refutation is known, and notes that it is still there.
func (b *Baseline) knows(f report.Finding) bool {
	if b == nil || b.known == nil {
		return false
	}
	i, ok := b.known[f.Fingerprint]
	if ok {
		b.used[i] = true
	}
	return ok
}

// saw notes that a file was looked at, so that what is known of it and was not
// found is stale.
func (b *Baseline) saw(file string) {
	if b != nil && b.seen != nil {
		b.seen[file] = true
	}
}

// Stale lists the entries that nothing answers to any more: of files that were
// looked at, and of files that gone says are there no longer.
func (b *Baseline) Stale(gone func(file string) bool) []report.Known {
	if b == nil {
		return nil
	}
	var list []report.Known
	absent := map[string]bool{}
	for i, e := range b.entries {
		if b.used[i] {
			continue
		}
		if _, asked := absent[e.File]; !asked && !b.seen[e.File] {
			absent[e.File] = gone(e.File)
		}
		if b.seen[e.File] || absent[e.File] {
			list = append(list, e)
		}
	}
	return list
}

// Refuted lists what a baseline made now would hold of one text: all that is
// refuted and not passed over by a comment.
func Refuted(file string, c report.Checked) []report.Known {
	var list []report.Known
	for _, f := range c.Verdicts {
		if f.Outcome == oracle.Refuted && f.Ignored == "" {
			list = append(list, report.Known{File: file, Kind: string(f.Claim.Kind), Text: short(f.Claim.Text), Fingerprint: f.Fingerprint})
		}
	}
	return list
}

// short makes the text of a claim one line of at most 120 bytes, for readers.
func short(text string) string {
	const limit = 120
	text = folded(text)
	if len(text) <= limit {
		return text
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// WriteBaseline writes a baseline: sorted, one entry a line, so that two
// versions differ in the lines that changed.
func WriteBaseline(w io.Writer, list []report.Known) error {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b report.Known) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	list = slices.Compact(list)
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"schema\": %q, \"refuted\": [", BaselineSchema)
	for i, e := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(e); err != nil {
			return err
		}
		out.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	}
	out.WriteString("\n]}\n")
	_, err := w.Write(out.Bytes())
	return err
}
