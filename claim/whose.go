package claim

import "strings"

// What is named may be of somebody else, or only be spoken of.

// word reports whether it is the word that is spoken of: "the name `x`".
func (m mention) word() bool {
	return m.first > 0 && listed(" name names word words term terms spelling string ", m.v[m.first-1].w)
}

// asked reports whether somebody is asked or told to do what is said: "asks us to provide `x`".
func (m mention) asked() bool {
	return m.before >= 2 && m.v[m.before-1].w == "to" && listed(" us me them people ", m.v[m.before-2].w)
}

// foreign reports whether what is named may be somebody's own, or of another
// change: "in our fork, `x`", "`x` from #99".
func (m mention) foreign() bool {
	for k, it := range m.v {
		if k <= m.before && listed(" my our your ", it.w) || strings.HasPrefix(it.w, "#") && len(it.w) > 1 && (k+1 == len(m.v) || m.v[k+1].mark != ":") {
			return true
		}
	}
	return false
}

// whose returns who has what is named where a single word says so: "click" in
// "click has `x`", "click's `x`" and "in click, `x` is …".
func (m mention) whose() string {
	for k := m.first - 1; k >= m.start && k >= m.before && m.v[k].w != ""; k-- {
		for _, genitive := range [...]string{"'s", "’s"} {
			if of, ok := strings.CutSuffix(m.v[k].w, genitive); ok && of != "" {
				return of
			}
		}
	}
	if len(m.v) > 2 && m.v[0].w == "in" && m.v[2].mark == "," && !listed(" short practice general fact addition particular turn principle contrast essence total production ", m.v[1].w) {
		return m.v[1].w
	}
	k := m.start
	if m.v[k].w == "what" {
		k++
	}
	if k+1 < m.first && singular(m.v[k+1].w) && uses(m.v[k+1].w) && !listed(" it this that there what which everything each ", m.v[k].w) && !adverb(m.v[k].w) {
		return m.v[k].w
	}
	return ""
}
