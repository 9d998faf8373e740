package rankcompare

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"sooth/internal/rankfile"
	"sooth/rank"
)

// topicLabels is what a file of topics says of one.
type topicLabels struct {
	text, class string
	labels      map[string]string
}

// labels reads a file of topics: tab-separated, the first line names the
// columns. "topic" (or "id") is needed, "query" is the text, "class" the class;
// every other column is a label, "label.NAME" being the label NAME. Empty cells
// are absent, lines that start with # are comments.
func (t TREC) labels(ctx context.Context, stdin io.Reader) (map[string]topicLabels, error) {
	list := map[string]topicLabels{}
	if t.Topics == "" {
		return list, nil
	}
	f, err := rankfile.Open(ctx, t.Topics, stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fault := func(line int, format string, args ...any) error {
		return &rank.InputError{Name: f.Text.Name, Line: line, Reason: fmt.Sprintf(format, args...),
			Hint: `the first line names the columns between tabs: topic, and any of query, class and labels of your own`}
	}
	var head []string
	lines := map[string]int{}
	number := 0
	for raw := range bytes.Lines(f.Text.Data) {
		number++
		line := strings.TrimRight(string(raw), "\r\n")
		if number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if strings.TrimSpace(line) == "" || line[0] == '#' && head != nil {
			continue
		}
		cells := strings.Split(strings.TrimPrefix(line, "# "), "\t")
		if head == nil {
			head = cells
			for i, name := range head {
				switch {
				case name == "id" || name == "qid":
					head[i] = "topic"
				case name == "" || slices.Contains(head[:i], name):
					return nil, fault(number, "column %d has the name %q, which is empty or there twice", i+1, name)
				}
			}
			if !slices.Contains(head, "topic") {
				return nil, fault(number, "no column is called topic")
			}
			continue
		}
		if len(cells) > len(head) {
			return nil, fault(number, "%d columns where the first line names %d", len(cells), len(head))
		}
		l := topicLabels{labels: map[string]string{}}
		topic := ""
		for i, cell := range cells {
			switch name := strings.TrimPrefix(head[i], "label."); {
			case cell == "":
			case name == "topic":
				topic = cell
			case name == "query":
				l.text = cell
			case name == "class":
				l.class = cell
			default:
				l.labels[name] = cell
			}
		}
		if topic == "" {
			return nil, fault(number, "no topic in this line")
		}
		if first, twice := lines[topic]; twice {
			return nil, fault(number, "topic %q is there twice, first in line %d", topic, first)
		}
		lines[topic], list[topic] = number, l
	}
	if head == nil {
		return nil, fault(0, "no line in it")
	}
	return list, nil
}
