package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
	"sooth/score"
)

// armKinds are the ways of grounding that can be run.
func armKinds() []string {
	return []string{"none", "inject", "sham", "mcp", "recorded", "files", "graph", "topk", "smart", "tools"}
}

// readArms reads the named arms in the order of the file.
func (l *loader) readArms(top mapping) {
	n := top.values["arms"]
	if n == nil {
		return
	}
	count := 0
	l.noArms = !l.pairs(suiteFile, `"arms"`, n, func(k, v *yaml.Node) {
		count++
		name := k.Value
		at := top.at(k)
		switch {
		case !plainName(name):
			l.problems.add(at, nameHint, "the arm's name %q is not a plain name", name)
		case name == "reference" || name == "planted":
			l.problems.add(at, "choose another name", "%q is the name of a control arm", name)
		}
		l.arms[name] = at
		m, ok := l.mapping(suiteFile, fmt.Sprintf("arm %q", name), v, armKeys())
		if !ok {
			return
		}
		l.readArm(name, m)
	})
	if n.Kind == yaml.MappingNode && count == 0 {
		l.problems.add(top.at(n), "", "the suite has no arms")
		l.noArms = true
	}
	l.checkShams()
	for _, arm := range l.suite.Arms {
		if arm.Template != "" && slices.Contains(armKinds(), arm.Kind) {
			l.checkTemplate(l.template[arm.Name], arm.Template, arm)
		}
	}
}

// readArm reads one arm and its template.
func (l *loader) readArm(name string, m mapping) {
	arm := Arm{Name: name, Kind: m.text("kind"), Context: m.text("context")}
	known := slices.Contains(armKinds(), arm.Kind)
	switch {
	case arm.Kind != "" && !known:
		l.problems.add(m.place("kind"), nearest.Hint(arm.Kind, armKinds()), "unknown kind of arm %q", arm.Kind)
	case known && !arm.injects() && m.has("context"):
		l.problems.add(m.place("context"), "take it out, or choose the kind inject or sham", "arm %q is of kind %s and has a context", name, arm.Kind)
	case arm.injects() && !m.has("context") && !(arm.Kind == "sham" && m.has("of")):
		l.problems.add(m.at(m.node), "name the file in each task's folder that holds it", "arm %q of kind %s lacks the key %q", name, arm.Kind, "context")
	}
	l.readServer(&arm, m, known)
	l.readGround(&arm, m, known)
	if arm.Context != "" {
		arm.Context, _ = l.name(arm.Context, m.place("context"))
	}
	file := m.text("template")
	if text := l.promptFile(file, m.place("template")); text != "" {
		arm.Template = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	}
	l.template[name] = file
	l.suite.Arms = append(l.suite.Arms, arm)
}

// readServer reads what an arm of kind mcp starts and offers.
func (l *loader) readServer(arm *Arm, m mapping, known bool) {
	if arm.Kind != "mcp" {
		for _, name := range append(serverKeys(), "tools") {
			if name == "tools" && arm.Kind == "tools" {
				continue
			}
			if known && m.has(name) {
				l.problems.add(m.place(name), "take it out, or choose the kind mcp", "arm %q is of kind %s and has the key %q", arm.Name, arm.Kind, name)
			}
		}
		return
	}
	arm.Server, arm.URL, arm.Headers = l.endpoint(m, fmt.Sprintf("arm %q", arm.Name))
	arm.Tools, arm.Environment, arm.Files = texts(m.list("tools")), texts(m.list("environment")), texts(m.list("files"))
	arm.Timeout = l.span(m, "timeout", time.Second, time.Hour)
	l.readSnapshot(arm, m)
}

// readComparisons reads which arms are compared, and the primary comparison.
func (l *loader) readComparisons(top mapping) {
	s := l.suite
	if n := top.values["comparisons"]; n != nil {
		if n.Kind != yaml.SequenceNode {
			l.problems.add(top.at(n), "", `"comparisons" must be a list, not %s`, kind(n))
			return
		}
		before := map[Comparison]place{}
		for _, item := range n.Content {
			m, ok := l.mapping(suiteFile, "a comparison", item, comparisonKeys())
			if !ok {
				continue
			}
			c := l.comparison(m)
			if first, twice := before[c]; twice && c.Base != "" && c.Arm != "" {
				l.problems.add(m.at(item), "", "%s → %s is compared twice: before at %d:%d", c.Base, c.Arm, first.line, first.column)
				continue
			}
			before[c] = m.at(item)
			s.Comparisons = append(s.Comparisons, c)
		}
	}
	if !top.has("primary") {
		return
	}
	m, ok := l.mapping(suiteFile, `"primary"`, top.values["primary"], primaryKeys())
	if !ok {
		return
	}
	pair := l.comparison(m)
	primary := pair
	primary.Criterion = m.text("criterion")
	judged, all := append(slices.Clone(s.Criteria), score.All, score.Solved), score.Criteria()
	if s.Kind == ClaimsKind {
		judged, all = s.Criteria, ClaimCriteria()
	}
	if s.Kind == QuestionsKind {
		judged, all = s.Criteria, QuestionCriteria()
	}
	if s.Kind == CKGKind {
		judged, all = s.Criteria, CKGCriteria()
	}
	if primary.Criterion != "" && !slices.Contains(judged, primary.Criterion) {
		word := "unknown criterion %q"
		if slices.Contains(all, primary.Criterion) {
			word = "criterion %q is not among the suite's criteria"
		}
		l.problems.add(m.place("criterion"), nearest.Hint(primary.Criterion, judged), word, primary.Criterion)
	}
	s.Primary = &primary
	i := slices.Index(s.Comparisons, pair)
	switch {
	case i > 0: // the primary one is told first
		s.Comparisons = append([]Comparison{pair}, slices.Delete(s.Comparisons, i, i+1)...)
	case i < 0 && top.has("comparisons"):
		if pair.Base != "" && pair.Arm != "" {
			l.problems.add(m.at(m.node), fmt.Sprintf("add {base: %s, arm: %s} to comparisons", pair.Base, pair.Arm), "the primary comparison %s → %s is not among the comparisons", pair.Base, pair.Arm)
		}
	case i < 0:
		s.Comparisons = []Comparison{pair}
	}
}

// comparison reads base and arm of a comparison.
func (l *loader) comparison(m mapping) Comparison {
	known := slices.Sorted(maps.Keys(l.arms))
	name := func(k string) string {
		name := m.text(k)
		if _, ok := l.arms[name]; name != "" && !ok && !l.noArms {
			l.problems.add(m.place(k), nearest.Hint(name, known), "unknown arm %q", name)
		}
		return name
	}
	c := Comparison{Base: name("base"), Arm: name("arm")}
	if c.Base == c.Arm && c.Base != "" {
		l.problems.add(m.place("arm"), "", "arm %q is compared with itself", c.Arm)
	}
	return c
}
