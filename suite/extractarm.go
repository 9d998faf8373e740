package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"sooth/extract"
	"sooth/internal/nearest"
	"sooth/source"
)

// readExtractArms reads the systems under test.
func (l *extractLoader) readExtractArms(top mapping) {
	n := top.values["arms"]
	if n == nil {
		return
	}
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		l.problems.add(top.at(n), "v1: {kind: prompt, version: 1.0.0, prompt: prompt.md}", "the suite has no arms")
	}
	l.pairs(suiteFile, `"arms"`, n, func(k, v *yaml.Node) {
		if !plainName(k.Value) {
			l.problems.add(place{suiteFile, k.Line, k.Column}, nameHint, "the arm's name %q is not a plain name", k.Value)
		}
		l.extractArm(k.Value, v)
	})
	var known []string
	for _, a := range l.extract.Arms {
		known = append(known, a.Name)
	}
	if top.has("base") {
		l.extract.Base = top.text("base")
		if !slices.Contains(known, l.extract.Base) && l.extract.Base != "" {
			l.problems.add(top.place("base"), nearest.Hint(l.extract.Base, known), "unknown arm %q", l.extract.Base)
		}
	}
}

// extractArm reads one arm.
func (l *extractLoader) extractArm(name string, n *yaml.Node) {
	what := fmt.Sprintf("arm %q", name)
	kinds, kindName := []string{PromptArm, CommandArm}, ""
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == "kind" {
				v := n.Content[i+1]
				if kindName = v.Value; !slices.Contains(kinds, kindName) {
					l.problems.add(place{suiteFile, v.Line, v.Column}, nearest.Hint(kindName, kinds), "unknown kind of arm %q", kindName)
					return
				}
			}
		}
		if kindName == "" {
			l.problems.add(place{suiteFile, n.Line, n.Column}, "kind: prompt, or kind: command", `%s lacks the key "kind"`, what)
			return
		}
	}
	m, ok := l.mapping(suiteFile, what, n, extractArmKeys(kindName))
	if !ok {
		return
	}
	a := ExtractArm{Name: name, Kind: kindName}
	if v := m.values["version"]; v != nil && v.Kind == yaml.ScalarNode && (v.ShortTag() == "!!float" || v.ShortTag() == "!!int") {
		a.Version = v.Value // 1.0 is a version too
	} else {
		a.Version = m.text("version")
	}
	if kindName == PromptArm {
		l.promptArm(&a, m)
	} else {
		l.commandArm(&a, m)
	}
	l.extract.Arms = append(l.extract.Arms, a)
}

// promptArm reads what an arm of kind prompt asks.
func (l *extractLoader) promptArm(a *ExtractArm, m mapping) {
	a.PromptFile = m.text("prompt")
	if m.has("system") {
		a.System = l.promptFile(m.text("system"), m.place("system"))
	}
	text := l.promptFile(a.PromptFile, m.place("prompt"))
	if text == "" {
		return
	}
	a.Template = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	known := []string{"content", "path", "language", "vocabulary", "schema"}
	lines := source.NewLines(a.Template)
	seen := map[string]bool{}
	for _, p := range placeholders(a.Template) {
		if p.literal {
			continue
		}
		where := lines.Position(p.start)
		at := place{a.PromptFile, where.Line, where.Column}
		switch {
		case !slices.Contains(known, p.name):
			l.problems.add(at, nearest.Hint(p.name, known)+" Write {{"+p.name+"}} for the braces themselves", "unknown placeholder {%s}", p.name)
			seen[nearest.Word(p.name, known)] = true
		case p.name == "vocabulary" && l.extract.Vocabulary == "" && l.extract.Corpus != nil:
			l.problems.add(at, "write vocabulary.toml into the folder of the fixtures, or take it out", "{vocabulary} stands for nothing: there is no vocabulary")
		case p.name == "schema" && l.extract.Answer == "":
			l.problems.add(at, "answer: answer.schema.json, or take it out", "{schema} stands for nothing: the suite names no schema of answers")
		}
		seen[p.name] = true
	}
	if !seen["content"] {
		l.problems.add(place{file: a.PromptFile}, "put {content} where the code belongs", "the prompt of arm %q lacks {content}", a.Name)
	}
	a.PromptHash = l.extract.promptHash(*a)
}

