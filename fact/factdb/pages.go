package factdb

import (
	"cmp"
	"strings"

	"sooth/fact"
)

// pageKey says which pages of a unit can be the same page.
type pageKey struct {
	file  int64
	class int
}

func comparePageKeys(a, b pageKey) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.class, b.class))
}

// oldPage is a page that was there before.
type oldPage struct {
	id    int64
	facts int
	body  []byte
}

// pages returns the pages of a unit.
func (g *generation) pages(unit int64) (map[pageKey][]oldPage, error) {
	rows, err := g.tx.Query("SELECT id, file, class, facts, body FROM page WHERE unit = ? ORDER BY id", unit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := map[pageKey][]oldPage{}
	for rows.Next() {
		var k pageKey
		var p oldPage
		if err := rows.Scan(&p.id, &k.file, &k.class, &p.facts, &p.body); err != nil {
			return nil, err
		}
		list[k] = append(list[k], p)
	}
	return list, rows.Err()
}

// add writes a page with its keys and words.
func (g *generation) add(unit int64, k pageKey, facts []*fact.Fact, body []byte) error {
	result, err := g.exec("INSERT INTO page (unit, file, class, facts, body) VALUES (?, ?, ?, ?, ?)", unit, k.file, k.class, len(facts), body)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	g.change(keys(facts), id, false)
	if k.class != classDefinition {
		return nil
	}
	return g.words("INSERT INTO word (rowid, name, owner, signature, doc) VALUES (?, ?, ?, ?, ?)", id, facts)
}

// words writes the words of a page of definitions, or takes them away.
func (g *generation) words(statement string, page int64, facts []*fact.Fact) error {
	for i, f := range facts {
		args := []any{page*wordsPerPage + int64(i)}
		for _, terms := range fact.Document(f) {
			args = append(args, strings.Join(terms, " "))
		}
		if _, err := g.exec(statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// erase takes a page away with its keys and words.
func (g *generation) erase(k pageKey, p oldPage) error {
	g.left = true
	// The path does not matter: no key is made from it.
	facts, err := g.store.readBody(p.body, "", nil)
	if err != nil {
		return err
	}
	list := make([]*fact.Fact, len(facts))
	for i := range facts {
		list[i] = &facts[i]
	}
	g.change(keys(list), p.id, true)
	if k.class == classDefinition {
		if err := g.words("INSERT INTO word (word, rowid, name, owner, signature, doc) VALUES ('delete', ?, ?, ?, ?, ?)", p.id, list); err != nil {
			return err
		}
	}
	_, err = g.exec("DELETE FROM page WHERE id = ?", p.id)
	return err
}
