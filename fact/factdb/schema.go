package factdb

import "sooth/fact"

// applicationID marks facts.db in its header ("soof").
const applicationID = 0x736f6f66

// migrations lead to the newest schema. Since facts can be made again, a
// change of the format of pages is a new schema that begins empty.
//
// Names and paths are blobs: they may hold any byte. A key's pages are the
// differences of their ids, in rising order. A word's rowid is its
// page's id times wordsPerPage plus its place in the page. A word is taken away
// by the terms that it was written with: a change of [fact.Document] is a new
// schema too. (FTS5's contentless_delete would not need them, but leaves what
// it deleted in the counts that BM25 ranks by.)
func migrations() []string {
	return []string{`
CREATE TABLE meta (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE unit (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, body BLOB NOT NULL);
CREATE TABLE file (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
CREATE TABLE page (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, file INTEGER NOT NULL, class INTEGER NOT NULL, facts INTEGER NOT NULL, body BLOB NOT NULL);
CREATE INDEX page_unit ON page (unit);
CREATE INDEX page_file ON page (file);
CREATE TABLE key (hash INTEGER PRIMARY KEY, pages BLOB NOT NULL);
CREATE VIRTUAL TABLE word USING fts5 (name, owner, signature, doc, content='', tokenize="ascii tokenchars '_'");
`}
}

const wordsPerPage = 1024

// The entries of meta.
const (
	metaState  = "state"
	metaStamps = "stamps"
)

func (e *encoder) state(s *fact.State) {
	e.int(s.Generation)
	e.string(s.Tree)
	e.string(s.Module)
	e.strings(s.Readers)
	e.int(s.Units)
	e.count(len(s.Open))
	for _, o := range s.Open {
		e.string(o.Unit)
		e.string(o.Reason)
	}
	e.counts(s.Counts, s.Strengths)
}

func (d *decoder) state() (s fact.State) {
	s.Generation, s.Tree, s.Module, s.Readers, s.Units = d.int(), d.string(), d.string(), d.strings(), d.int()
	s.Open = make([]fact.Open, d.count())
	for i := range s.Open {
		s.Open[i] = fact.Open{Unit: d.string(), Reason: d.string()}
	}
	s.Counts, s.Strengths = d.counts()
	return s
}

func (e *encoder) counts(kinds map[fact.Kind]int, strengths map[fact.Strength]int) {
	e.count(len(kinds))
	for _, k := range sortedKeys(kinds) {
		e.string(string(k))
		e.int(kinds[k])
	}
	e.count(len(strengths))
	for _, s := range sortedKeys(strengths) {
		e.string(string(s))
		e.int(strengths[s])
	}
}

func (d *decoder) counts() (map[fact.Kind]int, map[fact.Strength]int) {
	kinds, strengths := map[fact.Kind]int{}, map[fact.Strength]int{}
	for range d.count() {
		k := fact.Kind(d.string())
		kinds[k] = d.int()
	}
	for range d.count() {
		s := fact.Strength(d.string())
		strengths[s] = d.int()
	}
	return kinds, strengths
}

// unit is a row of that table: a unit without its facts, and how many it has.
type unit struct {
	fact.Unit
	kinds     map[fact.Kind]int
	strengths map[fact.Strength]int
}

func (e *encoder) unit(u *unit) {
	e.strings(u.Files)
	e.strings(u.Depends)
	e.string(u.Shape)
	e.string(u.Version)
	e.string(u.Open)
	e.counts(u.kinds, u.strengths)
}

func (d *decoder) unit(name string) (u unit) {
	u.Name = name
	u.Files, u.Depends, u.Shape, u.Version, u.Open = d.strings(), d.strings(), d.string(), d.string(), d.string()
	u.kinds, u.strengths = d.counts()
	return u
}

func (e *encoder) stamps(list []fact.Stamp) {
	e.count(len(list))
	for _, s := range list {
		e.string(s.Path)
		e.number(s.Size)
		e.number(s.Modified)
		e.bits(s.Inode)
		e.string(s.Hash)
	}
}

func (d *decoder) stamps() []fact.Stamp {
	list := make([]fact.Stamp, d.count())
	for i := range list {
		list[i] = fact.Stamp{Path: d.string(), Size: d.number(), Modified: d.number(), Inode: d.bits(), Hash: d.string()}
	}
	return list
}
