package claim

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// The modalities of a claim, in the order in which one wins over another.
const (
	question    = "question"
	example     = "example"
	changelog   = "changelog"
	planned     = "planned"
	proposed    = "proposed"
	conditional = "conditional"
	past        = "past"
	otherThing  = "other"
	hedged      = "hedged"
	negated     = "negated"
	external    = "external"
)

// stronger returns the modality that wins.
func stronger(a, b string) string {
	order := []string{question, example, changelog, planned, proposed, conditional, past, otherThing, hedged, negated, external}
	if a == "" || b != "" && slices.Index(order, b) < slices.Index(order, a) {
		return b
	}
	return a
}

// documentModality returns the modality of a text by the name of its file.
func documentModality(name string) string {
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	base := path.Base(name)
	if folder := path.Base(path.Dir(name)); listed(" decisions adr adrs ", folder) || dated(base) { // it tells of its own time
		return changelog
	}
	for _, part := range strings.FieldsFunc(base, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if part != "migrations" && (strings.HasPrefix(part, "migration") || strings.HasPrefix(part, "migrating")) || strings.HasPrefix(part, "upgrad") {
			return changelog
		}
		switch part {
		case "changelog", "changes", "history", "releases", "news":
			return changelog
		case "roadmap", "plan", "plans", "planning", "todo", "backlog":
			return planned
		case "proposal", "proposals", "rfc":
			return proposed
		}
	}
	return ""
}

// dated reports whether a name begins with a day: "2026-10-03-".
func dated(name string) bool {
	const day = "0000-00-00-"
	if len(name) < len(day) {
		return false
	}
	for i := range len(day) {
		if digit := name[i] >= '0' && name[i] <= '9'; digit != (day[i] == '0') || !digit && name[i] != '-' {
			return false
		}
	}
	return true
}

// headingModality returns the modality of what stands below a heading.
func headingModality(words []token) string {
	for i, k := range words {
		if k.kind != word {
			continue
		}
		if version(k.text) && i <= 1 {
			return changelog
		}
		switch k.lower {
		case "changelog", "history", "changes", "migrating", "upgrading", "upgrade", "breaking", "moved", "moves", "removed", "removes", "renamed":
			return changelog
		case "migration", "migrate":
			if i+1 < len(words) && listed(" guide guides notes from to path ", words[i+1].lower) { // not what a library of migrations does
				return changelog
			}
		case "notes":
			if i > 0 && words[i-1].lower == "release" {
				return changelog
			}
		case "roadmap", "plan", "plans", "planned", "todo", "todos", "future", "backlog", "upcoming":
			return planned
		case "proposal", "proposals", "proposed", "alternatives", "ideas", "non-goals":
			return proposed
		case "example", "examples":
			return example
		}
	}
	return ""
}

// labelled returns the modality that a label gives to what it is written above,
// or to its column: "Before:", "OLD:", "Bad example:", "v1:", "Removed in v2".
func (p *reader) labelled(words []string) string {
	n := len(words)
	if n == 3 && words[1] == "in" && version(words[2]) {
		n = 1
	}
	if n == 0 || n > 2 || n == 2 && !version(words[1]) && !listed(" code api way style usage version behavior behaviour example syntax form name names function functions method methods type types field fields import imports ", words[1]) {
		return ""
	}
	if version(words[0]) && !p.isOwn(words[0]) {
		return otherThing
	}
	switch words[0] {
	case "old", "before", "previous", "previously", "former", "formerly", "was", "removed":
		return past
	case "bad", "wrong", "incorrect", "broken", "invalid", "don't", "don’t", "avoid", "refuted", "unresolved", "unknown", "undefined":
		return negated
	case "idea", "request", "wish", "sketch", "draft":
		return proposed
	}
	return ""
}

// commented returns the modality of a block of code whose first line is a
// comment that is a label: "// Before", "// BAD:".
func (p *reader) commented(code string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(code, " \t\r\n"), "\n")
	comment, ok := strings.CutPrefix(line, "//")
	if !ok || len(comment) > 40 {
		return ""
	}
	comment, _, _ = strings.Cut(comment, ":")
	return p.labelled(strings.Fields(strings.ToLower(strings.Trim(comment, " .\r"))))
}

// version reports whether a word is a version: v1, v1.2.3, 1.2, 1.2.3-rc1, go1.21.
func version(s string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(s, "go"), "v")
	if rest == "" || rest[0] < '0' || rest[0] > '9' {
		return false
	}
	numbers, _, _ := strings.Cut(rest, "-")
	return rest != s && digits(strings.ReplaceAll(numbers, ".", "")) ||
		strings.Contains(numbers, ".") && digits(strings.ReplaceAll(strings.TrimSuffix(numbers, ".x"), ".", ""))
}

// ownVersions returns the versions that a text is about: the one it was given
// and those of its title.
func ownVersions(text string, o Options) []string {
	var own []string
	if o.Version != "" {
		own = append(own, strings.TrimPrefix(o.Version, "v"))
	}
	title, _, _ := strings.Cut(strings.TrimLeft(text, "\ufeff \t\r\n"), "\n")
	if words := strings.Fields(strings.TrimLeft(title, "# ")); strings.HasPrefix(title, "#") && len(title) < maxName {
		for i, w := range words {
			if w = strings.Trim(w, "()[],:;"); i > 0 && version(w) {
				own = append(own, strings.TrimPrefix(w, "v"))
			}
		}
	}
	return own
}

// isOwn reports whether a version is one that the text is about, or a part of it.
func (p *reader) isOwn(s string) bool {
	s = strings.TrimPrefix(s, "v")
	return slices.ContainsFunc(p.own, func(o string) bool { return s == o || strings.HasPrefix(o, s+".") })
}

// mood says what is asserted in a sentence.
type mood struct {
	base   string // of the whole sentence
	ranges []moodRange
	when   bool // it has a condition of any kind
}

// moodRange is a modality of some tokens.
type moodRange struct {
	from, to   int
	modality   string
	statements bool // it holds for statements, not for names
	names      bool // it holds for names, not for statements
	denied     bool // they are said not to exist
}

// name returns the modality of the mention of a name, and whether it is denied.
func (m mood) name(i int) (modality string, denied bool) {
	modality = m.base
	for _, r := range m.ranges {
		if i >= r.from && i < r.to && !r.statements {
			if r.denied {
				denied = true
			} else {
				modality = stronger(modality, r.modality)
			}
		}
	}
	if denied && modality == negated {
		modality = ""
	}
	return modality, denied
}

// statement returns the modality of a statement with its verb at i.
func (m mood) statement(i int, not bool) string {
	modality := m.base
	for _, r := range m.ranges {
		if i >= r.from && i < r.to && !r.names && !r.denied {
			modality = stronger(modality, r.modality)
		}
	}
	if not && m.when {
		modality = stronger(modality, conditional)
	}
	return modality
}

// placeholder reports whether a name is one that stands for any name.
func placeholder(name string) bool {
	for _, part := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '.' || r == '/' }) {
		if listed(" foo bar baz qux foobar myapp myproject mypackage yourapp yourproject mymodule example somefile ", part) {
			return true
		}
	}
	if strings.Contains(name, "XXX") { // WithXXX
		return true
	}
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '/' }) { // myHandler, YourType
		for _, whose := range [...]string{"my", "your", "My", "Your"} {
			if rest, ok := strings.CutPrefix(part, whose); ok && exported(rest) {
				return true
			}
		}
	}
	return strings.HasPrefix(name, "path/to/") || strings.HasPrefix(name, "my/") || strings.HasPrefix(name, "your/")
}
