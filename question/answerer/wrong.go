package answerer

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Silence is how many ways of not knowing there are.
const Silence = 10

// Silent does not know, in one of the ways, counted from 0.
func Silent(q Question, way int) string {
	return []string{
		"I don't know.", "I do not know where to look for `" + local(q.Subject) + "`.", "I'm not sure.", "I cannot tell from what I was given.",
		"Sorry, I can't answer that without access to the code.", "I don't have access to this repository, so I can't say.", "I am unable to determine this.",
		"Unknown.", "Answer: I don't know", "There is not enough information to answer whether or where `" + local(q.Subject) + "` is concerned.",
	}[way]
}

// Constant says yes, or no, to everything.
func Constant(yes bool) string {
	if yes {
		return "Yes."
	}
	return "No."
}

// Dropper lists every name that it has ever heard.
func Dropper(all []string) string {
	return "- `" + strings.Join(all, "`\n- `") + "`\n"
}

// Mutate returns the question with one fact of its truth made wrong, so that Perfect answers wrongly; what says what
// was changed. all are names to take a wrong one from.
func Mutate(q Question, r *rand.Rand, all []string) (wrong Question, what string) {
	w := q
	t := &w.Truth
	switch t.Shape {
	case "boolean":
		t.Boolean = !t.Boolean
		return w, "yes for no"
	case "number":
		step := int64(1 + r.IntN(3))
		if t.Number >= step && r.IntN(2) == 0 {
			step = -step
		}
		t.Number += step
		return w, "another number"
	case "location":
		p := t.Places[0]
		t.Places = append(t.Places[:0:0], p)
		switch r.IntN(3) {
		case 0:
			t.Places[0].Line += 1 + r.IntN(9)
			if p.Last > p.First {
				t.Places[0].First, t.Places[0].Last = t.Places[0].Line, t.Places[0].Line+1
			} else {
				t.Places[0].First, t.Places[0].Last = t.Places[0].Line, t.Places[0].Line
			}
			return w, "another line"
		case 1:
			t.Places[0].File = "misc/elsewhere.go"
			return w, "another file"
		default:
			t.Places[0].Line += 500
			t.Places[0].First, t.Places[0].Last = t.Places[0].Line, t.Places[0].Line
			return w, "a line far away"
		}
	case "names":
		t.Names = append(t.Names[:0:0], t.Names...)
		other := []string{stranger(q, r, all)}
		switch {
		case len(t.Names) == 0:
			t.Names = [][]string{other}
			return w, "a name where there is none"
		case len(t.Names) > 1 && r.IntN(3) == 0:
			i := r.IntN(len(t.Names))
			t.Names = append(t.Names[:i:i], t.Names[i+1:]...)
			return w, "a name left out"
		case r.IntN(2) == 0:
			t.Names[r.IntN(len(t.Names))] = other
			return w, "a name exchanged"
		default:
			t.Names = append(t.Names, other)
			return w, "a name too many"
		}
	case "signature":
		types := list(t.Signature)
		switch {
		case len(types) == 0:
			t.Signature = "bool"
			return w, "a type where there is none"
		case len(types) > 1 && r.IntN(2) == 0:
			types = types[:len(types)-1]
			what = "a type left out"
		default:
			i := r.IntN(len(types))
			if types[i] == "int64" {
				types[i] = "uint8"
			} else {
				types[i] = "int64"
			}
			what = "another type"
		}
		t.Signature = "(" + strings.Join(types, ", ") + ")"
		return w, what
	case "text":
		t.Text = []string{mutateText(q, r)}
		return w, "another text"
	}
	return w, ""
}

// stranger is a name that is no answer: of the list, or one that nobody has declared.
func stranger(q Question, r *rand.Rand, all []string) string {
	right := map[string]bool{}
	for _, n := range q.Truth.Names {
		for _, s := range n {
			right[s], right[short(s)] = true, true
		}
	}
	for range 20 {
		if len(all) == 0 {
			break
		}
		n := all[r.IntN(len(all))]
		if !right[n] && !right[short(n)] && !strings.Contains(q.Subject, short(n)) && !strings.Contains(q.Object, short(n)) {
			return n
		}
	}
	return fmt.Sprintf("wrong.Name%d", r.IntN(1000))
}

func mutateText(q Question, r *rand.Rand) string {
	t := q.Truth.Text[0]
	switch q.Kind {
	case "since":
		return fmt.Sprintf("go1.%d", 30+r.IntN(60))
	case "last-changed":
		b := []byte(t)
		for i := range b {
			b[i] = "0123456789abcdef"[r.IntN(16)]
		}
		return "a1" + string(b[2:])
	}
	if strings.HasPrefix(t, `"`) && len(t) > 1 {
		return t[:len(t)-1] + `x"`
	}
	return t + "1"
}
