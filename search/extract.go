package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxOutput bounds what is read of one answer, in bytes.
const MaxOutput = 64 << 20

// Extraction says how hits are read out of an engine's output, as a suite
// writes it: either JSON or Pattern. docs/format/search.md has the words.
type Extraction struct {
	JSON    []string  `json:"json,omitempty"` // paths of the list of hits; the first that is there counts
	ID      []string  `json:"id,omitempty"`   // paths in a hit
	Title   []string  `json:"title,omitempty"`
	Score   []string  `json:"score,omitempty"`
	Pattern string    `json:"pattern,omitempty"` // with the groups id, title, score; matched against each line
	None    string    `json:"none,omitempty"`    // what an engine says that has found nothing
	Strip   string    `json:"strip,omitempty"`   // removed from the beginning of each line
	Rewrite []Rewrite `json:"rewrite,omitempty"`
	Exclude []string  `json:"exclude,omitempty"` // templates: ids that are no hits
}

// Rewrite replaces what a pattern matches in an id.
type Rewrite struct {
	Pattern string `json:"pattern"`
	With    string `json:"with"` // With as in regexp.Expand: $1
}

// Extractor reads hits out of output. It is safe for concurrent use.
type Extractor struct {
	e                    Extraction
	pattern, none, strip *regexp.Regexp
	id, title, score     int // groups of pattern; -1: none
	rewrite              []*regexp.Regexp
}

// Compile makes an Extractor. An error names the key that is wrong.
func (e Extraction) Compile() (*Extractor, error) {
	x := &Extractor{e: e, title: -1, score: -1}
	switch {
	case len(e.JSON) > 0 && e.Pattern != "":
		return nil, fmt.Errorf(`both "json" and "pattern"; hint: an engine answers in one of the two`)
	case len(e.JSON) == 0 && e.Pattern == "":
		return nil, fmt.Errorf(`neither "json" nor "pattern"; hint: json: [PATH] with id: [PATH], or pattern: '^(?P<id>\S+)'`)
	case len(e.JSON) > 0 && len(e.ID) == 0:
		return nil, fmt.Errorf(`"json" without "id"; hint: the path of a document's id in a hit`)
	case e.Pattern != "" && len(e.ID)+len(e.Title)+len(e.Score) > 0:
		return nil, fmt.Errorf(`"id", "title" and "score" are paths in JSON; hint: with "pattern" they are groups: (?P<id>…)`)
	}
	for _, p := range []struct {
		key, text string
		to        **regexp.Regexp
	}{{"pattern", e.Pattern, &x.pattern}, {"none", e.None, &x.none}, {"strip", e.Strip, &x.strip}} {
		if p.text == "" {
			continue
		}
		text := p.text
		if p.key == "none" {
			text = "(?m)" + text // it may be any line
		}
		var err error
		if *p.to, err = regexp.Compile(text); err != nil {
			return nil, fmt.Errorf("%q: %w", p.key, err)
		}
	}
	if x.pattern != nil {
		if x.id = x.pattern.SubexpIndex("id"); x.id < 0 {
			return nil, fmt.Errorf(`"pattern" has no group "id"; hint: write (?P<id>…) around what names the document`)
		}
		x.title, x.score = x.pattern.SubexpIndex("title"), x.pattern.SubexpIndex("score")
	}
	for _, r := range e.Rewrite {
		p, err := regexp.Compile(r.Pattern)
		if err != nil {
			return nil, fmt.Errorf(`"rewrite": %w`, err)
		}
		x.rewrite = append(x.rewrite, p)
	}
	return x, nil
}

// Hits reads the hits out of output; noise is the number of lines before and
// behind JSON that were no part of it. What is no ranking is a *Failure.
func (x *Extractor) Hits(output []byte, v Values) (hits []Hit, noise int, err error) {
	if i := bytes.IndexByte(output, 0); i >= 0 {
		return nil, 0, Failf(Rubbish, "a zero byte at offset %d: the output is no text", i)
	}
	if x.strip != nil {
		output = x.stripped(output)
	}
	if x.pattern != nil {
		hits, err = x.text(output)
	} else {
		hits, noise, err = x.json(output)
	}
	if err != nil {
		return nil, noise, err
	}
	return x.named(hits, noise, v)
}

// None says whether output says that nothing was found.
func (x *Extractor) None(output []byte) bool { return x.none != nil && x.none.Match(output) }

// stripped removes what strip matches at the beginning of each line.
func (x *Extractor) stripped(output []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(output) {
		if m := x.strip.FindIndex(line); m != nil && m[0] == 0 {
			line = line[m[1]:]
		}
		b.Write(line)
	}
	return b.Bytes()
}

