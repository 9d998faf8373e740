package question

import (
	"fmt"
	"strconv"
	"strings"

	"sooth/internal/tabular"
)

// Same says whether two answers to q mean the same: names by their spellings, files by what they stand for, lines by
// the declaration that they are in, types without what may be left out.
func Same(q Question, a, b Answer) bool {
	if a.Shape != b.Shape {
		return false
	}
	switch a.Shape {
	case Boolean:
		return a.Boolean != nil && b.Boolean != nil && *a.Boolean == *b.Boolean
	case Number:
		return a.Number != nil && b.Number != nil && *a.Number == *b.Number
	case Signature:
		return sameTypes(a.Signature, b.Signature, wholeSignature(q))
	case Text:
		return sameText(q, a.Text, b.Text)
	case Names:
		return sameKeys(nameKeys(q, a.Names), nameKeys(q, b.Names))
	case Location:
		return sameKeys(placeKeys(q, a.Places), placeKeys(q, b.Places))
	}
	return false
}

func sameKeys(a, b map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}

// nameKeys are names in one form: the number of the right name that they spell, or themselves.
func nameKeys(q Question, names []Name) map[string]bool {
	known := spell(q.Truth.Names)
	keys := map[string]bool{}
	for _, n := range names {
		if len(n) == 0 {
			continue
		}
		if list := known.find(n[0]); list != nil {
			i := 0 // of several the next one
			for i < len(list)-1 && keys["#"+strconv.Itoa(list[i])] {
				i++
			}
			keys["#"+strconv.Itoa(list[i])] = true
		} else {
			keys[plainName(n[0])] = true
		}
	}
	return keys
}

// placeKeys are places in one form: the number of the right place whose declaration they are in, the right file, or
// themselves.
func placeKeys(q Question, places []Place) map[string]bool {
	keys := map[string]bool{}
	for _, g := range places {
		key := g.File + ":" + strconv.Itoa(g.Line)
		for i, p := range q.Truth.Places {
			grade := gradeOf(q, g, p)
			if grade == Definition || grade == Inside {
				key = "#" + strconv.Itoa(i)
				break
			}
			if grade == Exists {
				key = p.File + ":" + strconv.Itoa(g.Line)
			}
		}
		keys[key] = true
	}
	return keys
}

// sameTypes compares two lists of types or signatures; a type that lacks its package stands for one that has it.
func sameTypes(a, b string, whole bool) bool {
	x, y := typeForm(a, whole), typeForm(b, whole)
	if x == y {
		return true
	}
	return unqualified(x, y) || unqualified(y, x)
}

// typeForm is a signature in the one form of normalType, whatever form it has.
func typeForm(s string, whole bool) string {
	if f, ok := functionType(shortPaths(s)); ok && whole && strings.HasPrefix(s, "func") {
		return "func" + fieldTypes(f.Params) + results(f.Results)
	}
	if n, ok := normalType(s, false, false); ok {
		return n
	}
	return strings.Join(strings.Fields(s), " ")
}

// unqualified says whether short is full with some packages left out.
func unqualified(full, short string) bool {
	i := 0
	for k := 0; k < len(full); {
		end := k
		for end < len(full) && (full[end] >= 0x80 || isWord(rune(full[end]))) {
			end++
		}
		if end > k && end < len(full) && full[end] == '.' && !strings.HasPrefix(full[end:], "...") && !strings.HasPrefix(short[i:], full[k:end+1]) {
			k = end + 1 // the package is left out
			continue
		}
		if end == k {
			end = k + 1
		}
		if !strings.HasPrefix(short[i:], full[k:end]) {
			return false
		}
		i, k = i+end-k, end
	}
	return i == len(short)
}

// sameText says whether two answers have a text in common.
func sameText(q Question, a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if textForm(q.Kind, x) == textForm(q.Kind, y) {
				return true
			}
			if q.Kind == LastChanged {
				x, y := lower(strings.TrimSpace(x)), lower(strings.TrimSpace(y))
				if len(x) >= 7 && len(y) >= 7 && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x)) {
					return true
				}
			}
		}
	}
	return false
}

// textForm is a text in one form: a version without v and go, a literal of Go by its value.
func textForm(k Kind, s string) string {
	s = strings.Trim(strings.TrimSpace(s), "`")
	if k == Since && isVersion(s) {
		s = strings.TrimPrefix(strings.TrimPrefix(lower(s), "go"), "v")
		for strings.HasSuffix(s, ".0") && strings.Count(s, ".") > 1 {
			s = strings.TrimSuffix(s, ".0")
		}
		return s
	}
	if u, err := strconv.Unquote(s); err == nil {
		return "text " + u
	}
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return "number " + strconv.FormatInt(n, 10)
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return "number " + strconv.FormatFloat(f, 'g', -1, 64)
	}
	return strings.Join(strings.Fields(s), " ")
}

// String puts a value into words.
func (a Answer) String() string {
	switch a.Shape {
	case Boolean:
		return word(*a.Boolean)
	case Number:
		return strconv.FormatInt(*a.Number, 10)
	case Signature:
		return clip(a.Signature)
	case Text:
		return clip(strings.Join(a.Text, " or "))
	case Names:
		var list []string
		for _, n := range a.Names {
			list = append(list, n[0])
		}
		if len(list) == 0 {
			return "none"
		}
		return tabular.Some(list)
	case Location:
		var list []string
		for _, p := range a.Places {
			switch {
			case p.Line == 0:
				list = append(list, p.File)
			case p.Last > p.First && p.First == p.Line:
				list = append(list, fmt.Sprintf("%s:%d-%d", p.File, p.First, p.Last))
			default:
				list = append(list, fmt.Sprintf("%s:%d", p.File, p.Line))
			}
		}
		return tabular.Some(list)
	}
	return ""
}
