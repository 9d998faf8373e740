package suite

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/extract/answerschema"
	"sooth/extract/fixture"
	"sooth/internal/nearest"
	"sooth/source"
)

// extractLoader holds what is needed while a suite of kind extract is read.
type extractLoader struct {
	*loader
	extract *Extract
}

// LoadExtract reads the suite of kind extract in a folder, with its fixtures, as
// [Load] reads those of kind code: everything that is wrong is reported at once,
// as an [*source.Invalid]. Nothing of the suite is run.
func LoadExtract(dir string) (*Extract, error) {
	folder, dir, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer folder.root.Close()
	l := &extractLoader{
		loader:  &loader{folder: folder, suite: &Suite{}},
		extract: &Extract{Dir: dir},
	}
	l.loadExtract()
	if err := folder.problems.invalid(); err != nil {
		return nil, err
	}
	l.extract.Hash = l.hash()
	l.extract.Warnings = append(l.extract.Warnings, l.warnings...)
	return l.extract, nil
}

// loadExtract reads suite.yaml and what it names.
func (l *extractLoader) loadExtract() {
	n, ok := l.documentOf(ExtractKind)
	if !ok {
		return
	}
	top, ok := l.mapping(suiteFile, "the suite", n, extractKeys())
	if schema := top.text("schema"); ok && schema != "" && schema != Schema {
		l.problems.add(top.place("schema"), "this version of sooth reads "+Schema, "unknown format %q", schema)
		return
	}
	if !ok {
		return
	}
	s := l.extract
	if s.Name = top.text("name"); s.Name != "" && !plainName(s.Name) {
		l.problems.add(top.place("name"), nameHint, "the suite's name %q is not a plain name", s.Name)
	}
	s.Description = strings.TrimSpace(top.text("description"))
	s.Confidence = l.ratio(top, "confidence", 0, 0, 1)
	s.Threshold = l.ratio(top, "threshold", 0.05, 0.0001, 1)
	s.Repeats = 1
	if n, ok := top.number("repeats", 1, maxRepeats); ok {
		s.Repeats = int(n)
	}
	s.Seed, _ = top.number("seed", 0, 1<<62)
	l.readParameters(top)
	l.readBudget(top)
	l.readFixtures(top)
	if top.has("answer") {
		l.readAnswerSchema(top)
	}
	l.readExtractArms(top)
	if top.has("answers") {
		s.Answers = top.text("answers")
		l.readExtractAnswers(s.Answers, top.place("answers"))
	}
}

// documentOf reads suite.yaml into its root, and refuses suites of another kind
// before their keys are.
func (l *extractLoader) documentOf(want string) (*yaml.Node, bool) {
	if _, err := l.root.Stat(suiteFile); errors.Is(err, fs.ErrNotExist) {
		l.problems.add(place{}, l.suitesBelow(), "no suite.yaml in this folder")
		return nil, false
	}
	text, ok := l.read(suiteFile, place{file: suiteFile}, maxYAML, true)
	if !ok {
		return nil, false
	}
	n, ok := l.document(suiteFile, text)
	if !ok || n.Kind != yaml.MappingNode {
		if ok {
			l.problems.add(place{suiteFile, n.Line, n.Column}, "", "the suite must be a mapping, not %s", kind(n))
		}
		return nil, false
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if v := n.Content[i+1]; n.Content[i].Value == "kind" && v.Value != want {
			l.problems.add(place{suiteFile, v.Line, v.Column}, nearest.Hint(v.Value, []string{"code", ClaimsKind, QuestionsKind, SearchKind, want}), "not a suite of kind %s but %q", want, v.Value)
			return nil, false
		}
	}
	return n, true
}

// ratio returns the value of a key that must be a number from least to most.
func (l *loader) ratio(m mapping, name string, otherwise, least, most float64) float64 {
	v := m.values[name]
	if v == nil {
		return otherwise
	}
	x, err := strconv.ParseFloat(v.Value, 64)
	if v.Kind != yaml.ScalarNode || v.ShortTag() != "!!int" && v.ShortTag() != "!!float" || err != nil || !(x >= least && x <= most) {
		l.problems.add(m.at(v), "", "%q must be a number from %v to %v, not %s", name, least, most, kind(v))
		return otherwise
	}
	return x
}

