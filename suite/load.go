package suite

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/source"
)

// Schema names the format that this package reads.
const Schema = "sooth.suite/1"

// loader holds what is needed while a suite is read.
type loader struct {
	*folder
	suite    *Suite
	warnings []source.Problem
	arms     map[string]place // where each arm is declared
	tasks    map[string]place // where each task's id stands
	system   string           // file name of the system prompt
	template map[string]string
	of       map[string]place // where each sham names the arm that it imitates
	tests    []entry
	// noArms and noTasks say that some could not be read: then a name that is not
	// known may be one of them, and is not reported.
	noArms, noTasks bool
	control         struct {
		reference, planted     string
		referenceAt, plantedAt place
	}
}

// warn notes what the author may not have meant.
func (l *loader) warn(at place, hint, format string, arguments ...any) {
	l.warnings = append(l.warnings, l.problems.at(at, hint, format, arguments...))
}

// Load reads the suite in a folder; the path of its suite.yaml does as well.
// Every file is read and every name resolved. All that is wrong is reported
// at once, as an [*source.Invalid]; any other error says that the folder itself could
// not be opened. Nothing of the suite is run, and nothing outside its folder is read.
func Load(dir string) (*Suite, error) {
	folder, dir, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer folder.root.Close()
	l := &loader{
		folder:   folder,
		suite:    &Suite{Dir: dir},
		arms:     map[string]place{},
		tasks:    map[string]place{},
		template: map[string]string{},
		of:       map[string]place{},
	}
	l.load()
	if err := folder.problems.invalid(); err != nil {
		return nil, err
	}
	l.suite.Hash = l.hash()
	l.suite.warnings = l.warnings
	return l.suite, nil
}

// load reads suite.yaml, then what it names, then holds the answers against it.
func (l *loader) load() {
	top, ok := l.top()
	if !ok {
		return
	}
	l.head(top)
	l.suite.Tree = top.text("tree")
	l.readArms(top)
	l.readCommands(top)
	l.readComparisons(top)
	l.readHypotheses(top)
	before := l.problems.Len()
	switch questions := l.suite.Kind == QuestionsKind; {
	case questions && top.has("tasks"):
		l.problems.add(top.place("tasks"), "take it out", "a suite of kind %s has questions in the place of tasks", QuestionsKind)
	case questions && !top.has("questions"):
		l.problems.add(top.at(top.node), "name the file: questions: questions.jsonl", "the suite lacks the key %q", "questions")
	case questions:
		l.readCodeBase(top)
		l.readCoverage()
		l.readQuestions(top)
	case l.suite.Kind == CKGKind && top.has("tasks"):
		l.readCKG(top)
	case top.has("questions"):
		l.problems.add(top.place("questions"), "take it out, or choose the kind "+QuestionsKind, "a suite of kind %s has no questions", l.suite.Kind)
	case !top.has("tasks") && l.suite.Kind != "":
		l.problems.add(top.at(top.node), "", "the suite lacks the key %q", "tasks")
	default:
		l.readTasks(top)
	}
	l.noTasks = l.problems.Len() > before
	if top.has("answers") {
		l.suite.Answers = top.text("answers")
		l.readAnswers(top.text("answers"), top.place("answers"))
	}
	if l.control.planted != "" {
		l.readPlanted(l.control.planted, l.control.plantedAt)
	}
	if l.problems.Len() == 0 {
		l.checkAsked(top.text("answers"))
	}
}

// top reads suite.yaml into its outermost mapping.
func (l *loader) top() (mapping, bool) {
	if _, err := l.root.Stat(suiteFile); errors.Is(err, fs.ErrNotExist) {
		l.problems.add(place{}, l.suitesBelow(), "no suite.yaml in this folder")
		return mapping{}, false
	}
	text, ok := l.read(suiteFile, place{file: suiteFile}, maxYAML, true)
	if !ok {
		return mapping{}, false
	}
	n, ok := l.document(suiteFile, text)
	if !ok {
		return mapping{}, false
	}
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		l.problems.add(place{file: suiteFile}, "", "the file is empty")
		return mapping{}, false
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			v := n.Content[i+1]
			if n.Content[i].Value == "kind" && (v.Value == SearchKind || v.Value == ExtractKind) {
				hint := map[string]string{SearchKind: "sooth rank run runs it", ExtractKind: "sooth run, report, baseline and suite validate read it"}[v.Value]
				l.problems.add(place{suiteFile, v.Line, v.Column}, hint, "a suite of kind %s, which has no tasks", v.Value)
				return mapping{}, false
			}
		}
	}
	top, ok := l.mapping(suiteFile, "the suite", n, suiteKeys())
	if schema := top.text("schema"); ok && schema != "" && schema != Schema {
		l.problems.add(top.place("schema"), "this version of sooth reads "+Schema, "unknown format %q", schema)
		return top, false // of another format nothing else can be said
	}
	return top, ok
}

// suitesBelow is the hint for a folder that is no suite.
func (l *loader) suitesBelow() string {
	entries, err := l.entries(".")
	if err != nil {
		return ""
	}
	var found []string
	for _, e := range entries {
		if slices.Contains([]string{"suite.yml", "Suite.yaml", "suites.yaml"}, e.Name()) {
			return "rename " + e.Name() + " to suite.yaml"
		}
		if _, err := l.root.Stat(e.Name() + "/" + suiteFile); err == nil && e.IsDir() {
			found = append(found, shown(l.problems.prefix, e.Name()))
		}
	}
	if len(found) > 0 {
		return "suites are in " + strings.Join(found[:min(len(found), 5)], ", ")
	}
	return "name the folder that holds suite.yaml"
}
