package rankeval

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const data = "../../rank/testdata/"

// evaluate runs an evaluation of the small sets.
func evaluate(t testing.TB, o Options) (stdout, stderr string, err error) {
	t.Helper()
	if o.Qrels != "-" {
		o.Qrels = data + "small/" + o.Qrels
	}
	runs := make([]string, len(o.Runs))
	for i, r := range o.Runs {
		runs[i] = data + "small/" + r
	}
	o.Runs = runs
	var a, b bytes.Buffer
	err = Run(context.Background(), o, strings.NewReader(""), &a, &b)
	return a.String(), b.String(), err
}

type goldenCase struct {
	file, qrels, run string
	measures         string
	topics           bool
}

func goldenCases() []goldenCase {
	const few = "map recip_rank ndcg_cut.10 success.1,5,10 P.1,5,10 recall.5,10,20"
	return []goldenCase{
		{"binary.A.c.txt", "binary.qrels", "binary.runA", few, true},
		{"binary.B.c.txt", "binary.qrels", "binary.runB", few, true},
		{"format.c.txt", "format.qrels", "format.run", "all_trec", true},
		{"mixed.A.c.txt", "mixed.qrels", "mixed.runA", "all_trec", true},
		{"mixed.A.c.summary.txt", "mixed.qrels", "mixed.runA", "all_trec", false},
		{"mixed.B.c.txt", "mixed.qrels", "mixed.runB", "all_trec", true},
		{"prec.c.txt", "prec.qrels", "prec.run", "all_trec", true},
		{"ties.c.txt", "ties.qrels", "ties.run", "all_trec", true},
		{"uri.A.c.txt", "uri.qrels", "uri.runA", "all_trec", true},
		{"uri.B.c.txt", "uri.qrels", "uri.runB", "all_trec", true},
	}
}

// TestBytes compares the output with that of trec_eval 10.0, byte for byte, but
// for the two measures of it that are defective.
func TestBytes(t *testing.T) {
	lines := 0
	for _, g := range goldenCases() {
		t.Run(g.file, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join(data, "golden", g.file))
			if err != nil {
				t.Fatal(err)
			}
			got, warnings, err := evaluate(t, Options{Qrels: g.qrels, Runs: []string{g.run}, Measures: strings.Fields(g.measures), Topics: g.topics, Complete: true})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(warnings, "count as 0") {
				t.Errorf("warning under --complete: %s", warnings)
			}
			a, b := without(got, "rbp ", "rbp_resid "), without(string(want), "rbp ", "rbp_resid ")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Fatalf("line %d:\n got %q\nwant %q", i+1, a[i], b[i])
				}
			}
			if len(a) != len(b) {
				t.Fatalf("%d lines, want %d", len(a), len(b))
			}
			lines += len(b)
		})
	}
	if lines < 10000 {
		t.Errorf("only %d lines compared", lines)
	}
	t.Logf("%d lines compared", lines)
}

// without splits text into lines and leaves out those with one of the prefixes.
func without(text string, prefixes ...string) []string {
	var kept []string
next:
	for l := range strings.Lines(text) {
		for _, p := range prefixes {
			if strings.HasPrefix(l, p) {
				continue next
			}
		}
		kept = append(kept, l)
	}
	return kept
}

// TestResidual holds rbp_resid to trec_eval's value wherever that is not its
// defect: for topics of which something retrieved is not judged.
func TestResidual(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(data, "golden", "mixed.A.c.txt"))
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := evaluate(t, Options{Qrels: "mixed.qrels", Runs: []string{"mixed.runA"}, Measures: []string{"rbp_resid"}, Topics: true, NoMean: true, Complete: true})
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]string{}
	for l := range strings.Lines(got) {
		c := strings.Split(strings.TrimSpace(l), "\t")
		ours[c[1]] = c[2]
	}
	same, zero := 0, 0
	for l := range strings.Lines(string(want)) {
		c := strings.Split(strings.TrimSpace(l), "\t")
		if !strings.HasPrefix(c[0], "rbp_resid") || c[1] == "all" {
			continue
		}
		if c[2] == "0.0000" {
			if zero++; ours[c[1]] == "" {
				t.Errorf("topic %s has no residual", c[1])
			}
			continue
		}
		if ours[c[1]] != c[2] {
			t.Errorf("topic %s: %s, want %s", c[1], ours[c[1]], c[2])
		}
		same++
	}
	if same < 40 || zero == 0 {
		t.Errorf("%d topics compared, %d with trec_eval's 0", same, zero)
	}
}
