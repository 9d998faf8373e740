package truth_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sooth/internal/truth"
	"sooth/internal/truth/label"
)

var (
	part = flag.String("truth", "sample", "what the judge is judged by: sample, development, heldout, all")
	list = flag.String("truth.list", "", "file for the wrong accusations, what was verified falsely, and what was missed")
	turn = flag.Bool("truth.turn", false, "one phrasing of each item instead of all eight")
	only = flag.String("truth.only", "", "only labels whose module or class contains this")
)

// TestJudge judges the real judge: by a stratified sample of the development
// half, or by a whole half (make truth).
func TestJudge(t *testing.T) {
	all := labels(t)
	var chosen []label.Label
	for _, l := range all {
		if *only != "" && !strings.Contains(l.Module, *only) && l.Class != *only {
			continue
		}
		if *part == "all" || label.HeldOut(l.Module, l.Symbol) == (*part == "heldout") {
			chosen = append(chosen, l)
		}
	}
	if *part == "sample" {
		chosen = truth.Sample(chosen, 500)
	}
	texts, trapped := truth.Texts(chosen), truth.NonClaims(chosen)
	if *part == "sample" || *turn {
		texts = truth.Turn(texts)
	}
	texts = append(texts, trapped...)
	var needed []string
	for _, l := range chosen {
		if !slices.Contains(needed, l.Module) {
			needed = append(needed, l.Module)
		}
	}
	needModules(t, needed)
	m := &modules{t: t}
	start := time.Now()
	score, err := truth.Run(t.Context(), m.judge, texts, m.dir)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "## truth: %s, %s\n\n", *part, time.Since(start).Round(time.Second))
	score.Table(out)
	out.Flush()
	for _, g := range score.Gates() {
		if !g.Passed() && (*part != "sample" || !strings.Contains(g.Name, "bound")) { // 500 are too few for the bound
			t.Error(g)
		}
	}
	if *list != "" {
		write(t, score)
	}
}

// write tells every error of the judge.
func write(t *testing.T, s *truth.Score) {
	f, err := os.Create(*list)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, kind := range []struct {
		title string
		list  []truth.Accusation
	}{{"ACCUSED WRONGLY", s.Wrong}, {"VERIFIED FALSELY", s.Passed}, {"MISSED", s.Missed}, {"VERIFIED WITHOUT RUNNING IT", s.Guesses}} {
		fmt.Fprintf(f, "# %s: %d\n", kind.title, len(kind.list))
		for _, a := range kind.list {
			x, v := a.Text, a.Verdict
			fmt.Fprintf(f, "%s %s (%s, %s)\n  text: %q\n", x.Class, x.Style, x.Module, x.Expect, x.Words)
			if v.Outcome != "" {
				fmt.Fprintf(f, "  verdict: %s %s %q %q %q [%s]: %s %v\n", v.Outcome, v.Claim.Kind, v.Claim.Subject, v.Claim.Verb, v.Claim.Object, v.Claim.Pattern, v.Reason, v.Witnesses)
			} else {
				for _, w := range a.All {
					fmt.Fprintf(f, "  said: %s %s %q %q %q %s [%s %s]: %s\n", w.Outcome, w.Claim.Kind, w.Claim.Subject, w.Claim.Verb, w.Claim.Object, w.Claim.Modality, w.Claim.Pattern, w.Claim.Anchor, w.Reason)
				}
			}
		}
	}
}
