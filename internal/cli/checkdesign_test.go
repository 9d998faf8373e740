package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCheckJSONIsTheDesign: the document has every field of the example that was
// published before the code, with its value.
func TestCheckJSONIsTheDesign(t *testing.T) {
	const want = `{"schema":"sooth.check/1","answers":[{"source":"answer.md",
  "verdicts":[{"claim":{"kind":"citation","text":"pkg/a.go:40","offset":23,"line":1,"column":24},
    "outcome":"refuted","reason":"the file ends at line 1","oracle":"citation","strength":"syntax",
    "evidence":[{"file":"pkg/a.go","line":1,"end_line":1}]}],
  "counts":{"verified":0,"refuted":1,"undecided":0}}]}`
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n", "pkg/a.go": "package pkg\n", "answer.md": "The loop can be found `pkg/a.go:40`.\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "check", "answer.md", "--format", "json")
	c.Dir, c.Env = dir, append(os.Environ(), commandVariable+"=1")
	out, err := c.Output()
	if c.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v\n%s", err, out)
	}
	var wanted, got any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(wanted, like(got, wanted)); d != "" {
		t.Errorf("(-design +got):\n%s\n%s", d, out)
	}
}

// like leaves out of a document what the example does not have.
func like(got, example any) any {
	switch example := example.(type) {
	case map[string]any:
		fields, ok := got.(map[string]any)
		if !ok {
			return got
		}
		kept := map[string]any{}
		for name, value := range fields {
			if e, ok := example[name]; ok {
				kept[name] = like(value, e)
			}
		}
		return kept
	case []any:
		list, ok := got.([]any)
		if !ok {
			return got
		}
		kept := make([]any, len(list))
		for i := range list {
			kept[i] = list[i]
			if i < len(example) {
				kept[i] = like(list[i], example[i])
			}
		}
		return kept
	}
	return got
}
