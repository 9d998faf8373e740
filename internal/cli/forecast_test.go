package cli_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sooth/llm/llmtest"
)

// TestPlanDuration: how long a plan takes is told by how long answers took before,
// and not guessed of a model that was never asked.
func TestPlanDuration(t *testing.T) {
	const latency = 500 * time.Millisecond
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		b := coder(c)
		b.Latency = latency
		return b
	}})
	db := t.TempDir()
	if _, errs, exit := alive(t, s.URL(), "k", db, "--model", "claude-haiku-4-5", "--quiet"); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	// 2 tasks, 2 arms, 30 repeats: 120 trials of half a second, 2 at once.
	out, errs, exit := alive(t, s.URL(), "k", db, "--model", "claude-haiku-4-5", "--repeats", "30", "--jobs", "2", "--plan")
	told := regexp.MustCompile(`about ([0-9]+) s with 2 at once, by the 4 earlier answers`).FindStringSubmatch(out)
	if exit != 0 || told == nil {
		t.Fatalf("exit %d: %s%s", exit, out, errs)
	}
	if seconds, err := strconv.Atoi(told[1]); err != nil || seconds < 30 || seconds > 60 {
		t.Errorf("%s: 120 trials of 0.5 s, 2 at once, take 30 s", told[0])
	}
	out, _, _ = alive(t, s.URL(), "k", db, "--model", "claude-haiku-4-5", "--model", "gpt-5-mini", "--plan")
	if !strings.Contains(out, "how long it takes is not known: there is no earlier answer of gpt-5-mini") {
		t.Errorf("%s", out)
	}
}
