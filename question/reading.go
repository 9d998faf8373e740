package question

import (
	"strings"
	"unicode/utf8"
)

// Reading is what was read out of an answer. Exactly one of a value, Abstained and Reason says what became of it.
type Reading struct {
	// Value is the typed value that the answer gives; nil: none could be read. Its shape is that of the question's
	// truth. Of a location, Line is the line given or the first of a range, and First and Last are the range; they are
	// 0 where the answer names a file alone. Of names, each has the one spelling that the answer uses.
	Value *Answer `json:"value,omitempty"`
	// Abstained: there is no value, and the answer says that it does not know.
	Abstained bool `json:"abstained,omitempty"`
	// Hedged: the words around the value say that it is not certain. It is judged all the same.
	Hedged bool `json:"hedged,omitempty"`
	// Spans are where in the text the value stands.
	Spans []Span `json:"spans,omitempty"`
	// Reason says why nothing was read; empty: something was, or the answer abstains.
	Reason string `json:"reason,omitempty"`
}

// Span is a part of an answer: offsets in bytes from 0, the end not included.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// maxRead bounds, in bytes, what is looked through for a value. What is marked as the answer is found wherever it stands.
const maxRead = 1 << 20

// maxSpans bounds the spans of a reading; of more the whole range is told.
const maxSpans = 200

// Read reads the value that q asks for out of an answer in free text, as docs/format/question.md says. Any bytes are a
// text; the time taken grows in proportion to it.
func Read(text string, q Question) Reading {
	p := &reader{text: text, q: q}
	if r, ok := p.structured(); ok {
		return r
	}
	var missing string
	abstained := false
	for i, s := range p.passages() {
		v := passage{reader: p, text: text[s.Start:s.End], base: s.Start}
		v.units = units(v.text)
		sure := v.withoutDoubt()
		abstained = abstained || sure
		value, spans, why := v.read()
		if value != nil {
			r := Reading{Value: value}
			if n := len(spans); n > maxSpans {
				spans = []Span{{spans[0].Start, spans[n-1].End}}
			}
			for _, x := range spans {
				r.Spans = append(r.Spans, Span{x.Start + v.base, x.End + v.base})
			}
			r.Hedged = sure || p.hedged(r.Spans)
			return r
		}
		if sure && i == 0 {
			break // what is marked as the answer says so, or there is no mark
		}
		if missing == "" {
			missing = why
		}
	}
	switch {
	case abstained:
		return Reading{Abstained: true}
	case strings.TrimSpace(text) == "":
		return Reading{Reason: "the answer is empty"}
	case missing == "":
		missing = "no " + string(q.Truth.Shape) + " in the answer"
	}
	return Reading{Reason: missing}
}

// reader holds an answer and what it answers.
type reader struct {
	text  string
	q     Question
	right spellings // of the truth's names; nil: not made yet
}

func (p *reader) spelled() spellings {
	if p.right == nil {
		p.right = spell(p.q.Truth.Names)
	}
	return p.right
}

// passage is a part of an answer that is looked through for the value.
type passage struct {
	*reader
	text  string
	base  int // offset of text in the answer
	units []unit
}

// read reads the value of the passage. Spans count from the passage's start. Without a value, why says what is wrong
// if there is more to say than that there is none.
func (v *passage) read() (value *Answer, spans []Span, why string) {
	switch v.q.Truth.Shape {
	case Boolean:
		return v.boolean()
	case Location:
		return v.location()
	case Names:
		return v.names()
	case Number:
		return v.number()
	case Signature:
		return v.signature()
	case Text:
		return v.exact()
	}
	return nil, nil, "unknown shape of answer"
}

// passages are the parts of the answer that are looked through, in order: what is marked as the answer, then all of it.
func (p *reader) passages() []Span {
	var list []Span
	if s, ok := marked(p.text); ok {
		list = append(list, Span{s.Start, p.cut(s.Start, s.End)})
	}
	return append(list, Span{0, p.cut(0, len(p.text))})
}

// cut bounds a part of the text, and does not cut a character in two.
func (p *reader) cut(start, end int) int {
	if end-start <= maxRead {
		return end
	}
	end = start + maxRead
	for i := 0; i < utf8.UTFMax && end > start && !utf8.RuneStart(p.text[end]); i++ {
		end--
	}
	return end
}
