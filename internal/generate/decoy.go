package generate

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"

	"sooth/fact"
)

// decoys are names like one, put together from the words that names of the
// package have: one word of the name is changed, added or left out.
func (m *maker) decoys(name, pkg string) (list []string) {
	parts := words(name)
	vocabulary := m.vocabulary(pkg)
	for i := range parts {
		for _, w := range vocabulary {
			if w != parts[i] && len(parts) > 1 {
				list = append(list, strings.Join(slices.Replace(slices.Clone(parts), i, i+1, w), ""))
			}
		}
		if len(parts) > 2 {
			list = append(list, strings.Join(slices.Delete(slices.Clone(parts), i, i+1), ""))
		}
	}
	for _, w := range vocabulary {
		if !slices.Contains(parts, w) {
			list = append(list, name+w)
			if len(parts) == 1 {
				list = append(list, w+name)
			}
		}
	}
	return slices.DeleteFunc(list, func(s string) bool { return len(s) < 3 || !exported(s) })
}

// words cuts a name where a small letter meets a capital.
func words(name string) (parts []string) {
	start := 0
	runes := []rune(name)
	for i := 1; i < len(runes); i++ {
		if unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]) {
			parts = append(parts, string(runes[start:i]))
			start = i
		}
	}
	return append(parts, string(runes[start:]))
}

// vocabulary are the commonest words of names of a package that begin with a
// capital, at most 40.
func (m *maker) vocabulary(pkg string) []string {
	if list, ok := m.vocabularies[pkg]; ok {
		return list
	}
	count := map[string]int{}
	add := func(i int) {
		f := &m.world.defs[i]
		for _, w := range words(fact.LastName(f)) {
			if len(w) > 2 && w[0] >= 'A' && w[0] <= 'Z' && !strings.ContainsAny(w, "_0123456789") {
				count[w]++
			}
		}
	}
	for _, i := range m.world.byPkg[pkg] {
		add(i)
		for _, j := range m.world.members[m.world.defs[i].Subject] {
			add(j)
		}
	}
	list := sortedKeys(count)
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	list = list[:min(len(list), 40)]
	if m.vocabularies == nil {
		m.vocabularies = map[string][]string{}
	}
	m.vocabularies[pkg] = list
	return list
}

// isWord says whether a name stands as a word in any source of the tree.
func (m *maker) isWord(name string) bool {
	if m.words == nil {
		m.words = map[string]bool{}
		for _, file := range m.world.sources {
			text, err := m.second.Text(file)
			if err != nil {
				continue
			}
			for w := range bytes.FieldsFuncSeq(text, func(r rune) bool { return !letter(r) }) {
				if !m.words[string(w)] {
					m.words[string(w)] = true
				}
			}
		}
	}
	return m.words[name]
}
