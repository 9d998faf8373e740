package rank

import (
	"bytes"
	"fmt"
)

// read appends the documents of a segment to the entries; false: a line could
// not be read, and fail was called.
func (w *worker) read(i int32) bool {
	s := w.outline.segments[i]
	data := w.run.Data[:w.outline.to(i)]
	known := 0 // length of the topic: the outline has compared it
	if s.topic >= 0 {
		known = len(w.judgements.names[s.topic])
	}
	for p := s.from; p < len(data); {
		for p < len(data) && isSpace(data[p]) {
			p++ // leading blanks, and blank lines
		}
		if p == len(data) {
			break
		}
		if data[p] == '#' {
			p = nextLine(data, p)
			continue
		}
		line := p
		p = token(data, p+known)       // topic
		p = token(data, word(data, p)) // Q0: not read
		document := word(data, p)
		p = token(data, document)
		length := p - document
		p = token(data, word(data, p)) // rank: not read
		number := word(data, p)
		var score float64
		var ok bool
		score, p, ok = quickScore(data, number)
		if !ok {
			p = token(data, number)
		}
		end := p
		p = word(data, p)
		if p == len(data) || data[p] == '\n' {
			w.columns(line)
			return false
		}
		for p < len(data) && data[p] != '\n' {
			p++ // tag, and what may follow it
		}
		p++
		if !ok {
			if score, ok = parseScore(data[number:end]); !ok {
				if !w.options.Lenient {
					w.badScore(number, data[number:end])
					return false
				}
				score = lenientScore(data[number:end])
			}
		}
		where, ok := at(document, length)
		if !ok {
			w.fail(document, "is this the run?", func() string { return "a document id of more than 1 MiB" })
			return false
		}
		if s.topic >= 0 {
			w.entries = append(w.entries, entry{score, where, absent})
		}
	}
	return true
}

func (w *worker) badScore(offset int, word []byte) {
	hint := "scores are decimal numbers; with --lenient it is read as trec_eval reads it"
	if bytes.EqualFold(word, []byte("nan")) || bytes.EqualFold(word, []byte("-nan")) {
		hint = "not a number has no place in an order; with --lenient it comes last"
	} else if bytes.EqualFold(word, []byte("score")) {
		hint = "this looks like a header; delete the line or start it with #"
	}
	w.fail(offset, hint, func() string { return "score " + quote(word) + " is no number" })
}

// columns says what is wrong with a line that has too few columns.
func (w *worker) columns(line int) {
	words, places := w.run.words(line, 6)
	hint := `each line of a run is "topic Q0 document rank score tag"`
	switch len(words) {
	case 4:
		if _, ok := parseGrade(words[3]); ok {
			hint = "this looks like qrels: are qrels and run swapped? judgements come first"
		}
	case 5:
		if _, ok := parseScore(words[4]); ok {
			hint = "the tag of the run is missing; any word will do as the sixth column"
		}
	}
	noun := "columns"
	if len(words) == 1 {
		noun = "column"
	}
	last := len(places) - 1
	w.fail(places[last], hint, func() string { return fmt.Sprintf("%d %s where a line of a run has 6", len(words), noun) })
}
