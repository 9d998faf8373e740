package question

import (
	"strings"

	"sooth/claim"
)

// stated reads a statement about subject and object by the grammar of claims.
func (v *passage) stated() (yes bool, at Span, ok bool) {
	verbs := map[Kind][]string{
		Calls: {"calls"}, Imports: {"imports"}, Implements: {"implements"}, Embeds: {"embeds"}, Deprecated: {"is deprecated"}, Panics: {"panics"}, TestPasses: {"passes", "fails"},
	}[v.q.Kind]
	for _, c := range claim.Parse(v.text, claim.Options{}) {
		if c.Modality != "" && c.Modality != "hedged" && c.Modality != "negated" {
			continue
		}
		var subject, object string
		switch {
		case v.q.Kind == Contains && c.Kind == claim.Contains:
			subject, object = c.Object, c.Subject
			if !strings.HasSuffix(v.q.Subject, strings.TrimPrefix(subject, "./")) || object != v.q.Object {
				subject, object = c.Subject, c.Object
			}
			if strings.HasSuffix(v.q.Subject, subject) && object == v.q.Object {
				return !c.Negated, Span{c.Offset, c.Offset + len(c.Text)}, true
			}
			continue
		case (c.Kind == claim.Structure || c.Kind == claim.Behaviour) && listed(c.Verb, verbs...):
			subject, object = c.Subject, c.Object
		default:
			continue
		}
		if !same(subject, v.q.Subject) && !same(subject, v.q.Object) {
			continue
		}
		if listed(c.Verb, "calls", "imports", "implements", "embeds") && !(same(subject, v.q.Subject) && same(object, v.q.Object)) {
			continue
		}
		holds := !c.Negated
		if c.Verb == "fails" {
			holds = !holds
		}
		return holds, Span{c.Offset, c.Offset + len(c.Text)}, true
	}
	return false, Span{}, false
}

// related reads a sentence that has the asked relation's verb, and both names or words that stand for them.
func (v *passage) related() (yes bool, at Span, ok bool) {
	type verb struct {
		text string
		not  bool
	}
	verbs := map[Kind][]verb{
		Calls:      {{"call", false}, {"calls", false}, {"called", false}, {"invoke", false}, {"invokes", false}, {"invoked", false}, {"invocation", false}, {"calling", false}, {"invoking", false}},
		Imports:    {{"import", false}, {"imports", false}, {"imported", false}, {"importing", false}, {"depend", false}, {"depends", false}},
		Implements: {{"implement", false}, {"implements", false}, {"implemented", false}, {"satisfy", false}, {"satisfies", false}, {"satisfied", false}, {"conform", false}, {"conforms", false}, {"implementation", false}},
		Embeds:     {{"embed", false}, {"embeds", false}, {"embedded", false}, {"embedding", false}},
		Receiver:   {{"value receiver", true}, {"pointer receiver", false}, {"by value", true}, {"by pointer", false}, {"value type", true}, {"pointer", false}},
		Exports:    {{"export", false}, {"exports", false}, {"exported", false}, {"declare", false}, {"declares", false}, {"declared", false}, {"define", false}, {"defines", false}, {"defined", false}, {"exist", false}, {"exists", false}, {"provides", false}, {"provide", false}, {"has", false}, {"have", false}, {"offers", false}, {"missing", true}, {"lacks", true}, {"unexported", true}},
		Deprecated: {{"deprecated", false}, {"deprecation", false}},
		Contains:   {{"contain", false}, {"contains", false}, {"contained", false}, {"include", false}, {"includes", false}, {"appear", false}, {"appears", false}, {"occur", false}, {"occurs", false}, {"found", false}, {"present", false}, {"absent", true}, {"missing", true}, {"lacks", true}, {"has", false}, {"have", false}, {"mentions", false}, {"mention", false}},
		TestPasses: {{"pass", false}, {"passes", false}, {"passing", false}, {"succeeds", false}, {"succeed", false}, {"green", false}, {"fail", true}, {"fails", true}, {"failing", true}, {"red", true}},
		Panics:     {{"panic", false}, {"panics", false}, {"panicking", false}},
	}[v.q.Kind]
	for _, u := range v.units {
		if u.kind == code {
			continue
		}
		text := u.of(v.text)
		words := lower(withoutCode(text))
		for _, b := range verbs {
			i := wordIndex(words, b.text)
			if i < 0 {
				continue
			}
			if v.q.Object != "" && listed(string(v.q.Kind), string(Calls), string(Imports), string(Implements), string(Embeds), string(Exports)) && !v.mentions(text, v.q.Object) {
				continue
			}
			holds := !b.not
			for _, w := range strings.FieldsFunc(words, func(r rune) bool { return !isWord(r) && r != '\'' && r != '’' }) {
				if listed(w, "not", "no", "never", "neither", "nor", "nothing", "none", "nowhere", "without", "cannot", "fails") && !(w == "fails" && b.not) || strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t") {
					if w == "fails" && v.q.Kind == TestPasses {
						continue
					}
					holds = b.not
					break
				}
			}
			return holds, Span{u.start, u.end}, true
		}
	}
	return false, Span{}, false
}

// mentions says whether a text has the last part of a name.
func (v *passage) mentions(text, name string) bool {
	short := shortest(name)
	return short != "" && (wordIndex(strings.ReplaceAll(text, "`", " "), short) >= 0 || strings.Contains(text, name))
}

// withoutCode is a text with what stands between backquotes blanked out, byte for byte as long.
func withoutCode(text string) string {
	if !strings.Contains(text, "`") {
		return text
	}
	b := []byte(text)
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			continue
		}
		n := codeSpan(text[i:])
		for k := i; k < i+n; k++ {
			b[k] = ' '
		}
		i += max(n-1, 0)
	}
	return string(b)
}
