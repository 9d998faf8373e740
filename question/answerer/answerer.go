// Package answerer answers questions, rightly and wrongly, to measure how answers are read and judged.
//
// The control arms of a suite of questions are made of it: right answers must be accepted, and wrong ones must not.
//
// It is written from docs/format/question.md alone and shares nothing with the reader: no type, no template, no list of
// words. A question comes in as the line of JSON that a suite has.
package answerer

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Question is what an answerer needs to know of a question.
type Question struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Object  string `json:"object"`
	Package string `json:"package"`
	File    string `json:"file"`
	Balance string `json:"balance"`
	Truth   Truth  `json:"truth"`
}

// Truth is what is right.
type Truth struct {
	Shape   string `json:"shape"`
	Boolean bool   `json:"boolean"`
	Places  []struct {
		File  string `json:"file"`
		Line  int    `json:"line"`
		First int    `json:"first"`
		Last  int    `json:"last"`
	} `json:"places"`
	Names     [][]string `json:"names"`
	Number    int64      `json:"number"`
	Signature string     `json:"signature"`
	Text      []string   `json:"text"`
}

// Parse reads the line of a question.
func Parse(line []byte) (Question, error) {
	var q Question
	err := json.Unmarshal(line, &q)
	return q, err
}

// Notations is how many ways of putting an answer Perfect knows for each shape.
const Notations = 10

// Perfect is the right answer in one of the ways, counted from 0.
func Perfect(q Question, way int) string {
	switch q.Truth.Shape {
	case "boolean":
		return q.boolean(way)
	case "location":
		return q.location(way)
	case "names":
		return q.names(way)
	case "number":
		return q.number(way)
	case "signature":
		return q.signature(way)
	case "text":
		return q.text(way)
	}
	return fmt.Sprintf("no such shape: %q", q.Truth.Shape)
}

// short is the last part of a name.
func short(name string) string { return name[strings.LastIndexAny(name, "./")+1:] }

// local is a name without the path of its package: "backoff.Ticker.Stop" of a path that ends in a version too.
func local(name string) string {
	i := strings.LastIndexByte(name, '/')
	rest := name[i+1:]
	if i < 0 || !strings.HasPrefix(rest, "v") || len(rest) < 2 || rest[1] < '0' || rest[1] > '9' {
		return rest
	}
	head := name[:i]
	_, member, ok := strings.Cut(rest, ".")
	if !ok {
		return head[strings.LastIndexByte(head, '/')+1:]
	}
	return head[strings.LastIndexByte(head, '/')+1:] + "." + member
}

// sentence is the question's statement in words, or its negation.
func (q Question) sentence(yes bool) string {
	s, o := "`"+local(q.Subject)+"`", "`"+local(q.Object)+"`"
	does := func(verb, base string) string {
		if yes {
			return s + " " + verb + " " + o
		}
		return s + " does not " + base + " " + o
	}
	is := func(what string) string {
		if yes {
			return s + " is " + what
		}
		return s + " is not " + what
	}
	switch q.Kind {
	case "calls":
		return does("calls", "call")
	case "imports":
		o = "`" + q.Object + "`"
		return does("imports", "import")
	case "implements":
		return does("implements", "implement")
	case "embeds":
		return does("embeds", "embed")
	case "exports":
		o = "`" + short(q.Object) + "`"
		return does("exports", "export")
	case "contains":
		o = "`" + q.Object + "`"
		s = "`" + q.Subject + "`"
		return does("contains", "contain")
	case "deprecated":
		return is("deprecated")
	case "receiver":
		if yes {
			return s + " has a pointer receiver"
		}
		return s + " does not have a pointer receiver"
	case "test-passes":
		if yes {
			return "`" + short(q.Subject) + "` passes"
		}
		return "`" + short(q.Subject) + "` does not pass"
	case "panics":
		if yes {
			return "the call panics"
		}
		return "the call does not panic"
	}
	return ""
}

func (q Question) boolean(way int) string {
	yes := q.Truth.Boolean
	pick := func(a, b string) string {
		if yes {
			return a
		}
		return b
	}
	switch way {
	case 0:
		return pick("Yes.", "No.")
	case 1:
		return pick("Yes, ", "No, ") + q.sentence(yes) + "."
	case 2:
		return "**Answer:** " + pick("yes", "no")
	case 3:
		return fmt.Sprintf(`{"answer": %v}`, yes)
	case 4:
		return pick("It does.", "It does not.")
	case 5:
		return "From the sources: " + q.sentence(yes) + "."
	case 6:
		return "## Answer\n\n" + pick("True", "False") + "\n\n## Why\n\nI read `" + local(q.Subject) + "` from top to bottom.\n"
	case 7:
		return "I went through the declaration step by step, looking at every line of it.\n\nFinal answer: **" + pick("Yes", "No") + "**"
	case 8:
		return pick("Correct", "Incorrect") + " — " + q.sentence(yes) + ".\n\nTell me if you need the code."
	default:
		return "I think the answer is " + pick("yes", "no") + ", though I have not run anything."
	}
}

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

