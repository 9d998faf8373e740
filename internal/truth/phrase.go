package truth

import (
	"path"
	"strconv"
	"strings"

	"sooth/internal/truth/label"
)

// phrasing is one way to put a statement into words. What stands in braces is
// filled in from the statement.
type phrasing struct {
	template string
	anchored bool
}

// words fills in a statement.
func (p phrasing) words(s label.Statement) string {
	if s.Form == label.Code && strings.Contains(p.template, "{indented}") {
		s.Object = "  " + strings.ReplaceAll(strings.TrimSuffix(s.Object, "\n"), "\n", "\n  ") + "\n"
	}
	return values(s).Replace(p.template)
}

// values are what templates may say of a statement.
func values(s label.Statement) *strings.Replacer {
	qualified, pointer, full := s.Package+"."+s.Name, s.Package+"."+s.Name, s.Package+"."+s.Name
	if s.Receiver != "" {
		qualified = s.Receiver + "." + s.Name
		pointer, full = qualified, s.Package+"."+qualified
		if s.Pointer || s.Value { // T.M names a method of *T, too: only a whole declaration says that there is no pointer
			pointer = "(*" + s.Receiver + ")." + s.Name
		}
	}
	call := ""
	if s.Kind == "func" || s.Kind == "method" {
		call = "()"
	}
	signature, short := "func "+s.Name+s.Params+s.Results, s.Name+s.Params+s.Results
	if s.Receiver != "" {
		star := ""
		if s.Pointer {
			star = "*"
		}
		signature = "func (" + strings.ToLower(s.Receiver[:1]) + " " + star + s.Receiver + ") " + short
		short = pointer + s.Params + s.Results
	}
	member := "method"
	if s.Kind == "field" {
		member = "field"
	}
	object := s.Object
	if !strings.ContainsAny(object, ".") && token(object) {
		object = s.Package + "." + object
	}
	return strings.NewReplacer("{qualified}", qualified, "{pointer}", pointer, "{full}", full, "{call}", qualified+call, "{bare call}", s.Name+call,
		"{name}", s.Name, "{receiver}", s.Receiver, "{package}", s.Package, "{path}", s.Path, "{file}", s.File, "{base}", path.Base(s.File),
		"{line}", strconv.Itoa(s.Line), "{end}", strconv.Itoa(s.EndLine), "{noun}", noun(s.Kind), "{member}", member,
		"{signature}", signature, "{short}", short, "{bare signature}", s.Name+s.Params+s.Results,
		"{object}", s.Object, "{indented}", s.Object, "{qualified object}", object, "{object name}", lastName(s.Object))
}

// noun is what a text calls a kind of declaration.
func noun(kind string) string {
	switch kind {
	case "func":
		return "function"
	case "const":
		return "constant"
	case "var":
		return "variable"
	case "struct":
		return "type"
	}
	return kind
}

// lastName is what stands behind the last dot.
func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// token says whether s is one identifier.
func token(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}
