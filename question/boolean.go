package question

import (
	"strings"

	"sooth/claim"
)

// boolean reads yes or no.
func (v *passage) boolean() (*Answer, []Span, string) {
	yes, span, ok := v.polarity()
	stated, at, said := v.stated()
	switch {
	case ok && said && yes != stated:
		return nil, nil, "it says " + word(yes) + " and contradicts itself: " + clip(v.text[at.Start:at.End])
	case ok:
		return &Answer{Shape: Boolean, Boolean: &yes}, []Span{span}, ""
	case said:
		return &Answer{Shape: Boolean, Boolean: &stated}, []Span{at}, ""
	}
	if yes, span, ok = v.related(); ok {
		return &Answer{Shape: Boolean, Boolean: &yes}, []Span{span}, ""
	}
	return nil, nil, ""
}

func word(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// clip shortens words of an answer for a reason.
func clip(text string) string {
	const longest = 80
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " ")
}

// polarity reads the word that the passage begins with, or one that stands alone in a clause of its first sentence, or
// the one with which its last sentence concludes.
func (v *passage) polarity() (yes bool, at Span, ok bool) {
	for i, u := range v.units {
		if u.kind == code && len(v.units) > 1 {
			continue
		}
		text := u.of(v.text)
		for n, c := range clauses(text) {
			yes, length, ok := leading(text[c.Start:c.End], n > 0)
			if ok && !(n == 0 && v.both(text)) {
				return yes, Span{u.start + c.Start, u.start + c.Start + length}, true
			}
		}
		if i == 0 && u.kind != heading || i > 0 {
			break
		}
	}
	if n := len(v.units); n > 1 {
		u := v.units[n-1]
		text := u.of(v.text)
		words := lower(text)
		for _, begin := range []string{"so ", "so, ", "therefore ", "therefore, ", "hence ", "hence, ", "thus ", "thus, ", "in short, ", "overall, ", "in conclusion, ", "conclusion: "} {
			if strings.HasPrefix(words, begin) {
				if yes, length, ok := leading(text[len(begin):], false); ok {
					return yes, Span{u.start + len(begin), u.start + len(begin) + length}, true
				}
			}
		}
	}
	return false, Span{}, false
}

// both says whether a sentence has both words: "yes and no".
func (v *passage) both(text string) bool {
	words := strings.TrimLeft(lower(text), " *_`\"'")
	for _, p := range []string{"yes and no", "yes/no", "yes or no", "no and yes", "true or false", "true/false"} {
		if strings.HasPrefix(words, p) {
			return true
		}
	}
	return false
}

// clauses divides a sentence at commas, colons, semicolons and dashes outside of code.
func clauses(text string) []Span {
	var list []Span
	start := 0
	add := func(end, next int) {
		list = append(list, Span{start, end})
		start = next
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '`':
			if n := codeSpan(text[i:]); n > 0 {
				i += n - 1
			}
		case text[i] == ',' || text[i] == ';' || text[i] == ':' && i+1 < len(text) && isSpace(text[i+1]):
			add(i, i+1)
		case strings.HasPrefix(text[i:], "—"), strings.HasPrefix(text[i:], "–"):
			add(i, i+len("—"))
			i += len("—") - 1
		case strings.HasPrefix(text[i:], " - "):
			add(i, i+3)
			i += 2
		}
		if len(list) > 20 {
			break
		}
	}
	add(len(text), len(text))
	return list
}

