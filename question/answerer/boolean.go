package answerer

import (
	"fmt"
)

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
