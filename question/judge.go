package question

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/tabular"
)

// Grade is how far a given place goes.
type Grade string

// The grades of a statement, the least first. Only the last two are right.
const (
	Exists     Grade = "exists"     // the file is the right one
	Inside     Grade = "inside"     // the line is in the declaration
	Definition Grade = "definition" // the line is that of the declared name, or the first of the declaration
	Entailed   Grade = "entailed"   // of every other shape: the facts say so
)

// Result is what an answer came to.
type Result struct {
	Outcome Outcome `json:"outcome"`
	// Reason is one clause: what was read, and what is right where that differs.
	Reason string `json:"reason"`
	// Grade is how far the answer goes; empty: nowhere.
	Grade Grade `json:"grade,omitempty"`
	// Given, Hits and Right count the names of the answer, those of them that are right, and all that are right. They
	// are 0 for other shapes, and where nothing was read.
	Given int `json:"given,omitempty"`
	Hits  int `json:"hits,omitempty"`
	Right int `json:"right,omitempty"`
}

// Precision is the share of the given names that are right; nil: no names were given.
func (r Result) Precision() *float64 { return share(r.Hits, r.Given) }

// Recall is the share of the right names that were given; nil: there are none, or nothing was read.
func (r Result) Recall() *float64 {
	if r.Outcome == Unread || r.Outcome == Abstained {
		return nil
	}
	return share(r.Hits, r.Right)
}

func share(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	f := float64(k) / float64(n)
	return &f
}

// Judge holds what was read against what is right.
func Judge(q Question, r Reading) Result {
	switch {
	case r.Value == nil && r.Abstained:
		return Result{Outcome: Abstained, Reason: "the answer says that it does not know"}
	case r.Value == nil:
		return Result{Outcome: Unread, Reason: r.Reason}
	case r.Value.Shape != q.Truth.Shape:
		return Result{Outcome: Unread, Reason: fmt.Sprintf("a %s is asked for, not a %s", q.Truth.Shape, r.Value.Shape)}
	}
	switch q.Truth.Shape {
	case Location:
		return judgePlaces(q, r.Value.Places)
	case Names:
		return judgeNames(q.Truth.Names, r.Value.Names)
	}
	given, right := r.Value.String(), q.Truth.String()
	if Same(q, *r.Value, q.Truth) {
		return Result{Outcome: Right, Grade: Entailed, Reason: given}
	}
	return Result{Outcome: Wrong, Reason: fmt.Sprintf("%s; right is %s", given, right)}
}

// judgePlaces judges a location. Of several places each must be right.
func judgePlaces(q Question, given []Place) Result {
	rank := map[Grade]int{"": 0, Exists: 1, Inside: 2, Definition: 3}
	best, worst := Grade(""), Definition
	for _, g := range given {
		reached := Grade("")
		for _, p := range q.Truth.Places {
			if grade := gradeOf(q, g, p); rank[grade] > rank[reached] {
				reached = grade
			}
		}
		if rank[reached] > rank[best] {
			best = reached
		}
		if rank[reached] < rank[worst] {
			worst = reached
		}
	}
	said := Answer{Shape: Location, Places: given}.String()
	right := q.Truth.String()
	switch {
	case len(given) > 0 && worst == Definition:
		return Result{Outcome: Right, Grade: Definition, Reason: said}
	case best == "":
		return Result{Outcome: Wrong, Reason: fmt.Sprintf("%s; right is %s", said, right)}
	}
	return Result{Outcome: Partial, Grade: best, Reason: fmt.Sprintf("%s; right is %s", said, right)}
}

// gradeOf says how far a given place agrees with a right one.
func gradeOf(q Question, g, p Place) Grade {
	switch {
	case !sameFile(q, g.File, p.File):
		return ""
	case g.Line == 0:
		return Exists
	case (g.First == p.Line || g.First == p.First) && g.Last <= p.Last:
		return Definition
	case g.First >= p.First && g.Last <= p.Last:
		return Inside
	}
	return Exists
}

// sameFile says whether a path means a file: it is the file's, cut at the front, or has the module in front.
func sameFile(q Question, given, file string) bool {
	given = strings.TrimPrefix(strings.ReplaceAll(given, `\`, "/"), "./")
	if q.Module != "" {
		for _, head := range []string{q.Module + "@" + q.Version + "/", q.Module + "/"} {
			if i := strings.Index(given, head); i == 0 || i > 0 && given[i-1] == '/' {
				given = given[i+len(head):]
				break
			}
		}
	}
	return given == file || strings.HasSuffix(file, "/"+given)
}

// judgeNames judges a set of names.
func judgeNames(right, given []Name) Result {
	known := spell(right)
	hit := make([]bool, len(right))
	result := Result{Right: len(right), Given: len(given)}
	var wrong, missing []string
	for _, n := range given {
		list := known.find(n[0])
		open := slices.IndexFunc(list, func(i int) bool { return !hit[i] })
		switch {
		case list == nil:
			wrong = append(wrong, n[0])
		case open < 0: // another spelling of one that was given
			result.Given--
		default:
			hit[list[open]] = true
			result.Hits++
		}
	}
	for i, ok := range hit {
		if !ok {
			missing = append(missing, right[i][0])
		}
	}
	switch {
	case len(wrong) == 0 && len(missing) == 0:
		result.Outcome, result.Grade = Right, Entailed
		result.Reason = fmt.Sprintf("all %d names", len(right))
		if len(right) == 0 {
			result.Reason = "there are none"
		}
		return result
	case result.Hits == 0:
		result.Outcome = Wrong
	default:
		result.Outcome = Partial
	}
	var parts []string
	if len(wrong) > 0 {
		parts = append(parts, "wrong: "+tabular.Some(wrong))
	}
	if len(missing) > 0 {
		parts = append(parts, "missing: "+tabular.Some(missing))
	}
	result.Reason = fmt.Sprintf("%d of %d names; %s", result.Hits, len(right), strings.Join(parts, "; "))
	return result
}
