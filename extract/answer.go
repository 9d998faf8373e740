package extract

import "strings"

// Limits of one answer. What lies beyond is counted.
const (
	maxObservations = 100_000
	maxBad          = 100 // items that are remembered with their reason
)

// Answer is what was read in a raw answer.
type Answer struct {
	Observations []Observation `json:"observations"`
	// Form is how the answer was written: "json", "fenced json", "json in prose"
	// or "json lines"; empty when nothing was found.
	Form      string `json:"form,omitempty"`
	Error     string `json:"error,omitempty"`   // why nothing could be read; then there are no observations
	Partial   string `json:"partial,omitempty"` // why what was read is not the whole; empty: it is
	Bad       []Bad  `json:"bad,omitempty"`     // items that could not be read, the first 100
	BadCount  int    `json:"bad_count,omitempty"`
	Beyond    int    `json:"beyond,omitempty"`    // items beyond the first 100,000
	Unread    int    `json:"unread,omitempty"`    // items whose confidence or line could not be read
	Documents int    `json:"documents,omitempty"` // JSON documents with observations; the last complete one counts
	Start     int    `json:"start"`               // offset of the document that counts, in bytes from the start of the answer
	End       int    `json:"end"`                 // offset behind it
	// Violations say where the document does not fit the suite's JSON Schema: the
	// first 20. What can be read all the same counts.
	Violations     []Violation `json:"violations,omitempty"`
	MoreViolations bool        `json:"more_violations,omitempty"` // there are others
}

// Violation is a place of an answer that its JSON Schema does not allow.
type Violation struct {
	Path   string `json:"path"` // JSON pointer (RFC 6901) within the document; empty: all of it
	Reason string `json:"reason"`
}

// JSONLines is the form of an answer of several objects.
const JSONLines = "json lines"

// Bad is an item of an answer that could not be read.
type Bad struct {
	Offset int    `json:"offset"` // bytes from the start of the answer, starting at 0
	Reason string `json:"reason"`
}

// document is one JSON value of an answer with the items in it.
type document struct {
	Answer
	start   int  // offset in the answer
	end     int  // offset behind it
	list    bool // has a list of observations, maybe an empty one
	wrapped bool // the list stands under a name
	alone   bool // made of objects outside any list
}

// ParseAnswer reads the observations in a raw answer: JSON alone, in a fence,
// or among prose, also when it is cut off or damaged. It takes time linear in
// the length of the text, and any text.
func ParseAnswer(text string) Answer {
	if strings.TrimSpace(text) == "" {
		return Answer{Error: "the answer is empty"}
	}
	p := &parser{text: text}
	var best, last *document // only these are kept: an answer may have millions
	var d *document
	count := 0
	for {
		i := strings.IndexAny(text[p.at:], "{[")
		if i < 0 {
			break
		}
		p.at += i
		p.damage = ""
		if d == nil {
			d = &document{}
		}
		d.start = p.at
		if text[p.at] == '{' {
			d.object(p, 1)
		} else {
			d.array(p, 1)
		}
		d.Partial, d.end = p.damage, p.at
		if items := len(d.Observations) + d.BadCount; items == 0 && !d.wrapped && !(d.list && stands(text, d.start, p.at)) {
			*d = document{}
			continue
		}
		if last != nil && d.alone && (last.alone || last.Partial != "") {
			last.take(d)
			*d = document{}
			continue
		}
		best, last, d = better(best, last), d, nil
		count++
	}
	d = better(best, last)
	if d == nil {
		return Answer{Error: nothing(text)}
	}
	d.Documents = count
	d.Form = form(text, d)
	d.Start, d.End = d.start, min(d.end, len(text))
	return d.Answer
}

// nothing says why no observation was found.
func nothing(text string) string {
	if strings.ContainsAny(text, "{[") {
		return "the answer has no list of observations; hint: a list under \"claims\" is read"
	}
	return "the answer has no JSON"
}

// better returns the document that counts: a complete list before a damaged
// one, a list before objects outside any, and the later of equals.
func better(before, after *document) *document {
	rank := func(d *document) int {
		switch {
		case d.list && d.Partial == "":
			return 2
		case d.list:
			return 1
		}
		return 0
	}
	if before == nil || after != nil && rank(after) >= rank(before) {
		return after
	}
	return before
}

// stands reports whether text[start:end] is all there is in the text or in its
// fence. It looks at the neighbourhood only, so that asking often stays cheap.
func stands(text string, start, end int) bool {
	after := strings.TrimLeft(text[end:], " \t\r\n")
	last := after == "" || strings.HasPrefix(after, "```") || strings.HasPrefix(after, "~~~")
	return last && (opens(text, start) || fenced(text, start))
}

// opens reports whether there is nothing but white space, or a byte order mark,
// before offset; fenced, whether the line before it opens a fence.
func opens(text string, offset int) bool {
	before := text[max(0, offset-1000):offset]
	return strings.Trim(before, " \t\r\n\ufeff") == ""
}

func fenced(text string, offset int) bool {
	before := strings.TrimRight(text[max(0, offset-1000):offset], " \t\r\n")
	line := strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t>")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

func form(text string, d *document) string {
	switch {
	case d.alone && len(d.Observations)+d.BadCount > 1:
		return JSONLines
	case opens(text, d.start):
		return "json"
	case fenced(text, d.start):
		return "fenced json"
	}
	return "json in prose"
}
