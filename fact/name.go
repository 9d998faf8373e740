package fact

import (
	"strings"
	"unicode"
)

// LastName returns the last segment of f's Subject, which [Query] calls Name:
// "Do" of "net/http.Client.Do". Of a path it is the base name, of a package the
// last segment of its import path, of a commit the whole.
func LastName(f *Fact) string {
	s := f.Subject
	if f.Kind == Commit {
		return s
	}
	s = s[strings.LastIndexByte(s, '/')+1:]
	if f.Kind == File || f.Kind == Package || f.Kind == Import || f.IsPackage() {
		return s
	}
	s = s[strings.LastIndexByte(s, ':')+1:]
	if last := strings.LastIndexByte(s, '.'); last >= 0 && last < len(s)-1 {
		s = s[last+1:]
	}
	return s
}

// IsPackage says whether f is the definition of a Go package: its Subject is an
// import path, its Detail the package clause ("package http"), its Span the clause
// that the package's doc comment stands above, or the first one.
func (f *Fact) IsPackage() bool {
	return f.Kind == Definition && f.Symbol == "package" && f.Language == "go"
}

// PackageName returns the name that a package declares, which the last segment of
// its import path need not be; empty: f is not the definition of a package.
func (f *Fact) PackageName() string {
	if !f.IsPackage() {
		return ""
	}
	return strings.TrimPrefix(f.Detail, "package ")
}

// Fold returns the same text for all texts that differ in case only, as
// [strings.EqualFold] compares them.
func Fold(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 || 'a' <= c && c <= 'z' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}

// HasSuffix says whether name is subject, or ends it at the border of a
// segment: "Command.AddCommand" and "cobra.Command.AddCommand" end
// "github.com/spf13/cobra.Command.AddCommand".
func HasSuffix(subject, name string) bool {
	rest, ok := strings.CutSuffix(subject, name)
	return ok && name != "" && (rest == "" || strings.IndexByte("./:", rest[len(rest)-1]) >= 0)
}
