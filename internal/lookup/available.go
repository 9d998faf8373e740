package lookup

import (
	"strings"

	"sooth/fact"
	"sooth/lang/goapi"
)

// available adds since when, or in which builds, there is a symbol: what is known of
// itself, and where that names no release of Go, of what it stands in, up to its
// package.
func (q *question) available(subject string) error {
	slash := strings.LastIndexByte(subject, '/') + 1
	for name := subject; ; {
		before := len(q.answer.Facts)
		if err := q.add(fact.Query{Kinds: []fact.Kind{fact.Available}, Subject: name}); err != nil {
			return err
		}
		for _, f := range q.answer.Facts[before:] {
			if _, ok := Release(&f); ok {
				return nil
			}
		}
		dot := strings.LastIndexByte(name[slash:], '.')
		if dot < 0 {
			return nil
		}
		name = name[:slash+dot]
	}
}

// Release returns the release of Go, such as "1.21", since which there is what a
// fact of the kind Available is about; false: it is a condition of another kind.
func Release(f *fact.Fact) (string, bool) {
	release, ok := strings.CutPrefix(f.Object, "go")
	return release, ok && f.Kind == fact.Available && release != "" && strings.Trim(release, "0123456789.") == ""
}

// Since returns the first release of Go with a symbol of the standard library, and
// the evidence, as [goapi.API.Since] does.
type Since func(path, symbol string) (release, evidence string, ok bool)

// fact makes a fact of what s says; s may be nil.
func (s Since) fact(path, subject string) (fact.Fact, bool) {
	if s == nil {
		return fact.Fact{}, false
	}
	release, says, ok := s(path, strings.TrimPrefix(strings.TrimPrefix(subject, path), "."))
	return fact.Fact{Kind: fact.Available, Language: "go", Subject: subject, Object: goapi.BuildTag(release), Detail: says, Strength: fact.Index}, ok
}
