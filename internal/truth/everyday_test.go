package truth_test

import (
	"fmt"
	"strings"
	"testing"

	"sooth/oracle"
)

// everydayModule is what the sentences of testdata/everyday.tsv are about.
const everydayModule = "github.com/spf13/cobra@v1.10.2"

// TestEverydaySentences judges sentences as people write them: what is true, and
// what does not say that something is there, is never accused; what is false is.
func TestEverydaySentences(t *testing.T) {
	seen := judgeSentences(t, "testdata/everyday.tsv")
	if seen["true"] < 25 || seen["false"] < 25 || seen["none"] < 150 || seen["open false"] > 2 || seen["open none"] > 0 {
		t.Errorf("sentences: %v", seen)
	}
}

// TestFreshSentences judges the lists that were each judged once before any rule
// had seen them.
func TestFreshSentences(t *testing.T) {
	seen := judgeSentences(t, "testdata/fresh.tsv")
	if seen["false"]+seen["open false"] != 90 || seen["none"]+seen["open none"] != 90 || seen["open false"] > 11 || seen["open none"] > 6 {
		t.Errorf("sentences: %v", seen)
	}
}

// judgeSentences holds the verdicts on the sentences of a list against their
// labels and returns how many have which.
func judgeSentences(t *testing.T, name string) map[string]int {
	t.Helper()
	needModules(t, []string{everydayModule})
	m := &modules{t: t}
	dir, err := m.dir(everydayModule)
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	seen := map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(read(t, name)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		is, quoted, ok := strings.Cut(line, "\t")
		text := strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(quoted)
		if !ok || text == "" {
			t.Fatalf("%s:%d: %q", name, i+1, line)
		}
		seen[is]++
		verdicts, err := m.judge(t.Context(), dir, text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		var refuted []string
		for _, v := range verdicts {
			if v.Outcome == oracle.Refuted {
				refuted = append(refuted, fmt.Sprintf("%s %q: %s", v.Claim.Kind, v.Claim.Text, v.Reason))
			}
		}
		switch is {
		case "true", "none", "open false":
			if len(refuted) > 0 {
				t.Errorf("%s:%d: %s: %s, but refuted: %s", name, i+1, is, quoted, strings.Join(refuted, "; "))
			}
		case "false", "open none":
			if len(refuted) == 0 {
				t.Errorf("%s:%d: %s: %s, and nothing of it is refuted", name, i+1, is, quoted)
			}
		default:
			t.Errorf("%s:%d: %q is no judgement", name, i+1, is)
		}
	}
	return seen
}