// commandArm reads what an arm of kind command runs.
func (l *extractLoader) commandArm(a *ExtractArm, m mapping) {
	a.Timeout = l.duration(m, "timeout", 60*time.Second)
	a.Environment = texts(m.list("environment"))
	for _, variable := range a.Environment {
		if strings.ContainsAny(variable, "= ") {
			l.problems.add(m.place("environment"), "names alone: a suite holds no secrets", "%q is not the name of a variable", variable)
		}
	}
	for _, e := range m.list("files") {
		if clean, ok := l.name(e.text, e.at); ok {
			a.Files = append(a.Files, clean)
		}
	}
	l.programOf(a, m)
	if m.has("rules") {
		a.Rules = map[string][]Rule{}
		l.pairs(suiteFile, fmt.Sprintf("the rules of arm %q", a.Name), m.values["rules"], func(k, v *yaml.Node) {
			items := []*yaml.Node{v}
			if v.Kind == yaml.SequenceNode {
				items = v.Content
			}
			a.Rules[k.Value] = []Rule{} // an empty list: known, and says nothing
			for _, item := range items {
				if r, ok := l.rule(k.Value, item); ok {
					a.Rules[k.Value] = append(a.Rules[k.Value], r)
				}
			}
		})
	}
}

// programOf reads a program with its arguments, one of which names the file.
func (l *extractLoader) programOf(a *ExtractArm, m mapping) {
	v := m.values["command"]
	if v == nil {
		return
	}
	if v.Kind != yaml.SequenceNode || len(v.Content) == 0 {
		l.problems.add(m.at(v), `command: [./scan, "{path}"]; no shell reads it`, "%q must be a list of program and arguments, not %s", "command", kind(v))
		return
	}
	path := false
	for i, item := range v.Content {
		at := m.at(item)
		switch {
		case item.Kind != yaml.ScalarNode || item.ShortTag() == "!!null":
			l.problems.add(at, "", "an argument must be text, not %s", kind(item))
			continue
		case strings.ContainsRune(item.Value, 0):
			l.problems.add(at, "", "an argument has a NUL byte")
		case i == 0 && strings.TrimSpace(item.Value) == "":
			l.problems.add(at, "", "the program's name is empty")
		}
		for _, p := range placeholders(item.Value) {
			switch {
			case p.literal:
			case p.name != "path" && p.name != "language":
				l.problems.add(at, nearest.Hint(p.name, []string{"path", "language"}), "unknown placeholder {%s}", p.name)
			case i == 0:
				l.problems.add(at, "", "the program itself cannot be {%s}", p.name)
			case p.name == "path":
				path = true
			}
		}
		a.Command = append(a.Command, item.Value)
	}
	if !path {
		l.problems.add(m.at(v), `command: [./scan, "{path}"]`, "the command of arm %q is not told the file: no argument has {path}", a.Name)
	}
}

// rule reads one observation that a finding stands for.
func (l *extractLoader) rule(name string, n *yaml.Node) (Rule, bool) {
	m, ok := l.mapping(suiteFile, fmt.Sprintf("rule %q", name), n, ruleKeys())
	if !ok {
		return Rule{}, false
	}
	r := Rule{Subject: m.text("subject"), Predicate: m.text("predicate")}
	if m.has("confidence") {
		c := l.ratio(m, "confidence", 1, 0, 1)
		r.Confidence = &c
	}
	said := extract.Expectation{Subject: r.Subject, Predicate: r.Predicate}
	if m.has("value") {
		value, ok := l.value(m.values["value"])
		if !ok {
			return r, false
		}
		r.Value, said.Value = &value, value
	}
	if l.extract.Corpus == nil || r.Subject == "" || r.Predicate == "" {
		return r, false
	}
	if field, reason := l.extract.Corpus.Normaliser.Refuses(said); field != "" && (field != "value" || r.Value != nil) {
		l.problems.add(m.place(field), "mend it, or add it to vocabulary.toml", "rule %q: %s", name, reason)
	}
	return r, true
}

// value reads what an observation says.
func (l *extractLoader) value(n *yaml.Node) (extract.Value, bool) {
	if n.Kind == yaml.SequenceNode {
		var list []extract.Value
		for _, item := range n.Content {
			v, ok := l.value(item)
			if !ok {
				return extract.Value{}, false
			}
			list = append(list, v)
		}
		return extract.ListValue(list...), true
	}
	switch {
	case n.Kind != yaml.ScalarNode:
	case n.ShortTag() == "!!bool":
		return extract.BoolValue(strings.EqualFold(n.Value, "true")), true
	case n.ShortTag() == "!!int" || n.ShortTag() == "!!float":
		if x, err := strconv.ParseFloat(n.Value, 64); err == nil && x-x == 0 {
			v := extract.NumberValue(x)
			v.Text = n.Value
			return v, true
		}
	case n.ShortTag() == "!!str":
		return extract.TextValue(n.Value), true
	}
	l.problems.add(place{suiteFile, n.Line, n.Column}, "a boolean, a number, text, or a list of these", "a value cannot be %s", kind(n))
	return extract.Value{}, false
}
