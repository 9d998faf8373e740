// Package sample draws pieces of code from a tree as drafts of fixtures, and
// takes in what a person says of drafts.
//
// What a draft expects comes from a table of signs, not from knowledge: a
// draft counts nowhere before somebody has read it.
package sample

import (
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"sooth/extract"
	"sooth/internal/perturb"
)

// Generator is how the drafts made here name their maker.
const Generator = "sooth generate fixtures"

// Human begins the rationale of every expectation that nobody has looked at.
const Human = "requires human review"

// Negative is the category of files without any sign.
const Negative = "negative"

// Bounds of what is read.
const (
	maxSource = 1 << 20 // bytes of a file
	maxLine   = 2000    // bytes of a line that is searched
	minLines  = 5       // of a file
)

// Options say what is drawn. Seed decides which; equal options and trees give
// equal drafts.
type Options struct {
	Size     int     // drafts, at most
	Seed     uint64  //
	Negative float64 // share of files without any sign, 0 to 1
	Lines    int     // of one draft, at most
	Created  string  // date that the drafts bear; empty: none
	Skip     string  // folder of the tree that is left out, slash-separated: where the drafts go; empty: none

	// Vocabulary of the corpus that the drafts are for; what it could never
	// match is left out. nil: anything goes.
	Vocabulary *extract.Normaliser
}

// Stratum is what there was of one language and category, and what was drawn.
type Stratum struct {
	Language, Category string
	Found, Drawn       int
}

// Result is what was drawn.
type Result struct {
	Drafts  []Draft   // in order of language, category, path
	Strata  []Stratum // in order of language, category
	Files   int       // read
	Unread  int       // of a known language, but too large, too short or not text
	Outside int       // candidates that the vocabulary has no words for
}

// unit is what may be drawn: the candidates of one category in one file.
type unit struct {
	path, language, category, text string
	list                           []candidate // empty: Negative
}

// Draw draws from a tree. Folders whose names begin with "." or "_", and those
// of dependencies (vendor, node_modules, third_party), are left out; symbolic
// links are not followed.
func Draw(ctx context.Context, tree fs.FS, o Options) (*Result, error) {
	table, err := signs()
	if err != nil {
		return nil, err
	}
	r := &Result{}
	var units []unit
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && name == ".":
			return err
		case err != nil:
			r.Unread++
			return nil
		case d.IsDir() && name != "." && (passedOver(d.Name()) || name == o.Skip):
			return fs.SkipDir
		case d.IsDir() || !d.Type().IsRegular():
			return nil
		}
		language := perturb.Language(name, "")
		if language == "" {
			return nil
		}
		text, ok := read(tree, name, d)
		if !ok {
			r.Unread++
			return nil
		}
		r.Files++
		found := known(candidates(table, language, text), o.Vocabulary, &r.Outside)
		units = append(units, split(name, language, text, found)...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("there is no file of a known language; hint: give a folder with Go, Python, TypeScript, Rust, YAML or Dockerfiles")
	}
	r.draw(units, o)
	return r, nil
}

func passedOver(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		slices.Contains([]string{"vendor", "node_modules", "third_party", "testdata"}, name)
}

func read(tree fs.FS, name string, d fs.DirEntry) (string, bool) {
	info, err := d.Info()
	if err != nil || info.Size() > maxSource {
		return "", false
	}
	data, err := fs.ReadFile(tree, name)
	text := string(data)
	return text, err == nil && utf8.ValidString(text) && !strings.Contains(text, "\x00") && strings.Count(text, "\n") >= minLines
}

// known leaves out what a vocabulary has no words for.
func known(list []candidate, n *extract.Normaliser, outside *int) []candidate {
	return slices.DeleteFunc(list, func(c candidate) bool {
		_, reason := n.Refuses(c.expectation())
		if reason != "" {
			*outside++
		}
		return reason != ""
	})
}

// split makes the units of a file: one for each category.
func split(name, language, text string, found []candidate) []unit {
	if len(found) == 0 {
		return []unit{{name, language, Negative, text, nil}}
	}
	by := map[string][]candidate{}
	var categories []string
	for _, c := range found {
		if by[c.sign.Category] == nil {
			categories = append(categories, c.sign.Category)
		}
		by[c.sign.Category] = append(by[c.sign.Category], c)
	}
	slices.Sort(categories)
	var units []unit
	for _, c := range categories {
		units = append(units, unit{name, language, c, text, by[c]})
	}
	return units
}

// draw shares the size among the strata, signs and none apart, and draws.
func (r *Result) draw(units []unit, o Options) {
	by := map[Stratum][]unit{}
	signed, plain := 0, 0
	for _, u := range units {
		key := Stratum{Language: u.language, Category: u.category}
		by[key] = append(by[key], u)
		if u.category == Negative {
			plain++
		} else {
			signed++
		}
	}
	for key := range by {
		r.Strata = append(r.Strata, key)
	}
	slices.SortFunc(r.Strata, func(a, b Stratum) int {
		return strings.Compare(a.Language+"\x00"+a.Category, b.Language+"\x00"+b.Category)
	})
	negatives := min(int(float64(o.Size)*o.Negative+0.5), plain)
	positives := min(o.Size-negatives, signed)
	negatives = min(o.Size-positives, plain)
	for _, part := range []struct {
		negative bool
		size     int
	}{{false, positives}, {true, negatives}} {
		var counts, index []int
		for i, s := range r.Strata {
			if (s.Category == Negative) == part.negative {
				counts, index = append(counts, len(by[s])), append(index, i)
			}
		}
		for i, n := range Allocate(counts, part.size) {
			s := &r.Strata[index[i]]
			s.Found, s.Drawn = counts[i], n
		}
	}
	for _, s := range r.Strata {
		list := by[Stratum{Language: s.Language, Category: s.Category}]
		slices.SortFunc(list, func(a, b unit) int { return strings.Compare(a.path, b.path) })
		name := fnv.New64a()
		name.Write([]byte(s.Language + "\x00" + s.Category))
		random := rand.New(rand.NewPCG(o.Seed, name.Sum64()))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		drawn := list[:s.Drawn]
		slices.SortFunc(drawn, func(a, b unit) int { return strings.Compare(a.path, b.path) })
		for _, u := range drawn {
			r.Drafts = append(r.Drafts, u.draft(o))
		}
	}
}
