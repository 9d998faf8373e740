package suite

import (
	"go/version"
	"math"
	"slices"
	"strings"

	"sooth/internal/nearest"
	"sooth/score"
)

// head reads the parts of suite.yaml that stand for themselves.
func (l *loader) head(top mapping) {
	s := l.suite
	s.Name = top.text("name")
	if s.Name != "" && !plainName(s.Name) {
		l.problems.add(top.place("name"), nameHint, "the suite's name %q is not a plain name", s.Name)
	}
	s.Kind = top.text("kind")
	if kinds := []string{"code", ClaimsKind, QuestionsKind, CKGKind}; s.Kind != "" && !slices.Contains(kinds, s.Kind) {
		l.problems.add(top.place("kind"), nearest.Hint(s.Kind, kinds), "unknown kind of suite %q", s.Kind)
	}
	s.Description = strings.TrimSpace(top.text("description"))
	s.Toolchain = top.text("toolchain")
	if level := s.Toolchain; level != "" && !goVersion(strings.TrimPrefix(level, "go"), level) {
		l.problems.add(top.place("toolchain"), "a level is written as in `go1.26`", "toolchain level %q is not understood", level)
		s.Toolchain = ""
	}
	if n, ok := top.number("repeats", 1, maxRepeats); ok {
		s.Repeats = int(n)
	} else {
		s.Repeats = 1
	}
	s.Seed, _ = top.number("seed", 0, math.MaxInt64)
	if top.has("prompts") {
		if m, ok := l.mapping(suiteFile, `"prompts"`, top.values["prompts"], promptsKeys()); ok {
			l.system = m.text("system")
			s.System = l.promptFile(l.system, m.place("system"))
		}
	}
	if top.has("controls") {
		if m, ok := l.mapping(suiteFile, `"controls"`, top.values["controls"], controlsKeys()); ok {
			l.control.reference, l.control.referenceAt = m.text("reference"), m.place("reference")
			l.control.planted, l.control.plantedAt = m.text("planted"), m.place("planted")
		}
	}
	l.tests = top.list("tests")
	l.readCriteria(top)
}

// maxRepeats bounds the repeats of a suite: more would be a slip of the finger.
const maxRepeats = 1000

// readCriteria reads the criteria that are judged, into table order.
func (l *loader) readCriteria(top mapping) {
	all := score.Criteria()
	derived := []string{score.All, score.Solved}
	if l.suite.Kind == ClaimsKind {
		all, derived = ClaimCriteria(), nil
	}
	if l.suite.Kind == CKGKind {
		all, derived = CKGCriteria(), nil
	}
	if l.suite.Kind == QuestionsKind {
		all, derived = QuestionCriteria(), nil
	}
	if !top.has("criteria") {
		if l.suite.Kind == QuestionsKind {
			l.suite.Criteria = all
		} else if l.suite.Kind != "" {
			l.problems.add(top.at(top.node), "", "the suite lacks the key %q", "criteria")
		}
		return
	}
	var asked []string
	for _, e := range top.list("criteria") {
		switch {
		case slices.Contains(derived, e.text):
			l.problems.add(e.at, "leave it out", "criterion %q follows from the others and is always reported", e.text)
		case !slices.Contains(all, e.text):
			l.problems.add(e.at, nearest.Hint(e.text, all[:len(all)-len(derived)]), "unknown criterion %q", e.text)
		default:
			asked = append(asked, e.text)
		}
	}
	for _, c := range all {
		if slices.Contains(asked, c) {
			l.suite.Criteria = append(l.suite.Criteria, c)
		}
	}
}

// nameHint says what names in a suite look like.
const nameHint = "a name has letters, digits and `.`, `_`, `-`, and begins with a letter or digit"

// plainName says whether a name can stand in a table, a flag and a file name.
func plainName(name string) bool {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return name != "" && len(name) <= 100
}

// goVersion says whether number ("1.26", "1.26.8") is a release of Go as
// full writes it ("go1.26"), and not a release candidate.
func goVersion(number, full string) bool {
	if strings.Trim(number, "0123456789.") != "" || !strings.HasPrefix(number, "1.") {
		return false
	}
	return full == "go"+number && version.IsValid(full)
}

// newer says whether language version a ("1.26") is newer than level b ("go1.26").
func newer(a, b string) bool {
	return version.Compare(version.Lang("go"+a), version.Lang(b)) > 0
}

// promptFile reads a text that is sent to models. It must be UTF-8, because
// records and requests are.
func (l *loader) promptFile(name string, at place) string {
	if name == "" {
		return ""
	}
	clean, ok := l.name(name, at)
	if !ok {
		return ""
	}
	text, ok := l.read(clean, at, maxText, true)
	if !ok {
		return ""
	}
	if _, ok := l.plainText(clean, text); !ok {
		return ""
	}
	for _, odd := range []struct{ bytes, what string }{{"\ufeff", "a byte order mark"}, {"\r\n", "CRLF line ends"}} {
		if strings.Contains(string(text), odd.bytes) {
			l.warn(place{file: clean}, "models see it as it is", "has %s", odd.what)
		}
	}
	if strings.TrimSpace(string(text)) == "" {
		l.problems.add(at, "", "%q is blank", clean)
		return ""
	}
	return string(text)
}
