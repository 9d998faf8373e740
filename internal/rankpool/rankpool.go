// Package rankpool makes judgements by hand possible: it collects what no one
// has judged yet among the first documents of several runs, in a file for a
// person to fill in, and reads such files back into qrels, checked.
//
// Who judges must not see what is judged: documents come in an order drawn by a
// seed, without ranks, scores or the names of systems. docs/format/rank.md
// describes the file.
package rankpool

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sooth/internal/rankfile"
	"sooth/rank"
)

// Options say what is pooled.
type Options struct {
	Runs     []string // files
	Qrels    string   // what is judged already; empty: nothing
	Topics   string   // tab-separated: topic and query, with or without a line of names; empty: none
	Universe string   // tab-separated: document and title; empty: none
	Depth    int      // first documents of every run that are pooled
	Seed     uint64   // of the order
	Systems  bool     // say which runs returned a document: for a second look, never for judging
	Rank     rank.Options
}

// Pool is what there is to judge.
type Pool struct {
	Depth   int
	Seed    uint64
	Titles  bool
	Systems bool
	Items   []Item // by topic; within a topic in the order drawn
	Topics  int    // with something to judge
	Judged  int    // documents of the pool that have a judgement already
}

// Item is one document to judge for one topic.
type Item struct {
	Topic, Query, Document, Title string
	Systems                       []string // runs that returned it
}

// Collect makes a pool. It depends on the sets of documents and the seed alone:
// not on the order of runs, nor on how often a document was returned.
func Collect(ctx context.Context, o Options, stdin io.Reader) (*Pool, error) {
	judged, err := existing(ctx, o, stdin)
	if err != nil {
		return nil, err
	}
	queries, err := pairs(ctx, o.Topics, stdin, "topic", "id", "qid")
	if err != nil {
		return nil, err
	}
	titles, err := pairs(ctx, o.Universe, stdin, "document", "docid", "id")
	if err != nil {
		return nil, err
	}
	p := &Pool{Depth: o.Depth, Seed: o.Seed, Titles: o.Universe != "", Systems: o.Systems}
	found := map[string]map[string][]string{} // topic, document: systems
	for _, name := range o.Runs {
		f, err := rankfile.Open(ctx, name, stdin)
		if err != nil {
			return nil, err
		}
		list, err := rank.ReadRankings(f.Text, o.Depth, o.Rank)
		f.Close()
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if found[r.Topic] == nil {
				found[r.Topic] = map[string][]string{}
			}
			for _, h := range r.Hits {
				found[r.Topic][h.Document] = append(found[r.Topic][h.Document], f.Text.Name)
			}
		}
	}
	for _, topic := range slices.Sorted(maps.Keys(found)) {
		var items []Item
		for _, document := range slices.Sorted(maps.Keys(found[topic])) {
			if judged[topic][document] {
				p.Judged++
				continue
			}
			items = append(items, Item{Topic: topic, Query: queries[topic], Document: document, Title: titles[document], Systems: slices.Sorted(slices.Values(found[topic][document]))})
		}
		if len(items) > 0 {
			p.Topics++
		}
		slices.SortStableFunc(items, func(a, b Item) int {
			return slices.Compare(lot(o.Seed, topic, a.Document), lot(o.Seed, topic, b.Document))
		})
		p.Items = append(p.Items, items...)
	}
	return p, nil
}

// lot is the place of a document in the order: drawn for each document alone,
// so that a later pool with more runs keeps the order of those that were there.
func lot(seed uint64, topic, document string) []byte {
	var head [16]byte
	binary.BigEndian.PutUint64(head[:8], seed)
	binary.BigEndian.PutUint64(head[8:], uint64(len(topic)))
	sum := sha256.Sum256([]byte(string(head[:]) + topic + document))
	return sum[:]
}

// existing reads what is judged already; a grade below 0 is no judgement.
func existing(ctx context.Context, o Options, stdin io.Reader) (map[string]map[string]bool, error) {
	judged := map[string]map[string]bool{}
	if o.Qrels == "" {
		return judged, nil
	}
	f, err := rankfile.Open(ctx, o.Qrels, stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	j, err := rank.ReadJudgements(f.Text, o.Rank)
	if err != nil {
		return nil, err
	}
	for _, topic := range j.Topics() {
		judged[topic] = map[string]bool{}
		for document, grade := range j.Grades(topic) {
			if grade >= 0 {
				judged[topic][document] = true
			}
		}
	}
	return judged, nil
}

// pairs reads a tab-separated file of a key and a text. A first line whose
// first word is one of heads names the columns ("query" or "title" is the text,
// else the second).
func pairs(ctx context.Context, name string, stdin io.Reader, heads ...string) (map[string]string, error) {
	list := map[string]string{}
	if name == "" {
		return list, nil
	}
	f, err := rankfile.Open(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	column := 1
	number := 0
	for raw := range strings.Lines(string(f.Text.Data)) {
		number++
		line := strings.TrimPrefix(strings.TrimRight(raw, "\r\n"), "\ufeff")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if number == 1 && slices.Contains(heads, cells[0]) {
			for i, head := range cells {
				if head == "query" || head == "title" {
					column = i
				}
			}
			continue
		}
		if cells[0] == "" {
			return nil, &rank.InputError{Name: f.Text.Name, Line: number, Reason: "nothing before the first tab", Hint: fmt.Sprintf("each line is a %s, a tab, and a text", heads[0])}
		}
		if column < len(cells) {
			list[cells[0]] = cells[column]
		} else {
			list[cells[0]] = ""
		}
	}
	return list, nil
}

// Write writes the pool as a file to fill in: the column "grade" is blank.
func (p *Pool) Write(w io.Writer) error {
	head := []string{"topic", "document", "grade", "query"}
	if p.Titles {
		head = append(head, "title")
	}
	if p.Systems {
		head = append(head, "systems")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# sooth.rankpool/1: first %d documents, seed %d; fill in the column grade with a whole number, 0: not relevant; leave it blank where you cannot tell\n", p.Depth, p.Seed)
	b.WriteString(strings.Join(head, "\t") + "\n")
	for _, i := range p.Items {
		cells := []string{i.Topic, i.Document, "", oneCell(i.Query)}
		if p.Titles {
			cells = append(cells, oneCell(i.Title))
		}
		if p.Systems {
			cells = append(cells, oneCell(strings.Join(i.Systems, " ")))
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func oneCell(s string) string { return strings.Join(strings.Fields(s), " ") }
