package answerer

import (
	"encoding/json"
	"fmt"
	"strings"
)

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
