package generate

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/git"
	"sooth/question"
)

// maxHistory bounds how many commits are looked at, newest first.
const maxHistory = 2000

// maxVersions bounds how many versions of a file are compared to find out when a
// function changed.
const maxVersions = 60

// historyForms ask what commits changed. The first route reads one log, and
// compares versions of a file by their declarations; the second asks git for the history of
// one file, or of its lines, or compares two trees.
func (m *maker) historyForms() []*form {
	return []*form{
		{pattern: "last-changed/file", kind: question.LastChanged, dear: true, candidates: m.changedFiles, absent: m.NoHistory},
		{pattern: "last-changed/function", kind: question.LastChanged, dear: true, candidates: m.changedFunctions, absent: m.NoHistory},
		{pattern: "files-changed/commit", kind: question.FilesChanged, dear: true, candidates: m.commits, absent: m.NoHistory},
	}
}

// log reads the history once; nil: there is none.
func (m *maker) log() []git.Commit {
	if m.Git == nil || m.history != nil {
		return m.history
	}
	m.history = []git.Commit{}
	for c, err := range m.Git.Commits(m.ctx, "", "HEAD", maxHistory) {
		if err != nil {
			m.NoHistory = "not available: " + err.Error()
			return nil
		}
		m.history = append(m.history, c)
	}
	return m.history
}

// commit makes the right answer of a commit: in full and abbreviated.
func commit(id string) question.Answer { return text(id, id[:12], id[:8], id[:7]) }

// newest returns the place of the newest commit that lists a file.
func (m *maker) newest(file string) int {
	return slices.IndexFunc(m.log(), func(c git.Commit) bool {
		return slices.ContainsFunc(c.Changes, func(x git.Change) bool { return x.Path == file })
	})
}

func (m *maker) changedFiles() (list []draft) {
	if len(m.log()) == 0 {
		return nil
	}
	for _, file := range sortedKeys(m.world.lines) {
		i := m.newest(file)
		if i < 0 {
			continue
		}
		id := m.history[i].ID
		list = append(list, draft{
			subject: file, pkg: m.world.importAt[file], file: file, truth: commit(id), measures: map[string]int{measureDistance: 2},
			rests: []rest{{fact.Commit, id + " " + file}},
			confirm: func() verdict {
				other, err := m.Git.LastChange(m.ctx, "HEAD", file)
				switch {
				case err != nil:
					return unknown("git cannot tell")
				case other != id:
					return unknown("the history of the file alone ends otherwise: a merge")
				}
				return agreed("git rev-list")
			},
		})
	}
	return list
}

func (m *maker) changedFunctions() (list []draft) {
	if len(m.log()) == 0 {
		return nil
	}
	for i := range m.world.defs {
		f := &m.world.defs[i]
		if f.Symbol != "func" && f.Symbol != "method" || test(f.Span.File) || m.special(f) || m.local(f.Subject) || len(m.world.byName[f.Subject]) != 1 {
			continue
		}
		pkg, name := m.world.split(f.Subject)
		d := draft{subject: f.Subject, pkg: pkg, file: f.Span.File, measures: map[string]int{measureDistance: 2, measureLines: span(f), measureNamesakes: m.namesakes(f.Subject)}}
		id := ""
		d.settle = func(d *draft) bool {
			if id = m.lastVersion(f.Span.File, name); id == "" {
				return false
			}
			d.truth = commit(id)
			return true
		}
		d.confirm = func() verdict {
			other, err := m.Git.LastLines(m.ctx, "HEAD", f.Span.File, f.Span.Line, f.Span.EndLine)
			switch {
			case err != nil:
				return unknown("git cannot tell")
			case other != id:
				return unknown("git follows the lines to another commit")
			}
			return agreed("git log -L")
		}
		list = append(list, d)
	}
	return list
}

// lastVersion returns the newest commit in which the text of a declaration is not
// what it was before; empty: not known.
func (m *maker) lastVersion(file, name string) string {
	now, err := m.second.Text(file)
	if err != nil {
		return ""
	}
	head, err := m.Git.Show(m.ctx, "HEAD", file)
	if err != nil || !bytes.Equal(now, head) {
		return "" // changed and not committed
	}
	text := declaration(head, name)
	if text == "" {
		return ""
	}
	versions := 0
	for i, c := range m.log() {
		if !slices.ContainsFunc(c.Changes, func(x git.Change) bool { return x.Path == file }) {
			continue
		}
		if versions++; versions > maxVersions {
			return ""
		}
		if len(c.Parents) == 0 {
			return c.ID
		}
		before, err := m.Git.Show(m.ctx, m.history[i].Parents[0], file)
		if err != nil || declaration(before, name) != text {
			return c.ID
		}
	}
	return ""
}

// declaration cuts the text of a function or method out of a file, without its
// comment; empty: it is not there.
func declaration(source []byte, name string) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	owner, method, isMethod := strings.Cut(name, ".")
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || isMethod != (fn.Recv != nil) {
			continue
		}
		if isMethod && (fn.Name.Name != method || !strings.Contains(string(source[fset.Position(fn.Recv.Pos()).Offset:fset.Position(fn.Recv.End()).Offset]), owner)) {
			continue
		}
		if !isMethod && fn.Name.Name != name {
			continue
		}
		return string(source[fset.Position(fn.Pos()).Offset:fset.Position(fn.End()).Offset])
	}
	return ""
}

func (m *maker) commits() (list []draft) {
	for _, c := range m.log() {
		if len(c.Changes) == 0 || len(c.Changes) > maxSet || len(c.Parents) > 1 {
			continue
		}
		var files []string
		plain := true
		for _, x := range c.Changes {
			files = append(files, x.Path)
			plain = plain && plainPath(x.Path)
		}
		if !plain {
			continue
		}
		slices.Sort(files)
		d := draft{
			subject: c.ID, truth: m.paths(slices.Clone(files)), measures: map[string]int{measureAnswers: len(files), measureDistance: 1},
			confirm: func() verdict {
				other, err := m.Git.Touched(m.ctx, c.ID)
				slices.Sort(other)
				switch {
				case err != nil:
					return unknown("git cannot tell")
				case !slices.Equal(other, files):
					return contradicted("the trees of the commit and its parent differ otherwise")
				}
				return agreed("git diff-tree")
			},
		}
		for _, f := range files {
			d.rests = append(d.rests, rest{fact.Commit, c.ID + " " + f})
		}
		list = append(list, d)
	}
	return list
}
