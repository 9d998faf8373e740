package perturb_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/perturb"
)

// source reads a file of testdata under the name that it has in the wild.
func source(t testing.TB, file string) (name, text string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(file, ".txt"), string(b)
}

func variants(t testing.TB, name, text string) map[perturb.Kind]perturb.Variant {
	t.Helper()
	list, err := perturb.Variants(context.Background(), name, text, perturb.Kinds(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(perturb.Kinds()) {
		t.Fatalf("%d variants of %d kinds", len(list), len(perturb.Kinds()))
	}
	found := map[perturb.Kind]perturb.Variant{}
	for _, v := range list {
		found[v.Kind] = v
	}
	return found
}

// TestVariants says of every file which variants there are and what they hold.
func TestVariants(t *testing.T) {
	skipped := map[string]string{ // file kind → reason
		"Dockerfile line-endings": "a carriage return would be part of the last word",
		"token.py line-endings":   "part of the program's name",
	}
	for _, file := range []string{"server.go.txt", "token.py", "session.ts", "auth.rs", "deploy.yaml", "Dockerfile"} {
		name, text := source(t, file)
		for kind, v := range variants(t, name, text) {
			reason, want := skipped[name+" "+string(kind)]
			switch {
			case want && !strings.Contains(v.Skipped, reason):
				t.Errorf("%s, %s: skipped %q, want %q", name, kind, v.Skipped, reason)
			case want:
			case v.Skipped != "":
				t.Errorf("%s, %s is not made: %s", name, kind, v.Skipped)
			case v.Same || v.Text == text || v.CheckedBy == "":
				t.Errorf("%s, %s changed nothing", name, kind)
			default:
				mapped(t, name, text, v)
			}
		}
	}
}

// mapped holds every line of a variant against the line that it came from.
func mapped(t *testing.T, name, text string, v perturb.Variant) {
	t.Helper()
	before := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	after := strings.Split(strings.TrimSuffix(strings.ReplaceAll(v.Text, "\r\n", "\n"), "\n"), "\n")
	if len(after) != len(v.Lines) {
		t.Fatalf("%s, %s: %d lines, %d mapped", name, v.Kind, len(after), len(v.Lines))
	}
	last := 0
	for i, n := range v.Lines {
		if n == 0 {
			continue
		}
		if n <= last || n > len(before) {
			t.Fatalf("%s, %s: line %d comes from %d after %d", name, v.Kind, i+1, n, last)
		}
		last = n
		got, want := strings.Fields(after[i]), strings.Fields(before[n-1])
		if v.Kind == perturb.CommentRemoval {
			if !strings.HasPrefix(strings.Join(want, " "), strings.Join(got, " ")) && !strings.Contains(before[n-1], "/*") {
				t.Errorf("%s, %s: line %d is %q, of %q", name, v.Kind, i+1, after[i], before[n-1])
			}
			continue
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s, %s: line %d is %q, of %q", name, v.Kind, i+1, after[i], before[n-1])
		}
	}
}

// TestKept: what only looks like a comment stays, and so do those that tools
// read.
func TestKept(t *testing.T) {
	for file, parts := range map[string]struct{ kept, gone []string }{
		"server.go.txt": {[]string{"//go:build linux", "//go:generate", "// not a comment", `"no: // \"this\""`}, []string{"never in production", "why?", "with TLS", "// empty", "Package server"}},
		"token.py":      {[]string{"#!/usr/bin", "coding: utf-8", "indented # not a comment", "second # kept", `"#"`}, []string{"third party", "verify always", "TODO"}},
		"session.ts":    {[]string{"@ts-check", "/// <reference", "// no comment", "// kept", "/* kept too */", `/\/\/[a-z]+/g`}, []string{"of many lines", "// weak", "// bad"}},
		"auth.rs":       {[]string{"//! Auth", "/// A user", "#[derive", "// not\n"}, []string{"// plain", "nested"}},
		"deploy.yaml":   {[]string{"yaml-language-server", "# kept: it is data", "#!/bin/sh", "b # not a comment"}, []string{"# the first", "# x"}},
		"Dockerfile":    {[]string{"# syntax=", `"a # b"`, "run # not"}, []string{"# build"}},
	} {
		name, text := source(t, file)
		bare := variants(t, name, text)[perturb.CommentRemoval].Text
		for _, k := range parts.kept {
			if !strings.Contains(bare, k) {
				t.Errorf("%s: %q is gone:\n%s", name, k, bare)
			}
		}
		for _, g := range parts.gone {
			if strings.Contains(bare, g) {
				t.Errorf("%s: %q is still there", name, g)
			}
		}
		header := variants(t, name, text)[perturb.HeaderComment].Text
		for _, first := range []string{"//go:build", "#!/usr/bin", "// @ts-check", "# syntax=", "# yaml-language-server"} {
			if strings.HasPrefix(text, first) && !strings.HasPrefix(header, first) {
				t.Errorf("%s: %q is not first any more", name, first)
			}
		}
	}
}

// TestSkipped: what would mean something else is not made, and says why.
func TestSkipped(t *testing.T) {
	for _, c := range []struct{ name, text, reason string }{
		{"run.sh", "cat <<EOF\n a\nEOF\n", "heredoc"},
		{"Makefile", "a:\n\techo\n", "language"},
		{"a.go", "package a\r\n", "CR LF already"},
		{"a.go", "package a\nvar x = \"\xff\"\n", "UTF-8"},
		{"a.go", "package\n", "not valid"},
		{"a.py", "", "empty"},
		{"a.py", "x = 1\x00\n", "NUL"},
	} {
		for kind, v := range variants(t, c.name, c.text) {
			if v.Text != "" || !strings.Contains(v.Skipped, c.reason) {
				t.Errorf("%s %q, %s: %q, want %q", c.name, c.text, kind, v.Skipped, c.reason)
			}
		}
	}
	cgo := variants(t, "a.go", "package a\n\n// int f();\nimport \"C\"\n")
	if v := cgo[perturb.CommentRemoval]; !strings.Contains(v.Skipped, `import "C"`) {
		t.Errorf("%+v", v)
	}
}

// TestGoMeansTheSame holds variants of the standard library against go/printer,
// which the package does not use.
func TestGoMeansTheSame(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(goroot(t), "src", "strings", "*.go"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	printed := func(text string) string {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, "", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.SortImports(set, f)
		var b bytes.Buffer
		if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&b, token.NewFileSet(), f); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	checked, made := 0, 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := printed(string(b))
		for kind, v := range variants(t, file, string(b)) {
			checked++
			if v.Skipped != "" {
				continue
			}
			made++
			if printed(v.Text) != want {
				t.Errorf("%s, %s means something else", file, kind)
			}
		}
	}
	if made < checked*9/10 {
		t.Errorf("%d of %d variants made", made, checked)
	}
}

// TestPythonMeansTheSame holds variants of Python's own library against
// Python's own parser, which the package does not use unless it is handed in.
func TestPythonMeansTheSame(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED: no python3 to hold the variants against")
	}
	out, err := exec.Command(python, "-c", "import os,sys,json;d=os.path.dirname(os.__file__);print(*[os.path.join(d,n) for n in ('base64.py','bisect.py','csv.py','fnmatch.py','hmac.py','json/decoder.py','secrets.py','string.py','textwrap.py')],sep='\\n')").Output()
	if err != nil {
		t.Skipf("SKIPPED: python3: %v", err)
	}
	var texts, of []string
	var originals []int // of each text
	checked, made := 0, 0
	for _, file := range strings.Fields(string(out)) {
		b, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		original := len(texts)
		texts, of, originals = append(texts, string(b)), append(of, file), append(originals, original)
		for kind, v := range variants(t, file, string(b)) {
			checked++
			if v.Skipped != "" {
				t.Logf("%s, %s: %s", filepath.Base(file), kind, v.Skipped)
				continue
			}
			made++
			texts, of, originals = append(texts, v.Text), append(of, file+", "+string(kind)), append(originals, original)
		}
	}
	trees := dumps(t, python, texts)
	for i, tree := range trees {
		if tree == "" || tree != trees[originals[i]] {
			t.Errorf("%s means something else", of[i])
		}
	}
	if checked == 0 || made < checked*9/10 {
		t.Errorf("%d of %d variants made", made, checked)
	}
}

// dumps is what Python's ast says of texts, each; empty: it is no Python.
func dumps(t *testing.T, python string, texts []string) []string {
	t.Helper()
	const script = `import ast, hashlib, json, sys
def tree(text):
    try:
        return hashlib.sha256(ast.dump(ast.parse(text.encode())).encode()).hexdigest()
    except (SyntaxError, ValueError):
        return ""
json.dump([tree(text) for text in json.load(sys.stdin)], sys.stdout)`
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-c", script)
	c.Stdin = bytes.NewReader(in)
	out, err := c.Output()
	var list []string
	if err := errors.Join(err, json.Unmarshal(out, &list)); err != nil || len(list) != len(texts) {
		t.Fatalf("%d trees of %d texts: %v", len(list), len(texts), err)
	}
	return list
}

// TestTypeArguments: types between angle brackets are no tags, and tags are
// told apart from them.
func TestTypeArguments(t *testing.T) {
	const text = "type Row = Record<string, number | string>;\n\n// gone\nconst rows = await pool.query<Row[]>( // gone too\n  `SELECT '${a < b}' // kept`,\n);\n"
	for kind, v := range variants(t, "a.ts", text) {
		if v.Skipped != "" || v.Same {
			t.Errorf("%s: %q, %v", kind, v.Skipped, v.Same)
		}
		if kind == perturb.CommentRemoval && (strings.Contains(v.Text, "gone") || !strings.Contains(v.Text, "// kept`")) {
			t.Errorf("%s", v.Text)
		}
	}
	const tagged = "export const link = <a href=\"/\">http://example.com</a>; // gone\n"
	for _, name := range []string{"a.tsx", "a.jsx", "a.js"} {
		for kind, v := range variants(t, name, tagged) {
			if !strings.Contains(v.Skipped, "JSX") && !strings.Contains(v.Skipped, "not understood") {
				t.Errorf("%s, %s: made without a parser that knows: %+v", name, kind, v)
			}
		}
	}
}

// TestDocumentation: a comment that is an attribute keeps each byte.
func TestDocumentation(t *testing.T) {
	v := variants(t, "a.rs", "/// Reads.\npub fn read() {} // not an attribute\n")[perturb.TrailingSpace]
	if v.Text != "/// Reads.\npub fn read() {} // not an attribute  \n" {
		t.Errorf("%q (%s)", v.Text, v.Skipped)
	}
}

// TestListsAreIndented: the dash of a list is indentation too; text in blocks
// keeps its own.
func TestListsAreIndented(t *testing.T) {
	const text = "steps:\n- name: a\n  run: |\n    one\n      two\n- - x\n  - y: 1\n    z: 2\n-\n  last: \"a\n    b\"\n"
	const want = "steps:\n-   name: a\n    run: |\n        one\n          two\n-   -   x\n    -   y: 1\n        z: 2\n-\n    last: \"a\n        b\"\n"
	v := variants(t, "a.yaml", text)[perturb.Indentation]
	if v.Text != want || v.CheckedBy != "yaml" {
		t.Errorf("%q (%s)\n%s", v.Skipped, v.CheckedBy, v.Text)
	}
	if v := variants(t, "a.yaml", "a:\n  - 1\n")[perturb.CommentRemoval]; !v.Same || v.Skipped != "" {
		t.Errorf("there is no comment to remove: %+v", v)
	}
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("SKIPPED: no go command")
	}
	return strings.TrimSpace(string(out))
}

func FuzzVariants(f *testing.F) {
	for _, file := range []string{"server.go.txt", "token.py", "session.ts", "auth.rs", "deploy.yaml", "Dockerfile"} {
		name, text := source(f, file)
		f.Add(name, text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if len(text) > 4096 {
			return
		}
		for kind, v := range variants(t, name, text) {
			if v.Skipped != "" {
				continue
			}
			mappedFuzz(t, kind, v)
		}
	})
}

func mappedFuzz(t *testing.T, kind perturb.Kind, v perturb.Variant) {
	n := 0 // of lines: a text that was all comment has none left
	if v.Text != "" {
		n = strings.Count(strings.TrimSuffix(strings.ReplaceAll(v.Text, "\r\n", "\n"), "\n"), "\n") + 1
	}
	if n != len(v.Lines) {
		t.Errorf("%s: %d lines, %d mapped", kind, n, len(v.Lines))
	}
}
