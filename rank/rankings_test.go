package rank

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestReadRankings holds the first documents to those that Evaluate keeps.
func TestReadRankings(t *testing.T) {
	for _, name := range []string{"mixed.runA", "ties.run", "prec.run", "binary.runB", "uri.runA"} {
		base, _, _ := strings.Cut(name, ".")
		read := func(file string) Text {
			data, err := os.ReadFile("testdata/small/" + file)
			if err != nil {
				t.Fatal(err)
			}
			return Text{file, data}
		}
		j, err := ReadJudgements(read(base+".qrels"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := ParseMeasure("NumRet")
		for _, depth := range []int{1, 3, 10, 1000} {
			e, err := Evaluate(j, read(name), []Measure{m}, Options{}, Extra{Documents: depth})
			if err != nil {
				t.Fatal(err)
			}
			list, err := ReadRankings(read(name), depth, Options{})
			if err != nil {
				t.Fatal(err)
			}
			byTopic := map[string]Ranking{}
			for _, r := range list {
				byTopic[r.Topic] = r
			}
			if len(list) != len(e.Topics)+e.Unjudged {
				t.Errorf("%s: %d topics, want %d", name, len(list), len(e.Topics)+e.Unjudged)
			}
			for _, topic := range e.Topics {
				var want []Hit
				for _, d := range topic.Documents {
					want = append(want, d.Hit)
				}
				if got := byTopic[topic.Name]; fmt.Sprint(got.Hits) != fmt.Sprint(want) || float64(got.Documents) != topic.Values[0] {
					t.Errorf("%s %s at %d:\n got %v\nwant %v", name, topic.Name, depth, got.Hits, want)
				}
			}
		}
	}
}

// TestReadRankingsAnyOrder: neither the order of lines nor topics in pieces
// change the first documents.
func TestReadRankingsAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for i := range rapid.IntRange(1, 30).Draw(t, "n") {
			lines = append(lines, fmt.Sprintf("%d Q0 d%d 0 %d tag\n", i%3, i, rapid.IntRange(0, 3).Draw(t, "score")))
		}
		depth := rapid.IntRange(1, 12).Draw(t, "depth")
		one, err := ReadRankings(Text{"a", []byte(strings.Join(lines, ""))}, depth, Options{})
		if err != nil {
			t.Fatal(err)
		}
		two, err := ReadRankings(Text{"b", []byte(strings.Join(rapid.Permutation(lines).Draw(t, "order"), ""))}, depth, Options{})
		if err != nil || fmt.Sprint(one) != fmt.Sprint(two) {
			t.Fatalf("%v\n%v %v", one, two, err)
		}
	})
}

func TestReadRankingsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "r: no document in it",
		"# nothing\n\n":                   "r: no document in it",
		"1 0 a 1\n":                       "r:1:7: 4 columns where a line of a run has 6; hint: this looks like qrels",
		"1 Q0 a 1 x t\n":                  `r:1:10: score "x" is no number`,
		"1 Q0 a 1 2 t\n1 Q0 a 2 1 t":      `r:2:6: document "a" comes twice in its topic`,
		"<!doctype html>\n<body>":         "r:1:11: 2 columns where a line of a run has 6",
		"\x7fELF\x00\x00":                 "r:1:5: a zero byte: this is no text file",
		strings.Repeat("x", 1<<20) + "\n": "r:1:1: 1 column where a line of a run has 6",
	} {
		_, err := ReadRankings(Text{"r", []byte(text)}, 10, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	list, err := ReadRankings(Text{"r", []byte("1 Q0 a 1 2 t\n1 Q0 b 1 3 t\n1 Q0 a 2 9 t\n1 Q0 b 2 1 t\n")}, 10, Options{Lenient: true})
	if err != nil || fmt.Sprint(list[0].Hits) != "[{a 9} {b 3}]" {
		t.Errorf("lenient: %v, %v", list, err)
	}
}

// FuzzReadRankings: what one reader of runs accepts, the other does, with the
// same documents; what it refuses, the other does not know better.
func FuzzReadRankings(f *testing.F) {
	for _, seed := range []string{"1 Q0 a 1 2 t\n1 Q0 b 1 3 t", "1 Q0 a 1 nan t\n", "#\n\n 1\tQ0 a 1 1e3 t x\r\n2 Q0 a 1 -inf t\n1 Q0 c 1 1e3 t\n", "\ufeff1 Q0 a 1 2 t\n", "1 Q0 a 1 2 t\n1 Q0 a 1 1 t\n", "1 0 a 1\n", "\x00"} {
		f.Add([]byte(seed))
	}
	j, err := ReadJudgements(Text{"q", []byte("1 0 a 1\n2 0 b 1\n")}, Options{})
	if err != nil {
		f.Fatal(err)
	}
	m, err := ParseMeasure("NumRet")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadRankings(Text{"r", data}, 1<<20, Options{})
		e, other := Evaluate(j, Text{"r", data}, []Measure{m}, Options{Threads: 1}, Extra{Documents: 1 << 20})
		if other != nil {
			if err == nil {
				t.Fatalf("%q: read as %v, and refused: %v", data, list, other)
			}
			return
		}
		if err != nil { // a document twice in a topic without judgements is not looked for there
			if e.Unjudged == 0 {
				t.Fatalf("%q: %v, and evaluated", data, err)
			}
			return
		}
		byTopic := map[string]Ranking{}
		for _, r := range list {
			byTopic[r.Topic] = r
		}
		for _, topic := range e.Topics {
			var want []Hit
			for _, d := range topic.Documents {
				want = append(want, d.Hit)
			}
			if got := byTopic[topic.Name].Hits; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%q: topic %q: %v, want %v", data, topic.Name, got, want)
			}
		}
	})
}
