package rankpool

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sooth/rank"
)

const small = "../../rank/testdata/small/"

func collect(t *testing.T, o Options) *Pool {
	t.Helper()
	p, err := Collect(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// first returns the first documents of every topic of a run, read here by other
// means: all lines sorted.
func first(t *testing.T, name string, depth int) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		document string
		score    float64
	}
	lines := map[string][]line{}
	for l := range strings.Lines(string(text)) {
		w := strings.Fields(l)
		score, err := strconv.ParseFloat(w[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		lines[w[0]] = append(lines[w[0]], line{w[2], score})
	}
	list := map[string][]string{}
	for topic, all := range lines {
		slices.SortFunc(all, func(a, b line) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.document, a.document)) })
		for _, l := range all[:min(depth, len(all))] {
			list[topic] = append(list[topic], l.document)
		}
	}
	return list
}

// TestPool: the pool is what no one judged among the first documents of any
// run, once each, in an order that tells nothing.
func TestPool(t *testing.T) {
	runs := []string{small + "mixed.runA", small + "mixed.runB"}
	qrels, err := os.ReadFile(small + "mixed.qrels")
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]bool{}
	for l := range strings.Lines(string(qrels)) {
		if w := strings.Fields(l); w[3][0] != '-' {
			judged[w[0]+" "+w[2]] = true
		}
	}
	want := map[string]bool{}
	for _, run := range runs {
		for topic, list := range first(t, run, 10) {
			for _, d := range list {
				if !judged[topic+" "+d] {
					want[topic+" "+d] = true
				}
			}
		}
	}
	p := collect(t, Options{Runs: runs, Qrels: small + "mixed.qrels", Depth: 10, Seed: 1})
	got := map[string]bool{}
	for i, item := range p.Items {
		got[item.Topic+" "+item.Document] = true
		if i > 0 && p.Items[i-1].Topic > item.Topic {
			t.Errorf("topic %s after %s", item.Topic, p.Items[i-1].Topic)
		}
	}
	if len(got) != len(want) || len(got) != len(p.Items) || len(want) < 100 {
		t.Errorf("%d documents, %d of them different, want %d", len(p.Items), len(got), len(want))
	}
	for key := range want {
		if !got[key] {
			t.Errorf("%s is not in the pool", key)
		}
	}
	var text, again, other bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(runs)
	collect(t, Options{Runs: runs, Qrels: small + "mixed.qrels", Depth: 10, Seed: 1}).Write(&again)
	collect(t, Options{Runs: runs, Qrels: small + "mixed.qrels", Depth: 10, Seed: 2}).Write(&other)
	if text.String() != again.String() {
		t.Error("the order of the runs shows")
	}
	body := func(b bytes.Buffer) string { _, rest, _ := strings.Cut(b.String(), "\n"); return rest }
	if body(text) == body(other) {
		t.Error("the seed does nothing")
	}
	if strings.Contains(text.String(), "runA") {
		t.Error("the judge sees who returned a document")
	}
	// The order within a topic goes with no rank: over all topics, the mean place of
	// the first document of run B is in the middle.
	sum, n := 0.0, 0.0
	place := map[string]float64{}
	size := map[string]float64{}
	for _, item := range p.Items {
		place[item.Topic+" "+item.Document] = size[item.Topic]
		size[item.Topic]++
	}
	for topic, list := range first(t, small+"mixed.runB", 3) {
		for _, d := range list {
			if at, ok := place[topic+" "+d]; ok && size[topic] > 1 {
				sum, n = sum+at/(size[topic]-1), n+1
			}
		}
	}
	if mean := sum / n; n < 20 || mean < .35 || mean > .65 {
		t.Errorf("the best %v documents stand on average at %.2f of their lists", n, mean)
	}
	show := collect(t, Options{Runs: runs, Qrels: small + "mixed.qrels", Depth: 10, Seed: 1, Systems: true})
	text.Reset()
	show.Write(&text)
	if !strings.Contains(text.String(), small+"mixed.runA "+small+"mixed.runB") {
		t.Error("the systems are not shown where they are wanted")
	}
}