// named rewrites ids and leaves out what is excluded.
func (x *Extractor) named(hits []Hit, noise int, v Values) ([]Hit, int, error) {
	var exclude []string
	for _, template := range x.e.Exclude {
		id, err := v.Expand(template, nil)
		if err != nil {
			return nil, noise, err
		}
		exclude = append(exclude, id)
	}
	kept := hits[:0]
	for n, h := range hits {
		for i, p := range x.rewrite {
			h.ID = p.ReplaceAllString(h.ID, x.e.Rewrite[i].With)
		}
		if !utf8.ValidString(h.ID) || strings.TrimSpace(h.ID) == "" {
			return nil, noise, Failf(Rubbish, "hit %d has an empty id, or one that is not UTF-8", n+1)
		}
		h.Title = strings.ToValidUTF8(h.Title, "\uFFFD")
		if !slices.Contains(exclude, h.ID) {
			kept = append(kept, h)
		}
	}
	return kept, noise, nil
}

// text reads hits by the pattern, line by line; with (?s) over all of it.
func (x *Extractor) text(output []byte) ([]Hit, error) {
	hits := []Hit{}
	add := func(line []byte) {
		for _, m := range x.pattern.FindAllSubmatchIndex(line, -1) {
			h := Hit{ID: group(line, m, x.id), Title: strings.TrimSpace(group(line, m, x.title))}
			if s, err := strconv.ParseFloat(group(line, m, x.score), 64); err == nil && !math.IsNaN(s) && !math.IsInf(s, 0) {
				h.Score = &s
			}
			hits = append(hits, h)
		}
	}
	if strings.HasPrefix(x.e.Pattern, "(?s)") {
		add(output)
	} else {
		for line := range bytes.Lines(output) {
			add(bytes.TrimRight(line, "\r\n"))
		}
	}
	switch {
	case len(hits) > 0:
		return hits, nil
	case x.none != nil && x.none.Match(output):
		return hits, nil
	case len(bytes.TrimSpace(output)) == 0 && x.none == nil:
		return hits, nil
	case len(bytes.TrimSpace(output)) == 0:
		return nil, Failf(Rubbish, "no output at all, where an engine without hits says %q", x.e.None)
	case x.none == nil:
		return nil, Failf(Rubbish, `nothing matches "pattern" in %s; hint: "none" is what the engine says when it has found nothing`, beginning(output))
	}
	return nil, Failf(Rubbish, `neither "pattern" nor "none" matches %s`, beginning(output))
}

func group(line []byte, m []int, i int) string {
	if i < 0 || m[2*i] < 0 {
		return ""
	}
	return string(line[m[2*i]:m[2*i+1]])
}

// json reads hits out of the JSON that stands in output.
func (x *Extractor) json(output []byte) (hits []Hit, noise int, err error) {
	document, noise, err := findJSON(output, func(value any) bool {
		_, ok := x.list(value)
		return ok
	})
	switch {
	case err == nil:
	case x.none != nil && x.none.Match(output):
		return []Hit{}, noise, nil
	case errors.Is(err, errCutOff):
		return nil, noise, Failf(Rubbish, "%v: %s", err, beginning(output))
	case document != nil:
		return nil, noise, Failf(Rubbish, "JSON without a list at %s: %s", strings.Join(x.e.JSON, " or "), beginning(output))
	default:
		return nil, noise, Failf(Rubbish, "no JSON in %s", beginning(output))
	}
	list, _ := x.list(document)
	hits = make([]Hit, 0, len(list))
	for i, item := range list {
		id, ok := first(item, x.e.ID)
		if !ok {
			return nil, noise, Failf(Rubbish, "hit %d has no %s", i+1, strings.Join(x.e.ID, " and no "))
		}
		h := Hit{ID: shown(id)}
		if title, ok := first(item, x.e.Title); ok {
			h.Title = shown(title)
		}
		if score, ok := first(item, x.e.Score); ok {
			if s, err := strconv.ParseFloat(shown(score), 64); err == nil && !math.IsInf(s, 0) && !math.IsNaN(s) {
				h.Score = &s
			}
		}
		hits = append(hits, h)
	}
	return hits, noise, nil
}

// list returns the list of hits; null stands for an empty one.
func (x *Extractor) list(document any) ([]any, bool) {
	for _, path := range x.e.JSON {
		switch found, ok := at(document, path); found := found.(type) {
		case []any:
			return found, true
		case nil:
			if ok && path != "." {
				return nil, true
			}
		}
	}
	return nil, false
}

// shown prints a JSON value as an id or title.
func shown(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	text, _ := json.Marshal(value)
	return string(text)
}

// beginning quotes how output begins, for messages.
func beginning(output []byte) string {
	const most = 80
	output = bytes.TrimSpace(output)
	if len(output) == 0 {
		return "empty output"
	}
	if len(output) <= most {
		return fmt.Sprintf("output %q", output)
	}
	return fmt.Sprintf("output that begins %q (%d bytes)", strings.ToValidUTF8(string(output[:most]), ""), len(output))
}
