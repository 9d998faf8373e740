package lookup

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sooth/fact"
)

// Clean writes a name as facts have it: "(*Command).AddCommand()",
// "Command::add" and "*T" lose what is notation, "Stack[T].Push" its type
// parameters.
func Clean(name string) string {
	name = strings.TrimSpace(name)
	name = strings.TrimSuffix(name, "()")
	for {
		open := strings.IndexByte(name, '[')
		end := strings.IndexByte(name, ']')
		if open < 0 || end < open {
			break
		}
		name = name[:open] + name[end+1:]
	}
	return strings.NewReplacer("(*", "", "(", "", ")", "", "*", "", "&", "", "::", ".").Replace(name)
}

// resolve finds the symbols that the argument means: that of the whole name,
// or all that end in it; else the members that a type has by promotion.
func (q *question) resolve() error {
	name := Clean(q.answer.Argument)
	last := name[strings.LastIndexAny(name, "./:")+1:]
	lasts := []string{last}
	if element := name[strings.LastIndexByte(name, '/')+1:]; element != last {
		lasts = append(lasts, element) // the package gopkg.in/yaml.v3
	}
	kinds := []fact.Kind{fact.Definition}
	if q.answer.Relation == Available {
		kinds = append(kinds, fact.Available) // of what the tree only uses
	}
	seen, types, packages := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, last := range lasts {
		for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: kinds, Name: last}) {
			if err != nil {
				return err
			}
			if fact.HasSuffix(f.Subject, name) {
				seen[f.Subject] = true
				types[f.Subject] = types[f.Subject] || isType(f.Symbol)
				packages[f.Subject] = packages[f.Subject] || f.IsPackage()
			}
		}
	}
	if q.answer.Relation != Symbol && q.answer.Relation != Available && !seen[name] { // a package is meant where nothing in one has the name
		for s := range packages {
			if packages[s] && slices.Contains(slices.Collect(maps.Values(packages)), false) {
				delete(seen, s)
			}
		}
	}
	switch {
	case seen[name]:
		seen = map[string]bool{name: true}
	case q.answer.Relation == Members || q.answer.Relation == Implements:
		// Fields are often named as their type: types are what is meant.
		for s := range seen {
			if !types[s] && slices.Contains(slices.Collect(maps.Values(types)), true) {
				delete(seen, s)
			}
		}
	}
	if len(seen) == 0 {
		if err := q.promoted(name, last, seen); err != nil {
			return err
		}
	}
	if len(seen) == 0 {
		if err := q.elsewhere(name, seen); err != nil {
			return err
		}
	}
	for s := range seen {
		q.answer.Subjects = append(q.answer.Subjects, s)
	}
	slices.Sort(q.answer.Subjects)
	return nil
}

// isType says whether a symbol of that kind has members or implements something.
func isType(symbol string) bool {
	switch symbol {
	case "struct", "interface", "type", "alias", "class", "trait", "enum", "union", "module", "namespace":
		return true
	}
	return false
}

// promoted finds what T.M means where T has M by promotion.
func (q *question) promoted(name, last string, seen map[string]bool) error {
	owner, ok := strings.CutSuffix(name, "."+last)
	if !ok {
		return nil
	}
	types := map[string]bool{}
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}, Name: owner[strings.LastIndexAny(owner, "./:")+1:]}) {
		if err != nil {
			return err
		}
		if fact.HasSuffix(f.Subject, owner) {
			types[f.Subject] = true
		}
	}
	for t := range types {
		for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: []fact.Kind{fact.Promotes}, Subject: t}) {
			if err != nil {
				return err
			}
			if fact.HasSuffix(f.Object, last) {
				seen[f.Object] = true
			}
		}
	}
	return nil
}

// elsewhere takes a whole name for a symbol of another module or the standard
// library, which the tree uses without declaring it.
func (q *question) elsewhere(name string, seen map[string]bool) error {
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Object: name, Limit: 1}) {
		if err != nil {
			return err
		}
		seen[f.Object] = true
	}
	return nil
}

// maxNear bounds the names that are told instead.
const maxNear = 5

// near finds names like the argument: in another case, then by its words.
func (q *question) near() error {
	name := Clean(q.answer.Argument)
	last := name[strings.LastIndexAny(name, "./:")+1:]
	kinds := []fact.Kind{fact.Definition}
	if q.answer.Relation == File {
		kinds = []fact.Kind{fact.File}
		last = q.answer.Argument[strings.LastIndexByte(q.answer.Argument, '/')+1:]
	}
	put := func(s string) {
		if len(q.answer.Near) < maxNear && !slices.Contains(q.answer.Near, s) {
			q.answer.Near = append(q.answer.Near, s)
		}
	}
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: kinds, Name: last, Fold: true, Limit: maxNear}) {
		if err != nil {
			return err
		}
		put(f.Subject)
	}
	if q.answer.Relation == File {
		return nil
	}
	return q.close(name, last, put)
}

// close puts the names that are fewest edits away, at most a third of the
// name's length, or one.
func (q *question) close(name, last string, put func(string)) error {
	type candidate struct {
		subject   string
		edits     int
		strangers int // 1: its owner is not the one that the argument names
	}
	var list []candidate
	limit := max(1, len([]rune(last))/3)
	for f, err := range q.reader.Facts(q.ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return err
		}
		if n := edits(last, fact.LastName(&f), limit); n <= limit {
			c := candidate{f.Subject, n, 1}
			if owner := strings.TrimSuffix(f.Subject, "."+fact.LastName(&f)); fact.HasSuffix(owner, strings.TrimSuffix(name, "."+last)) {
				c.strangers = 0
			}
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.strangers, b.strangers), strings.Compare(a.subject, b.subject))
	})
	for _, c := range list {
		put(c.subject)
	}
	return nil
}

// edits counts the insertions, deletions, replacements and exchanges of
// neighbours that lead from a to b (optimal string alignment); above limit: more.
func edits(a, b string, limit int) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
