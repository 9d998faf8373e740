package render_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestCommentIsShort: a change that breaks everything is told in a comment that
// a page of a code host takes, and how much is left out is said.
func TestCommentIsShort(t *testing.T) {
	r := cases(t)["against"]
	if r == nil {
		t.Fatal("no report of two runs")
	}
	d := r.Discordant[0]
	for i := range 500 {
		d.Task = fmt.Sprintf("task-%03d", i)
		r.Discordant = append(r.Discordant, d)
		r.Against.New = append(r.Against.New, "new-"+d.Task)
		r.Notes = append(r.Notes, strings.Repeat("note ", 30))
	}
	got := written(t, r, "comment")
	if len(got) > 20000 {
		t.Errorf("%d bytes", len(got))
	}
	for _, want := range []string{"**Worse (501)**", "task-018 (docs", "- and 481 more\n", "**New tasks (501)**"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if strings.Contains(got, "task-019 (docs") {
		t.Error("the 21st of a list is told")
	}
}

// TestCommentWithoutPrimary: a suite that declares nothing primary is told of all
// the same: what moved, and what did not.
func TestCommentWithoutPrimary(t *testing.T) {
	r := cases(t)["tiny"]
	for i := range r.Comparisons {
		r.Comparisons[i].Primary = false
	}
	got := written(t, r, "comment")
	for _, want := range []string{"| none → docs | `compiles` | 0 | 1 | 2 |", "No task differs: none → docs (`current`, `behaves`).", "**Better (2)**", "- lower (none → docs: compiles, exists, outcome, solved): invented function"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
}

// TestCallsStandBesideAnswers: what was called is folded on the page, bounded,
// and whole in JSON.
func TestCallsStandBesideAnswers(t *testing.T) {
	r := cases(t)["hostile"]
	calls := 0
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			calls += len(trial.Calls)
		}
	}
	if calls != 90 {
		t.Fatalf("%d calls in the report, want 2 × 45", calls)
	}
	page := written(t, r, "html")
	if n := strings.Count(page, `<li><strong>`); n != 80 || strings.Count(page, "and 5 calls more: sooth runs calls") != 2 {
		t.Errorf("%d calls on the page, want 2 × 40, and how many are left out", n)
	}
	if n := strings.Count(page, `<details class="kept"><summary>`); n != 4 || strings.Contains(page, `class="kept" open`) {
		t.Errorf("%d folded parts, want what was given and what was called of 2 trials", n)
	}
	if n := strings.Count(written(t, r, "json"), `"latency_ms": 60000`); n != 90 {
		t.Errorf("%d calls in JSON", n)
	}
}
