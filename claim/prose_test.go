package claim

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestProse reads the real answers of testdata/go-answers. What must hold of
// each is checked against a look at the text by a regular expression; the
// counts are a golden file that was read through.
func TestProse(t *testing.T) {
	files, err := filepath.Glob("testdata/go-answers/*/*.md")
	if err != nil || len(files) != 24 {
		t.Fatalf("testdata/go-answers: %d answers: %v", len(files), err)
	}
	citation := regexp.MustCompile(`[\w/.-]+\.go:(\d+)`)
	var b strings.Builder
	total, found, sentencesAll, sentencesWith := map[string]int{}, 0, 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		claims := Parse(text, Options{})
		check(t, text, claims)
		cited, counts := map[string]int{}, map[string]int{}
		for _, c := range claims {
			counts[string(c.Kind)]++
			if c.Kind == Structure && c.Verb == "" {
				counts["not understood"]++
			}
			if c.Modality != "" {
				counts["not asserted"]++
			}
			if c.Kind == Citation {
				cited[c.Place.String()]++
				if !strings.Contains(c.Text, "/") && !strings.HasSuffix(c.Place.File, ".go") {
					t.Errorf("%s:%d: %q is cited", name, c.Line, c.Text)
				}
			}
		}
		for _, m := range citation.FindAllString(text, -1) {
			if found++; cited[m] == 0 {
				t.Errorf("%s: %s is not found", name, m)
			}
			cited[m]--
		}
		for s, n := range cited {
			if n > 0 && strings.Contains(s, ":") {
				t.Errorf("%s: %s is found %d times too often", name, s, n)
			}
		}
		all, with := coverage(text, claims)
		sentencesAll += all
		sentencesWith += with
		fmt.Fprintf(&b, "%s: %d sentences, %d with a claim;", strings.TrimPrefix(name, "testdata/go-answers/"), all, with)
		for _, k := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&b, " %s %d", k, counts[k])
			total[k] += counts[k]
		}
		b.WriteByte('\n')
	}
	if found < 100 {
		t.Fatalf("%d citations in the answers", found)
	}
	fmt.Fprintf(&b, "all: %d sentences, %d with a claim;", sentencesAll, sentencesWith)
	for _, k := range slices.Sorted(maps.Keys(total)) {
		fmt.Fprintf(&b, " %s %d", k, total[k])
	}
	b.WriteByte('\n')
	golden(t, "testdata/go-answers.txt", b.String())
}

// coverage counts the sentences of a text outside of code, and those in which
// a claim that was understood begins.
func coverage(text string, claims []Claim) (all, with int) {
	for _, u := range markdownUnits(text, Blocks(text)) {
		if u.kind == codeUnit {
			continue
		}
		list, _ := tokens(u.text, u.kind == cell)
		for _, s := range sentences(&u, list) {
			if s.first < 0 {
				continue
			}
			all++
			start, end := u.offset(s.tokens[0].start), u.end(s.tokens[len(s.tokens)-1].end)
			if slices.ContainsFunc(claims, func(c Claim) bool {
				return c.Offset >= start && c.Offset < end && (c.Kind != Structure || c.Verb != "")
			}) {
				with++
			}
		}
	}
	return all, with
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// TestNoClaims reads the mentions of testdata/truth that are no claims about
// the code base they stand in. Only the mention and the name of its file are
// known, so what tells it must be in them.
func TestNoClaims(t *testing.T) {
	file, err := os.Open("testdata/truth/unresolved-mentions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	told, accusable, n := map[string]int{}, map[string][]string{}, 0
	for in := bufio.NewScanner(file); in.Scan(); n++ {
		var m struct{ File, Mention, Reason string }
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		open := false
		text := "`" + m.Mention + "`"
		claims := Parse(text, Options{Name: m.File})
		check(t, text, claims)
		for _, c := range claims {
			open = open || c.Modality == "" && c.Anchor != ""
		}
		if open {
			accusable[m.Reason] = append(accusable[m.Reason], m.Mention)
		} else {
			told[m.Reason]++
		}
	}
	if n != 62 {
		t.Fatalf("%d mentions", n)
	}
	var b strings.Builder
	for _, reason := range slices.Sorted(maps.Keys(told)) {
		fmt.Fprintf(&b, "%s: %d without an anchor or not asserted\n", reason, told[reason])
	}
	for _, reason := range slices.Sorted(maps.Keys(accusable)) {
		fmt.Fprintf(&b, "%s: anchored: %s\n", reason, strings.Join(accusable[reason], ", "))
	}
	golden(t, "testdata/truth.txt", b.String())
}

// TestWrongNamesAreFound: a name that a documentation fix mended is a symbol
// in its line, whatever stands around it.
func TestWrongNamesAreFound(t *testing.T) {
	file, err := os.Open("testdata/truth/doc-fix-pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n, missed := 0, []string(nil)
	for in := bufio.NewScanner(file); in.Scan(); n++ {
		var m struct{ File, Wrong, Line string }
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		claims := Parse(m.Line, Options{Name: m.File})
		check(t, m.Line, claims)
		if !slices.ContainsFunc(claims, func(c Claim) bool { return c.Kind == Symbol && c.Subject == strings.TrimSuffix(m.Wrong, "()") }) {
			missed = append(missed, m.Wrong)
		}
	}
	if n != 13 {
		t.Fatalf("%d fixes", n)
	}
	// `*Arrary` stands for the ends of names: it is read as a pointer to Arrary.
	if want := []string{"*Arrary"}; !slices.Equal(missed, want) {
		t.Errorf("missed %q, want %q", missed, want)
	}
}
