package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
	"sooth/lang"
)

// maxTasks bounds the tasks of a suite.
const maxTasks = 100_000

// readTasks finds the folders of the tasks and reads each.
func (l *loader) readTasks(top mapping) {
	n := top.values["tasks"]
	if n == nil {
		return
	}
	var folders []entry
	if n.Kind == yaml.SequenceNode {
		for _, e := range top.list("tasks") {
			if clean, ok := l.name(e.text, e.at); ok {
				folders = append(folders, entry{clean, e.at})
			}
		}
	} else if name := top.text("tasks"); name != "" {
		folders = l.taskFolders(name, top.at(n))
		if folders == nil {
			return
		}
	}
	if len(folders) == 0 && n.Kind != yaml.SequenceNode {
		l.problems.add(top.at(n), "make a folder with a task.yaml in it for each task", "the suite has no tasks")
	}
	if len(folders) > maxTasks {
		l.problems.add(top.at(n), "", "%d tasks: a suite has at most %d", len(folders), maxTasks)
		return
	}
	for _, f := range folders {
		l.readTask(f)
	}
	for _, e := range l.tests {
		if len(l.suite.Tasks) > 0 && !slices.ContainsFunc(l.suite.Tasks, func(t Task) bool {
			return slices.ContainsFunc(t.Tests, func(f lang.File) bool { return f.Name == path.Clean(e.text) })
		}) && strings.HasSuffix(e.text, "_test.go") {
			l.problems.add(e.at, "", "no task has the file %q", e.text)
		}
	}
	slices.SortStableFunc(l.suite.Tasks, func(a, b Task) int { return cmp.Compare(a.ID, b.ID) })
}

// taskFolders lists the folders in the folder of tasks: every one that does not
// begin with "." or "_". It returns nil when the folder cannot be read.
func (l *loader) taskFolders(name string, at place) []entry {
	clean, ok := l.name(name, at)
	if !ok || !l.isFolder(clean, at) {
		return nil
	}
	entries, err := l.entries(clean)
	if err != nil {
		l.unreadable(clean, at, err)
		return nil
	}
	found := []entry{}
	for _, e := range entries {
		inside := path.Join(clean, e.Name())
		if strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
			continue
		}
		if e.Type().IsRegular() {
			l.warn(place{file: inside}, "", "not the folder of a task; it is not read")
			continue
		}
		found = append(found, entry{inside, at})
	}
	return found
}

// isFolder reports a path that is not a folder.
func (l *loader) isFolder(name string, at place) bool {
	info, err := l.root.Stat(name)
	switch {
	case err != nil:
		l.unreadable(name, at, err)
	case !info.IsDir():
		l.problems.add(at, "name the folder", "%q is a file, not a folder", name)
	default:
		return true
	}
	return false
}

// readTask reads the folder of one task.
func (l *loader) readTask(dir entry) {
	if !l.isFolder(dir.text, dir.at) {
		return
	}
	file := path.Join(dir.text, "task.yaml")
	if _, err := l.root.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		l.problems.add(place{file: dir.text}, "begin the folder's name with `_` to leave it out", "the task's folder has no task.yaml")
		return
	}
	text, ok := l.read(file, place{file: file}, maxYAML, true)
	if !ok {
		return
	}
	n, ok := l.document(file, text)
	if !ok {
		return
	}
	m, ok := l.mapping(file, "the task", n, taskKeys(l.suite.Tree != ""))
	if !ok {
		return
	}
	t := Task{
		ID: m.text("id"), Path: file, Prompt: strings.TrimRight(m.text("prompt"), "\r\n"),
		ModulePath: m.text("module"), ModuleVer: m.text("version"), Contexts: map[string]string{},
	}
	if before, twice := l.tasks[t.ID]; twice {
		l.problems.add(m.place("id"), "", "two tasks have the id %q: the other is at %s:%d:%d", t.ID, shown(l.problems.prefix, before.file), before.line, before.column)
		return
	}
	if t.ID != "" {
		l.tasks[t.ID] = m.place("id")
		if !plainName(t.ID) {
			l.problems.add(m.place("id"), nameHint, "the task's id %q is not a plain name", t.ID)
		}
	}
	t.Packages, t.Extra = texts(m.list("packages")), texts(m.list("extra_packages"))
	t.SuccessHints, t.FailureHints = texts(m.list("success_hints")), texts(m.list("failure_hints"))
	l.readTarget(m, &t)
	l.readModule(m, dir.text, &t)
	l.readTaskFiles(m, dir.text, &t)
	l.suite.Tasks = append(l.suite.Tasks, t)
}

// readTarget reads what the task's code must run on.
func (l *loader) readTarget(m mapping, t *Task) {
	if !m.has("target") {
		return
	}
	target, ok := l.mapping(m.file, `"target"`, m.values["target"], targetKeys())
	if !ok {
		return
	}
	t.Target = lang.Target{Language: target.text("language"), Version: target.text("go")}
	if t.Target.Language != "" && t.Target.Language != "go" {
		l.problems.add(target.place("language"), nearest.Hint(t.Target.Language, []string{"go"}), "unknown language %q", t.Target.Language)
	}
	switch v := t.Target.Version; {
	case v == "":
	case !goVersion(v, "go"+v):
		l.problems.add(target.place("go"), `a version is written as in "1.26"`, "target version %q is not understood", v)
		t.Target.Version = ""
	case l.suite.Toolchain != "" && newer(v, l.suite.Toolchain):
		l.problems.add(target.place("go"), fmt.Sprintf("raise toolchain in %s, or lower the target", suiteFile), "target Go %s is newer than the suite's toolchain level %s", v, l.suite.Toolchain)
	}
}

// readTaskFiles reads the files that suite.yaml says every task has.
func (l *loader) readTaskFiles(m mapping, dir string, t *Task) {
	at := m.at(m.node)
	for _, arm := range l.suite.Arms {
		if arm.Context != "" {
			t.Contexts[arm.Name] = l.promptFile(path.Join(dir, arm.Context), at)
		}
	}
	if l.control.reference != "" {
		if clean, ok := l.name(l.control.reference, l.control.referenceAt); ok {
			if text, ok := l.read(path.Join(dir, clean), at, maxText, true); ok {
				t.Reference = []lang.File{{Name: clean, Text: string(text)}}
			}
		}
	}
	for _, e := range l.tests {
		clean, ok := l.name(e.text, e.at)
		if !ok {
			continue
		}
		if !strings.HasSuffix(clean, "_test.go") {
			l.problems.add(e.at, "", "a file of tests is named *_test.go, not %q", clean)
			continue
		}
		if text, ok := l.read(path.Join(dir, clean), at, maxText, false); ok {
			t.Tests = append(t.Tests, lang.File{Name: clean, Text: string(text)})
		}
	}
}
