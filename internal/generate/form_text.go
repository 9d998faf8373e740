package generate

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"sooth/fact"
	"sooth/question"
)

// textForms ask what stands in files, and what constants are.
func (m *maker) textForms() []*form {
	return []*form{
		{pattern: "contains/text", kind: question.Contains, candidates: m.contained, counter: m.notContained},
		{pattern: "value/constant", kind: question.Value, candidates: m.constants},
		{pattern: "value/string", kind: question.Value, candidates: m.stringConstants},
	}
}

// quotable says whether a text can be put into a question as it is.
func quotable(s string) bool {
	if len(s) < 5 || len(s) > 100 || strings.TrimSpace(s) != s {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r == '`' || r == '"' || r == '\\' || r == '{' || r == '}' || !unicode.IsPrint(r)
	})
}

func (m *maker) contained() (list []draft) {
	for _, file := range m.world.sources {
		for _, s := range m.world.literals[file] {
			if quotable(s) {
				list = append(list, m.contain(file, s, true))
			}
		}
	}
	return list
}

func (m *maker) contain(file, s string, is bool) draft {
	d := draft{
		subject: file, object: s, pkg: m.world.importAt[file], file: file, truth: boolean(is),
		measures: map[string]int{measureLines: m.world.lines[file]},
		confirm: func() verdict {
			raw, err := m.second.Text(file)
			if err != nil {
				return unknown("a file that cannot be read")
			}
			found := bytes.Contains(raw, []byte(s))
			switch {
			case found && !is:
				return unknown("the text stands there otherwise")
			case !found && is:
				return unknown("the text is written otherwise, or over several lines")
			case !is && bytes.Contains(bytes.ToLower(raw), bytes.ToLower([]byte(s))):
				return unknown("the text stands there in other case")
			}
			return agreed("text")
		},
	}
	if is {
		d.rests = []rest{{fact.Literal, file + " " + s}}
	}
	return d
}

// notContained: texts of other files, those of the same package first.
func (m *maker) notContained(d draft) (list []draft) {
	if m.literalsOf == nil {
		m.literalsOf = map[string][]string{}
		for _, file := range m.world.sources {
			for _, s := range m.world.literals[file] {
				if quotable(s) {
					m.literalsOf[m.world.importAt[file]] = append(m.literalsOf[m.world.importAt[file]], s)
				}
			}
		}
	}
	near := m.some(m.literalsOf[d.pkg], 20, "text beside", d.subject, d.object)
	var far []string
	for _, pkg := range m.some(m.world.packages, 4, "package of a text", d.subject, d.object) {
		far = append(far, m.some(m.literalsOf[pkg], 4, "text elsewhere", d.subject, d.object, pkg)...)
	}
	for _, texts := range [][]string{near, far} {
		for _, s := range m.drawn(texts, 6, "not contained", d.subject, d.object) {
			list = append(list, m.contain(d.subject, s, false))
		}
	}
	return list
}

func (m *maker) constants() []draft { return m.valued(false) }

func (m *maker) stringConstants() []draft { return m.valued(true) }

// valued: constants whose value is one literal. texts: of a string, else of a number.
func (m *maker) valued(texts bool) (list []draft) {
	for f := range m.allNameable("const") {
		_, value, ok := strings.Cut(f.Detail, " = ")
		if !ok || value == "" || value == "…" {
			continue
		}
		quoted := value[0] == '"' || value[0] == '`'
		if quoted != texts || !quoted && (value[0] < '0' || value[0] > '9') {
			continue
		}
		var spellings []string
		if quoted {
			s, err := strconv.Unquote(value)
			if err != nil || s == "" || len(s) > 80 || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
				continue
			}
			spellings = []string{s, strconv.Quote(s)}
		} else {
			spellings = numerals(value)
			if spellings == nil {
				continue
			}
		}
		pkg, _ := m.world.split(f.Subject)
		list = append(list, draft{
			subject: f.Subject, pkg: pkg, file: f.Span.File, truth: text(spellings...),
			measures: map[string]int{measureNamesakes: m.namesakes(f.Subject)},
			confirm: func() verdict {
				o := m.declared(f.Subject)
				if o == nil {
					return undeclared()
				}
				if o.Value != value {
					return contradicted(fmt.Sprintf("is %s, by syntax %s", value, o.Value))
				}
				return agreed("go/parser")
			},
			rests: []rest{{fact.Definition, f.Subject}},
		})
	}
	return list
}

// numerals are the ways to write a whole number; nil: it is none.
func numerals(literal string) []string {
	n, err := strconv.ParseInt(literal, 0, 64)
	if err != nil {
		return nil
	}
	list := []string{strconv.FormatInt(n, 10)}
	if literal != list[0] {
		list = append(list, literal)
	}
	return list
}
