package generate

import (
	"testing"

	"sooth/question"
)

// TestLeaks: a question may name what it asks about, and nothing else that its
// answer says.
func TestLeaks(t *testing.T) {
	place := question.Answer{Shape: question.Location, Places: []question.Place{{File: "shop/cart.go", Line: 3}}}
	set := question.Answer{Shape: question.Names, Names: []question.Name{{"m/shop.Cart.Add", "Cart.Add", "Add"}}}
	for _, c := range []struct {
		name  string
		draft draft
		texts []string
		want  string
	}{
		{"a file that is named", draft{subject: "m/shop.Cart", file: "shop/cart.go", truth: place}, []string{"Where in `shop/cart.go` is `m/shop.Cart`?"}, "shop/cart.go"},
		{"a file that the wording does not name", draft{subject: "m/shop.Cart", file: "shop/cart.go", truth: place}, []string{"Where is `m/shop.Cart`?"}, ""},
		{"a member in what is filled in", draft{subject: "m/shop.Cart", truth: set, values: map[string]string{"type": "`Cart.Add`"}}, []string{"What has `Cart.Add`?"}, "Cart.Add"},
		{"a member that only begins alike", draft{subject: "m/shop.Cart", truth: set, values: map[string]string{"type": "`Cart.Adder`"}}, []string{"What has `Cart.Adder`?"}, ""},
		{"the subject itself", draft{subject: "m/shop.Cart.Add", truth: set}, []string{"What is `m/shop.Cart.Add`?"}, ""},
		{"a word of the wording", draft{subject: "m/shop.Cart", truth: question.Answer{Shape: question.Names, Names: []question.Name{{"m/shop.Cart.Name", "Name"}}}}, []string{"Name the fields of `m/shop.Cart`."}, ""},
		{"a value", draft{subject: "m.Limit", truth: text("100"), values: map[string]string{"type": "`100`"}}, []string{"Is `m.Limit` `100`?"}, "100"},
	} {
		if got := leaks(c.texts, c.draft); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestWordings: yes and no are asked in the same words, and none of them is
// negated, so that the wording says nothing of the answer.
func TestWordings(t *testing.T) {
	all, err := readWordings()
	if err != nil {
		t.Fatal(err)
	}
	m := &maker{world: &world{}}
	m.prepare()
	seen := 0
	for _, f := range m.forms {
		if f.counter == nil {
			continue
		}
		for _, w := range all[f.pattern].wordings {
			seen++
			for _, negated := range []string{"n't", "never", "neither", " no "} {
				if word(w, negated) {
					t.Errorf("%s: %q is negated", f.pattern, w)
				}
			}
		}
	}
	if seen < 60 {
		t.Errorf("%d wordings of questions for yes or no", seen)
	}
}

func TestDifficulty(t *testing.T) {
	for want, list := range map[string][]map[string]int{
		"easy":   {{}, {measureAnswers: 3, measureLines: 40, measureNamesakes: 1}, {measureDistance: 1}, {measureAnswers: 4}},
		"medium": {{measureDistance: 2}, {measureDistance: 1, measureLines: 41}, {measureAnswers: 9, measureNamesakes: 2}},
		"hard":   {{measureDistance: 2, measureAnswers: 4}, {measureAnswers: 4, measureLines: 100, measureNamesakes: 5}},
	} {
		for _, m := range list {
			if got := difficulty(m); got != want {
				t.Errorf("%v: %s, want %s", m, got, want)
			}
		}
	}
}
