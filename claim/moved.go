package claim

import "strings"

// moved leaves unsaid the names of a sentence or a row behind which another one
// stands that ends alike: the text tells that what was here is there now. The
// claims are those from one on; what is joined by "and", or set against the
// other by "instead of", stands for itself.
func (p *reader) moved(from int) {
	later := map[string]int{} // where the next name with a last part is, in claims
	for i := len(p.claims) - 1; i >= from; i-- {
		c := &p.claims[i]
		if c.Kind != Symbol || !strings.Contains(c.Subject, ".") {
			continue
		}
		last := strings.ToLower(lastPart(c.Subject))
		if k, ok := later[last]; ok && c.Anchor == "qualified" && c.Subject != p.claims[k].Subject && leadsOn(p.text[c.Offset+len(c.Text):p.claims[k].Offset]) {
			c.Unsaid, c.Whose = true, ""
		}
		later[last] = i
	}
}

// leadsOn reports whether what stands between two names may lead from the one to
// the other: more than what joins a list, and no contrast.
func leadsOn(between string) bool {
	on := strings.Contains(between, "|") // the next cell
	list, _ := tokens(strings.Trim(between, "`"), false)
	for _, k := range list {
		switch {
		case k.kind == word && listed(" instead rather than not unlike ", k.lower):
			return false
		case k.kind == word && !noun(k.lower) && !determiner(k.lower) && !listed(" and or nor ", k.lower), k.kind == mark && listed(" → — : ", k.text):
			on = true
		}
	}
	return on
}

// lastPart returns what stands behind the last dot of a name.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
