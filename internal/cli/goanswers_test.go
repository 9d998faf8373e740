package cli_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/oracle"
	"sooth/score"
)

// TestGoAnswers runs examples/go-answers as a user does. Every place that it says
// is wrong is looked at again with go/parser alone; the counts of the table are
// those of the verdicts; and enough is decided.
func TestGoAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: indexes four modules")
	}
	db := t.TempDir()
	first := example(t, db, "run", "../../examples/go-answers")
	var r report.Report
	if err := json.Unmarshal([]byte(first), &r); err != nil {
		t.Fatal(err)
	}
	if example(t, db, "grade", "last") != first {
		t.Error("grade prints something else than run")
	}
	counts := map[string]score.Counts{}
	trials, places := 0, 0
	for _, task := range r.Tasks {
		module, version, _ := strings.Cut(task.Module, "@")
		for _, trial := range task.Trials {
			trials++
			for _, v := range trial.Verdicts {
				for _, name := range []string{score.Truth, string(v.Claim.Kind)} {
					c := counts[trial.Arm+" "+name]
					switch v.Outcome {
					case oracle.Verified:
						c.Verified++
					case oracle.Refuted:
						c.Refuted++
					case oracle.Undecided:
						c.Undecided++
					}
					if v.Near {
						c.Near++
					}
					counts[trial.Arm+" "+name] = c
				}
				if v.Outcome == oracle.Refuted && v.Claim.Kind == claim.Location {
					places++
					wrongPlace(t, module, version, v)
				}
			}
		}
	}
	if trials != 24 || places < 10 {
		t.Errorf("%d trials, %d wrong places", trials, places)
	}
	rows := 0
	for _, c := range r.Rates {
		want, ok := counts[c.Arm+" "+c.Criterion]
		if got := (score.Counts{Verified: c.Pass, Refuted: c.Fail, Near: c.Near, Undecided: c.Unknown}); got != want || !ok {
			t.Errorf("%s, %s: the table says %+v, the verdicts %+v", c.Arm, c.Criterion, got, want)
		}
		rows++
	}
	if rows < 10 {
		t.Errorf("%d rows of rates", rows)
	}
	for _, arm := range []string{"memory", "grounded"} {
		n := counts[arm+" "+score.Truth]
		decided := n.Verified + n.Refuted
		t.Logf("%s: %+v", arm, n)
		if 4*decided < 3*(decided+n.Undecided) {
			t.Errorf("%s: %d of %d statements decided, want three quarters", arm, decided, decided+n.Undecided)
		}
	}
	primary := r.Comparisons[0]
	if !primary.Primary || primary.Criterion != score.Truth || primary.N != 12 || primary.Means == nil || primary.SignFlip == nil || primary.SignFlip.P == nil ||
		primary.Difference.Low == nil || *primary.Difference.Low <= 0 {
		t.Errorf("the primary comparison is %+v", primary)
	}
}

// wrongPlace looks with go/parser whether a symbol stands at a place after all:
// a declaration of its last name, doc comment included, that has the line.
func wrongPlace(t *testing.T, module, version string, v oracle.Verdict) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), filepath.FromSlash(module)+"@"+version)
	place := v.Claim.Place
	words := strings.FieldsFunc(v.Claim.Subject, func(r rune) bool { return r == '.' || r == '(' || r == ')' || r == '*' })
	if len(words) == 0 {
		t.Fatalf("%q has no subject", v.Claim.Text)
	}
	name := words[len(words)-1]
	if i := strings.IndexByte(v.Claim.Subject, '('); i > 0 { // a signature or call: the word before it
		words = strings.FieldsFunc(v.Claim.Subject[:i], func(r rune) bool { return r == '.' })
		name = words[len(words)-1]
	}
	looked := 0
	err = filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(filepath.ToSlash(file), "/"+place.File) {
			return err
		}
		looked++
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		has := func(from, to token.Pos, doc *ast.CommentGroup) bool {
			if doc != nil {
				from = doc.Pos()
			}
			return set.Position(from).Line <= max(place.Line, place.EndLine) && place.Line <= set.Position(to).Line
		}
		ast.Inspect(f, func(n ast.Node) bool {
			found := false
			switch n := n.(type) {
			case *ast.FuncDecl:
				found = n.Name.Name == name && has(n.Pos(), n.End(), n.Doc)
			case *ast.TypeSpec:
				found = n.Name.Name == name && has(n.Pos(), n.End(), n.Doc)
			case *ast.ValueSpec:
				for _, id := range n.Names {
					found = found || id.Name == name && has(n.Pos(), n.End(), n.Doc)
				}
			case *ast.Field:
				for _, id := range n.Names {
					found = found || id.Name == name && has(n.Pos(), n.End(), n.Doc)
				}
			}
			if found {
				t.Errorf("%s: %q is refuted (%s), but a declaration of %s has line %d of %s", module, v.Claim.Text, v.Reason, name, place.Line, file)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked == 0 {
		t.Logf("%s: %q: there is no file %s", module, v.Claim.Text, place.File)
	}
}
