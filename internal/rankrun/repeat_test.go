package rankrun_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/internal/rankrun"
	"sooth/suite"
)

// TestRepeats: everything is asked again; what is measured is the first answer,
// and who answers differently is told of.
func TestRepeats(t *testing.T) {
	dir := write(t, map[string]string{
		"queries.tsv": "id\tclass\tquery\tpattern\nq1\tA\tapple\t^d$\nq2\tA\tred wine\t^c$\nq3\tA\tcrash\t^a$\n",
		"suite.yaml": `schema: sooth.suite/1
name: repeats
kind: search
queries: queries.tsv
systems:
  steady: {kind: command, command: ["{self}", list, "{query}", "{k}"], environment: [SOOTH_TEST_ENGINE], hits: {json: ., id: uri}}
  fickle: {kind: command, command: ["{self}", fickle, "{query}", "{k}"], environment: [SOOTH_TEST_ENGINE], hits: {json: ., id: uri}}
`})
	o := options(t, dir)
	o.Repeats = 3
	r := run(t, o)
	if r.Run.Repeats != 3 {
		t.Errorf("%d repeats", r.Run.Repeats)
	}
	for i, want := range []int{0, 2} {
		if y := r.Systems[i]; y.Unstable != want || y.Answered != 2 || y.Failures["exited"] != 1 || y.Latency.N != 6 {
			t.Errorf("%s: %+v, %d latencies", y.Name, y, y.Latency.N)
		}
	}
	if got, again := ids(answer(t, r, "q1", "fickle")), ids(answer(t, r, "q1", "steady")); got != again || !answer(t, r, "q1", "fickle").Unstable || answer(t, r, "q1", "steady").Unstable || answer(t, r, "q3", "fickle").Unstable {
		t.Errorf("first answers %q and %q", got, again)
	}
	var b strings.Builder
	if err := rankrun.Write(&b, r, "text", false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"each asked 3 times: the first answer is measured", "note: fickle is unstable: 2 queries were answered differently when they were asked again: q1, q2"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	// The records alone say the same.
	runs, err := o.Store.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	again, err := rankrun.Again(t.Context(), o.Suite, o.Store, runs[0].Run)
	if err != nil || again.Run.Repeats != 3 || again.Systems[1].Unstable != 2 {
		t.Errorf("%v, %+v", err, again.Run)
	}
}

// TestExpectedDigests: another build, or another index, does not answer in the
// name of the one that the suite expects.
func TestExpectedDigests(t *testing.T) {
	sum := sha256.Sum256([]byte(corpus))
	right := hex.EncodeToString(sum[:])
	check := func(digests string) error {
		t.Helper()
		dir := write(t, map[string]string{
			"queries.tsv": "id\tclass\tquery\tpattern\nq1\tA\tapple\t^d$\n",
			"suite.yaml": `schema: sooth.suite/1
name: expected
kind: search
queries: queries.tsv
systems:
  one: {kind: command, command: ["{self}", list, "{query}", "{k}"], files: [documents.tsv], digests: {` + digests + `}, environment: [SOOTH_TEST_ENGINE], hits: {json: ., id: uri}}
`})
		s, err := suite.LoadSearch(dir, suite.SearchOptions{})
		if err != nil {
			return err
		}
		if _, ok := s.Systems[0].Digests["documents.tsv"]; !ok && strings.HasPrefix(digests, "documents") {
			t.Errorf("%q was not read", digests)
		}
		o := options(t, dir)
		systems, err := rankrun.Check(t.Context(), o)
		if err == nil && systems[0].Files[1].SHA256 != right {
			t.Errorf("%+v", systems[0].Files)
		}
		return err
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	program := sha256.Sum256(binary)
	for _, digests := range []string{`documents.tsv: "` + right + `"`, `documents.tsv: ` + strings.ToUpper(right[:10]), fmt.Sprintf(`"{self}": "%x"`, program)} {
		if err := check(digests); err != nil {
			t.Errorf("%s: %v", digests, err)
		}
	}
	for digests, want := range map[string]string{
		`documents.tsv: "0123456789"`: `system "one": "documents.tsv" is another than the suite expects: SHA-256 ` + right[:12] + `, want 0123456789; hint: put the right one there`,
		`document.tsv: "0123456789"`:  `its digests name "document.tsv", which is no file of it; hint: did you mean`,
		`documents.tsv: "0123"`:       `"0123" is no SHA-256: 8 to 64 hexadecimal digits`,
		`documents.tsv: "01234567xy"`: `is no SHA-256`,
		`documents.tsv: [0]`:          `must be text`,
	} {
		if err := check(digests); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", digests, err, want)
		}
	}
	// A program that is found along PATH is named as the suite names it.
	if _, err := os.Stat(filepath.Join("/bin", "sh")); err == nil {
		dir := write(t, map[string]string{
			"queries.tsv": "id\tclass\tquery\tpattern\nq1\tA\tapple\t^d$\n",
			"suite.yaml": `schema: sooth.suite/1
name: expected
kind: search
queries: queries.tsv
systems:
  one: {kind: command, command: [sh, -c, "true"], digests: {sh: "0123456789"}, hits: {json: ., id: uri}}
`})
		if _, err := rankrun.Check(t.Context(), options(t, dir)); err == nil || !strings.Contains(err.Error(), `"sh" is another than the suite expects`) {
			t.Errorf("got %v", err)
		}
	}
}
