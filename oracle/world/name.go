package world

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sooth/internal/nearest"
)

// Name is a name as a claim has it, taken apart.
type Name struct {
	Path    string   // what stood before the last slash: "internal/freelist" of "internal/freelist.New"
	Parts   []string // "chi", "Mux", "Handle"
	Calls   []bool   // whether a call stood after the part
	Pointer bool     // (*T).M, or a * before it
}

// ParseName takes a name of a claim apart.
func ParseName(s string) Name {
	var n Name
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "*"); ok {
		s, n.Pointer = rest, true
	}
	if rest, ok := strings.CutPrefix(s, "..."); ok {
		s = rest
	}
	if i := strings.Index(s, "(*"); i >= 0 {
		s, n.Pointer = s[:i]+s[i+2:], true
		s = strings.Replace(s, ")", "", 1)
	}
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		n.Path, s = s[:i], s[i+1:]
	}
	for _, p := range strings.Split(s, ".") {
		bare := strings.TrimSuffix(p, "()")
		n.Parts = append(n.Parts, bare)
		n.Calls = append(n.Calls, bare != p)
	}
	return n
}

// Last returns the last part of the name.
func (n Name) Last() string { return n.Parts[len(n.Parts)-1] }

// Package returns the qualifier as the path of a package: "internal/freelist".
func (n Name) Package() string {
	if n.Path == "" {
		return n.Parts[0]
	}
	return n.Path + "/" + n.Parts[0]
}

// Exported reports whether a name begins with a capital.
func Exported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Kinship says how alike two names are.
type Kinship int

// The kinships of names, the closest last.
const (
	Stranger Kinship = iota
	Extended         // the same with words added
	Kin              // most of their words are the same
	Twin             // the same but for case, or for one or two letters
)

// Alike returns the kinship of two names that are not the same.
func Alike(a, b string) Kinship {
	fold := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	x, y := fold(a), fold(b)
	if x == y {
		return Twin
	}
	short := min(len(x), len(y))
	allowed := 0
	switch {
	case short >= 14:
		allowed = 2
	case short >= 6:
		allowed = 1
	}
	if allowed > 0 && nearest.Distance(x, y, allowed+1) <= allowed {
		return Twin
	}
	p, q := nearest.Words(a), nearest.Words(b)
	if shared := sharedWords(p, q); shared >= 2 && 2*shared >= max(len(p), len(q)) || shared >= 1 && max(len(p), len(q)) == 2 {
		return Kin
	}
	if short >= 5 && nearest.Distance(x, y, 3) <= 2 {
		return Kin
	}
	if short >= 4 && nearest.Distance(x, y, 2) <= 1 {
		return Kin
	}
	return Stranger
}

// Extends reports whether one of two names is the other with words added at its
// end or beginning.
func Extends(a, b string) bool {
	p, q := nearest.Words(a), nearest.Words(b)
	if len(p) > len(q) {
		p, q = q, p
	}
	if len(p) == len(q) || len(p) == 0 || len(p) == 1 && len(p[0]) < 4 {
		return false
	}
	return slices.Equal(p, q[:len(p)]) || slices.Equal(p, q[len(q)-len(p):])
}

func sharedWords(a, b []string) int {
	n := 0
	rest := slices.Clone(b)
	for _, w := range a {
		if i := slices.Index(rest, w); i >= 0 {
			n++
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return n
}

// Nearest returns the name among candidates that a writer most likely meant,
// and how alike they are; ties go to the first in order of name.
func Nearest(name string, candidates iter.Seq[string]) (string, Kinship) {
	close := map[Kinship][]string{}
	for c := range candidates {
		if c == name || c == "" {
			continue
		}
		if k := Alike(name, c); k != Stranger {
			close[k] = append(close[k], c)
		}
	}
	for _, k := range []Kinship{Twin, Kin} {
		if len(close[k]) > 0 {
			if best := nearest.Symbol(name, 0, slices.Values(close[k])); best != "" {
				return best, k
			}
			return slices.Min(close[k]), k
		}
	}
	return "", Stranger
}
