package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"sooth/source"
)

// small writes the small suite of testdata/base.txtar and returns its folder.
func small(t testing.TB) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	return dir
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestHash computes the hash as docs/format/suite.md says, and changes every
// file of the suite in turn.
func TestHash(t *testing.T) {
	dir := small(t)
	archive, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		all.Write(binary.BigEndian.AppendUint64(nil, uint64(len(name))))
		all.Write([]byte(name))
		all.Write(binary.BigEndian.AppendUint64(nil, uint64(len(files[name]))))
		sum := sha256.Sum256([]byte(files[name]))
		all.Write(sum[:])
	}
	hash := func() string {
		s, err := Load(dir)
		if err != nil {
			return err.Error()
		}
		return s.Hash
	}
	whole := hash()
	if want := fmt.Sprintf("%x", all.Sum(nil)); whole != want {
		t.Fatalf("hash %s, want %s", whole, want)
	}
	write(t, filepath.Join(dir, "README.md"), "not part of the suite")
	if got := hash(); got != whole {
		t.Errorf("a file that does not belong to the suite changed its hash")
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text+"\n")
		if got := hash(); got == whole {
			t.Errorf("%s changed and the hash did not", name)
		}
		write(t, filepath.Join(dir, name), text)
	}
	if got := hash(); got != whole {
		t.Errorf("the same files have another hash")
	}
}

// TestLargeAnswers: an answer of 10 MiB is data; one byte more is refused with its line.
func TestLargeAnswers(t *testing.T) {
	dir := small(t)
	name := filepath.Join(dir, "answers.jsonl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const whole = "```go\\npackage solution\\n```"
	big := strings.Repeat("x", maxAnswer)
	write(t, name, strings.Replace(string(text), whole, big, 1))
	s, err := Load(dir)
	if err != nil || s.Recorded[0].Answer != big {
		t.Fatalf("an answer of 10 MiB: %v", err)
	}
	write(t, name, strings.Replace(string(text), whole, big+"x", 1))
	wantProblem(t, dir, "answers.jsonl", 1, "the answer is larger than 10 MiB")
}

// TestBounds: what is too large or too deep is refused, quickly and by name.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"suite.yaml", "name: " + strings.Repeat("x", maxYAML), `"suite.yaml" is larger than 1 MiB`},
		{"suite.yaml", "name: " + strings.Repeat("[", 20_000), "YAML syntax error: exceeded max depth of 10000"},
		{"suite.yaml", strings.Repeat("- ", 20_000), "YAML syntax error: exceeded max depth of 10000"},
		{"suite.yaml", strings.Repeat("? ", 9_000), "nested deeper than 16"},
		{"suite.yaml", strings.Repeat("a\n: ", 9_000), "YAML syntax error"},
		{"prompts/plain.txt", strings.Repeat("x", maxText+1), `"prompts/plain.txt" is larger than 10 MiB`},
		{"answers.jsonl", strings.Repeat("[", 100_000), "nested deeper than 16"},
		{"answers.jsonl", "{\"task\": \"" + strings.Repeat("x", maxRow), "the line is longer than 64 MiB"},
	} {
		dir := small(t)
		write(t, filepath.Join(dir, c.file), c.text)
		wantProblem(t, dir, "", -1, c.want)
	}
}

// wantProblem loads a suite and looks for one problem. Line -1: any.
func wantProblem(t *testing.T, dir, file string, line int, message string) {
	t.Helper()
	_, err := Load(dir)
	var invalid *source.Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("%v, want %q", err, message)
	}
	for _, p := range invalid.Problems {
		if strings.HasSuffix(p.File, file) && (line < 0 || p.Line == line) && strings.Contains(p.Message, message) {
			return
		}
	}
	t.Errorf("want %q, found %s", message, cut(err.Error(), 500))
}

// TestAnswerBytes: what a model answered is kept to the byte.
func TestAnswerBytes(t *testing.T) {
	dir := small(t)
	name := filepath.Join(dir, "answers.jsonl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, strings.Replace(string(text), "```go\\npackage solution\\n```", "a\xff\xfe\\u0000\\ud83d\\ude00\\r\\n\xc3\x28é", 1))
	s, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Recorded[0].Answer, "a\xff\xfe\x00😀\r\n\xc3\x28é"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestManyProblems: a file of bad rows is not told to its end.
func TestManyProblems(t *testing.T) {
	dir := small(t)
	write(t, filepath.Join(dir, "answers.jsonl"), strings.Repeat("{\n", source.MaxProblems+234))
	_, err := Load(dir)
	var invalid *source.Invalid
	if !errors.As(err, &invalid) || len(invalid.Problems) != source.MaxProblems || invalid.More != 234 {
		t.Fatalf("%v", cut(fmt.Sprint(err), 300))
	}
	if !strings.HasSuffix(err.Error(), "\nand 234 more") {
		t.Error("the message does not say that there is more")
	}
}

// TestSpecialFiles: a pipe where a file is expected does not stop the program.
func TestSpecialFiles(t *testing.T) {
	dir := small(t)
	name := filepath.Join(dir, "prompts", "plain.txt")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := pipe(name); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	wantProblem(t, dir, "suite.yaml", 9, `"prompts/plain.txt" is not a regular file`)
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything; run as another user to see this test")
	}
	dir := small(t)
	if err := os.Chmod(filepath.Join(dir, "answers.jsonl"), 0); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, dir, "suite.yaml", 14, `cannot read "answers.jsonl": permission denied`)
}
