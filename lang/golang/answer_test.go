package golang

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var updateAnswers = flag.Bool("update-answers", false, "write what testdata/answer expects anew")

// TestExtract runs the cases of testdata/answer: answer.md, then what is to be
// taken out of it. A new case is a new file.
func TestExtract(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join("testdata", "answer", "*.txtar"))
	if len(names) < 30 {
		t.Fatalf("only %d cases", len(names))
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil || len(archive.Files) == 0 || archive.Files[0].Name != "answer.md" {
				t.Fatalf("no answer.md: %v", err)
			}
			answer := string(archive.Files[0].Data)
			got := Extractor{}.Extract(answer)
			valid(t, answer, got.Reason, len(got.Files))
			want := &txtar.Archive{Comment: archive.Comment, Files: archive.Files[:1:1]}
			want.Files = append(want.Files, txtar.File{Name: "reason", Data: []byte(got.Reason + "\n")})
			for _, f := range got.Files {
				data := fmt.Sprintf("// line %d of the answer; lines %v\n%s", f.FirstLine, f.Lines, f.Text)
				want.Files = append(want.Files, txtar.File{Name: f.Name, Data: []byte(data)})
			}
			text := txtar.Format(want)
			if *updateAnswers {
				if err := os.WriteFile(name, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if have := txtar.Format(archive); string(have) != string(text) {
				t.Errorf("got\n%s\nwant\n%s", text, have)
			}
		})
	}
}

func valid(t *testing.T, answer, reason string, files int) {
	t.Helper()
	if reason == "" || strings.Contains(reason, "\n") {
		t.Errorf("reason %q", reason)
	}
	if again := (Extractor{}).Extract(answer); again.Reason != reason || len(again.Files) != files {
		t.Errorf("a second time: %q, first %q", again.Reason, reason)
	}
	if none := strings.HasPrefix(reason, "no code produced"); none != (files == 0) {
		t.Errorf("reason %q with %d files", reason, files)
	}
}

// A single complete file keeps its bytes, whatever they are.
func TestExtractKeepsBytes(t *testing.T) {
	for _, c := range []struct{ before, code, after string }{
		{"```go\n", "package p\n", "```\n"},
		{"```go\r\n", "package p\r\n\r\nvar x = `a\r\n`\r\n", "```\r\n"},
		{"```go\n", "package p\n// \xff\x00 not text\n", "```"},
		{"```go\n", "package p\n\n\n\n", "```\n"},
		{"```go\n", "package p\n\nfunc f() {\n\tx := 1", ""},
		{"", "package p\n\nfunc f() { \n", ""},
		{"", "// a comment\n\npackage p", ""},
		{"text\n\n````\n", "package p // ```\n", "````"},
	} {
		got := Extractor{}.Extract(c.before + c.code + c.after)
		if len(got.Files) != 1 || got.Files[0].Text != c.code || got.Files[0].Given != c.code || got.Files[0].Lines != nil {
			t.Errorf("%q: got %+v", c.code, got)
		}
	}
}

// The line map of a wrapped snippet finds every line where it was.
func TestExtractLines(t *testing.T) {
	got := Extractor{}.Extract("Do:\n\n```go\nfmt.Println(1)\n\nos.Exit(2)\n```\n")
	if len(got.Files) != 1 {
		t.Fatalf("got %+v", got)
	}
	f := got.Files[0]
	given := strings.Split(f.Given, "\n")
	text := strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n")
	if len(f.Lines) != len(text) || f.FirstLine != 4 {
		t.Fatalf("%d lines in the map, %d in the file, first line %d", len(f.Lines), len(text), f.FirstLine)
	}
	mapped := 0
	for i, n := range f.Lines {
		if n > 0 {
			mapped++
			if text[i] != given[n-1] {
				t.Errorf("line %d is %q, line %d of the block is %q", i+1, text[i], n, given[n-1])
			}
		}
	}
	if mapped != 3 {
		t.Errorf("%d lines mapped", mapped)
	}
}

// Each name of unambiguousStd is a package, and no other has its last element.
func TestUnambiguousStd(t *testing.T) {
	seen := map[string]string{}
	for _, path := range strings.Fields(unambiguousStd) {
		base := path[strings.LastIndexByte(path, '/')+1:]
		if seen[base] != "" || base == "rand" || base == "template" || base == "pprof" || base == "scanner" {
			t.Errorf("%s and %s", path, seen[base])
		}
		seen[base] = path
	}
	if len(seen) < 140 {
		t.Errorf("only %d", len(seen))
	}
}

func FuzzExtract(f *testing.F) {
	names, _ := filepath.Glob(filepath.Join("testdata", "answer", "*.txtar"))
	for _, name := range names {
		if archive, err := txtar.ParseFile(name); err == nil && len(archive.Files) > 0 {
			f.Add(string(archive.Files[0].Data))
		}
	}
	f.Fuzz(func(t *testing.T, answer string) {
		got := Extractor{}.Extract(answer)
		valid(t, answer, got.Reason, len(got.Files))
		names := map[string]bool{}
		for _, file := range got.Files {
			if names[file.Name] || goFileName(file.Name) == "" || strings.HasSuffix(file.Name, "_test.go") {
				t.Errorf("file name %q", file.Name)
			}
			names[file.Name] = true
			if file.Lines == nil && file.Text != file.Given {
				t.Error("a complete file was changed")
			}
			if file.Lines != nil && len(file.Lines) != strings.Count(file.Text, "\n") {
				t.Errorf("%d lines in the map of %q", len(file.Lines), file.Text)
			}
			if file.FirstLine < 1 {
				t.Errorf("first line %d", file.FirstLine)
			}
			if packageClause(file.Text) == "" {
				t.Errorf("%q has no package clause", file.Text)
			}
		}
	})
}
