// Package ripgrep searches with rg: the plain baseline that every index should
// beat. A query's words are searched as they are, in any case of letters.
package ripgrep

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"sooth/search"
)

// The orders of documents. Ties are broken by what follows, last by id, so that
// the order never depends on threads.
const (
	Count = "count" // different words of the query that match, then all matches
	First = "first" // different words of the query that match, then the first line that matches
)

// The units that are documents.
const (
	File = "file" // the id is the path, relative to Dir, with /
	Line = "line" // the id is the text before the first tab, the title what follows up to the next
)

// Config says what is searched.
type Config struct {
	Run     search.Runner
	Program string   // rg; as found
	Dir     string   // paths are relative to it
	Environ []string // rg's; RIPGREP_CONFIG_PATH has no say
	Paths   []string
	Unit    string
	Order   string
}

// Hint says how rg is installed where it is missing.
func Hint() string {
	return "install it: apt-get install ripgrep (Debian), brew install ripgrep (macOS)"
}

// Engine is a [search.System].
type Engine struct {
	config Config
}

// New makes an engine. Nothing is run.
func New(c Config) *Engine { return &Engine{c} }

// document is what is known of one document while matches are counted.
type document struct {
	hit     search.Hit
	words   map[string]bool
	matches int
	first   int // line of the first match, starting at 1
}

// Search runs rg once over everything.
func (e *Engine) Search(ctx context.Context, q search.Query, k int) (search.Ranking, error) {
	words := strings.Fields(strings.ToLower(q.Text))
	if len(words) == 0 {
		return search.Ranking{Hits: []search.Hit{}}, nil
	}
	argv := []string{e.config.Program, "--no-config", "--json", "--ignore-case", "--fixed-strings", "--no-ignore", "--hidden"}
	for _, w := range words {
		argv = append(argv, "-e", w)
	}
	argv = append(argv, "--")
	argv = append(argv, e.config.Paths...)
	o, err := e.config.Run(ctx, search.Process{Command: argv, Dir: e.config.Dir, Environ: e.config.Environ})
	r := search.Ranked(nil, 0, o.Stdout, o.Latency)
	if err != nil {
		return r, err
	}
	if o.Exit > 1 {
		return r, &search.Failure{Word: search.Exited, Exit: &o.Exit, Stderr: o.Stderr, Reason: fmt.Sprintf("exit code %d: %s", o.Exit, strings.Join(strings.Fields(o.Stderr), " "))}
	}
	r.Raw, r.Bytes = "", 0 // rg tells how long it took, and lists files in any order
	began := time.Now()
	r.Hits, err = e.order(o.Stdout)
	r.Latency += time.Since(began)
	if len(r.Hits) > k {
		r.Hits = r.Hits[:k]
	}
	return r, err
}

// order reads rg's messages and orders the documents.
func (e *Engine) order(output []byte) ([]search.Hit, error) {
	found := map[string]*document{}
	for line := range bytes.Lines(output) {
		var m struct {
			Type string `json:"type"`
			Data struct {
				Path       data `json:"path"`
				Lines      data `json:"lines"`
				Number     int  `json:"line_number"`
				Submatches []struct {
					Match data `json:"match"`
				} `json:"submatches"`
			} `json:"data"`
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, search.Failf(search.Rubbish, "rg printed what is not its JSON: %v", err)
		}
		if m.Type != "match" {
			continue
		}
		id, title := path.Clean(strings.ReplaceAll(m.Data.Path.Text, "\\", "/")), ""
		if e.config.Unit == Line {
			id, title, _ = strings.Cut(strings.TrimRight(m.Data.Lines.Text, "\r\n"), "\t")
			title, _, _ = strings.Cut(title, "\t")
		}
		if id == "" || id == "." {
			continue // bytes that are not UTF-8: no document has such an id
		}
		d := found[id]
		if d == nil {
			d = &document{hit: search.Hit{ID: id, Title: title}, words: map[string]bool{}, first: m.Data.Number}
			found[id] = d
		}
		d.first = min(d.first, m.Data.Number)
		d.matches += len(m.Data.Submatches)
		for _, s := range m.Data.Submatches {
			d.words[strings.ToLower(s.Match.Text)] = true
		}
	}
	list := make([]*document, 0, len(found))
	for _, d := range found {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b *document) int {
		second := cmp.Compare(b.matches, a.matches)
		if e.config.Order == First {
			second = cmp.Compare(a.first, b.first)
		}
		return cmp.Or(cmp.Compare(len(b.words), len(a.words)), second, strings.Compare(a.hit.ID, b.hit.ID))
	})
	hits := make([]search.Hit, len(list))
	for i, d := range list {
		score := float64(d.matches)
		d.hit.Score = &score
		hits[i] = d.hit
	}
	return hits, nil
}

// data is a text as rg writes it; what is not UTF-8 comes as bytes and is no text here.
type data struct {
	Text string `json:"text"`
}

// Close does nothing.
func (e *Engine) Close() error { return nil }
