package gofact

import (
	"bufio"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// moduleFile is what a go.mod or go.work says that we need to know.
type moduleFile struct {
	Path    string // of the module
	Go      string // "1.21"; empty: not said
	GoLine  int    // where
	Require []moduleVersion
	Replace []replacement
	Use     []string // folders of a go.work
}

type moduleVersion struct{ Path, Version string }

// replacement is a line "old => new"; a New without version is a folder.
type replacement struct{ Old, New moduleVersion }

// parseModuleFile reads a go.mod or go.work. Lines that it does not understand
// it passes over: whether they are right the go command says.
func parseModuleFile(text string) moduleFile {
	var m moduleFile
	block := ""
	s := bufio.NewScanner(strings.NewReader(text))
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		f := moduleWords(s.Text())
		switch {
		case len(f) == 0:
			continue
		case len(f) == 2 && f[1] == "(":
			block = f[0]
			continue
		case len(f) == 1 && f[0] == ")":
			block = ""
			continue
		case block == "":
			m.line(f[0], f[1:])
			if f[0] == "go" {
				m.GoLine = n
			}
		default:
			m.line(block, f)
		}
	}
	return m
}

func (m *moduleFile) line(verb string, f []string) {
	switch verb {
	case "module":
		if len(f) == 1 {
			m.Path = f[0]
		}
	case "go":
		if len(f) == 1 {
			m.Go = f[0]
		}
	case "use":
		if len(f) == 1 {
			m.Use = append(m.Use, f[0])
		}
	case "require":
		if len(f) == 2 {
			m.Require = append(m.Require, moduleVersion{f[0], f[1]})
		}
	case "replace":
		at := slices.Index(f, "=>")
		if at < 1 || at > 2 || len(f)-at < 2 || len(f)-at > 3 {
			return
		}
		r := replacement{Old: moduleVersion{Path: f[0]}, New: moduleVersion{Path: f[at+1]}}
		if at == 2 {
			r.Old.Version = f[1]
		}
		if len(f)-at == 3 {
			r.New.Version = f[at+2]
		}
		m.Replace = append(m.Replace, r)
	}
}

// moduleWords splits a line of a go.mod into words, comments and quotes taken
// away.
func moduleWords(line string) []string {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r")
		if line == "" || strings.HasPrefix(line, "//") {
			return words
		}
		if line[0] == '"' || line[0] == '`' {
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return words
			}
			word, err := strconv.Unquote(quoted)
			if err != nil {
				return words
			}
			words, line = append(words, word), line[len(quoted):]
			continue
		}
		end := strings.IndexAny(line, " \t\r")
		if end < 0 {
			end = len(line)
		}
		word := line[:end]
		if bracket := strings.IndexAny(word, "()"); bracket == 0 && len(word) > 1 {
			end, word = 1, word[:1]
		} else if bracket > 0 {
			end, word = bracket, word[:bracket]
		}
		words, line = append(words, word), line[end:]
	}
}

// complete reports whether the go.mod of a module lists all modules that its
// packages need: those of Go 1.17 and later do.
func (m *moduleFile) complete() bool {
	return m.Go != "" && version.Compare("go"+m.Go, "go1.17") >= 0
}

// readModuleFile reads a go.mod or go.work in dir.
func readModuleFile(root, dir, name string) (moduleFile, error) {
	text, err := readSource(root, filepath.Join(dir, name))
	if err != nil {
		return moduleFile{}, fmt.Errorf("cannot read %s: %w", filepath.Join(dir, name), err)
	}
	return parseModuleFile(string(text)), nil
}

// isFile reports whether a regular file stands there.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// isDir reports whether a folder stands there.
func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
