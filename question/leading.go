package question

import (
	"strings"
)

// leading reads yes or no at the beginning of words, behind fillers and hedges. Alone: it must be all of them, as in
// "based on the code, yes". length is that of what was read, from the beginning.
func leading(text string, alone bool) (yes bool, length int, ok bool) {
	words := lower(text)
	rest := strings.TrimLeft(words, " \t\r\n*_#>`\"'([{~|")
	for again := true; again; {
		again = false
		for _, filler := range []string{
			"well", "so", "ok", "okay", "hmm", "the answer is", "the answer", "the short answer is", "answer", "in short", "in fact", "it is", "it's", "that is", "that's", "this is",
			"i think", "i believe", "i guess", "i would say", "i'd say", "i assume", "probably", "most likely", "very likely", "likely", "presumably", "apparently", "a clear", "a", "clearly", "technically", "that", "my answer is", "maybe",
		} {
			if r, cut := strings.CutPrefix(rest, filler); cut && !startsWord(r) && !strings.HasPrefix(r, "'") && strings.TrimSpace(r) != "" {
				if listed(filler, "it is", "it's", "that is", "that's", "this is", "a", "that", "so") && !polar(strings.TrimLeft(r, " *_`\"',:")) {
					continue
				}
				rest, again = strings.TrimLeft(r, " *_`\"',:"), true
				break
			}
		}
	}
	for _, w := range []struct {
		text string
		yes  bool
	}{
		{"yes", true}, {"yep", true}, {"yeah", true}, {"yup", true}, {"true", true}, {"correct", true}, {"affirmative", true}, {"indeed", true},
		{"absolutely", true}, {"certainly", true}, {"definitely", true}, {"✅", true}, {"✓", true}, {"✔", true}, {"sure", true},
		{"nope", false}, {"not", false}, {"no", false}, {"false", false}, {"incorrect", false}, {"negative", false}, {"never", false}, {"nah", false}, {"❌", false}, {"✗", false}, {"✘", false}, {"wrong", false},
		{"it does not", false}, {"it doesn't", false}, {"it doesn’t", false}, {"it is not", false}, {"it isn't", false}, {"it isn’t", false}, {"it cannot", false}, {"it never", false}, {"it has not", false}, {"it hasn't", false},
		{"they do not", false}, {"they don't", false}, {"there is no", false}, {"there isn't", false}, {"this is not", false}, {"that is not", false}, {"that's not", false}, {"it did not", false}, {"it didn't", false}, {"it fails", false},
		{"it does", true}, {"it is", true}, {"it has", true}, {"they do", true}, {"there is", true}, {"it did", true}, {"it will", true},
	} {
		tail, cut := strings.CutPrefix(rest, w.text)
		if !cut || w.text[0] < 0x80 && startsWord(tail) || strings.HasPrefix(tail, "'") || strings.HasPrefix(tail, "-") || strings.HasPrefix(tail, "’") {
			continue
		}
		after := strings.TrimLeft(tail, " *_`\"'.!,;:)]}~|\uFE0F")
		if alone && strings.TrimSpace(after) != "" {
			return false, 0, false
		}
		for _, not := range misleading(w.text) {
			if strings.HasPrefix(strings.TrimLeft(tail, " "), not) {
				return false, 0, false
			}
		}
		if listed(w.text, "absolutely", "certainly", "definitely", "indeed", "sure") && strings.HasPrefix(strings.TrimLeft(after, " "), "no") {
			return false, len(words) - len(tail), !strings.HasPrefix(after, "not sure")
		}
		if listed(w.text, "it does", "it is", "it has", "they do", "there is", "it did", "it will", "there is no") && !alone && !ends(tail) {
			return false, 0, false // "it is …": the sentence says more, and is read as a whole
		}
		return w.yes, len(words) - len(tail), true
	}
	return false, 0, false
}

// polar says whether words begin with a yes or a no.
func polar(words string) bool {
	for _, w := range []string{"yes", "no", "true", "false", "correct", "not", "incorrect", "wrong", "a yes", "a no", "right", "probably", "likely", "most likely", "certainly", "definitely"} {
		if r, ok := strings.CutPrefix(words, w); ok && !startsWord(r) {
			return true
		}
	}
	return false
}

// misleading are the words after a yes or no that make something else of it.
func misleading(w string) []string {
	switch w {
	case "no":
		return []string{"doubt", "idea", "problem", "matter", "longer", "less than", "more than", "one knows", "way to", "information", "wonder", "answer"}
	case "not":
		return []string{"sure", "certain", "enough", "only", "clear", "available", "applicable", "known", "possible to", "able"}
	case "true":
		return []string{"or false", "if"}
	case "correct":
		return []string{"me"}
	}
	return nil
}

// ends says whether nothing but an end of the sentence or a remark comes.
func ends(tail string) bool {
	t := strings.TrimLeft(tail, "*_`\"' ")
	return t == "" || strings.IndexByte(".!,;:(-", t[0]) >= 0 || strings.HasPrefix(t, "—") || strings.HasPrefix(t, "indeed") || strings.HasPrefix(t, "so")
}