// leading reads yes or no at the beginning of words, behind fillers and hedges. Alone: it must be all of them, as in
// "based on the code, yes". length is that of what was read, from the beginning.
func leading(text string, alone bool) (yes bool, length int, ok bool) {
	words := lower(text)
	rest := strings.TrimLeft(words, " \t\r\n*_#>`\"'([{~|")
	for again := true; again; {
		again = false
		for _, filler := range []string{
			"well", "so", "ok", "okay", "hmm", "the answer is", "the answer", "the short answer is", "answer", "in short", "in fact", "it is", "it's", "that is", "that's", "this is",
			"i think", "i believe", "i guess", "i would say", "i'd say", "i assume", "probably", "most likely", "very likely", "likely", "presumably", "apparently", "a clear", "a", "clearly", "technically", "that", "my answer is", "maybe",
		} {
			if r, cut := strings.CutPrefix(rest, filler); cut && !startsWord(r) && !strings.HasPrefix(r, "'") && strings.TrimSpace(r) != "" {
				if listed(filler, "it is", "it's", "that is", "that's", "this is", "a", "that", "so") && !polar(strings.TrimLeft(r, " *_`\"',:")) {
					continue
				}
				rest, again = strings.TrimLeft(r, " *_`\"',:"), true
				break
			}
		}
	}
	for _, w := range []struct {
		text string
		yes  bool
	}{
		{"yes", true}, {"yep", true}, {"yeah", true}, {"yup", true}, {"true", true}, {"correct", true}, {"affirmative", true}, {"indeed", true},
		{"absolutely", true}, {"certainly", true}, {"definitely", true}, {"✅", true}, {"✓", true}, {"✔", true}, {"sure", true},
		{"nope", false}, {"not", false}, {"no", false}, {"false", false}, {"incorrect", false}, {"negative", false}, {"never", false}, {"nah", false}, {"❌", false}, {"✗", false}, {"✘", false}, {"wrong", false},
		{"it does not", false}, {"it doesn't", false}, {"it doesn’t", false}, {"it is not", false}, {"it isn't", false}, {"it isn’t", false}, {"it cannot", false}, {"it never", false}, {"it has not", false}, {"it hasn't", false},
		{"they do not", false}, {"they don't", false}, {"there is no", false}, {"there isn't", false}, {"this is not", false}, {"that is not", false}, {"that's not", false}, {"it did not", false}, {"it didn't", false}, {"it fails", false},
		{"it does", true}, {"it is", true}, {"it has", true}, {"they do", true}, {"there is", true}, {"it did", true}, {"it will", true},
	} {
		tail, cut := strings.CutPrefix(rest, w.text)
		if !cut || w.text[0] < 0x80 && startsWord(tail) || strings.HasPrefix(tail, "'") || strings.HasPrefix(tail, "-") || strings.HasPrefix(tail, "’") {
			continue
		}
		after := strings.TrimLeft(tail, " *_`\"'.!,;:)]}~|\uFE0F")
		if alone && strings.TrimSpace(after) != "" {
			return false, 0, false
		}
		for _, not := range misleading(w.text) {
			if strings.HasPrefix(strings.TrimLeft(tail, " "), not) {
				return false, 0, false
			}
		}
		if listed(w.text, "absolutely", "certainly", "definitely", "indeed", "sure") && strings.HasPrefix(strings.TrimLeft(after, " "), "no") {
			return false, len(words) - len(tail), !strings.HasPrefix(after, "not sure")
		}
		if listed(w.text, "it does", "it is", "it has", "they do", "there is", "it did", "it will", "there is no") && !alone && !ends(tail) {
			return false, 0, false // "it is …": the sentence says more, and is read as a whole
		}
		return w.yes, len(words) - len(tail), true
	}
	return false, 0, false
}

// polar says whether words begin with a yes or a no.
func polar(words string) bool {
	for _, w := range []string{"yes", "no", "true", "false", "correct", "not", "incorrect", "wrong", "a yes", "a no", "right", "probably", "likely", "most likely", "certainly", "definitely"} {
		if r, ok := strings.CutPrefix(words, w); ok && !startsWord(r) {
			return true
		}
	}
	return false
}

// misleading are the words after a yes or no that make something else of it.
func misleading(w string) []string {
	switch w {
	case "no":
		return []string{"doubt", "idea", "problem", "matter", "longer", "less than", "more than", "one knows", "way to", "information", "wonder", "answer"}
	case "not":
		return []string{"sure", "certain", "enough", "only", "clear", "available", "applicable", "known", "possible to", "able"}
	case "true":
		return []string{"or false", "if"}
	case "correct":
		return []string{"me"}
	}
	return nil
}

// ends says whether nothing but an end of the sentence or a remark comes.
func ends(tail string) bool {
	t := strings.TrimLeft(tail, "*_`\"' ")
	return t == "" || strings.IndexByte(".!,;:(-", t[0]) >= 0 || strings.HasPrefix(t, "—") || strings.HasPrefix(t, "indeed") || strings.HasPrefix(t, "so")
}

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
