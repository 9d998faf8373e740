package rankeval

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/rank"
)

// edge is one row of the table of what trec_eval 10.0 does with bad input.
type edge struct {
	exit, stdout string
}

func edges(t *testing.T) map[string]edge {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, "golden", "edge.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]edge{}
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		c := strings.Split(l, "\t")
		if c[1] == "10.0" {
			table[c[0]+c[2]] = edge{c[3], strings.TrimSpace(c[4])}
		}
	}
	return table
}

// flat prints an evaluation as the table does: name[topic]=value.
func flat(output string) string {
	var list []string
	for l := range strings.Lines(output) {
		c := strings.Split(strings.TrimSpace(l), "\t")
		list = append(list, strings.TrimSpace(c[0])+"["+c[1]+"]="+c[2])
	}
	return strings.Join(list, " ")
}

// ours is what is done instead where trec_eval crashes, refuses what is clear,
// or reads what is not. answer is a result, fault a part of the message.
type ours struct {
	answer string // "=": that of trec_eval
	fault  string
	// lenient is the same under --lenient.
	lenient string
}

const plainAnswer = "num_rel[1]=1 map[1]=1.0000 recip_rank[1]=1.0000 num_rel[2]=1 map[2]=1.0000 recip_rank[2]=1.0000 num_q[all]=2 num_rel[all]=2 map[all]=1.0000 recip_rank[all]=1.0000"
const noneInFirst = "num_rel[1]=0 map[1]=0.0000 recip_rank[1]=0.0000 num_rel[2]=1 map[2]=1.0000 recip_rank[2]=1.0000 num_q[all]=2 num_rel[all]=1 map[all]=0.5000 recip_rank[all]=0.5000"
const noneInSecond = "num_rel[1]=1 map[1]=1.0000 recip_rank[1]=1.0000 num_rel[2]=0 map[2]=0.0000 recip_rank[2]=0.0000 num_q[all]=2 num_rel[all]=1 map[all]=0.5000 recip_rank[all]=0.5000"

func expectations() map[string]ours {
	return map[string]ours{
		"all-minus-one":       {answer: noneInFirst},
		"all-minus-two":       {answer: noneInFirst},
		"later-all-minus-one": {answer: "="},
		"later-all-minus-two": {answer: noneInSecond},
		"big-grade":           {answer: "="},
		"blank-line-qrels":    {answer: plainAnswer},
		"blank-line-run":      {answer: "="},
		"bom":                 {answer: plainAnswer},
		"dup-doc-qrels":       {fault: `dup-doc-qrels.qrels:4:5: document "a" is judged twice for its topic, first in line 1; hint: `, lenient: plainAnswer},
		"dup-doc-run":         {fault: `dup-doc-run.run:4:6: document "a" comes twice in its topic, first in line 1; hint: `, lenient: plainAnswer},
		"empty-qrels":         {fault: "empty-qrels.qrels: no judgement in it; hint: ", lenient: "!"},
		"empty-run":           {fault: "empty-run.run: no document in it; hint: ", lenient: "!"},
		"five-columns-qrels":  {fault: "five-columns-qrels.qrels:1:9: 5 columns where a judgement has 4; hint: ", lenient: "!"},
		"five-columns-run":    {fault: "five-columns-run.run:1:10: 5 columns where a line of a run has 6; hint: the tag", lenient: "!"},
		"three-columns-qrels": {fault: "three-columns-qrels.qrels:1:5: 3 columns where a judgement has 4; hint: ", lenient: "!"},
		"float-grade":         {fault: `float-grade.qrels:1:7: grade "0.5" is no whole number; hint: `, lenient: "="},
		"text-grade":          {fault: `text-grade.qrels:1:7: grade "yes" is no whole number; hint: `, lenient: "="},
		"header-line":         {fault: `header-line.qrels:1:13: grade "relevance" is no whole number; hint: this looks like a header`, lenient: "header"},
		"text-score":          {fault: `text-score.run:1:10: score "abc" is no number; hint: `, lenient: "="},
		"nan-score":           {fault: `nan-score.run:1:10: score "nan" is no number; hint: `, lenient: "="},
		"inf-score":           {answer: "="},
		"hash-topic":          {answer: "="},
		"last-comment-qrels":  {answer: plainAnswer},
		"last-comment-run":    {answer: "="},
		"one-comment":         {answer: "="},
		"two-comments":        {answer: plainAnswer},
		"missing-topic":       {answer: "missing"},
		"no-overlap":          {answer: "overlap"},
		"nbsp":                {fault: "nbsp.qrels:1:8: 3 columns where a judgement has 4; hint: there is a no-break space", lenient: "!"},
	}
}

// TestEdge goes through every bad input, with and without -c, strict and lenient.
func TestEdge(t *testing.T) {
	table := edges(t)
	expect := expectations()
	seen := map[string]bool{}
	for key, trec := range table {
		name, complete := strings.CutSuffix(key, "-c")
		seen[name] = true
		want, ok := expect[name]
		if !ok {
			t.Errorf("no expectation for %s", name)
			continue
		}
		o := Options{Qrels: "edge/" + name + ".qrels", Runs: []string{"edge/" + name + ".run"}, Topics: true, Complete: complete,
			Measures: []string{"map", "recip_rank", "num_rel", "num_q"}}
		check := func(mode, answer, fault string) {
			stdout, stderr, err := evaluate(t, o)
			switch answer {
			case "=":
				if trec.exit != "0" {
					t.Fatalf("%s: trec_eval has no answer", key)
				}
				answer = trec.stdout
			case "missing": // trec_eval without -c: topic 1, then exit 4
				if answer = trec.stdout; !complete {
					answer += " num_q[all]=1 num_rel[all]=1 map[all]=1.0000 recip_rank[all]=1.0000"
					if !strings.Contains(stderr, `no document for 1 topic of 2 with judgements ("2")`) {
						t.Errorf("%s: warning %q", key, stderr)
					}
				}
			case "overlap":
				if answer = trec.stdout; !complete {
					answer, fault = "", "no-overlap.run: none of its 1 topics has judgements"
				}
			case "header": // under -c as trec_eval; without, its phantom topic is left out
				if answer = trec.stdout; !complete {
					answer += " num_q[all]=2 num_rel[all]=2 map[all]=1.0000 recip_rank[all]=1.0000"
				}
			}
			if fault != "" {
				var input *rank.InputError
				if err == nil || !strings.Contains(err.Error(), fault) || !errors.As(err, &input) || ExitCode(err) != 2 || stdout != "" {
					t.Errorf("%s %s: %v (exit %d, %d bytes), want %s", key, mode, err, ExitCode(err), len(stdout), fault)
				}
				return
			}
			if err != nil {
				t.Errorf("%s %s: %v", key, mode, err)
			} else if got := flat(stdout); got != answer {
				t.Errorf("%s %s:\n got %s\nwant %s", key, mode, got, answer)
			}
		}
		check("strict", want.answer, want.fault)
		o.Lenient = true
		switch want.lenient {
		case "":
			check("lenient", want.answer, want.fault)
		case "!":
			check("lenient", "", want.fault)
		default:
			check("lenient", want.lenient, "")
		}
	}
	if len(seen) != 29 || len(expect) != len(seen) {
		t.Errorf("%d inputs, %d expectations; 29 are known", len(seen), len(expect))
	}
}
