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
	needModules(t, []string{everydayModule})
	m := &modules{t: t}
	dir, err := m.dir(everydayModule)
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	seen := map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(read(t, "testdata/everyday.tsv")), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		is, quoted, ok := strings.Cut(line, "\t")
		text := strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(quoted)
		if !ok || text == "" {
			t.Fatalf("everyday.tsv:%d: %q", i+1, line)
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
		case "true", "none":
			if len(refuted) > 0 {
				t.Errorf("everyday.tsv:%d: %s, but refuted: %s", i+1, quoted, strings.Join(refuted, "; "))
			}
		case "false":
			if len(refuted) == 0 {
				t.Errorf("everyday.tsv:%d: %s is false, and nothing of it is refuted", i+1, quoted)
			}
		case "open":
		default:
			t.Errorf("everyday.tsv:%d: %q is no judgement", i+1, is)
		}
	}
	if seen["true"] < 25 || seen["false"] < 25 || seen["none"] < 150 || seen["open"] > 16 {
		t.Errorf("sentences: %v", seen)
	}
}
