package suite

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
	"sooth/lang"
	"sooth/score"
)

// CKGKind is the kind of suite whose tasks are files of CKG: docs/format/ckg.md.
const CKGKind = "ckg"

// The kinds of what a task of CKG expects.
const (
	SymbolSet = "symbol_set"
	Rubric    = "rubric"
	CodePatch = "code_patch"
)

// Expected is what a task of CKG expects of an answer.
type Expected struct {
	Kind    string   // SymbolSet, Rubric, CodePatch
	Symbols []string // of a symbol_set: the names, qualified as far as it matters
	Rubric  []string // of a rubric: its items
	// Of a code_patch: what the added lines must use and call ("callee" or
	// "caller -> callee"), and what must keep its signature.
	MustUse, MustCall, Keep []string
	// The least precision and recall (rubric: recall) at which an answer passes;
	// nil: 0.5.
	Precision, Recall *float64
}

// CKGCriteria returns what a suite of kind ckg can report, in table order: what
// the task expects, then the truth of what else is said.
func CKGCriteria() []string { return append([]string{score.Expected}, ClaimCriteria()...) }

// readCKG reads the tasks of a suite of kind ckg: every YAML file in the folder
// that tasks names and below.
func (l *loader) readCKG(top mapping) {
	corpora := l.readCorpora(top)
	pins, module := l.pins(top)
	files := l.probeFiles(l.ckgFolder(top), top.place("tasks"), 0)
	if len(files) == 0 && l.problems.Len() == 0 {
		l.problems.add(top.place("tasks"), "tasks are .yaml files", "the suite has no tasks")
	}
	for _, file := range files {
		text, ok := l.read(file, place{file: file}, maxYAML, true)
		if !ok {
			continue
		}
		n, ok := l.document(file, text)
		if !ok {
			continue
		}
		l.ckgTask(file, n, corpora, pins, module)
	}
	slices.SortStableFunc(l.suite.Tasks, func(a, b Task) int { return cmp.Compare(a.ID, b.ID) })
}

func (l *loader) ckgFolder(top mapping) string {
	name, ok := l.name(top.text("tasks"), top.place("tasks"))
	if !ok {
		return "."
	}
	return name
}

// corpus is a code base that tasks name.
type corpus struct{ module, version, tree string }

// readCorpora reads which code bases the names of corpora mean.
func (l *loader) readCorpora(top mapping) map[string]corpus {
	list := map[string]corpus{}
	n := top.values["corpora"]
	if n == nil {
		return list
	}
	l.pairs(suiteFile, `"corpora"`, n, func(k, v *yaml.Node) {
		m, ok := l.mapping(suiteFile, "corpus "+k.Value, v, corpusKeys())
		if !ok {
			return
		}
		c := corpus{m.text("module"), m.text("version"), m.text("tree")}
		if (c.tree == "") == (c.module == "") || (c.module == "") != (c.version == "") {
			l.problems.add(m.at(v), "write module and version, or tree", "corpus %q is neither a module at a version nor a tree", k.Value)
		}
		list[k.Value] = c
	})
	return list
}

// ckgTask reads one task.
func (l *loader) ckgTask(file string, n *yaml.Node, corpora map[string]corpus, pins goMod, module lang.Module) {
	values := l.loose(file, "the task", n, "id", "corpus", "corpus_path", "description", "expected_kind", "expected", "scoring")
	m := mapping{l, file, "the task", n, values}
	if n.Kind != yaml.MappingNode {
		return
	}
	for _, k := range []string{"id", "description", "expected_kind", "expected"} {
		if !m.has(k) {
			l.problems.add(m.at(n), "", "the task lacks the key %q", k)
		}
	}
	t := Task{
		ID: m.text("id"), Path: file, Prompt: strings.TrimRight(m.text("description"), "\r\n"), Contexts: map[string]string{},
		Target: lang.Target{Language: "go", Version: strings.TrimPrefix(l.suite.Toolchain, "go")},
	}
	if before, twice := l.tasks[t.ID]; twice {
		l.problems.add(m.place("id"), "", "two tasks have the id %q: the other is at %s:%d:%d", t.ID, shown(l.problems.prefix, before.file), before.line, before.column)
		return
	}
	l.tasks[t.ID] = m.place("id")
	if t.ID != "" && !plainName(t.ID) {
		l.problems.add(m.place("id"), nameHint, "the task's id %q is not a plain name", t.ID)
	}
	l.ckgCorpus(m, &t, corpora, pins, module)
	t.Expected = l.expected(m)
	for _, arm := range l.suite.Arms {
		if arm.Context != "" {
			t.Contexts[arm.Name] = l.promptFile(path.Join(strings.TrimSuffix(file, path.Ext(file)), arm.Context), m.at(n))
		}
	}
	l.suite.Tasks = append(l.suite.Tasks, t)
}

