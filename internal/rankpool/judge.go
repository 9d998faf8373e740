package rankpool

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/rankfile"
	"sooth/rank"
)

// JudgeOptions say which files are read back.
type JudgeOptions struct {
	Files  []string // filled in, one for each judge
	Qrels  string   // what is judged already; empty: nothing
	Topics string   // as in Options: topics that may be judged beside those of the qrels
	// Resolve says what becomes of documents on which judges disagree: "lower",
	// "higher", "first" (the grade of the first file); empty: they stay unjudged.
	Resolve string
	Rank    rank.Options
}

// Judged is what came of reading files back.
type Judged struct {
	Before        int         // judgements in the qrels
	Added         int         // new ones
	Topics        int         // that the new ones are for
	Known         int         // in the files and in the qrels with the same grade
	Blank         int         // without a grade
	Disagreements []string    // documents to which judges gave different grades, with both places
	Open          int         // of those, how many stay unjudged
	Pairs         []Agreement // of every two judges
	qrels         []byte      // as they are
	fresh         []fresh     // in order of topic and document
}

// fresh is a new judgement.
type fresh struct {
	topic, document string
	grade           int
}

// entry is one grade with the place where it stands.
type entry struct {
	grade int
	line  int
	file  string
}

func (e entry) place() string { return fmt.Sprintf("%s:%d", e.file, e.line) }

// Problems is everything that is wrong with files that were filled in.
type Problems []string

func (p Problems) Error() string {
	const most = 20
	list := []string(p)
	if len(list) > most {
		list = append(slices.Clone(list[:most]), fmt.Sprintf("and %d more", len(p)-most))
	}
	return strings.Join(list, "\n")
}

// Judge reads files back. What is wrong is a Problems with every place.
func Judge(ctx context.Context, o JudgeOptions, stdin io.Reader) (*Judged, error) {
	out := &Judged{}
	known, topics, err := out.read(ctx, o, stdin)
	if err != nil {
		return nil, err
	}
	var problems Problems
	files := make([]map[[2]string]entry, len(o.Files))
	for i, name := range o.Files {
		if files[i], err = out.file(ctx, o, stdin, name, known, topics, &problems); err != nil {
			return nil, err
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	for i := range files {
		for k := i + 1; k < len(files); k++ {
			out.Pairs = append(out.Pairs, agreement(o.Files[i], o.Files[k], files[i], files[k], max(o.Rank.Level, 1)))
		}
	}
	out.merge(files, known, o.Resolve)
	return out, nil
}

// read reads the existing judgements with their places, and the topics that
// may be judged; nil: all.
func (out *Judged) read(ctx context.Context, o JudgeOptions, stdin io.Reader) (known map[[2]string]entry, topics map[string]bool, err error) {
	known = map[[2]string]entry{}
	if o.Topics != "" {
		list, err := pairs(ctx, o.Topics, stdin, "topic", "id", "qid")
		if err != nil {
			return nil, nil, err
		}
		topics = map[string]bool{}
		for topic := range list {
			topics[topic] = true
		}
	}
	if o.Qrels == "" {
		return known, topics, nil
	}
	f, err := rankfile.Open(ctx, o.Qrels, stdin)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	j, err := rank.ReadJudgements(f.Text, o.Rank)
	if err != nil {
		return nil, nil, err
	}
	out.Before, out.qrels = j.Len(), bytes.Clone(f.Text.Data)
	if topics == nil {
		topics = map[string]bool{}
	}
	number := 0
	for line := range bytes.Lines(out.qrels) {
		number++
		words := strings.Fields(strings.TrimPrefix(string(line), "\ufeff"))
		if len(words) < 4 || strings.HasPrefix(words[0], "#") {
			continue
		}
		grade, err := strconv.Atoi(words[3])
		if err != nil {
			continue // lenient: read as trec_eval does, and not compared
		}
		topics[words[0]] = true
		known[[2]string{words[0], words[2]}] = entry{grade, number, o.Qrels}
	}
	return known, topics, nil
}

// file reads one file that was filled in.
func (out *Judged) file(ctx context.Context, o JudgeOptions, stdin io.Reader, name string, known map[[2]string]entry, topics map[string]bool, problems *Problems) (map[[2]string]entry, error) {
	f, err := rankfile.Open(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := map[[2]string]entry{}
	topicAt, documentAt, gradeAt := -1, -1, -1
	number := 0
	for raw := range bytes.Lines(f.Text.Data) {
		number++
		line := strings.TrimPrefix(strings.TrimRight(string(raw), "\r\n"), "\ufeff")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if topicAt < 0 {
			topicAt, documentAt, gradeAt = slices.Index(cells, "topic"), slices.Index(cells, "document"), slices.Index(cells, "grade")
			if min(topicAt, documentAt, gradeAt) < 0 {
				return nil, &rank.InputError{Name: name, Line: number, Reason: "no columns called topic, document and grade", Hint: "the file must be one of sooth rank pool, its first lines kept"}
			}
			continue
		}
		say := func(cell int, format string, args ...any) {
			column := 1
			for _, c := range cells[:min(cell, len(cells))] {
				column += len(c) + 1
			}
			*problems = append(*problems, fmt.Sprintf("%s:%d:%d: ", name, number, column)+fmt.Sprintf(format, args...))
		}
		if len(cells) <= max(topicAt, documentAt) || cells[topicAt] == "" || cells[documentAt] == "" {
			say(0, "a topic or a document is missing; hint: columns are separated by tabs")
			continue
		}
		topic, document, text := cells[topicAt], cells[documentAt], ""
		if gradeAt < len(cells) {
			text = strings.TrimSpace(cells[gradeAt])
		}
		if !word(topic) || !word(document) || topic[0] == '#' {
			say(topicAt, "topic %.60q or document %.60q is no word of qrels: a blank, a control character, # at the beginning, or too long", topic, document)
			continue
		}
		if topics != nil && !topics[topic] {
			say(topicAt, "topic %q is unknown; hint: --topics names a file of topics that may be judged", topic)
			continue
		}
		if text == "" {
			out.Blank++
			continue
		}
		grade, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			say(gradeAt, "grade %q is no whole number; hint: 0 is not relevant, 1 and above relevant, blank not judged", text)
			continue
		}
		key := [2]string{topic, document}
		now := entry{int(grade), number, name}
		if first, twice := list[key]; twice && first.grade != now.grade {
			say(gradeAt, "document %q of topic %q has grade %d here and %d at %s", document, topic, now.grade, first.grade, first.place())
			continue
		}
		if old, ok := known[key]; ok && old.grade >= 0 && old.grade != now.grade {
			say(gradeAt, "document %q of topic %q has grade %d here and %d at %s; hint: mend one of them", document, topic, now.grade, old.grade, old.place())
			continue
		}
		list[key] = now
	}
	if topicAt < 0 {
		return nil, &rank.InputError{Name: name, Reason: "no line in it", Hint: "the file must be one of sooth rank pool, filled in"}
	}
	return list, nil
}

// word says whether a name can stand in qrels as it is.
func word(name string) bool {
	return len(name) < 1<<20 && !strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c == 0x7f || c == '\ufeff' })
}
