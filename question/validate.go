package question

import (
	"fmt"
	"strings"
)

// Problems says what is wrong with a question, in words; none: it can be asked and judged.
func (q Question) Problems() []string {
	var found []string
	wrong := func(format string, arguments ...any) { found = append(found, fmt.Sprintf(format, arguments...)) }
	if id, err := q.Hash(); err != nil || id != q.ID {
		wrong("the id %q is not the hash of what is asked and what is right, which is %q", q.ID, id)
	}
	if q.Kind == "" || q.Subject == "" {
		wrong("a question has a kind and a subject")
	}
	if len(q.Texts) == 0 {
		wrong("there is no text to ask")
	}
	for i, text := range q.Texts {
		if strings.TrimSpace(text) == "" {
			wrong("text %d is blank", i)
		}
	}
	if q.Level < 1 || q.Level > 3 {
		wrong("the level must be from 1 to 3, not %d", q.Level)
	}
	if (q.Module == "") != (q.Version == "") {
		wrong("a module has a version, and a version a module")
	}
	switch yes := q.Truth.Boolean; {
	case yes == nil && q.Balance != "":
		wrong("the balance is %q, but the answer is not yes or no", q.Balance)
	case yes != nil && q.Balance != fmt.Sprint(*yes):
		wrong("the balance is %q, but the right answer is %v", q.Balance, *yes)
	}
	return append(found, q.Truth.problems()...)
}

// problems says what is wrong with an answer.
func (a Answer) problems() []string {
	set := []Shape{}
	for _, f := range []struct {
		shape Shape
		is    bool
	}{
		{Boolean, a.Boolean != nil}, {Location, len(a.Places) > 0}, {Names, len(a.Names) > 0},
		{Number, a.Number != nil}, {Signature, a.Signature != ""}, {Text, len(a.Text) > 0},
	} {
		if f.is {
			set = append(set, f.shape)
		}
	}
	if len(set) == 0 && a.Shape == Names {
		set = append(set, Names) // none
	}
	if len(set) != 1 || set[0] != a.Shape {
		return []string{fmt.Sprintf("an answer of shape %q has exactly the field of its shape, not %v", a.Shape, set)}
	}
	var found []string
	for _, p := range a.Places {
		if p.File == "" || p.First < 1 || p.Line < p.First || p.Last < p.Line {
			found = append(found, fmt.Sprintf("the place %s:%d (%d-%d) is none: a file, and first ≤ line ≤ last from 1 on", p.File, p.Line, p.First, p.Last))
		}
	}
	for i, n := range a.Names {
		if len(n) == 0 || n[0] == "" {
			found = append(found, fmt.Sprintf("name %d has no spelling", i))
		}
	}
	for i, t := range a.Text {
		if strings.TrimSpace(t) == "" {
			found = append(found, fmt.Sprintf("text %d of the answer is blank", i))
		}
	}
	return found
}
