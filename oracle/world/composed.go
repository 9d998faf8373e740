package world

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Composed says of which strings of the tree a name may be put together at run
// time; empty: of none. A name with underscores is cut at them, another one in
// two; how words are joined, and the case of names written in capitals, do not
// count.
func (w *World) Composed(ctx context.Context, name string) (string, error) {
	literals, err := w.strings.get(func() (map[uint64]struct{}, error) { return w.literals(ctx) })
	if err != nil {
		return "", err
	}
	has := func(s string) bool {
		_, ok := literals[hashWord(plain(s))]
		return ok && plain(s) != ""
	}
	if !strings.Contains(name, "_") {
		for i := 3; i <= len(name)-3; i++ {
			if has(name[:i]) && has(name[i:]) {
				return fmt.Sprintf("%q and %q", name[:i], name[i:]), nil
			}
		}
		return "", nil
	}
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '_' })
	reach := make([]int, len(parts)+1) // where the piece that ends here began; -1: none does
	for i := range reach {
		reach[i] = -1
	}
	reach[0] = 0
	for end := 1; end <= len(parts); end++ {
		for start := 0; start < end; start++ {
			if reach[start] >= 0 && (start > 0 || end < len(parts)) && has(strings.Join(parts[start:end], "_")) {
				reach[end] = start
				break
			}
		}
	}
	if reach[len(parts)] < 0 {
		return "", nil
	}
	var pieces []string
	for end := len(parts); end > 0; end = reach[end] {
		pieces = slices.Insert(pieces, 0, fmt.Sprintf("%q", strings.Join(parts[reach[end]:end], "_")))
	}
	return strings.Join(pieces, ", "), nil
}

// plain writes a piece of a name as pieces are compared.
func plain(s string) string {
	return strings.Trim(strings.ToLower(strings.ReplaceAll(s, "-", "_")), "_. ")
}
