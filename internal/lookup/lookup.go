// Package lookup answers questions about facts as people ask them: by names
// that are cut at the front.
package lookup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
)

// Relation is what is asked of a name.
type Relation string

// The relations.
const (
	Symbol     Relation = "symbol"     // its declarations, that it is deprecated, since when it is there
	Available  Relation = "available"  // since which release of Go, or in which builds, it is there
	File       Relation = "file"       // a path: its lines and what it declares
	Callers    Relation = "callers"    // of a function
	Callees    Relation = "callees"    // of a function
	Imports    Relation = "imports"    // of a package or file
	Implements Relation = "implements" // interfaces of a type, types of an interface
	Members    Relation = "members"    // fields and methods, promoted ones too; of a package what it declares
	Search     Relation = "search"     // words
)

// Answer is what is found.
type Answer struct {
	Relation Relation    `json:"relation"`
	Argument string      `json:"argument"`
	Subjects []string    `json:"subjects"` // what the argument means; several: it is ambiguous
	Facts    []fact.Fact `json:"facts"`
	More     int         `json:"more,omitempty"` // facts beyond the limit
	Near     []string    `json:"near,omitempty"` // where nothing is found: names like it
}

// searchLimit is the limit of a search where none is given.
const searchLimit = 20

// Ask answers one question. limit 0: all, but for a search.
func Ask(ctx context.Context, r fact.Reader, relation Relation, argument string, limit int) (Answer, error) {
	a := Answer{Relation: relation, Argument: argument, Subjects: []string{}, Facts: []fact.Fact{}}
	q := &question{ctx: ctx, reader: r, answer: &a}
	var err error
	switch relation {
	case Symbol:
		err = q.symbol()
	case Available:
		err = q.each(q.available)
	case File:
		err = q.file()
	case Callers:
		err = q.each(func(s string) error { return q.add(fact.Query{Kinds: []fact.Kind{fact.Call}, Object: s}) })
	case Callees:
		err = q.callees()
	case Imports:
		err = q.imports()
	case Implements:
		err = q.each(func(s string) error {
			if err := q.add(fact.Query{Kinds: []fact.Kind{fact.Implements}, Subject: s}); err != nil {
				return err
			}
			return q.add(fact.Query{Kinds: []fact.Kind{fact.Implements}, Object: s})
		})
	case Members:
		err = q.members()
	case Search:
		return a, q.search(cmp.Or(limit, searchLimit))
	default:
		return a, fmt.Errorf("unknown relation %q", relation)
	}
	if err == nil && len(a.Subjects) == 0 {
		err = q.near()
	}
	if limit > 0 && len(a.Facts) > limit {
		a.More = len(a.Facts) - limit
		a.Facts = a.Facts[:limit]
	}
	return a, err
}

// question is one question in the making.
type question struct {
	ctx    context.Context
	reader fact.Reader
	answer *Answer
}

// add puts what a query selects into the answer.
func (q *question) add(query fact.Query) error {
	for f, err := range q.reader.Facts(q.ctx, query) {
		if err != nil {
			return err
		}
		q.answer.Facts = append(q.answer.Facts, f)
	}
	return nil
}

// each resolves the argument and asks for each of its meanings.
func (q *question) each(ask func(subject string) error) error {
	if err := q.resolve(); err != nil {
		return err
	}
	for _, s := range q.answer.Subjects {
		if err := ask(s); err != nil {
			return err
		}
	}
	return nil
}

// callees answers for a function, or for one without a name in it: "New.func1".
func (q *question) callees() error {
	given := q.answer.Argument
	var closure string
	q.answer.Argument, closure = cutClosure(given)
	err := q.each(func(s string) error { return q.add(fact.Query{Kinds: []fact.Kind{fact.Call}, Subject: s + closure}) })
	q.answer.Argument = given
	for i := range q.answer.Subjects {
		q.answer.Subjects[i] += closure
	}
	return err
}

func (q *question) symbol() error {
	return q.each(func(s string) error {
		return q.add(fact.Query{Kinds: []fact.Kind{fact.Definition, fact.Deprecated, fact.Available}, Subject: s})
	})
}

// file answers for a path, or all paths that end in it.
func (q *question) file() error {
	argument := strings.TrimPrefix(q.answer.Argument, "./")
	all := fact.Query{Kinds: []fact.Kind{fact.File}, Name: argument[strings.LastIndexByte(argument, '/')+1:]}
	var found []fact.Fact
	for f, err := range q.reader.Facts(q.ctx, all) {
		if err != nil {
			return err
		}
		if f.Subject == argument {
			found = []fact.Fact{f}
			break
		}
		if strings.HasSuffix(f.Subject, "/"+argument) {
			found = append(found, f)
		}
	}
	for _, f := range found {
		q.answer.Subjects = append(q.answer.Subjects, f.Subject)
		q.answer.Facts = append(q.answer.Facts, f)
		if err := q.add(fact.Query{Kinds: []fact.Kind{fact.Definition}, Path: f.Subject}); err != nil {
			return err
		}
	}
	return nil
}

// imports answers for a package, by the end of its path, or for a file.
func (q *question) imports() error {
	if err := q.file(); err != nil {
		return err
	}
	if files := q.answer.Subjects; len(files) > 0 {
		q.answer.Facts = []fact.Fact{}
		for _, path := range files {
			if err := q.add(fact.Query{Kinds: []fact.Kind{fact.Import}, Path: path}); err != nil {
				return err
			}
		}
		return nil
	}
	argument := q.answer.Argument
	seen := map[string]bool{}
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: []fact.Kind{fact.Package}}) {
		if err != nil {
			return err
		}
		if s := f.Subject; (s == argument || strings.HasSuffix(s, "/"+argument)) && !seen[s] {
			seen[s] = true
			q.answer.Subjects = append(q.answer.Subjects, s)
		}
	}
	slices.Sort(q.answer.Subjects)
	for _, s := range q.answer.Subjects {
		if err := q.add(fact.Query{Kinds: []fact.Kind{fact.Import}, Subject: s}); err != nil {
			return err
		}
	}
	return nil
}

// members finds what stands one step below a type or package.
func (q *question) members() error {
	if err := q.resolve(); err != nil || len(q.answer.Subjects) == 0 {
		return err
	}
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return err
		}
		for _, s := range q.answer.Subjects {
			if rest, ok := strings.CutPrefix(f.Subject, s); ok && len(rest) > 1 && rest[0] == '.' && !strings.ContainsAny(rest[1:], "./:") {
				q.answer.Facts = append(q.answer.Facts, f)
			}
		}
	}
	for _, s := range q.answer.Subjects {
		if err := q.add(fact.Query{Kinds: []fact.Kind{fact.Promotes}, Subject: s}); err != nil {
			return err
		}
	}
	return nil
}

func (q *question) search(limit int) error {
	hits, err := q.reader.Search(q.ctx, q.answer.Argument, limit)
	for _, h := range hits {
		q.answer.Facts = append(q.answer.Facts, h.Fact)
	}
	return err
}
