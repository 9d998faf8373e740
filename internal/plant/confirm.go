package plant

import (
	"path/filepath"
	"regexp"
	"strings"

	"sooth/internal/toolchain"
	"sooth/score"
)

// witness confirms mutants from what the compiler said and from sources.
type witness struct {
	g       *toolchain.Go
	p       *program
	sources *sources
}

// confirm returns which tool proves that m is what it is meant to be, and its
// decisive line; or why nothing does.
func (w *witness) confirm(m *mutant, said []complaint) (by, output, dropped string) {
	switch m.kind {
	case score.TooNew:
		return w.tooNew(m, said)
	case score.Deprecated:
		return w.deprecated(m, said)
	case score.DoesNotBehave:
		if len(said) > 0 {
			return "", "", "does not compile"
		}
		return "", "", "" // the tests have the word
	}
	if len(said) == 0 {
		return "", "", "compiles"
	}
	for _, c := range said {
		if c.line != m.line {
			if m.kind == score.Syntax && c != said[0] {
				continue // the parser stumbles on
			}
			return "", "", "an error on another line"
		}
	}
	first := said[0].text
	if !regexp.MustCompile(decisive(m)).MatchString(first) {
		return "", "", "another error: " + generic(first)
	}
	if len(said) > 1 && m.kind != score.WrongSignature && m.kind != score.Syntax {
		return "", "", "more than one error"
	}
	if m.kind == score.WrongSignature {
		for _, c := range said {
			if !regexp.MustCompile(decisive(m)).MatchString(c.text) {
				return "", "", "another error: " + generic(c.text)
			}
		}
	}
	if reason := w.absent(m); reason != "" {
		return "", "", reason
	}
	return "go build", first, ""
}

// decisive returns a regular expression for the error that proves m's kind.
func decisive(m *mutant) string {
	name := regexp.QuoteMeta(m.name)
	switch m.kind {
	case score.InventedPackage:
		return `(^|\s)` + name + `( is not in std|[;:]| |$)`
	case score.InventedFunction, score.InventedType:
		return `^undefined: \w+\.` + name + `$`
	case score.InventedField:
		return `undefined \(type .* has no field or method ` + name + `\b|^unknown field ` + name + ` in struct literal`
	case score.InventedMethod:
		return `undefined \(type .* has no field or method ` + name + `\b`
	case score.WrongSignature:
		return `^not enough arguments in call|^too many arguments in call|^cannot use .* in argument to|^assignment mismatch: `
	case score.Undefined:
		return `^undefined: ` + name + `$`
	case score.Syntax:
		return `^syntax error: |^newline in string`
	case score.Unused:
		return `^declared and not used: ` + name + `$|^` + name + ` imported and not used`
	}
	return `^$`
}

// generic cuts what is particular out of an error, for counting.
func generic(text string) string {
	if i := strings.IndexAny(text, `:("`); i > 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text)
}

// absent looks for an invented name in the sources themselves.
func (w *witness) absent(m *mutant) string {
	switch m.kind {
	case score.InventedPackage:
		dirs := []string{filepath.Join(w.g.Root, "src", filepath.FromSlash(m.path))}
		for module, dir := range w.p.modules {
			if rest, ok := strings.CutPrefix(m.path, module+"/"); ok {
				dirs = append(dirs, filepath.Join(dir, filepath.FromSlash(rest)))
			}
		}
		for _, d := range dirs {
			if found, _ := filepath.Glob(filepath.Join(d, "*.go")); len(found) > 0 {
				return "the package exists"
			}
		}
	case score.InventedFunction, score.InventedType, score.InventedField, score.InventedMethod:
		l, ok := w.p.packages[m.path]
		if !ok {
			return ""
		}
		declared, err := w.sources.declared(l.Dir)
		if err != nil {
			return "the sources cannot be read"
		}
		name := m.name
		if m.owner != "" {
			name = m.owner + "." + m.name
		}
		if _, ok := declared[name]; ok {
			return "declared in the sources"
		}
	}
	return ""
}
