package goapi

import (
	"encoding/json"
	"go/version"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// reviewFile is what a person has looked at: the release of Go, and the notices
// of which no replacement is read, each with what it says in words ("": it names
// none).
const reviewFile = "testdata/deprecation_review.json"

// TestReviewOfTheRelease: every deprecated symbol of the standard library has a
// replacement that is read from its notice, or stands in the curated map, or was
// reviewed to have none that a program could be held to. With a new release of Go the
// list is looked through again, and reviewed_at raised.
func TestReviewOfTheRelease(t *testing.T) {
	text, err := os.ReadFile(reviewFile)
	if err != nil {
		t.Fatal(err)
	}
	var review struct {
		At     string            `json:"reviewed_at"`
		Unread map[string]string `json:"unread"`
	}
	if err := json.Unmarshal(text, &review); err != nil {
		t.Fatal(err)
	}
	if running := strings.TrimPrefix(version.Lang(runtime.Version()), "go"); running != review.At {
		t.Errorf("reviewed at Go %s, and this is %s: see what follows, mend %s or the map, and set reviewed_at", review.At, running, reviewFile)
	}
	mapped := map[string]bool{}
	for _, c := range curatedEntries(t) {
		mapped[c.Symbol] = true
	}
	_, notices := everyNotice(t)
	total, unread := 0, map[string]bool{}
	for path, bySymbol := range notices {
		if elements := strings.Split(path, "/"); strings.Contains(elements[0], ".") || slices.Contains(elements, "internal") {
			continue // no program can import it
		}
		for symbol, notice := range bySymbol {
			name := strings.TrimSuffix(path+"."+symbol, ".")
			total++
			if notice.Replacement != "" || mapped[name] {
				continue
			}
			unread[name] = true
			if _, reviewed := review.Unread[name]; !reviewed {
				t.Errorf("%s: nobody has reviewed it; it says: %s", name, notice.Text)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(review.Unread)) {
		if !unread[name] {
			t.Errorf("%s: reviewed for nothing: it is not deprecated any more, or its replacement is known", name)
		}
	}
	t.Logf("%d notices of packages that can be imported, %d of them without a replacement that is read", total, len(unread))
	if total < 150 || len(unread) == 0 {
		t.Errorf("only %d notices", total)
	}
}
