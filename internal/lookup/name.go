package lookup

import (
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

// cutClosure takes off what says which function without a name is meant: ".func1",
// ".func2.func1".
func cutClosure(name string) (enclosing, closure string) {
	enclosing = name
	for {
		rest, number, ok := cutLast(enclosing, ".func")
		if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
			return enclosing, name[len(enclosing):]
		}
		enclosing = rest
	}
}

// cutLast cuts around the last occurrence of sep.
func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
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