// ckgCorpus finds the code base of a task: what suite.yaml says of the corpus's
// name, a folder that the task names, or an absolute path.
func (l *loader) ckgCorpus(m mapping, t *Task, corpora map[string]corpus, pins goMod, module lang.Module) {
	name := m.text("corpus")
	c, known := corpora[name]
	switch {
	case m.has("corpus_path"):
		t.Tree = m.text("corpus_path")
		return
	case known:
	case filepath.IsAbs(name):
		t.Tree = name
		return
	case name == "" && l.suite.Tree != "":
		return
	default:
		l.problems.add(m.place("corpus"), "say what it is under corpora in "+suiteFile+", or name a folder with corpus_path", "corpus %q is not known", name)
		return
	}
	t.Tree, t.ModulePath, t.ModuleVer = c.tree, c.module, c.version
	if c.module == "" {
		return
	}
	t.Module = module
	switch pinned, required := pins.require[c.module]; {
	case !required:
		l.problems.add(m.place("corpus"), "require it in the go.mod beside "+suiteFile, "go.mod does not require module %q", c.module)
	case pinned != c.version:
		l.problems.add(m.place("corpus"), "make them equal", "corpus %q is %s@%s, but go.mod requires %s", name, c.module, c.version, pinned)
	}
}

// expected reads what the task expects, and holds it against its kind.
func (l *loader) expected(m mapping) *Expected {
	kinds := []string{SymbolSet, Rubric, CodePatch}
	e := &Expected{Kind: m.text("expected_kind")}
	if e.Kind != "" && !slices.Contains(kinds, e.Kind) {
		l.problems.add(m.place("expected_kind"), nearest.Hint(e.Kind, kinds), "unknown kind of expectation %q", e.Kind)
		return e
	}
	if n := m.values["expected"]; n != nil {
		v := mapping{l, m.file, `"expected"`, n, l.loose(m.file, `"expected"`, n, "symbols", "must_use_symbols", "must_call", "must_not_break_signature", "rubric")}
		e.Symbols, e.Rubric = texts(v.list("symbols")), texts(v.list("rubric"))
		e.MustUse, e.MustCall, e.Keep = texts(v.list("must_use_symbols")), texts(v.list("must_call")), texts(v.list("must_not_break_signature"))
		lacks := ""
		switch {
		case e.Kind == SymbolSet && len(e.Symbols) == 0:
			lacks = "symbols"
		case e.Kind == Rubric && len(e.Rubric) == 0:
			lacks = "rubric"
		}
		if lacks != "" {
			l.problems.add(m.at(n), "", "a task of kind %s expects nothing: %q is missing", e.Kind, lacks)
		}
	}
	if n := m.values["scoring"]; n != nil && n.Kind == yaml.MappingNode {
		v := l.loose(m.file, `"scoring"`, n, "type", "thresholds", "precision", "recall")
		at := mapping{l, m.file, `"scoring"`, n, v}
		if inner := v["thresholds"]; inner != nil {
			at = mapping{l, m.file, `"thresholds"`, inner, l.loose(m.file, `"thresholds"`, inner, "precision", "recall")}
		}
		e.Precision, e.Recall = at.share("precision"), at.share("recall")
	}
	return e
}

// share returns the value of a key that must be a number from 0 to 1, nil where
// the key is absent or wrong.
func (m mapping) share(name string) *float64 {
	n := m.values[name]
	if n == nil {
		return nil
	}
	var f float64
	if err := n.Decode(&f); err != nil || !(f >= 0 && f <= 1) {
		m.l.problems.add(m.at(n), "", "%q must be a number from 0 to 1, not %s", name, n.Value)
		return nil
	}
	return &f
}

// given returns the expected names that a prompt gives away: a task that names
// its own answer measures reading, not knowledge.
func (e *Expected) given(prompt string) []string {
	var found []string
	for _, list := range [][]string{e.Symbols, e.MustUse, e.MustCall} {
		for _, s := range list {
			if _, callee, ok := strings.Cut(s, "->"); ok {
				s = callee // who calls is what the task asks for
			}
			name := strings.TrimSpace(s)
			last := name[strings.LastIndexAny(name, "./")+1:]
			if last != "" && namedIn(prompt, last) && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found
}