// filled fills in a pool as a person would.
func filled(t *testing.T, p *Pool, grade func(Item) string) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, item := range p.Items {
		cells := strings.Split(lines[i+2], "\t")
		cells[2] = grade(item)
		lines[i+2] = strings.Join(cells, "\t")
	}
	return file(t, strings.Join(lines, "\r\n")) // as a spreadsheet may save it
}

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestThereAndBack: what was pooled and judged is judged; nothing is left to
// pool, and the old judgements are as they were.
func TestThereAndBack(t *testing.T) {
	o := Options{Runs: []string{small + "mixed.runA", small + "mixed.runB"}, Qrels: small + "mixed.qrels", Depth: 10, Seed: 1}
	p := collect(t, o)
	judged, err := Judge(context.Background(), JudgeOptions{Files: []string{filled(t, p, func(i Item) string { return fmt.Sprint(len(i.Document) % 3) })}, Qrels: o.Qrels,
		Topics: file(t, topicsOf(p))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := judged.Write(&out); err != nil {
		t.Fatal(err)
	}
	j, err := rank.ReadJudgements(rank.Text{Name: "new", Data: out.Bytes()}, rank.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if j.Len() != judged.Before+judged.Added || judged.Added != len(p.Items) || judged.Topics != p.Topics || judged.Blank != 0 {
		t.Errorf("%d judgements; %+v", j.Len(), judged)
	}
	for _, i := range p.Items {
		if got := j.Grades(i.Topic)[i.Document]; got != len(i.Document)%3 {
			t.Fatalf("%s %s: grade %d", i.Topic, i.Document, got)
		}
	}
	old, _ := os.ReadFile(o.Qrels)
	for l := range strings.Lines(string(old)) {
		if w := strings.Fields(l); w[3][0] != '-' && fmt.Sprint(j.Grades(w[0])[w[2]]) != w[3] {
			t.Fatalf("%s became %d", strings.TrimSpace(l), j.Grades(w[0])[w[2]])
		}
	}
	o.Qrels = file(t, out.String())
	if left := collect(t, o); len(left.Items) != 0 || left.Judged == 0 {
		t.Errorf("%d documents are left", len(left.Items))
	}
}

func topicsOf(p *Pool) string {
	var b strings.Builder
	for _, i := range p.Items {
		b.WriteString(i.Topic + "\ttext\n")
	}
	return b.String()
}

// TestProblems: everything that is wrong is said at once, with its place.
func TestProblems(t *testing.T) {
	qrels := file(t, "1 0 a 1\n1 0 b -1\n2 0 a 0\n")
	name := file(t, "# sooth.rankpool/1\ntopic\tdocument\tgrade\tquery\n"+
		"1\tc\t2\tx\n1\ta\t0\tx\n9\ta\t1\tx\n1\td\tyes\tx\n1\te\t\tx\n1\tc\t1\tx\n2\t\t1\tx\n2\tf\n1\tg\t1.5\tx\n1\th h\t1\tx\n1\tb\t1\tx\n1\ta\t1\n")
	_, err := Judge(context.Background(), JudgeOptions{Files: []string{name}, Qrels: qrels}, nil)
	var problems Problems
	if !errors.As(err, &problems) {
		t.Fatalf("%v", err)
	}
	want := []string{
		`:4:5: document "a" of topic "1" has grade 0 here and 1 at ` + qrels + ":1; hint: mend one of them",
		`:5:1: topic "9" is unknown; hint: `,
		`:6:5: grade "yes" is no whole number; hint: `,
		`:8:5: document "c" of topic "1" has grade 1 here and 2 at ` + name + ":3",
		`:9:1: a topic or a document is missing; hint: `,
		`:11:5: grade "1.5" is no whole number; hint: `,
		`:12:1: topic "1" or document "h h" is no word of qrels: a blank`,
	}
	if len(problems) != len(want) {
		t.Errorf("%d problems, want %d:\n%v", len(problems), len(want), err)
	}
	for i := range min(len(problems), len(want)) {
		if !strings.HasPrefix(problems[i], name+want[i]) {
			t.Errorf("%s\nwant %s", problems[i], want[i])
		}
	}
	for text, want := range map[string]string{
		"":                         "no line in it",
		"1\ta\t1\n":                "no columns called topic, document and grade",
		"topic\tdocument\tquery\n": "no columns called topic, document and grade",
	} {
		if _, err := Judge(context.Background(), JudgeOptions{Files: []string{file(t, text)}}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	// The grade below 0 gives way to the one that was given now.
	good := file(t, "topic\tdocument\tgrade\n1\tb\t1\n1\ta\t1\n1\tz\t\n")
	judged, err := Judge(context.Background(), JudgeOptions{Files: []string{good}, Qrels: qrels}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	judged.Write(&out)
	if out.String() != "1 0 a 1\n2 0 a 0\n1 0 b 1\n" || judged.Known != 1 || judged.Added != 1 || judged.Blank != 1 {
		t.Errorf("%q, %+v", out.String(), judged)
	}
}

// TestTwoJudges: agreement is measured on what both graded; where they
// disagree nothing is written unless the caller says how.
func TestTwoJudges(t *testing.T) {
	const head = "topic\tdocument\tgrade\n"
	one, two := head, head
	// 20 both relevant, 5 and 10 disagree, 15 both not: κ 0.4 (po 0.7, pe 0.5).
	at := 0
	for _, c := range []struct {
		n    int
		a, b string
	}{{20, "1", "1"}, {5, "1", "0"}, {10, "0", "2"}, {15, "0", "0"}} {
		for range c.n {
			at++
			one += fmt.Sprintf("1\td%02d\t%s\n", at, c.a)
			two += fmt.Sprintf("1\td%02d\t%s\n", at, c.b)
		}
	}
	one += "1\tonly\t1\n"
	files := []string{file(t, one), file(t, two)}
	for resolve, want := range map[string]int{"": 36, "lower": 51, "higher": 51, "first": 51} {
		j, err := Judge(context.Background(), JudgeOptions{Files: files, Resolve: resolve}, nil)
		if err != nil {
			t.Fatal(err)
		}
		k := j.Pairs[0].Binary
		if len(j.Pairs) != 1 || k.N != 50 || fmt.Sprintf("%.12f", *k.Value) != "0.400000000000" || !(*k.Low < *k.Value && *k.Value < *k.High) || j.Pairs[0].Kappa.N != 50 || j.Pairs[0].Alike != 35 {
			t.Errorf("%+v", j.Pairs)
		}
		if j.Added != want || len(j.Disagreements) != 15 || j.Open != map[bool]int{true: 15}[resolve == ""] {
			t.Errorf("%s: %d added, %d disagreements, %d open", resolve, j.Added, len(j.Disagreements), j.Open)
		}
		var out bytes.Buffer
		j.Write(&out)
		if got := strings.Count(out.String(), " 2\n"); got != map[string]int{"higher": 10}[resolve] {
			t.Errorf("%s: %d of grade 2", resolve, got)
		}
		if !strings.Contains(j.Disagreements[0], `document "d21" of topic "1": grade 1 at `+files[0]+":22, 0 at "+files[1]+":22") {
			t.Errorf("%s", j.Disagreements[0])
		}
	}
}
