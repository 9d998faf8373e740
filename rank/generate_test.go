package rank

import (
	"bufio"
	"fmt"
	"io"
	"math"
)

// mixer is splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
type mixer uint64

func (m *mixer) next() uint64 {
	*m += 0x9e3779b97f4a7c15
	z := uint64(*m)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (m *mixer) below(n int) int { return int(m.next() % uint64(n)) }

func (m *mixer) unit() float64 { return float64(m.next()>>11) / (1 << 53) }

// order is how the lines of a generated run follow each other.
type order int

const (
	grouped     order = iota // by topic, best first
	interleaved              // ten documents of every topic, then the next ten
	reversed                 // topics backwards, worst document first
	shuffled                 // within each topic
)

// generate writes qrels and a run of a size, the same bytes every time: about
// one relevant document for a topic, often near the top, as in passage search.
// Documents come in blocks of equal score.
func generate(qrels, run io.Writer, topics, documents, block int, how order) {
	const collection = 8841823
	q, r := bufio.NewWriterSize(qrels, 1<<16), bufio.NewWriterSize(run, 1<<16)
	defer q.Flush()
	defer r.Flush()
	m := mixer(1)
	type topic struct {
		id, base, stride int
		score            float64
	}
	list := make([]topic, topics)
	id := 1000
	for i := range list {
		id += 1 + m.below(150)
		t := topic{id, m.below(collection), 1 + m.below(4000000), 20 + 40*m.unit()}
		for common(t.stride, collection) != 1 {
			t.stride++
		}
		list[i] = t
		place := documents + 100 // not found
		if m.unit() < .85 {
			place = int(float64(documents) * math.Pow(m.unit(), 6))
		}
		fmt.Fprintf(q, "%d 0 %d 1\n", t.id, (t.base+t.stride*place)%collection)
	}
	line := func(t topic, p int) {
		fmt.Fprintf(r, "%d Q0 %d %d %.6f G\n", t.id, (t.base+t.stride*p)%collection, p+1, t.score/(1+.004*float64(p-p%block)))
	}
	switch how {
	case grouped:
		for _, t := range list {
			for p := range documents {
				line(t, p)
			}
		}
	case interleaved:
		for from := 0; from < documents; from += 10 {
			for _, t := range list {
				for p := from; p < min(from+10, documents); p++ {
					line(t, p)
				}
			}
		}
	case reversed:
		for i := range list {
			for p := documents - 1; p >= 0; p-- {
				line(list[topics-1-i], p)
			}
		}
	case shuffled:
		for _, t := range list {
			places := make([]int, documents)
			for p := range places {
				k := m.below(p + 1)
				places[p], places[k] = places[k], p
			}
			for _, p := range places {
				line(t, p)
			}
		}
	}
}

func common(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
