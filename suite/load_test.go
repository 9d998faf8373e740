package suite

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"sooth/source"
)

var update = flag.Bool("update", false, "write the want sections of testdata/load/*.txtar anew")

// TestLoad runs every case in testdata/load: a small suite with one thing
// changed, and what Load says of it. A new case is a new file. Its sections:
//
//	-- edit NAME --     lines "-old" and "+new" that change a file of base.txtar
//	-- quoted NAME --   a file as a Go string literal on each line, for odd bytes
//	-- remove --        files and folders of base.txtar to take away, one on each line
//	-- link --          symbolic links, "NAME -> TARGET" on each line
//	-- load --          the path to load below the suite's folder
//	-- want --          the expected text
//	-- NAME --          any other file
func TestLoad(t *testing.T) {
	base, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := filepath.Glob("testdata/load/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases in testdata/load: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "s")
			path, want := build(t, dir, base, archive)
			got := tell(dir, path)
			if *update {
				var kept []txtar.File
				for _, f := range archive.Files {
					if f.Name != "want" {
						kept = append(kept, f)
					}
				}
				archive.Files = append(kept, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("%s\ngot:\n%swant:\n%s", archive.Comment, got, want)
			}
		})
	}
}

// tell loads a suite and says what came of it, with the folder's name taken out.
func tell(dir, path string) string {
	var b strings.Builder
	s, err := Load(path)
	var invalid *source.Invalid
	switch {
	case err == nil:
		sum := s.Validate()
		fmt.Fprintf(&b, "valid: %d tasks, %d arms, %d answers, %d planted\n", sum.Tasks, len(sum.Arms), sum.Recorded, sum.Planted)
		for _, w := range sum.Warnings {
			fmt.Fprintf(&b, "warning: %s\n", w)
		}
	case errors.As(err, &invalid):
		b.WriteString(err.Error() + "\n")
	default:
		fmt.Fprintf(&b, "other error: %v\n", err)
	}
	text := strings.ReplaceAll(b.String(), filepath.ToSlash(dir)+"/", "")
	return strings.ReplaceAll(text, filepath.ToSlash(dir), "SUITE")
}

// build writes base, changed by a case, into dir.
func build(t testing.TB, dir string, base, archive *txtar.Archive) (path, want string) {
	t.Helper()
	files, links, path, want := change(t, base, archive)
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	for _, link := range links {
		name, target, ok := strings.Cut(link, " -> ")
		if !ok {
			t.Fatalf("link %q", link)
		}
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, path), want
}

// change returns the files of base as a case changes them, and what else it says.
func change(t testing.TB, base, archive *txtar.Archive) (files map[string]string, links []string, path, want string) {
	t.Helper()
	files = map[string]string{}
	for _, f := range base.Files {
		files[f.Name] = string(f.Data)
	}
	for _, f := range archive.Files {
		if f.Name != "remove" {
			continue
		}
		for _, gone := range strings.Fields(string(f.Data)) {
			before := len(files)
			maps.DeleteFunc(files, func(name, _ string) bool { return name == gone || strings.HasPrefix(name, gone+"/") })
			if len(files) == before {
				t.Fatalf("nothing to remove: %q", gone)
			}
		}
	}
	for _, f := range archive.Files {
		text := string(f.Data)
		verb, name, _ := strings.Cut(f.Name, " ")
		switch {
		case f.Name == "want":
			want = text
		case f.Name == "remove":
			continue
		case f.Name == "link":
			links = strings.Split(strings.TrimSpace(text), "\n")
		case f.Name == "load":
			path = strings.TrimSpace(text)
		case verb == "edit":
			files[name] = edit(t, files[name], text)
		case verb == "quoted":
			files[name] = ""
			for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
				part, err := strconv.Unquote(line)
				if err != nil {
					t.Fatalf("%s: %s: %v", f.Name, line, err)
				}
				files[name] += part
			}
		default:
			files[f.Name] = text
		}
	}
	return files, links, path, want
}

// edit replaces the "-" lines of a change by its "+" lines; blocks are parted
// by an empty line. Without "-" lines the "+" lines are added at the end.
func edit(t testing.TB, text, change string) string {
	t.Helper()
	for _, block := range strings.Split(strings.TrimSpace(change), "\n\n") {
		var old, fresh string
		for _, line := range strings.Split(block, "\n") {
			switch line[0] {
			case '-':
				old += line[1:] + "\n"
			case '+':
				fresh += line[1:] + "\n"
			default:
				t.Fatalf("a line of an edit begins with - or +: %q", line)
			}
		}
		switch {
		case old == "":
			text += fresh
		case strings.Count(text, old) != 1:
			t.Fatalf("%q stands %d times in the file", old, strings.Count(text, old))
		default:
			text = strings.Replace(text, old, fresh, 1)
		}
	}
	return text
}
