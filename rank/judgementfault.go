package rank

import (
	"bytes"
	"fmt"
	"strings"
)

// judgementColumns says what is wrong with a line that has not four columns.
func judgementColumns(text Text, line int) error {
	words, places := text.words(line, 7)
	hint := `each line of qrels is "topic iteration document grade"`
	column := places[min(4, len(places)-1)]
	if len(words) >= 6 {
		if _, ok := parseScore(words[4]); ok {
			hint = "this looks like a run: are qrels and run swapped? judgements come first"
		}
	}
	if len(words) < 4 && bytes.Contains(bytes.Join(words, nil), []byte("\u00a0")) {
		hint = "there is a no-break space (U+00A0) in the line; only blanks and tabs separate columns"
	}
	count := fmt.Sprint(len(words))
	if len(words) == 7 {
		count = "more than 6"
	}
	noun := "columns"
	if len(words) == 1 {
		noun = "column"
	}
	return text.fault(column, count+" "+noun+" where a judgement has 4", hint)
}

func badGrade(text Text, line int, word [4][2]int) error {
	data := text.Data
	grade := data[word[3][0]:word[3][1]]
	hint := "grades are whole numbers; with --lenient it is read as trec_eval reads it"
	name := strings.ToLower(string(grade[:min(len(grade), 20)]))
	if bytes.Count(data[:line], []byte{'\n'}) == 0 && strings.HasPrefix(name, "rel") || name == "grade" || name == "label" {
		hint = "this looks like a header; delete the line or start it with #"
	}
	return text.fault(word[3][0], "grade "+quote(grade)+" is no whole number", hint)
}
