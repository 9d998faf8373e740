package rank

import (
	"cmp"
	"slices"
)

// Ranking is the first documents of one topic of a run, in order.
type Ranking struct {
	Topic     string
	Hits      []Hit
	Documents int // in the run for this topic
}

// ReadRankings reads the first depth documents of every topic of a run, by
// topic in bytes ascending, without judgements. It needs memory for those
// documents alone. A document that is twice among them is an [*InputError];
// beyond them it is not noticed. Options.Lenient and Options.Depth count.
func ReadRankings(run Text, depth int, o Options) (list []Ranking, err error) {
	err = guard(run, func() (err error) {
		list, err = readRankings(run, depth, o)
		return err
	})
	return list, err
}

func readRankings(run Text, depth int, o Options) ([]Ranking, error) {
	if err := checkText(run, "a run"); err != nil {
		return nil, err
	}
	if o.Depth > 0 {
		depth = min(depth, o.Depth)
	}
	reader := &worker{work: &work{run: run, options: o}}
	index := map[string]int{}
	var list []*topDocuments
	var current *topDocuments
	data := run.Data
	for p := start(data); p < len(data); {
		end := nextLine(data, p)
		line := p
		p = end
		first := blanks(data[:end], line)
		if first == end || data[first] == '\n' || data[first] == '#' {
			continue
		}
		words, places := run.words(first, 6)
		if len(words) < 6 {
			reader.columns(line)
			return nil, run.fault(reader.fault.offset, reader.fault.reason(), reader.fault.hint)
		}
		score, ok := parseScore(words[4])
		if !ok {
			if !o.Lenient {
				reader.badScore(places[4], words[4])
				return nil, run.fault(reader.fault.offset, reader.fault.reason(), reader.fault.hint)
			}
			score = lenientScore(words[4])
		}
		if current == nil || string(words[0]) != current.Topic {
			i, ok := index[string(words[0])]
			if !ok {
				i = len(list)
				name := string(words[0])
				index[name] = i
				list = append(list, &topDocuments{Ranking: Ranking{Topic: name}})
			}
			current = list[i]
		}
		if twice := current.add(words[2], score, depth, o.Lenient); twice {
			return nil, run.fault(places[2], "document "+quote(words[2])+" comes twice in its topic", "with --lenient the better score counts")
		}
	}
	if len(list) == 0 {
		return nil, &InputError{Name: run.Name, Reason: "no document in it", Hint: `each line of a run is "topic Q0 document rank score tag"`}
	}
	out := make([]Ranking, len(list))
	for i, t := range list {
		out[i] = t.Ranking
	}
	slices.SortFunc(out, func(a, b Ranking) int { return cmp.Compare(a.Topic, b.Topic) })
	return out, nil
}

// topDocuments keeps the best documents of one topic while it is read.
type topDocuments struct{ Ranking }

// add puts a document in its place among the first; twice: it is there already.
func (t *topDocuments) add(document []byte, score float64, depth int, lenient bool) (twice bool) {
	t.Documents++
	worse := func(h Hit) bool { // than the document to add
		c := cmp.Compare(h.Score, score)
		return c < 0 || c == 0 && h.Document < string(document)
	}
	if n := len(t.Hits); n == depth && (n == 0 || !worse(t.Hits[n-1])) {
		return false
	}
	for i, h := range t.Hits {
		if h.Document == string(document) {
			if !lenient {
				return true
			}
			if !worse(h) {
				return false
			}
			t.Hits = slices.Delete(t.Hits, i, i+1)
			break
		}
	}
	i, _ := slices.BinarySearchFunc(t.Hits, 0, func(h Hit, _ int) int {
		if worse(h) {
			return 1
		}
		return -1
	})
	t.Hits = slices.Insert(t.Hits, i, Hit{string(document), score})
	if len(t.Hits) > depth {
		t.Hits = t.Hits[:depth]
	}
	return false
}
