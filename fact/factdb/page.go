package factdb

import (
	"slices"

	"sooth/fact"
	"sooth/source"
)

// A page is a run of facts of one unit, one file and one class, in canonical
// order. Its strings stand once, before the facts; its lines are differences.
// What a fact lacks costs a bit.
const (
	classDefinition = iota // what full text finds; a page holds nothing else
	classOther
	classUse // references and calls: most facts, seldom asked for without a key
	classes
)

// pageFacts bounds the facts of a page, so that looking up one fact costs the
// same in small files and in generated ones. Definitions are looked up one by
// one, uses in numbers.
func pageFacts(class int) int {
	if class == classDefinition {
		return 128
	}
	return 512
}

func classOf(k fact.Kind) int {
	switch k {
	case fact.Definition:
		return classDefinition
	case fact.Reference, fact.Call:
		return classUse
	}
	return classOther
}

// The fields that a fact may lack.
const (
	hasObject = 1 << iota
	hasDetail
	hasSymbol
	hasDoc
	hasDocLine
	hasIndex
	hasEnd
	hasName
	hasNameFile // the name stands in another file
	isExcluded
	isInterface
)

// appendPage writes facts, all of one file.
func appendPage(facts []*fact.Fact) []byte {
	var body encoder
	var list []string
	numbers := map[string]int{}
	text := func(s string) {
		n, ok := numbers[s]
		if !ok {
			n = len(list)
			numbers[s] = n
			list = append(list, s)
		}
		body.count(n)
	}
	line := 0
	for _, f := range facts {
		has := fields(f)
		body.bits(has)
		text(string(f.Kind))
		text(f.Language)
		text(f.Subject)
		text(string(f.Strength))
		body.int(f.Span.Line - line)
		line = f.Span.Line
		body.int(f.Span.Column)
		if has&hasEnd != 0 {
			body.int(f.Span.EndLine - f.Span.Line)
			body.int(f.Span.EndColumn)
		}
		for _, optional := range []struct {
			bit uint64
			s   string
		}{{hasObject, f.Object}, {hasDetail, f.Detail}, {hasSymbol, f.Symbol}, {hasDoc, f.Doc}} {
			if has&optional.bit != 0 {
				text(optional.s)
			}
		}
		if has&hasDocLine != 0 {
			body.int(f.DocLine - line)
		}
		if has&hasIndex != 0 {
			body.int(f.Index)
		}
		if has&hasNameFile != 0 {
			text(f.Name.File)
		}
		if has&hasName != 0 {
			body.int(f.Name.Line - line)
			body.int(f.Name.Column)
			body.int(f.Name.EndLine - line)
			body.int(f.Name.EndColumn)
		}
	}
	var page encoder
	page.strings(list)
	page.count(len(facts))
	return append(page.bytes, body.bytes...)
}

func fields(f *fact.Fact) (has uint64) {
	for _, field := range []struct {
		bit uint64
		is  bool
	}{
		{hasObject, f.Object != ""}, {hasDetail, f.Detail != ""}, {hasSymbol, f.Symbol != ""}, {hasDoc, f.Doc != ""},
		{hasDocLine, f.DocLine != 0}, {hasIndex, f.Index != 0}, {hasEnd, f.Span.EndLine != 0 || f.Span.EndColumn != 0},
		{hasName, f.Name != source.Span{}}, {hasNameFile, f.Name != source.Span{} && f.Name.File != f.Span.File},
		{isExcluded, f.Excluded}, {isInterface, f.Interface},
	} {
		if field.is {
			has |= field.bit
		}
	}
	return has
}

// readPage reads those facts of a page of that file that keep wants; nil: all.
// Their strings are parts of one.
func readPage(page []byte, file string, keep func(*fact.Fact) bool) ([]fact.Fact, error) {
	d := &decoder{bytes: page}
	list := d.parts()
	text := func() string {
		n := d.bits()
		if n >= uint64(len(list)) {
			d.fail()
			return ""
		}
		return list[n]
	}
	n := d.count()
	var facts []fact.Fact
	if keep == nil {
		facts = make([]fact.Fact, 0, n)
	}
	line := 0
	var f fact.Fact // one for all: keep makes it escape
	for range n {
		f = fact.Fact{}
		has := d.bits()
		f.Kind, f.Language, f.Subject, f.Strength = fact.Kind(text()), text(), text(), fact.Strength(text())
		line += d.int()
		f.Span.File, f.Span.Line, f.Span.Column = file, line, d.int()
		if has&hasEnd != 0 {
			f.Span.EndLine, f.Span.EndColumn = line+d.int(), d.int()
		}
		if has&hasObject != 0 {
			f.Object = text()
		}
		if has&hasDetail != 0 {
			f.Detail = text()
		}
		if has&hasSymbol != 0 {
			f.Symbol = text()
		}
		if has&hasDoc != 0 {
			f.Doc = text()
		}
		if has&hasDocLine != 0 {
			f.DocLine = line + d.int()
		}
		if has&hasIndex != 0 {
			f.Index = d.int()
		}
		if has&hasName != 0 {
			f.Name.File = file
			if has&hasNameFile != 0 {
				f.Name.File = text()
			}
			f.Name.Line, f.Name.Column = line+d.int(), d.int()
			f.Name.EndLine, f.Name.EndColumn = line+d.int(), d.int()
		}
		f.Excluded, f.Interface = has&isExcluded != 0, has&isInterface != 0
		if d.err != nil {
			return nil, d.err
		}
		if keep == nil || keep(&f) {
			facts = append(facts, f)
		}
	}
	if len(d.bytes) > 0 {
		d.fail()
	}
	return facts, d.err
}

// The roles of a string that pages are found by.
const (
	subjectKey = 's'
	objectKey  = 'o'
	nameKey    = 'n' // the last segment of a subject, its case folded
)

// key is a hash (FNV-1a, 32 bits) of a string in its role. Two strings with
// one key cost a page that is read in vain, no more.
func key(role byte, s string) uint32 {
	h := uint32(2166136261)
	h = (h ^ uint32(role)) * 16777619
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// keys returns the keys of facts, each once, in order.
func keys(facts []*fact.Fact) []uint32 {
	list := make([]uint32, 0, 2*len(facts))
	var subject, object string
	var kind fact.Kind // what the last name of a subject is depends on it
	for i, f := range facts {
		if i == 0 || f.Subject != subject || f.Kind != kind {
			subject, kind = f.Subject, f.Kind
			list = append(list, key(subjectKey, subject), key(nameKey, fact.Fold(fact.LastName(f))))
		}
		if f.Object != "" && f.Object != object {
			object = f.Object
			list = append(list, key(objectKey, object))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
