package generate

import (
	"fmt"
	"strconv"
	"strings"

	"sooth/fact"
	"sooth/question"
)

// ageForms ask since when something is there.
func (m *maker) ageForms() []*form {
	reason := ""
	if m.API == nil || m.Goroot == nil {
		reason = "not available: no Go distribution with api files"
	}
	return []*form{
		{pattern: "since/standard", kind: question.Since, candidates: m.standardNames, absent: reason},
		{pattern: "since/used", kind: question.Since, candidates: m.usedStandardNames, absent: reason},
	}
}

// youngest is the first minor release that is asked for: what was always there
// is no question.
const youngest = 8

// standardNames: symbols of the standard library that the tree uses.
func (m *maker) standardNames() []draft { return m.aged(false) }

// usedStandardNames: the same, asked by the file that uses them.
func (m *maker) usedStandardNames() []draft { return m.aged(true) }

func (m *maker) aged(byFile bool) (list []draft) {
	if m.API == nil || m.Goroot == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, file := range m.world.sources {
		for _, p := range sortedKeys(m.world.uses[file]) {
			if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
				continue
			}
			for _, name := range m.world.uses[file][p] {
				symbol := p + "." + name
				release, _, ok := m.API.Since(p, name)
				minor, err := strconv.Atoi(strings.TrimPrefix(release, "1."))
				if !ok || err != nil || minor < youngest || seen[symbol] {
					continue
				}
				seen[symbol] = true
				d := draft{
					subject: symbol, pkg: m.world.importAt[file], file: file, truth: text(release, "go"+release, "Go "+release),
					measures: map[string]int{measureNamesakes: m.world.last[name]},
					confirm: func() verdict {
						v, err := m.second.Since(p, name)
						switch {
						case err != nil:
							return unknown("the files of api cannot be read")
						case v == "":
							return unknown("no line of the files of api")
						case v != release:
							return contradicted(fmt.Sprintf("since %s, by the files of api %s", release, v))
						}
						return agreed("api/go1.*.txt")
					},
					rests: []rest{{fact.Reference, file + " " + symbol}},
				}
				if byFile {
					d.object = file
				}
				list = append(list, d)
			}
		}
	}
	return list
}
