package factdb

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sooth/fact"
)

// place is where a page is and what it is about.
type place struct {
	page int64
	path string
	unit string
}

// Facts implements [fact.Reader]. The pages that can hold an answer are found
// first; they are read file by file, so that memory is bounded by one file's.
func (r *snapshot) Facts(ctx context.Context, q fact.Query) iter.Seq2[fact.Fact, error] {
	return func(yield func(fact.Fact, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(fact.Fact{}, err)
			return
		}
		places, err := r.places(q)
		if err != nil {
			yield(fact.Fact{}, err)
			return
		}
		left := q.Limit
		for len(places) > 0 {
			n := 1
			for n < len(places) && places[n].path == places[0].path {
				n++
			}
			facts, err := r.file(ctx, q, places[:n])
			if err != nil {
				yield(fact.Fact{}, err)
				return
			}
			for i := range facts {
				if !yield(facts[i], nil) {
					return
				}
				if left--; left == 0 {
					return
				}
			}
			places = places[n:]
		}
	}
}

// file returns what q selects from pages of one file, in canonical order.
func (r *snapshot) file(ctx context.Context, q fact.Query, places []place) ([]fact.Fact, error) {
	var found []fact.Fact
	for _, p := range places {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		facts, err := r.page(p.page, p.path, func(f *fact.Fact) bool { return q.Match(f, p.unit) })
		if err != nil {
			return nil, err
		}
		found = append(found, facts...)
	}
	if len(places) > 1 { // one page is in order
		slices.SortFunc(found, func(a, b fact.Fact) int { return fact.Compare(&a, &b) })
	}
	return found, nil
}

// page reads those facts of one page that keep wants; nil: all.
func (r *snapshot) page(id int64, path string, keep func(*fact.Fact) bool) ([]fact.Fact, error) {
	plain, ok := r.unpacked.get(id)
	if !ok {
		var body []byte
		if err := r.rows(func(scan func(...any) error) error { return scan(&body) }, "SELECT body FROM page WHERE id = ?", id); err != nil || body == nil {
			return nil, err
		}
		var err error
		if plain, err = r.store.unpack.DecodeAll(body, nil); err != nil {
			return nil, r.store.corrupt("a page")
		}
		r.unpacked.put(id, plain)
	}
	facts, err := readPage(plain, path, keep)
	if err != nil {
		return nil, r.store.corrupt("a page")
	}
	return facts, nil
}

func (s *Store) readBody(body []byte, path string, keep func(*fact.Fact) bool) ([]fact.Fact, error) {
	plain, err := s.unpack.DecodeAll(body, nil)
	if err != nil {
		return nil, s.corrupt("a page")
	}
	facts, err := readPage(plain, path, keep)
	if err != nil {
		return nil, s.corrupt("a page")
	}
	return facts, nil
}

// places finds the pages that can hold what q selects, in order of path.
func (r *snapshot) places(q fact.Query) ([]place, error) {
	condition, arg := "?", any(1)
	var err error
	switch {
	case q.Subject != "":
		condition, arg, err = r.found(subjectKey, q.Subject)
	case q.Path != "":
		condition, arg = "p.file = (SELECT id FROM file WHERE path = ?)", []byte(q.Path)
	case q.Object != "":
		condition, arg, err = r.found(objectKey, q.Object)
	case q.Name != "":
		condition, arg, err = r.found(nameKey, fact.Fold(q.Name))
	case q.Unit != "":
		condition, arg = "p.unit = (SELECT id FROM unit WHERE name = ?)", []byte(q.Unit)
	}
	if err != nil || condition == "" {
		return nil, err
	}
	var list []place
	err = r.rows(func(scan func(...any) error) error {
		var p place
		var path, unit []byte
		if err := scan(&p.page, &path, &unit); err != nil {
			return err
		}
		p.path, p.unit = string(path), string(unit)
		list = append(list, p)
		return nil
	}, "SELECT p.id, f.path, u.name FROM page p JOIN file f ON f.id = p.file JOIN unit u ON u.id = p.unit WHERE "+condition+" AND p.class IN ("+wanted(q.Kinds)+")", arg)
	slices.SortFunc(list, func(a, b place) int { return strings.Compare(a.path, b.path) })
	return list, err
}

// found gives the condition for the pages that a key leads to; empty: none.
func (r *snapshot) found(role byte, s string) (condition string, arg any, err error) {
	var body []byte
	err = r.rows(func(scan func(...any) error) error { return scan(&body) }, "SELECT pages FROM key WHERE hash = ?", int64(key(role, s)))
	if err != nil {
		return "", nil, err
	}
	pages, err := r.store.readPages(nil, body)
	switch {
	case err != nil || len(pages) == 0:
		return "", nil, err
	case len(pages) == 1:
		return "p.id = ?", pages[0], nil
	}
	list, err := json.Marshal(pages)
	return "p.id IN (SELECT value FROM json_each(?))", string(list), err
}

// wanted lists the classes that hold facts of these kinds.
func wanted(kinds []fact.Kind) string {
	var in [classes]bool
	for _, k := range kinds {
		in[classOf(k)] = true
	}
	var list []string
	for class := range in {
		if in[class] || len(kinds) == 0 {
			list = append(list, fmt.Sprint(class))
		}
	}
	return strings.Join(list, ",")
}
