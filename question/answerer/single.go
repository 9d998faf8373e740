package answerer

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Answers that are one thing: a place, a number, a text.

func (q Question) location(way int) string {
	p := q.Truth.Places[0]
	at := fmt.Sprintf("%s:%d", p.File, p.Line)
	s := "`" + local(q.Subject) + "`"
	switch way {
	case 0:
		return at
	case 1:
		return s + " is declared in `" + at + "`."
	case 2:
		return fmt.Sprintf("You find it in `%s` on line %d.", p.File, p.Line)
	case 3:
		return fmt.Sprintf(`{"file": %q, "line": %d}`, p.File, p.Line)
	case 4:
		return fmt.Sprintf("- File: `%s`\n- Line: %d\n", p.File, p.Line)
	case 5:
		return fmt.Sprintf("[%s](%s#L%d)", s, p.File, p.Line)
	case 6:
		return fmt.Sprintf("Line %d of `%s`.", p.Line, p.File)
	case 7:
		if p.Line == p.First {
			return fmt.Sprintf("The declaration is `%s:%d-%d`.", p.File, p.First, p.Last)
		}
		return fmt.Sprintf("%s, line %d", p.File, p.Line)
	case 8:
		return "**Answer:** `" + at + "`\n\nIt is used elsewhere too, for example in `other/place.go:3`."
	default:
		return fmt.Sprintf("| file | line |\n| --- | --- |\n| %s | %d |\n", p.File, p.Line)
	}
}

func (q Question) number(way int) string {
	n := q.Truth.Number
	s := "`" + local(q.Subject) + "`"
	words := fmt.Sprint(n)
	if n >= 0 && n <= 12 {
		words = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")[n]
	}
	switch way {
	case 0:
		return fmt.Sprint(n)
	case 1:
		return fmt.Sprintf("There are %d.", n)
	case 2:
		return fmt.Sprintf("%s has %s of them.", s, words)
	case 3:
		return fmt.Sprintf(`{"count": %d}`, n)
	case 4:
		return fmt.Sprintf("**Answer:** %d", n)
	case 5:
		return fmt.Sprintf("I counted **%d** in `a/b.go:12`.", n)
	case 6:
		return fmt.Sprintf("The number is %d.\n\n1. I opened the file\n2. I counted", n)
	case 7:
		return fmt.Sprintf("After reading it all:\n\nFinal answer: `%d`", n)
	case 8:
		return fmt.Sprintf("%d in total", n)
	default:
		return strings.ToUpper(words[:1]) + words[1:] + "."
	}
}

func (q Question) text(way int) string {
	t := q.Truth.Text[way%len(q.Truth.Text)]
	s := "`" + local(q.Subject) + "`"
	switch way {
	case 0:
		return "`" + t + "`"
	case 1:
		return "It is `" + t + "`."
	case 2:
		return "**Answer:** `" + t + "`"
	case 3:
		text, _ := json.Marshal(map[string]string{"answer": t})
		return string(text)
	case 4:
		return "```\n" + t + "\n```"
	case 5:
		return "For " + s + " it is `" + t + "`, as the sources say."
	case 6:
		return "## Final answer\n\n`" + t + "`\n"
	case 7:
		return "I looked it up.\n\nFinal answer: `" + t + "`"
	case 8:
		return "`" + t + "` — I am fairly sure."
	default:
		if q.Kind == "last-changed" {
			return "Commit " + t[:min(len(t), 12)] + "."
		}
		return "As far as I know, `" + t + "`."
	}
}
