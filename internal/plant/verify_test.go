package plant

import (
	"os"
	"slices"
	"strings"
	"testing"

	"sooth/score"
	"sooth/suite"
)

// TestVerifyExample confirms all faults of the example again.
func TestVerifyExample(t *testing.T) {
	if os.Getenv("SOOTH_LONG") == "" {
		t.Skip("SKIPPED: builds 46 modules and runs hidden tests for minutes; run with SOOTH_LONG=1")
	}
	g, s := findGo(t), loadExample(t)
	if len(s.Planted) < 368 {
		t.Fatalf("%d planted faults, want at least 368", len(s.Planted))
	}
	v, err := Verify(t.Context(), s, s.Planted, Options{Go: g, Run: Hidden{Go: g, Sandbox: findSandbox(t)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range v.Refuted {
		t.Errorf("%s: %s", r.ID, r.Reason)
	}
	if v.Confirmed != len(s.Planted) {
		t.Errorf("%d of %d confirmed", v.Confirmed, len(s.Planted))
	}
}

// sample returns one fault of every kind, from tasks of the standard library:
// they need no download.
func sample(t *testing.T, s *suite.Suite) []suite.Planted {
	t.Helper()
	library := map[string]bool{}
	for _, task := range s.Tasks {
		library[task.ID] = task.ModulePath == "std" && (task.Target.Version == "1.20" || task.ID == "std-exported-funcs" || task.ID == "std-note-routes")
	}
	var out []suite.Planted
	for _, kind := range kinds() {
		i := slices.IndexFunc(s.Planted, func(p suite.Planted) bool { return p.Kind == string(kind) && library[p.Task] })
		if i < 0 {
			t.Fatalf("no fault of kind %q in the tasks of the standard library", kind)
		}
		out = append(out, s.Planted[i])
	}
	i := slices.IndexFunc(s.Planted, func(p suite.Planted) bool { return p.Kind == string(score.NoCode) })
	if i < 0 {
		t.Fatal("no answer without code")
	}
	return append(out, s.Planted[i])
}

// TestVerifySample confirms one fault of every kind again, and then finds
// each of them wrong when its line says something else.
func TestVerifySample(t *testing.T) {
	g, s := findGo(t), loadExample(t)
	faults := sample(t, s)
	if task := faults[len(faults)-1].Task; !strings.HasPrefix(task, "std-") {
		faults = faults[:len(faults)-1] // would need a download
	}
	run := Hidden{Go: g, Sandbox: findSandbox(t)}
	v, err := Verify(t.Context(), s, faults, Options{Go: g, Run: run})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range v.Refuted {
		t.Errorf("%s: %s", r.ID, r.Reason)
	}
	if v.Confirmed != len(faults) {
		t.Errorf("%d of %d confirmed", v.Confirmed, len(faults))
	}

	wrong := slices.Clone(faults)
	for i := range wrong {
		switch p := &wrong[i]; {
		case p.Kind == string(score.DoesNotBehave):
			p.Replace = p.Find + "// nothing is changed but a comment\n"
		case p.Confirmed.By == "go build":
			p.Line++
		default:
			p.Confirmed.Output += "x"
		}
	}
	wrong = slices.DeleteFunc(wrong, func(p suite.Planted) bool { return p.Kind == string(score.NoCode) })
	if v, err = Verify(t.Context(), s, wrong, Options{Go: g, Run: run}); err != nil {
		t.Fatal(err)
	}
	if len(v.Refuted) != len(wrong) {
		t.Errorf("%d of %d false lines refuted: %v", len(v.Refuted), len(wrong), v.Refuted)
	}
}

// TestExampleHoldsTogether checks what needs no tool: every fault applies, is
// of a kind and criterion that go together, and stands on the line it names.
func TestExampleHoldsTogether(t *testing.T) {
	s := loadExample(t)
	count := map[string]int{}
	for _, p := range s.Planted {
		count[p.Task]++
		i := slices.IndexFunc(s.Tasks, func(task suite.Task) bool { return task.ID == p.Task })
		answer, err := Apply(s.Tasks[i], p)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := Criterion(score.Kind(p.Kind)); p.Criterion != want {
			t.Errorf("%s: criterion %q, want %q", p.ID, p.Criterion, want)
		}
		if p.Confirmed.By == "" || p.Confirmed.Output == "" {
			t.Errorf("%s: not confirmed", p.ID)
		}
		if strings.Contains(p.Confirmed.Output, "/tmp/") || strings.Contains(p.Confirmed.Output, "/pkg/mod") || strings.Contains(p.Confirmed.Output, "/usr/") {
			t.Errorf("%s: a path of one machine: %s", p.ID, p.Confirmed.Output)
		}
		if p.Kind == string(score.NoCode) {
			if strings.Contains(answer, "```") {
				t.Errorf("%s: a fenced block in prose", p.ID)
			}
			continue
		}
		body, ok := strings.CutPrefix(answer, "```go\n")
		if !ok || strings.Count(answer, "```") != 2 {
			t.Errorf("%s: not one fenced block", p.ID)
			continue
		}
		line := strings.Split(body, "\n")[p.Line-1]
		if name := p.Symbol[strings.LastIndexAny(p.Symbol, "./")+1:]; !strings.Contains(line, name) && !strings.Contains(name, " ") {
			t.Errorf("%s: line %d is %q, without %q", p.ID, p.Line, line, name)
		}
	}
	for _, task := range s.Tasks {
		if count[task.ID] < 8 {
			t.Errorf("task %q has %d planted faults, want at least 8", task.ID, count[task.ID])
		}
	}
}
