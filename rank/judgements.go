package rank

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Judgements are the content of a qrels file: for each topic the documents that
// were judged. They keep and read the text that they were made from.
type Judgements struct {
	text   Text
	names  []string         // topics by bytes, ascending
	topics map[string]int32 // in order of appearance
	places []int32          // of appearance → index into names
	first  []int32          // first judgement of each topic; one more at the end
	list   []judgement
	top    int // highest grade
	hash   hasher
	// Repeated counts the judgements left out because their document had one
	// already; only Options.Lenient lets there be any.
	Repeated int
}

// judgement is a document with its grade.
type judgement struct {
	place place
	hash  uint32
	grade int32
}

// index finds a topic among the names.
func (j *Judgements) index(topic []byte) (int32, bool) {
	i, ok := j.topics[string(topic)]
	if !ok {
		return 0, false
	}
	return j.places[i], true
}

// after finds a topic as index does. It looks first at the one that comes after
// the last that it found: runs mostly have the topics in the order of the
// judgements. Last is in order of appearance; -1: none was found yet.
func (j *Judgements) after(topic []byte, last *int32) (int32, bool) {
	if next := *last + 1; int(next) < len(j.places) && j.names[j.places[next]] == string(topic) {
		*last = next
		return j.places[next], true
	}
	i, ok := j.topics[string(topic)]
	if !ok {
		return 0, false
	}
	*last = i
	return j.places[i], true
}

// Topics returns the names of the topics, by bytes ascending.
func (j *Judgements) Topics() []string { return slices.Clone(j.names) }

// Len is the number of judgements.
func (j *Judgements) Len() int { return len(j.list) }

// HighestGrade is the largest grade of any judgement, at least 0.
func (j *Judgements) HighestGrade() int { return j.top }

// Grades returns the judgements of a topic; nil where it has none.
func (j *Judgements) Grades(topic string) map[string]int {
	i, ok := j.index([]byte(topic))
	if !ok {
		return nil
	}
	grades := map[string]int{}
	for _, e := range j.list[j.first[i]:j.first[i+1]] {
		if e.place != 0 {
			grades[string(e.place.in(j.text.Data))] = int(e.grade)
		}
	}
	return grades
}

// ReadJudgements reads qrels: "topic iteration document grade" on each line,
// between blanks or tabs. The iteration is not read. Blank lines and lines that
// start with "#" are passed over; the last line may lack its end.
func ReadJudgements(text Text, o Options) (j *Judgements, err error) {
	err = guard(text, func() error {
		j, err = readJudgements(text, o)
		return err
	})
	return j, err
}

func readJudgements(text Text, o Options) (*Judgements, error) {
	if err := checkText(text, "judgements"); err != nil {
		return nil, err
	}
	j := &Judgements{text: text, topics: map[string]int32{}, hash: newHasher()}
	data := text.Data
	most := min(bytes.Count(data, []byte{'\n'})+1, len(data)/7+1) // "1 0 a 1" is the shortest
	j.list = make([]judgement, 0, most)
	owner := make([]int32, 0, most) // topic of each judgement, in order of appearance
	var current []byte
	index := int32(-1)
	for p := start(data); p < len(data); {
		if p = blanks(data, p); p == len(data) || data[p] == '\n' {
			p++
			continue
		}
		if data[p] == '#' {
			p = nextLine(data, p)
			continue
		}
		line := p
		var word [4][2]int
		n := 0
		for ; p < len(data) && data[p] != '\n'; p = blanks(data, p) {
			end := token(data, p)
			if n == 4 {
				return nil, judgementColumns(text, line)
			}
			word[n] = [2]int{p, end}
			n++
			p = end
		}
		if n < 4 {
			return nil, judgementColumns(text, line)
		}
		p++
		topic := data[word[0][0]:word[0][1]]
		if index < 0 || !bytes.Equal(topic, current) {
			current = topic
			i, ok := j.topics[string(topic)]
			if !ok {
				i = int32(len(j.names))
				name := string(topic)
				j.topics[name] = i
				j.names = append(j.names, name)
			}
			index = i
		}
		grade, ok := parseGrade(data[word[3][0]:word[3][1]])
		if !ok {
			if !o.Lenient {
				return nil, badGrade(text, line, word)
			}
			grade = lenientGrade(data[word[3][0]:word[3][1]])
		}
		where, ok := at(word[2][0], word[2][1]-word[2][0])
		if !ok {
			return nil, text.fault(word[2][0], "a document id of more than 1 MiB", "is this the judgements file?")
		}
		j.list = append(j.list, judgement{where, j.hash.of(where.in(data)), grade})
		owner = append(owner, index)
		j.top = max(j.top, int(grade))
	}
	if len(j.list) == 0 {
		return nil, &InputError{Name: text.Name, Reason: "no judgement in it", Hint: `each line of qrels is "topic iteration document grade"`}
	}
	j.group(owner)
	if err := j.distinct(o.Lenient); err != nil {
		return nil, err
	}
	return j, nil
}

func nextLine(data []byte, p int) int {
	if i := bytes.IndexByte(data[p:], '\n'); i >= 0 {
		return p + i + 1
	}
	return len(data)
}

// group orders the judgements by topic, and within one as they came.
func (j *Judgements) group(owner []int32) {
	order := make([]int32, len(j.names)) // by name → first appearance
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(j.names[a], j.names[b]) })
	rank := make([]int32, len(order))
	names := make([]string, len(order))
	for i, o := range order {
		rank[o], names[i] = int32(i), j.names[o]
	}
	j.names, j.places = names, rank
	j.first = make([]int32, len(names)+1)
	for _, o := range owner {
		j.first[rank[o]+1]++
	}
	for i := range names {
		j.first[i+1] += j.first[i]
	}
	next := slices.Clone(j.first)
	grouped := make([]judgement, len(j.list))
	for i, e := range j.list {
		t := rank[owner[i]]
		grouped[next[t]] = e
		next[t]++
	}
	j.list = grouped
}

// distinct refuses a document with two judgements in one topic; lenient keeps
// the first.
func (j *Judgements) distinct(lenient bool) error {
	var t table
	var worst *judgement
	var earlier judgement
	for topic := range j.names {
		list := j.list[j.first[topic]:j.first[topic+1]]
		if len(list) == 1 {
			continue
		}
		t.reset(len(list), 0)
		for i := range list {
			if k := j.insert(&t, list, int32(i)); k >= 0 {
				if lenient {
					j.Repeated++
					list[i].place = 0 // an empty word: no document is called so
					list[i].grade = unpooled
				} else if worst == nil || list[i].place < worst.place {
					worst, earlier = &list[i], list[k]
				}
			}
		}
	}
	if worst == nil {
		return nil
	}
	first := j.text.fault(earlier.place.offset(), "", "")
	return j.text.fault(worst.place.offset(), fmt.Sprintf("document %s is judged twice for its topic, first in line %d", quote(worst.place.in(j.text.Data)), first.Line),
		"delete one of them; with --lenient the first counts")
}

// insert puts judgement i into the table; it returns the index of an earlier
// judgement of the same document, or -1.
func (j *Judgements) insert(t *table, list []judgement, i int32) int32 {
	e := list[i]
	for k := e.hash & t.mask; ; k = (k + 1) & t.mask {
		s := &t.slots[k]
		if s.ref == 0 {
			*s = slot{e.hash, -i - 1}
			return -1
		}
		if s.hash == e.hash && bytes.Equal(list[-s.ref-1].place.in(j.text.Data), e.place.in(j.text.Data)) {
			return -s.ref - 1
		}
	}
}
