package plant

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sooth/suite"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"WithMaxTries": "With Max Tries", "ParseURLQuery": "Parse URL Query", "GetClientIPAddr": "Get Client IP Addr",
		"ID": "ID", "lines": "lines", "newArea": "new Area", "UTF8": "UTF8",
	} {
		if got := strings.Join(words(name), " "); got != want {
			t.Errorf("words(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestVariantsAreNear(t *testing.T) {
	var names []string
	for _, v := range variants("WithMaxTries", false) {
		names = append(names, v.name)
	}
	for _, want := range []string{"SetMaxTries", "WithMaximumTries", "WithMaxRetries", "MaxTries", "WithMax", "WithMaxTriesFunc"} {
		if !slices.Contains(names, want) {
			t.Errorf("variants of WithMaxTries lack %q: %q", want, names)
		}
	}
	for _, v := range variants("URL", true) {
		if v.name == "URL" {
			t.Error("a name is no variant of itself")
		}
	}
}

// TestDifferenceRoundTrip: whatever changes, the find text is unique and
// consists of whole lines, and putting the replacement there gives the change.
func TestDifferenceRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`[ab]{0,3}`)
		lines := rapid.SliceOfN(line, 1, 12).Draw(t, "lines")
		before := strings.Join(lines, "\n") + "\n"
		start := rapid.IntRange(0, len(before)).Draw(t, "start")
		end := rapid.IntRange(start, len(before)).Draw(t, "end")
		after := before[:start] + rapid.StringMatching(`[ab\n]{0,6}`).Draw(t, "text") + before[end:]
		if before == after {
			t.Skip()
		}
		find, replace := difference(before, after)
		if n := strings.Count(before, find); n != 1 {
			t.Fatalf("%q occurs %d times in %q", find, n, before)
		}
		if got := strings.Replace(before, find, replace, 1); got != after {
			t.Fatalf("%q → %q: got %q", before, after, got)
		}
		if at := strings.Index(before, find); at > 0 && before[at-1] != '\n' {
			t.Fatalf("%q begins inside a line of %q", find, before)
		}
	})
}

func TestParseComplaints(t *testing.T) {
	got := parse("# solution/compiled/m0001\n" +
		"compiled/m0001/solution.go:7:14: not enough arguments in call to f\n\thave ()\n\twant (int)\n" +
		"compiled/m0001/solution.go:9:2: undefined: x\n" +
		"loaded/m0002/solution.go:4:2: package net/https is not in std (/usr/lib/go/src/net/https)\n")
	if len(got) != 2 || len(got["compiled/m0001/solution.go"]) != 2 {
		t.Fatalf("got %v", got)
	}
	if want := (complaint{7, "not enough arguments in call to f have () want (int)"}); got["compiled/m0001/solution.go"][0] != want {
		t.Errorf("got %v, want %v", got["compiled/m0001/solution.go"][0], want)
	}
}

