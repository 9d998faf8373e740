package truth

import (
	"strings"

	"sooth/claim"
	"sooth/internal/truth/label"
)

// about says whether a claim that the judge found in a text is the statement
// that the text was made of. Everything else that the text says is true.
func (t Text) about(c claim.Claim) bool {
	s := t.Statement
	words := identifiers(c.Subject + " " + c.Object)
	switch s.Form {
	case label.Exists, label.Member:
		if c.Kind != claim.Symbol && c.Kind != claim.Location && c.Kind != claim.Signature && !(c.Kind == claim.Structure && c.Verb != "") {
			return false
		}
		if s.Fault == s.Receiver && s.Receiver != "" || t.True.Form == label.Member && t.Expect == IsTrue {
			return words[s.Name] && words[s.Receiver]
		}
		if s.Fault == s.Package && s.Package != "" {
			return words[s.Name] && words[s.Package]
		}
		return words[s.Name]
	case label.Within:
		return c.Kind == claim.Location && words[s.Name]
	case label.Location:
		return c.Kind == claim.Location && words[s.Name] || t.Style == "past the end of the file" && t.Expect == IsFalse && c.Kind == claim.Citation && c.Place.Line > 0
	case label.Citation, label.File:
		return c.Kind == claim.Citation
	case label.Signature:
		return (c.Kind == claim.Signature || c.Kind == claim.Structure && (c.Verb == "returns" || c.Verb == "takes")) && words[s.Name]
	case label.Code:
		return c.Kind == claim.Code
	case label.Calls:
		return c.Kind == claim.Structure && c.Verb == "calls" && words[lastName(s.Object)]
	case label.Imports:
		if t.Class == "M8" && t.Expect == IsFalse && (c.Kind == claim.Symbol || c.Kind == claim.Citation) {
			return strings.Contains(c.Text, s.Object)
		}
		return c.Kind == claim.Structure && c.Verb == "imports"
	}
	return c.Kind == claim.Structure && c.Verb == verb(s.Form) && words[s.Name]
}

// elsewhere says whether a citation may be of another file than the one that
// the statement is about: a file name alone is the end of many paths.
func (t Text) elsewhere(c claim.Claim) bool {
	return c.Kind == claim.Citation && !strings.Contains(c.Place.File, "/") && strings.Contains(t.Statement.File, "/")
}

// verb is how claims name the statement of a form.
func verb(f label.Form) string {
	if f == label.Deprecated {
		return "is deprecated"
	}
	return string(f)
}

// identifiers are the identifiers of a claim's subject and object.
func identifiers(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) {
		out[w] = true
	}
	return out
}

// family is what a form's recall is counted under.
func family(f label.Form) string {
	switch f {
	case label.Exists, label.Member, label.Citation, label.File:
		return "existence"
	case label.Code:
		return "code"
	}
	return "structure"
}

// kind is what a form's decided share is counted under.
func kind(f label.Form) string {
	switch f {
	case label.Citation, label.File, label.Location, label.Within:
		return "citations"
	case label.Exists, label.Member:
		return "anchored names"
	case label.Code:
		return "code"
	}
	return "structure"
}