// readParameters reads what is sent to models beside the prompt.
func (l *extractLoader) readParameters(top mapping) {
	n := top.values["parameters"]
	if n == nil {
		return
	}
	l.extract.Parameters = map[string]string{}
	l.pairs(suiteFile, `"parameters"`, n, func(k, v *yaml.Node) {
		at := place{suiteFile, v.Line, v.Column}
		if v.Kind != yaml.ScalarNode || v.ShortTag() == "!!null" {
			l.problems.add(at, "temperature: 0.1", "parameter %q must be one value, not %s", k.Value, kind(v))
			return
		}
		l.extract.Parameters[k.Value] = v.Value
	})
}

// readBudget reads the bounds on tokens.
func (l *extractLoader) readBudget(top mapping) {
	n := top.values["budget"]
	if n == nil {
		return
	}
	m, ok := l.mapping(suiteFile, `"budget"`, n, budgetKeys())
	if !ok {
		return
	}
	file, _ := m.number("file_tokens", 1, 1<<31)
	run, _ := m.number("run_tokens", 1, 1<<40)
	l.extract.FileTokens, l.extract.RunTokens = int(file), int(run)
}

// readFixtures reads the corpus.
func (l *extractLoader) readFixtures(top mapping) {
	name := top.text("fixtures")
	clean, ok := l.name(name, top.place("fixtures"))
	if name == "" || !ok {
		return
	}
	s := l.extract
	s.Fixtures = clean
	if info, err := l.root.Stat(clean); err != nil {
		l.unreadable(clean, top.place("fixtures"), err)
		return
	} else if !info.IsDir() {
		l.problems.add(top.place("fixtures"), "", "%q is a file, not a folder", clean)
		return
	}
	below, err := fs.Sub(l.root.FS(), clean)
	if err != nil {
		l.unreadable(clean, top.place("fixtures"), err)
		return
	}
	s.Corpus, err = fixture.LoadFS(below, shown(l.problems.prefix, clean))
	var wrong *source.Invalid
	switch {
	case errors.As(err, &wrong):
		l.problems.Join(wrong)
		return
	case err != nil:
		l.problems.add(top.place("fixtures"), "", "%v", err)
		return
	}
	if _, err := fs.Stat(below, fixture.VocabularyFile); err == nil {
		file := path.Join(clean, fixture.VocabularyFile)
		text, _ := l.read(file, place{file: file}, maxText, true)
		s.Vocabulary = string(text)
	}
	s.FixturesHash = fixture.Hash(s.Corpus.Fixtures)
	l.digests[clean+"/"] = digestOf([]byte(s.FixturesHash)) // the manifest's baseline is no part of what is asked
	s.Warnings = append(s.Warnings, s.Corpus.Warnings...)
	if len(s.Corpus.Reviewed()) == 0 {
		l.problems.add(top.place("fixtures"), "a draft never counts: review them, and write status = \"reviewed\"", "all of the %d fixtures are drafts", len(s.Corpus.Fixtures))
	}
}

// readAnswerSchema reads the JSON Schema of an answer.
func (l *extractLoader) readAnswerSchema(top mapping) {
	name := top.text("answer")
	clean, ok := l.name(name, top.place("answer"))
	if name == "" || !ok {
		return
	}
	text, ok := l.read(clean, top.place("answer"), maxYAML, true)
	if !ok {
		return
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		at := place{file: clean}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			before := string(text[:min(int(syntax.Offset), len(text))])
			at.line, at.column = 1+strings.Count(before, "\n"), max(len(before)-strings.LastIndex(before, "\n")-1, 1)
		}
		l.problems.add(at, "", "not the JSON object of a schema: %v", err)
		return
	}
	compiled, err := answerschema.Parse(text)
	if err != nil {
		l.problems.add(place{file: clean}, "", "not a schema that answers can be held against: %v", err)
		return
	}
	l.extract.Answer, l.extract.AnswerSchema = string(text), compiled
}
