package behave

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"sooth/internal/sandbox"
	"sooth/lang"
	"sooth/score"
)

// doubleTest are the hidden tests of cases that bring none.
const doubleTest = `package solution

import "testing"

func TestDouble(t *testing.T) {
	for _, n := range []int{0, 3, -4} {
		if got := Double(n); !same(got, 2*n) {
			t.Errorf("Double(%d) = %d, want %d", n, got, 2*n)
		}
	}
}

func TestDoubleAgain(t *testing.T) { _ = Double(1) }

func same(a, b int) bool { return a == b }
`

// cases reads testdata/*.txtar: the answer's files at the root, its tests
// below tests/, and in want the outcome and how the reason begins.
func cases(t *testing.T) (items []Item, want map[string]string) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases in testdata")
	}
	want = map[string]string{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		item := Item{ID: strings.TrimSuffix(filepath.Base(name), ".txtar")}
		item.Module.Files = []lang.File{{Name: "go.mod", Text: "module solution\n\ngo 1.24\n"}}
		for _, f := range archive.Files {
			text := string(f.Data)
			switch test, ok := strings.CutPrefix(f.Name, "tests/"); {
			case f.Name == "want":
				want[item.ID] = strings.TrimSpace(text)
			case ok:
				item.Tests = append(item.Tests, lang.File{Name: test, Text: text})
			default:
				item.Files = append(item.Files, lang.File{Name: f.Name, Text: text})
			}
		}
		if item.Tests == nil {
			item.Tests = []lang.File{{Name: "solution_test.go", Text: doubleTest}}
		}
		if want[item.ID] == "" {
			t.Errorf("%s: nothing is wanted", name)
		}
		items = append(items, item)
	}
	return items, want
}

// Every case ends as it says, all of them judged together: what one does
// reaches no other.
func TestCases(t *testing.T) {
	items, want := cases(t)
	o := New(Options{Go: goCommand(t), Sandbox: box(t), Scratch: t.TempDir(), Limits: sandbox.Limits{Wall: 12 * time.Second, CPU: 4 * time.Second}})
	results := judge(t, o, items)
	for _, item := range items {
		r := results[item.ID]
		if got := string(r.Outcome) + " " + r.Reason; !strings.HasPrefix(got, want[item.ID]) {
			t.Errorf("%s:\n got %s\nwant %s…\n%v", item.ID, got, want[item.ID], r.Diagnostics)
		}
		if r.Outcome == score.Fail && (len(r.Diagnostics) != 1 || r.Diagnostics[0].Kind != score.DoesNotBehave || r.Diagnostics[0].Message != r.Reason || len(r.Diagnostics[0].Evidence) > maxEvidence+100) {
			t.Errorf("%s: diagnostics %v", item.ID, r.Diagnostics)
		}
	}
	t.Log(counts(o))
}
