package factdb

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"sooth/fact"
)

// Replace implements [fact.Generation]. Pages that stay as they are are not
// written again.
func (g *generation) Replace(ctx context.Context, u fact.Unit) error {
	if err := g.ready(ctx); err != nil {
		return err
	}
	if u.Name == "" {
		return errors.New("a unit needs a name")
	}
	return g.store.explain(g.replace(&u))
}

func (g *generation) replace(u *fact.Unit) error {
	id, old, err := g.find(u.Name)
	if err != nil {
		return err
	}
	row := unit{Unit: *u, kinds: map[fact.Kind]int{}, strengths: map[fact.Strength]int{}}
	row.Facts = nil
	for i := range u.Facts {
		row.kinds[u.Facts[i].Kind]++
		row.strengths[u.Facts[i].Strength]++
	}
	var body encoder
	body.unit(&row)
	var there map[pageKey][]oldPage
	if old == nil {
		result, err := g.exec("INSERT INTO unit (name, body) VALUES (?, ?)", []byte(u.Name), body.bytes)
		if err != nil {
			return err
		}
		if id, err = result.LastInsertId(); err != nil {
			return err
		}
	} else {
		g.count(old, -1)
		if _, err := g.exec("UPDATE unit SET body = ? WHERE id = ?", body.bytes, id); err != nil {
			return err
		}
		if there, err = g.pages(id); err != nil {
			return err
		}
	}
	g.count(&row, 1)
	if err := g.write(id, u.Facts, there); err != nil {
		return err
	}
	for _, k := range slices.SortedFunc(maps.Keys(there), comparePageKeys) {
		for _, p := range there[k] {
			if err := g.erase(k, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// find returns a unit that is there; nil: none.
func (g *generation) find(name string) (id int64, old *unit, err error) {
	var body []byte
	switch err := g.tx.QueryRow("SELECT id, body FROM unit WHERE name = ?", []byte(name)).Scan(&id, &body); {
	case errors.Is(err, sql.ErrNoRows):
		return 0, nil, nil
	case err != nil:
		return 0, nil, err
	}
	d := &decoder{bytes: body}
	u := d.unit(name)
	if d.err != nil {
		return 0, nil, g.store.corrupt("a unit")
	}
	return id, &u, nil
}

// write puts the facts of a unit into pages; those that are there already are
// taken out of there.
func (g *generation) write(unit int64, facts []fact.Fact, there map[pageKey][]oldPage) error {
	list := inPages(facts)
	for len(list) > 0 {
		n, class := 1, classOf(list[0].Kind)
		for n < len(list) && n < pageFacts(class) && list[n].Span.File == list[0].Span.File && classOf(list[n].Kind) == class {
			n++
		}
		run := list[:n]
		list = list[n:]
		file, err := g.file(run[0].Span.File)
		if err != nil {
			return err
		}
		k := pageKey{file, class}
		body := g.store.pack.EncodeAll(appendPage(run), nil)
		same := slices.IndexFunc(there[k], func(p oldPage) bool { return bytes.Equal(p.body, body) })
		if same >= 0 {
			there[k] = slices.Delete(there[k], same, same+1)
			continue
		}
		if err := g.add(unit, k, run, body); err != nil {
			return err
		}
	}
	return nil
}

// inPages orders facts by file and class, and canonically within. Most readers
// give them in canonical order: then nothing is sorted but the files.
func inPages(facts []fact.Fact) []*fact.Fact {
	runs := map[string]*[classes][]*fact.Fact{}
	for i := range facts {
		f := &facts[i]
		run := runs[f.Span.File]
		if run == nil {
			run = &[classes][]*fact.Fact{}
			runs[f.Span.File] = run
		}
		class := classOf(f.Kind)
		run[class] = append(run[class], f)
	}
	list := make([]*fact.Fact, 0, len(facts))
	for _, file := range sortedKeys(runs) {
		for _, run := range runs[file] {
			if !slices.IsSortedFunc(run, fact.Compare) {
				slices.SortFunc(run, fact.Compare)
			}
			list = append(list, run...)
		}
	}
	return list
}

// file returns the id of a path.
func (g *generation) file(path string) (int64, error) {
	if id, ok := g.files[path]; ok {
		return id, nil
	}
	result, err := g.exec("INSERT INTO file (path) VALUES (?)", []byte(path))
	if err != nil {
		return 0, err
	}
	id, err := result.LastInsertId()
	g.files[path] = id
	return id, err
}

// Remove implements [fact.Generation].
func (g *generation) Remove(ctx context.Context, names ...string) error {
	for _, name := range names {
		if err := g.ready(ctx); err != nil {
			return err
		}
		if err := g.remove(name); err != nil {
			return g.store.explain(err)
		}
	}
	return g.ready(ctx)
}

func (g *generation) remove(name string) error {
	id, old, err := g.find(name)
	if err != nil || old == nil {
		return err
	}
	there, err := g.pages(id)
	if err != nil {
		return err
	}
	for _, k := range slices.SortedFunc(maps.Keys(there), comparePageKeys) {
		for _, p := range there[k] {
			if err := g.erase(k, p); err != nil {
				return err
			}
		}
	}
	g.count(old, -1)
	_, err = g.exec("DELETE FROM unit WHERE id = ?", id)
	return err
}
