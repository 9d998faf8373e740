package suite

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/lang"
	"sooth/source"
)

// TestValidateExample: the figures are those of the example's README.
func TestValidateExample(t *testing.T) {
	sum := goAPI(t).Validate()
	if sum.Tasks != 46 || sum.Recorded != 138 || sum.Trials != 138 || sum.Reference != 46 || sum.Tested != 46 || !slices.Equal(sum.Models, []string{"claude"}) {
		t.Errorf("%+v", sum)
	}
	if want := (Count{"std", 10}); len(sum.Modules) != 26 || sum.Modules[0] != want {
		t.Errorf("modules %v", sum.Modules)
	}
	if want := []Count{{"1.20", 2}, {"1.21", 2}, {"1.22", 1}, {"1.26", 41}}; !slices.Equal(sum.Targets, want) {
		t.Errorf("targets %v, want %v", sum.Targets, want)
	}
	for _, a := range sum.Arms {
		if a.Recorded != 46 || a.Missing != 0 {
			t.Errorf("arm %+v", a)
		}
	}
	for _, w := range sum.Warnings {
		if !strings.Contains(w.Message, "planted.jsonl") && !strings.Contains(w.Message, "names what the right answer uses") {
			t.Errorf("a warning about the example: %s", w)
		}
	}
}

func TestLeaks(t *testing.T) {
	for _, c := range []struct{ prompt, want string }{
		{"Use strings.ToUpper.", "ToUpper"},
		{"Use ToUpper.", "ToUpper"},
		{"Make it upper case. Fields are parted by a space. Repeat it.", ""},
		{"Split it with Fields(s).", "Fields"},
		{"Call `Repeat`, twice.", "Repeat"},
		{"Write `func Shout(b *strings.Builder)`.", ""},
		{"Write `func Shout(b *strings.Builder)` with a strings.Builder.", "Builder"},
		{"ToUpperSpecial is another name.", ""},
	} {
		task := Task{Prompt: c.prompt, Packages: []string{"strings"}}
		task.Reference = append(task.Reference, fileOf("package solution\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc Shout(b *strings.Builder) {\n\tfmt.Sprint(strings.ToUpper(\"\"), strings.Fields(\"\"), strings.Repeat(\"\", 1))\n}\n"))
		if got := strings.Join((&Suite{}).leaks(task), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.prompt, got, c.want)
		}
	}
}

func fileOf(text string) lang.File { return lang.File{Name: "solution.go", Text: text} }

func TestList(t *testing.T) {
	dir := t.TempDir()
	base := small(t)
	write(t, filepath.Join(dir, "bad", "suite.yaml"), "nme: x\n")
	write(t, filepath.Join(dir, "testdata", "suite.yaml"), "")
	write(t, filepath.Join(dir, ".git", "suite.yaml"), "")
	found, err := List(dir)
	var invalid *source.Invalid
	if err != nil || len(found) != 1 || found[0].Dir != filepath.Join(dir, "bad") || !errors.As(found[0].Err, &invalid) {
		t.Errorf("%+v %v", found, err)
	}
	if found, err = List(base); err != nil || len(found) != 1 || found[0].Suite.Name != "small" {
		t.Errorf("%+v %v", found, err)
	}
	if _, err = List(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("no error for a folder that does not exist")
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load("../examples/go-api"); err != nil {
			b.Fatal(err)
		}
	}
}