func TestSteady(t *testing.T) {
	failure := func(name, message string) string {
		return "--- FAIL: " + name + " (0.00s)\n    a_test.go:7: " + message + "\n"
	}
	for _, c := range []struct{ name, out, want string }{
		{"always", strings.Repeat(failure("TestA", "got 1"), rounds), "TestA: a_test.go:7: got 1"},
		{"all but once", strings.Repeat(failure("TestA", "got 1"), rounds-1), ""},
		{"two tests by turns", strings.Repeat(failure("TestA", "got 1")+failure("TestB", "got 1"), rounds/2), ""},
		{"two messages in any order", strings.Repeat(failure("TestA", "b")+"    a_test.go:7: a\n"+failure("TestA", "a")+"    a_test.go:7: b\n", rounds/2), "TestA: a_test.go:7: a"},
		{"another message once", strings.Repeat(failure("TestA", "got 1ms"), rounds-1) + failure("TestA", "got 2ms"), "TestA failed"},
		{"panic", "panic: runtime error: index out of range [0] with length 0\n", "panic: runtime error: index out of range [0] with length 0"},
	} {
		if got := steady(c.out); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDeprecation(t *testing.T) {
	for _, c := range []struct{ comment, want string }{
		{"ReadAll reads.\n\nDeprecated: As of Go 1.16, this\ncalls [io.ReadAll].\n", "Deprecated: As of Go 1.16, this calls [io.ReadAll]."},
		{"It is not Deprecated: at all.\n", ""},
		{"A list.\nDeprecated: Use B instead.\n\nMore.\n", "Deprecated: Use B instead."},
	} {
		if got := deprecation(c.comment); got != c.want {
			t.Errorf("deprecation(%q) = %q, want %q", c.comment, got, c.want)
		}
	}
}

func TestAdded(t *testing.T) {
	root := findGo(t).Root
	for prefix, want := range map[string]int{
		"pkg sync, func OnceValue[": 21, "pkg sync, method (*WaitGroup) Go(": 25, "pkg cmp, func Or[": 22, "pkg net/http, type Request struct, Pattern ": 23,
	} {
		if got, file, _, ok := added(root, prefix); !ok || got != want {
			t.Errorf("added(%q) = 1.%d in %q, %v, want 1.%d", prefix, got, file, ok, want)
		}
	}
	if _, _, _, ok := added(root, "pkg sync, func OnceEver("); ok {
		t.Error("found a function that no release has")
	}
}

func TestApplyRefuses(t *testing.T) {
	s := loadExample(t)
	p := s.Planted[0]
	i := slices.IndexFunc(s.Tasks, func(task suite.Task) bool { return task.ID == p.Task })
	for name, change := range map[string]func(*suite.Planted){
		"another task": func(p *suite.Planted) { p.Task = "no-such-task" },
		"another file": func(p *suite.Planted) { p.File = "main.go" },
		"lost text":    func(p *suite.Planted) { p.Find = "not in the reference" },
		"no text":      func(p *suite.Planted) { p.Find = "" },
		"twice":        func(p *suite.Planted) { p.Find = "\n" },
	} {
		wrong := p
		change(&wrong)
		if answer, err := Apply(s.Tasks[i], wrong); err == nil {
			t.Errorf("%s: applied: %q", name, answer)
		}
	}
}

// TestMakeIsDeterministic makes the faults of two tasks twice, on one and on
// two workers, and compares.
func TestMakeIsDeterministic(t *testing.T) {
	g, s := findGo(t), loadExample(t)
	small := *s
	small.Tasks = slices.DeleteFunc(slices.Clone(s.Tasks), func(task suite.Task) bool {
		return task.ID != "std-word-index" && task.ID != "std-lazy-registry"
	})
	if len(small.Tasks) != 2 {
		t.Fatalf("%d tasks, want 2", len(small.Tasks))
	}
	var made []string
	for _, jobs := range []int{1, max(2, runtime.NumCPU())} {
		compiled, failed := 0, 0
		planted, stats, err := Make(t.Context(), &small, Options{Go: g, Seed: 7, Jobs: jobs, Built: func(b Built) {
			if len(b.Errors) == 0 {
				compiled++
			} else {
				failed++
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if compiled == 0 || failed < len(planted)/2 {
			t.Errorf("%d candidates compiled and %d did not, for %d faults", compiled, failed, len(planted))
		}
		for _, one := range stats.Tasks {
			if one.Total() < 8 {
				t.Errorf("%q: %d faults, want at least 8", one.Task, one.Total())
			}
		}
		var b strings.Builder
		if err := Write(&b, planted); err != nil {
			t.Fatal(err)
		}
		made = append(made, b.String())
	}
	if made[0] != made[1] {
		t.Error("equal seeds gave different faults")
	}
	other, _, err := Make(t.Context(), &small, Options{Go: g, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Write(&b, other); err != nil {
		t.Fatal(err)
	}
	if b.String() == made[0] {
		t.Error("another seed gave the same faults")
	}
}
