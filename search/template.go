package search

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// piece is text, or a placeholder {name}.
type piece struct {
	text, name string
}

// pieces splits a template. {{name}} is the text {name}; braces around anything
// but a name are text, so that a template may hold code, JSON and patterns.
func pieces(template string) []piece {
	var list []piece
	for at := 0; ; {
		open := strings.IndexByte(template[at:], '{')
		if open < 0 {
			return append(list, piece{text: template[at:]})
		}
		open += at
		from := open
		for from < len(template) && template[from] == '{' {
			from++
		}
		end := from
		for end < len(template) && nameByte(template[end]) && (end > from || letter(template[end])) {
			end++ // a name begins with a letter: \d{4} is text
		}
		braces := from - open
		closing := 0
		for end+closing < len(template) && template[end+closing] == '}' && closing < braces {
			closing++
		}
		switch {
		case end > from && braces == 1 && closing == 1:
			list = append(list, piece{text: template[at:open]}, piece{name: template[from:end]})
			at = end + 1
		case end > from && braces == 2 && closing == 2:
			list = append(list, piece{text: template[at:open] + "{" + template[from:end] + "}"})
			at = end + 2
		default:
			list = append(list, piece{text: template[at:max(end, from)]})
			at = max(end, from)
		}
	}
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func nameByte(b byte) bool {
	return letter(b) || b >= '0' && b <= '9' || b == '_' || b == '.' || b == '-'
}

// Placeholders returns the names that stand in braces in a template, each once.
func Placeholders(template string) []string {
	var names []string
	for _, p := range pieces(template) {
		if p.name != "" && !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

// Values are what placeholders stand for in one search.
type Values struct {
	Query Query
	K     int
	Env   func(name string) string // of {env.NAME}; nil: there are none
}

// value returns what a name stands for: a text, a number, or any JSON value.
func (v Values) value(name string) (any, error) {
	switch name {
	case "query":
		return v.Query.Text, nil
	case "k":
		return v.K, nil
	case "id":
		return v.Query.ID, nil
	case "class":
		return v.Query.Class, nil
	case "tool":
		return v.Query.Tool, nil
	case "args":
		if v.Query.Arguments == nil {
			return map[string]any{}, nil
		}
		return v.Query.Arguments, nil
	}
	if argument, ok := strings.CutPrefix(name, "arg."); ok {
		value, ok := v.Query.Arguments[argument]
		if !ok {
			return nil, fmt.Errorf("query %q has no argument %q", v.Query.ID, argument)
		}
		return value, nil
	}
	if variable, ok := strings.CutPrefix(name, "env."); ok && v.Env != nil {
		return v.Env(variable), nil
	}
	return nil, fmt.Errorf("unknown placeholder {%s}", name)
}

// KnownPlaceholder says whether a name may stand in braces; env says whether
// {env.NAME} may.
func KnownPlaceholder(name string, env bool) bool {
	if rest, ok := strings.CutPrefix(name, "env."); ok {
		return env && rest != ""
	}
	if rest, ok := strings.CutPrefix(name, "arg."); ok {
		return rest != ""
	}
	return slices.Contains([]string{"query", "k", "id", "class", "tool", "args"}, name)
}

// Expand puts values into a template in one pass: what a value holds is never
// read as a placeholder. escape, if not nil, is applied to each value.
func (v Values) Expand(template string, escape func(string) string) (string, error) {
	var b strings.Builder
	for _, p := range pieces(template) {
		if p.name == "" {
			b.WriteString(p.text)
			continue
		}
		value, err := v.value(p.name)
		if err != nil {
			return "", err
		}
		text, err := plain(value)
		if err != nil {
			return "", err
		}
		if escape != nil {
			text = escape(text)
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// plain prints a value as text: a text as it is, others as JSON.
func plain(value any) (string, error) {
	switch value := value.(type) {
	case string:
		return value, nil
	case int:
		return strconv.Itoa(value), nil
	}
	text, err := json.Marshal(value)
	return string(text), err
}

// ExpandJSON puts values into every text of a JSON tree (maps, lists, texts). A
// text that is one placeholder alone becomes its value with its type, so that
// "{k}" is a number and "{args}" a mapping; what a value holds is never read as JSON.
func (v Values) ExpandJSON(tree any) (any, error) {
	switch tree := tree.(type) {
	case string:
		if p := pieces(tree); len(p) == 3 && p[0].text == "" && p[1].name != "" && p[2] == (piece{}) {
			return v.value(p[1].name)
		}
		return v.Expand(tree, nil)
	case []any:
		list := make([]any, len(tree))
		for i, item := range tree {
			var err error
			if list[i], err = v.ExpandJSON(item); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		m := make(map[string]any, len(tree))
		for name, item := range tree {
			var err error
			if m[name], err = v.ExpandJSON(item); err != nil {
				return nil, err
			}
		}
		return m, nil
	}
	return tree, nil
}
