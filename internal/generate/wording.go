package generate

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

//go:embed wordings.txt
var wordings string

// minWordings is how many wordings each pattern has at least: a question and
// five paraphrases.
const minWordings = 6

// pattern is one way of asking: wordings that mean the same.
type pattern struct {
	name     string
	wordings []string
}

// readWordings reads the patterns: a line "# kind/form" begins one, each line
// after it is a wording with {names} to be filled in.
func readWordings() (map[string]pattern, error) {
	all := map[string]pattern{}
	var p pattern
	keep := func() error {
		if p.name == "" {
			return nil
		}
		if _, twice := all[p.name]; twice || len(p.wordings) < minWordings {
			return fmt.Errorf("wordings of %q: %d of them, or twice", p.name, len(p.wordings))
		}
		all[p.name] = p
		return nil
	}
	for line := range strings.Lines(wordings) {
		line = strings.TrimSpace(line)
		switch name, head := strings.CutPrefix(line, "# "); {
		case line == "":
		case head:
			if err := keep(); err != nil {
				return nil, err
			}
			p = pattern{name: name}
		case slices.Contains(p.wordings, line):
			return nil, fmt.Errorf("wordings of %q: %q stands twice", p.name, line)
		default:
			p.wordings = append(p.wordings, line)
		}
	}
	return all, keep()
}

// texts fills in all wordings, beginning with the one at a place.
func (p pattern) texts(at int, values map[string]string) ([]string, error) {
	if len(p.wordings) == 0 {
		return nil, fmt.Errorf("no wordings")
	}
	braces := regexp.MustCompile(`\{[a-z]+\}`)
	var out []string
	for i := range p.wordings {
		w := p.wordings[(at+i)%len(p.wordings)]
		missing := ""
		w = braces.ReplaceAllStringFunc(w, func(name string) string {
			v, ok := values[name[1:len(name)-1]]
			if !ok {
				missing = name
			}
			return v
		})
		if missing != "" {
			return nil, fmt.Errorf("nothing to fill in for %s in %q", missing, w)
		}
		out = append(out, w)
	}
	return out, nil
}

// placeholders are what wordings may name.
func (d draft) placeholders() map[string]string {
	v := map[string]string{"subject": "`" + d.subject + "`", "object": "`" + d.object + "`", "package": "`" + d.pkg + "`", "file": "`" + d.file + "`"}
	maps.Copy(v, d.values)
	return v
}
