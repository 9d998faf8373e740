package answerer

import (
	"encoding/json"
	"fmt"
	"strings"
)

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
