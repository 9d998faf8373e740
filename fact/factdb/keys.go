package factdb

import (
	"cmp"
	"database/sql"
	"errors"
	"slices"
)

// keyChange says that a page is found by a key from now on, or no more.
// Changes are collected and written at the end in order of their keys: written
// as they come, they would go all over the file.
type keyChange struct {
	hash  uint32
	order uint32 // when it happened; the lowest bit: the page is gone
	page  int64
}

// change notes a change of keys.
func (g *generation) change(hashes []uint32, page int64, gone bool) {
	for _, hash := range hashes {
		order := uint32(len(g.keys)) << 1
		if gone {
			order++
		}
		g.keys = append(g.keys, keyChange{hash, order, page})
	}
}

// writeKeys writes the changes of keys.
func (g *generation) writeKeys() error {
	slices.SortFunc(g.keys, func(a, b keyChange) int {
		if a.hash != b.hash {
			return cmp.Compare(a.hash, b.hash)
		}
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.order, b.order))
	})
	var pages []int64
	for list := g.keys; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].hash == list[0].hash {
			n++
		}
		hash := int64(list[0].hash)
		var body []byte
		if g.state.Generation > 0 {
			if err := g.row(&body, "SELECT pages FROM key WHERE hash = ?", hash); err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		var err error
		if pages, err = g.store.readPages(pages[:0], body); err != nil {
			return err
		}
		for _, c := range list[:n] {
			at, there := slices.BinarySearch(pages, c.page)
			gone := c.order&1 != 0
			switch {
			case there && gone:
				pages = slices.Delete(pages, at, at+1)
			case !there && !gone:
				pages = slices.Insert(pages, at, c.page)
			}
		}
		list = list[n:]
		if len(pages) == 0 {
			_, err = g.exec("DELETE FROM key WHERE hash = ?", hash)
		} else {
			_, err = g.exec("INSERT OR REPLACE INTO key (hash, pages) VALUES (?, ?)", hash, appendPages(nil, pages))
		}
		if err != nil {
			return err
		}
	}
	g.keys = nil
	return nil
}

// appendPages writes ids of pages, which rise.
func appendPages(body []byte, pages []int64) []byte {
	e := encoder{bytes: body}
	last := int64(0)
	for _, p := range pages {
		e.bits(uint64(p - last))
		last = p
	}
	return e.bytes
}

// readPages appends the ids of pages that appendPages wrote to list.
func (s *Store) readPages(list []int64, body []byte) ([]int64, error) {
	d := &decoder{bytes: body}
	last := int64(0)
	for len(d.bytes) > 0 {
		step := int64(d.bits())
		if step <= 0 {
			d.fail()
			break
		}
		last += step
		list = append(list, last)
	}
	if d.err != nil {
		return nil, s.corrupt("a key")
	}
	return list, nil
}
