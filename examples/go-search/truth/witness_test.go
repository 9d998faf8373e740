package truth_test

import (
	"bytes"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var unquoted = regexp.MustCompile(`^\^(.*)\$$`)

// answer returns the id that an exact pattern matches.
func answer(pattern string) string {
	return strings.ReplaceAll(unquoted.FindStringSubmatch(pattern)[1], `\`, "")
}

// TestAnswersInAPIFiles looks up every answer of classes A, B, C, D and E in
// the API files, which leave out "unsafe".
func TestAnswersInAPIFiles(t *testing.T) {
	library(t)
	features := apiFeatures(t, build.Default.GOROOT)
	n := 0
	check := func(r row, id string) {
		n++
		if features[id].pkg == "" && !strings.HasPrefix(id, "unsafe.") {
			t.Errorf("%s: %q is in no API file", r["id"], id)
		}
	}
	for _, r := range committed(t) {
		switch r["class"] {
		case "A", "B", "C":
			if r["negative"] == "" {
				check(r, answer(r["pattern"]))
			}
		case "D":
			for id := range strings.FieldsSeq(r["ids"]) {
				check(r, id)
			}
		case "E":
			check(r, answer(r["modern"]))
			check(r, answer(r["legacy"]))
		}
	}
	if n < 300 {
		t.Errorf("only %d answers looked up", n)
	}
}

// TestDeprecationsInDocuments reads the paragraphs of class E by another way,
// out of the documents: the deprecated one says so and names the other one's
// last segment.
func TestDeprecationsInDocuments(t *testing.T) {
	docs := map[string]string{}
	for _, d := range library(t).Documents() {
		docs[d.ID] = d.Doc
	}
	n := 0
	for _, r := range committed(t) {
		if r["class"] != "E" {
			continue
		}
		n++
		modern, legacy := answer(r["modern"]), answer(r["legacy"])
		_, notice, found := strings.Cut(docs[legacy], "Deprecated:")
		if legacy == "net/http/httputil.NewServerConn" || !found {
			_, notice, found = strings.Cut(docs[legacy]+docs[legacy[:strings.LastIndex(legacy, ".")]], "Deprecated:")
		}
		if !found || !strings.Contains(notice, modern[strings.LastIndex(modern, ".")+1:]) {
			t.Errorf("%s: the comment of %q does not send to %q: %q", r["id"], legacy, modern, notice)
		}
		if strings.Contains(docs[modern], "\n\nDeprecated:") {
			t.Errorf("%s: %q is deprecated itself", r["id"], modern)
		}
	}
	if n < 30 {
		t.Errorf("%d pairs", n)
	}
}

// TestAttributesInAPIFiles finds the functions of class H in the API files.
func TestAttributesInAPIFiles(t *testing.T) {
	documented := map[string]bool{}
	for _, d := range library(t).Documents() {
		documented[d.ID] = true
	}
	features := apiFeatures(t, build.Default.GOROOT)
	rows := map[string][]string{}
	for _, r := range committed(t) {
		if r["class"] == "H" {
			rows[r["note"]] = strings.Fields(r["ids"])
		}
	}
	is := func(qualified string) func(feature, string) bool {
		i := strings.LastIndex(qualified, ".")
		return func(f feature, text string) bool {
			text, _, _ = strings.Cut(text, "[")
			short := qualified[strings.LastIndex(qualified, "/")+1:]
			return text == short || f.pkg == qualified[:i] && text == qualified[i+1:]
		}
	}
	for note, has := range map[string]func(f feature) bool{
		"a parameter is context.Context":       func(f feature) bool { return anyOf(f, f.params, is("context.Context")) },
		"a result is context.Context":          func(f feature) bool { return anyOf(f, f.results, is("context.Context")) },
		"a result is iter.Seq or iter.Seq2":    func(f feature) bool { return anyOf(f, f.results, is("iter.Seq"), is("iter.Seq2")) },
		"a parameter is iter.Seq or iter.Seq2": func(f feature) bool { return anyOf(f, f.params, is("iter.Seq"), is("iter.Seq2")) },
		"a result is io.ReadCloser":            func(f feature) bool { return anyOf(f, f.results, is("io.ReadCloser")) },
		"a parameter is io/fs.FS":              func(f feature) bool { return anyOf(f, f.params, is("io/fs.FS")) },
		"a result is time.Duration":            func(f feature) bool { return anyOf(f, f.results, is("time.Duration")) },
		"a result is a channel": func(f feature) bool {
			return anyOf(f, f.results, func(_ feature, s string) bool {
				return strings.HasPrefix(s, "chan ") || strings.HasPrefix(s, "<-chan ")
			})
		},
	} {
		ours := rows["go/types: "+note]
		if len(ours) == 0 {
			t.Errorf("no query %q", note)
		}
		var theirs []string
		for id, f := range features {
			// A promoted method is documented under the type that declares it.
			if f.pkg != "syscall" && documented[id] && has(f) {
				theirs = append(theirs, id)
			}
		}
		slices.Sort(theirs)
		compare(t, note, ours, theirs)
	}
}

func anyOf(f feature, list []string, is ...func(feature, string) bool) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		return slices.ContainsFunc(is, func(one func(feature, string) bool) bool { return one(f, s) })
	})
}

func compare(t *testing.T, what string, ours, theirs []string) {
	t.Helper()
	for _, id := range ours {
		if !slices.Contains(theirs, id) {
			t.Errorf("%s: %q is not in the API files", what, id)
		}
	}
	for _, id := range theirs {
		if !slices.Contains(ours, id) {
			t.Errorf("%s: %q is in the API files, not in ours", what, id)
		}
	}
}

// TestInventedNamesAreNowhere greps the sources of the standard library, its
// tests included, for the names that no query may find.
func TestInventedNamesAreNowhere(t *testing.T) {
	library(t)
	var names []string
	for _, r := range committed(t) {
		if r["negative"] != "" {
			names = append(names, r["query"][strings.LastIndex(r["query"], ".")+1:])
		}
	}
	if len(names) < 10 {
		t.Fatalf("%d names", len(names))
	}
	src, read := filepath.Join(build.Default.GOROOT, "src"), 0
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name == filepath.Join(src, "cmd") {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(name)
		read++
		for _, invented := range names {
			if bytes.Contains(text, []byte(invented)) && regexp.MustCompile(`\b`+invented+`\b`).Match(text) {
				t.Errorf("%q is in %s", invented, name)
			}
		}
		return err
	})
	if err != nil || read < 1000 {
		t.Errorf("%d files read: %v", read, err)
	}
}

// TestCopiesInSources greps the folders of class F: each copy is declared in a
// file of its package, and only the one in std may be imported.
func TestCopiesInSources(t *testing.T) {
	library(t)
	n := 0
	for _, r := range committed(t) {
		if r["class"] != "F" {
			continue
		}
		importable := 0
		for id := range strings.SplitSeq(strings.Trim(answer(r["pattern"]), "()"), "|") {
			n++
			dir, name := id, ""
			if dot := strings.Index(id[strings.LastIndex(id, "/")+1:], "."); dot >= 0 {
				dir, name = id[:strings.LastIndex(id, "/")+1+dot], last(id)
			}
			if !declares(t, filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(dir)), dir, name) {
				t.Errorf("%s: no file of %s declares %q", r["id"], dir, name)
			}
			if !strings.Contains("/"+dir+"/", "/internal/") && !strings.HasPrefix(dir, "vendor/") {
				importable++
			}
		}
		if importable != 1 {
			t.Errorf("%s: %d of its copies may be imported", r["id"], importable)
		}
	}
	if n < 50 {
		t.Errorf("%d copies", n)
	}
}

func last(id string) string { return id[strings.LastIndex(id, ".")+1:] }

// declares reports whether a line of a Go file in dir declares name, or, where
// name is empty, the package.
func declares(t *testing.T, dir, importPath, name string) bool {
	t.Helper()
	pattern := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |\t)` + name + `\b`)
	if name == "" {
		pattern = regexp.MustCompile(`(?m)^package ` + importPath[strings.LastIndex(importPath, "/")+1:] + `\b`)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && pattern.Match(text) {
			return true
		}
	}
	return false
}