// spelled gives every name in one of its spellings, another one for each way.
func (q Question) spelled(way int) []string {
	var list []string
	for i, n := range q.Truth.Names {
		list = append(list, n[(way+i)%len(n)])
	}
	return list
}

func (q Question) names(way int) string {
	list := q.spelled(way)
	s := "`" + local(q.Subject) + "`"
	if len(list) == 0 {
		return []string{
			"None.", "There are none.", "No, nothing at all.", "[]", "None of them: " + s + " stands alone.", "**Answer:** none", "Nothing.", `{"answer": []}`,
			"There is no such thing in the module.", "Final answer: none",
		}[way]
	}
	quoted := make([]string, len(list))
	for i, n := range list {
		quoted[i] = "`" + n + "`"
	}
	and := func(list []string) string {
		if len(list) == 1 {
			return list[0]
		}
		return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
	}
	switch way {
	case 0:
		return "- " + strings.Join(quoted, "\n- ") + "\n"
	case 1:
		return "For " + s + " these are " + and(quoted) + "."
	case 2:
		return and(quoted)
	case 3:
		var b strings.Builder
		b.WriteString("Here they are:\n\n")
		for i, n := range quoted {
			fmt.Fprintf(&b, "%d. %s — number %d of the list\n", i+1, n, i+1)
		}
		return b.String()
	case 4:
		text, _ := json.Marshal(list)
		return string(text)
	case 5:
		return "| name | remark |\n| --- | --- |\n| " + strings.Join(quoted, " | |\n| ") + " | |\n"
	case 6:
		return "```\n" + strings.Join(list, "\n") + "\n```\n"
	case 7:
		return "Answer: " + strings.Join(list, ", ")
	case 8:
		return "The list for " + s + " (tests left out):\n\n* **" + strings.Join(list, "**\n* **") + "**\n\nThat is all."
	default:
		text, _ := json.MarshalIndent(map[string]any{"names": list}, "", "  ")
		return "```json\n" + string(text) + "\n```\n"
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

// list divides a list of types at its commas outside of brackets.
func list(signature string) []string {
	body := strings.TrimSuffix(strings.TrimPrefix(signature, "("), ")")
	if !strings.HasPrefix(signature, "(") {
		body = signature
	}
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(body[start:i]))
				start = i + 1
			}
		}
	}
	if strings.TrimSpace(body) != "" {
		out = append(out, strings.TrimSpace(body[start:]))
	}
	return out
}

func (q Question) signature(way int) string {
	types := list(q.Truth.Signature)
	takes := q.Kind == "takes"
	s := "`" + local(q.Subject) + "`"
	verb := "returns"
	if takes {
		verb = "takes"
	}
	if len(types) == 0 {
		return []string{
			"Nothing.", s + " " + verb + " nothing.", "`()`", "()", "It " + verb + " no " + map[bool]string{true: "arguments", false: "values"}[takes] + ".", "**Answer:** nothing", `{"answer": []}`,
			"```go\n()\n```", "Final answer: `()`", "None.",
		}[way]
	}
	if q.Kind == "field-type" {
		verb = "is of type"
	}
	joined := strings.Join(types, ", ")
	bracketed := "(" + joined + ")"
	if len(types) == 1 {
		bracketed = joined
	}
	named := make([]string, len(types))
	for i, t := range types {
		named[i] = fmt.Sprintf("v%d %s", i, t)
	}
	declaration := "func " + short(q.Subject) + "(ctx context.Context) " + bracketed
	if takes {
		declaration = "func " + short(q.Subject) + "(" + strings.Join(named, ", ") + ") error"
	}
	if q.Kind == "field-type" {
		declaration = joined
	}
	quoted := make([]string, len(types))
	for i, t := range types {
		quoted[i] = "`" + t + "`"
	}
	switch way {
	case 0:
		return "`" + bracketed + "`"
	case 1:
		return s + " " + verb + " `" + bracketed + "`."
	case 2:
		return "It " + verb + " " + strings.Join(quoted, " and ") + "."
	case 3:
		text, _ := json.Marshal(map[string]any{"types": types})
		return string(text)
	case 4:
		return "```go\n" + declaration + "\n```"
	case 5:
		return "**Answer:** `" + bracketed + "`"
	case 6:
		return bracketed
	case 7:
		return "The declaration is `" + declaration + "`."
	case 8:
		return "Final answer:\n\n- " + strings.Join(quoted, "\n- ") + "\n"
	default:
		return "I believe it " + verb + " `" + strings.ReplaceAll(bracketed, "interface{}", "any") + "` (from the declaration)."
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
