package rankpool

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// merge makes new judgements of what the judges said.
func (out *Judged) merge(files []map[[2]string]entry, known map[[2]string]entry, resolve string) {
	said := map[[2]string][]entry{}
	for _, list := range files {
		for key, e := range list {
			said[key] = append(said[key], e)
		}
	}
	keys := slices.SortedFunc(maps.Keys(said), func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	topics := map[string]bool{}
	for _, key := range keys {
		list := said[key]
		grade, low, high := list[0].grade, list[0].grade, list[0].grade
		for _, e := range list[1:] {
			low, high = min(low, e.grade), max(high, e.grade)
		}
		if old, ok := known[key]; ok && old.grade >= 0 {
			out.Known++
			continue
		}
		if low != high {
			var places []string
			for _, e := range list {
				places = append(places, fmt.Sprintf("%d at %s", e.grade, e.place()))
			}
			out.Disagreements = append(out.Disagreements, fmt.Sprintf("document %q of topic %q: grade %s", key[1], key[0], strings.Join(places, ", ")))
			switch resolve {
			case "lower":
				grade = low
			case "higher":
				grade = high
			case "first":
			default:
				out.Open++
				continue
			}
		}
		if _, ok := known[key]; ok {
			out.replace(key)
		}
		out.fresh = append(out.fresh, fresh{key[0], key[1], grade})
		topics[key[0]] = true
	}
	out.Added, out.Topics = len(out.fresh), len(topics)
}

// replace takes the line out of the qrels that says "in the pool, not judged":
// a document is judged once in a topic.
func (out *Judged) replace(key [2]string) {
	var kept []byte
	for line := range bytes.Lines(out.qrels) {
		words := strings.Fields(strings.TrimPrefix(string(line), "\ufeff"))
		if len(words) >= 4 && words[0] == key[0] && words[2] == key[1] {
			out.Before--
			continue
		}
		kept = append(kept, line...)
	}
	out.qrels = kept
}

// Write writes the judgements: the old ones as they are, then the new ones in
// order of topic and document.
func (out *Judged) Write(w io.Writer) error {
	var b bytes.Buffer
	b.Write(out.qrels)
	if n := len(out.qrels); n > 0 && out.qrels[n-1] != '\n' {
		b.WriteByte('\n')
	}
	for _, f := range out.fresh {
		fmt.Fprintf(&b, "%s 0 %s %d\n", f.topic, f.document, f.grade)
	}
	_, err := w.Write(b.Bytes())
	return err
}
