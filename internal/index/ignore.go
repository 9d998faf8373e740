package index

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ignored are the patterns in force for a folder: those of its .gitignore
// before those of the folders above.
type ignored struct {
	above    *ignored
	base     string // the folder that the patterns are relative to, relative to the outermost; empty: that one
	patterns []pattern
}

// maxIgnoreFile bounds a .gitignore file, and maxPatterns those in force from
// one file.
const (
	maxIgnoreFile = 1 << 20
	maxPatterns   = 10_000
)

// with adds the text of a .gitignore file in the folder base.
func (g *ignored) with(base, text string) *ignored {
	list := parsePatterns(text)
	if len(list) == 0 {
		return g
	}
	return &ignored{above: g, base: base, patterns: list[:min(len(list), maxPatterns)]}
}

// match says whether the file or folder at name is ignored. That a folder above
// is, is not looked at: nothing in such a folder is asked for.
func (g *ignored) match(name string, isFolder bool) bool {
	for ; g != nil; g = g.above {
		rest := name
		if g.base != "" {
			rest = strings.TrimPrefix(name, g.base+"/")
		}
		for i := len(g.patterns) - 1; i >= 0; i-- {
			p := &g.patterns[i]
			if p.folder && !isFolder {
				continue
			}
			subject := rest
			if !p.anchored {
				subject = path.Base(rest)
			}
			if p.match(subject) {
				return !p.negate
			}
		}
	}
	return false
}

// repositoryOf finds the work tree that dir lies in: the nearest folder upward
// with .git in it, and dir relative to it. Without one it is dir itself.
func repositoryOf(dir string) (top, prefix string, found bool) {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			prefix, err := filepath.Rel(at, dir)
			if err != nil || prefix == "." {
				prefix = ""
			}
			return at, filepath.ToSlash(prefix), true
		}
		if filepath.Dir(at) == at {
			return dir, "", false
		}
	}
}

// ignoredAbove reads what is in force for the folder prefix of a work tree from
// outside it: .git/info/exclude, and the .gitignore files of the folders above.
func ignoredAbove(top, prefix string) *ignored {
	var g *ignored
	if text, ok := readSmall(filepath.Join(gitDir(top), "info", "exclude")); ok {
		g = g.with("", text)
	}
	if prefix == "" {
		return g
	}
	base := ""
	for _, name := range strings.Split(prefix, "/") {
		if text, ok := readSmall(filepath.Join(top, filepath.FromSlash(base), ".gitignore")); ok {
			g = g.with(base, text)
		}
		base = path.Join(base, name)
	}
	return g
}

// gitDir is the folder that the work trees of a repository share: .git, or
// where a file of that name leads.
func gitDir(top string) string {
	dir := filepath.Join(top, ".git")
	text, ok := readSmall(dir)
	if !ok {
		return dir
	}
	follow := func(from, to string) string {
		if to = strings.TrimSpace(to); filepath.IsAbs(to) {
			return to
		}
		return filepath.Join(from, to)
	}
	dir = follow(top, strings.TrimPrefix(text, "gitdir:"))
	if common, ok := readSmall(filepath.Join(dir, "commondir")); ok {
		dir = follow(dir, common)
	}
	return dir
}

// readSmall reads a plain file that is not large.
func readSmall(name string) (string, bool) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		return "", false
	}
	text, err := os.ReadFile(name)
	return string(text), err == nil
}
