package rank

import (
	"bytes"
	"cmp"
	"sync"
	"sync/atomic"
)

// segment is a stretch of a run whose lines belong to one topic. A run that is
// ordered by topic has one for each.
// It reaches to the next one; blank lines and comments may be in it.
type segment struct {
	from  int
	lines int32 // with content
	topic int32 // index into the judgements; -1: no judgement has the topic
}

// outline is where the topics of a run are.
type outline struct {
	segments []segment
	unknown  map[string]bool // topics without judgements
	end      int             // of the last segment
}

// to is where segment i ends.
func (o *outline) to(i int32) int {
	if int(i)+1 < len(o.segments) {
		return o.segments[i+1].from
	}
	return o.end
}

// outlineOf finds the segments of a run, on several processors: the text is cut
// at line ends into pieces, and neighbours of one topic are joined again. Memory
// grows with the changes of topic, not with the lines.
func outlineOf(text Text, j *Judgements, threads int) (*outline, error) {
	data := text.Data
	size := max(1<<18, min(1<<22, len(data)/(4*threads)+1))
	cuts := []int{start(data)}
	for p := cuts[0] + size; p < len(data); p += size {
		if p = nextLine(data, p); p < len(data) && p > cuts[len(cuts)-1] {
			cuts = append(cuts, p)
		}
	}
	cuts = append(cuts, len(data))
	pieces := make([]*outline, len(cuts)-1)
	err := parallel(text, threads, len(pieces), 1, func(_, i int) {
		pieces[i] = outlinePiece(data, cuts[i], cuts[i+1], j)
	})
	if err != nil {
		return nil, err
	}
	n := 0
	for _, p := range pieces {
		n += len(p.segments)
	}
	whole := &outline{unknown: map[string]bool{}, end: len(data), segments: make([]segment, 0, n)}
	for i, p := range pieces {
		pieces[i] = nil
		for _, s := range p.segments {
			if n := len(whole.segments); n > 0 && s.topic >= 0 && whole.segments[n-1].topic == s.topic {
				whole.segments[n-1].lines += s.lines
				continue
			}
			whole.segments = append(whole.segments, s)
		}
		for t := range p.unknown {
			whole.unknown[t] = true
		}
	}
	return whole, nil
}

func outlinePiece(data []byte, from, to int, j *Judgements) *outline {
	o := &outline{unknown: map[string]bool{}}
	var current []byte
	var open *segment
	last := int32(-1)
	for p := from; p < to; {
		end := to
		if i := bytes.IndexByte(data[p:to], '\n'); i >= 0 {
			end = p + i + 1
		}
		line := data[p:end]
		if open == nil || len(line) <= len(current) || !isSpace(line[len(current)]) || string(line[:len(current)]) != string(current) {
			word := blanks(line, 0)
			if word == len(line) || line[word] == '\n' || line[word] == '#' {
				p = end
				continue
			}
			topic := line[word:token(line, word)]
			if open == nil || !bytes.Equal(topic, current) {
				current = topic
				index, ok := j.after(topic, &last)
				if !ok {
					index = -1
					o.unknown[string(topic)] = true
				}
				o.segments = append(o.segments, segment{from: p, topic: index})
				open = &o.segments[len(o.segments)-1]
			}
		}
		open.lines++
		p = end
	}
	return o
}

// parallel calls work(worker, i) for every i below n on the given number of
// goroutines, handing out batches in order. The text is what work reads.
func parallel(text Text, threads, n, batch int, work func(worker, i int)) error {
	threads = max(1, min(threads, (n+batch-1)/batch))
	var next atomic.Int64
	var group sync.WaitGroup
	faults := make([]error, threads)
	for w := range threads {
		run := func() {
			faults[w] = guard(text, func() error {
				for {
					from := int(next.Add(int64(batch))) - batch
					if from >= n {
						return nil
					}
					for i := from; i < min(from+batch, n); i++ {
						work(w, i)
					}
				}
			})
		}
		if w == threads-1 {
			run()
			break
		}
		group.Go(run)
	}
	group.Wait()
	return cmp.Or(faults...)
}
