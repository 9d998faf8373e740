package claim

// sentence is a sentence of a unit, up to a full stop or a semicolon.
type sentence struct {
	unit     *unit
	tokens   []token
	first    int // the first token that is no mark; -1: there is none
	question bool
	colon    bool // it ends in a colon
	groups   []group
	anchors  map[int]string // why a name is about this code base, by token
	located  map[int]bool   // names that a location was made of
	stated   bool           // a pattern understood something of it
	mood     mood
	next     *sentence // the one after it in the unit
}

// group is what stands between parentheses: the tokens from from to to, the
// parentheses not included.
type group struct{ from, to int }

// at returns a token, or none outside of the sentence.
func (s *sentence) at(i int) token {
	if i < 0 || i >= len(s.tokens) {
		return token{}
	}
	return s.tokens[i]
}

// is reports whether there is a mark at i.
func (s *sentence) is(i int, text string) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].kind == mark && s.tokens[i].text == text
}

// maxSentence is how many tokens a sentence has at most; what is done with one
// may then take more than linear time.
const maxSentence = 200

// sentences cuts the tokens of a unit into sentences.
func sentences(u *unit, tokens []token) []*sentence {
	var list []*sentence
	start := 0
	cut := func(end int) {
		if start < end {
			list = append(list, newSentence(u, tokens[start:end]))
		}
		start = end
	}
	for i, k := range tokens {
		if i-start >= maxSentence {
			cut(i)
		}
		if k.kind != mark {
			continue
		}
		next := i + 1
		closes := next == len(tokens) || tokens[next].spaced || tokens[next].kind == mark
		switch k.text {
		case ".":
			dots := i > 0 && tokens[i-1].kind == mark && tokens[i-1].text == "." || next < len(tokens) && tokens[next].text == "." && tokens[next].kind == mark
			if closes && !dots && !(i > 0 && tokens[i-1].kind == word && abbreviation(tokens[i-1].lower)) {
				cut(next)
			}
		case "!", "?", ";":
			if closes {
				cut(next)
			}
		}
	}
	cut(len(tokens))
	return list
}

func abbreviation(w string) bool {
	return listed(" e.g i.e etc vs cf approx resp incl ca fig sec al mr dr no ", w)
}

func newSentence(u *unit, tokens []token) *sentence {
	s := &sentence{unit: u, tokens: tokens, first: -1, anchors: map[int]string{}, located: map[int]bool{}}
	var open []int
	for i, k := range tokens {
		if k.kind != mark {
			if s.first < 0 {
				s.first = i
			}
			continue
		}
		switch k.text {
		case "(":
			open = append(open, i)
		case ")":
			if n := len(open); n > 0 {
				if n == 1 {
					s.groups = append(s.groups, group{open[0] + 1, i})
				}
				open = open[:n-1]
			}
		case "?":
			s.question = true
		case ":":
			s.colon = i == len(tokens)-1
		}
	}
	return s
}

// inGroup returns the parentheses around a token. Groups are in order.
func (s *sentence) inGroup(i int) (group, bool) {
	low, high := 0, len(s.groups)
	for low < high {
		if middle := (low + high) / 2; s.groups[middle].to <= i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low < len(s.groups) && s.groups[low].from <= i {
		return s.groups[low], true
	}
	return group{}, false
}

// clauseEnd returns where the clause that goes on at i ends: at a mark, at one
// of the words, or at a comma that does not continue a list.
func (s *sentence) clauseEnd(i int, words string) int {
	for ; i < len(s.tokens); i++ {
		k := s.tokens[i]
		if k.kind == word && listed(words, k.lower) {
			return i
		}
		if k.kind != mark {
			continue
		}
		switch k.text {
		case ";", ":", "—", ".", ")":
			return i
		case ",":
			next := s.at(i + 1)
			if next.kind == word && listed(" and or nor ", next.lower) {
				next = s.at(i + 2)
			}
			if next.kind != span {
				return i
			}
		}
	}
	return len(s.tokens)
}

// listEnd returns the end of the list of names that begins at i, after words
// that say what they are; 0 if there is none, or if more words make the names
// part of something else.
func (s *sentence) listEnd(i, limit int) int {
	for i < limit && s.at(i).kind == word && s.at(i).ref.class == nothing && (determiner(s.at(i).lower) || noun(s.at(i).lower) || listed(" such named called ", s.at(i).lower)) {
		i++
	}
	end := 0
	for i < limit && s.at(i).ref.class != nothing {
		i++
		end = i
		for i < limit && (s.is(i, ",") || s.at(i).kind == word && listed(" and or nor ", s.at(i).lower)) {
			i++
		}
	}
	if next := s.at(end); end > 0 && next.kind == word && !ends(next.lower) && !noun(next.lower) {
		return 0
	}
	return end
}
